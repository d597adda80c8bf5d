import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureArrows } from '../../../../scripts/checks/feature-arrows.ts';
import { checkImports } from '../../../../scripts/checks/imports.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** File and what it imports, by the rooms' table. */
const refused = [
  ['src/pages/index.astro', '../islands/arcade/Board.tsx'],
  ['src/pages/user/games.astro', '../../islands/shared/stores/games.ts'],
  ['src/layouts/App.astro', '../pages/index.astro'],
  ['src/layouts/App.astro', '../lib/contract/limits.ts'],
  ['src/components/Footer.astro', '../layouts/App.astro'],
  ['src/components/Footer.astro', '../islands/shared/stores/games.ts'],
  ['src/islands/shared/Button.tsx', './stores/games.ts'],
  ['src/islands/shared/Button.tsx', '../play/Board.tsx'],
  ['src/islands/arcade/Board.tsx', '../../lib/client/client.ts'],
  ['src/islands/arcade/Board.tsx', '../../lib/realtime/echo.ts'],
  ['src/islands/arcade/Board.tsx', '../../lib/contract/catalogue/games.ts'],
  ['src/islands/arcade/Board.tsx', '../../components/Logo.astro'],
  ['src/islands/shared/stores/games.ts', '../../arcade/own-game.ts'],
  ['src/islands/arcade/round-store.ts', '../reward/buy-store.ts'],
  ['src/lib/session/session.ts', '../../islands/shared/stores/games.ts'],
  ['src/islands/shared/stores/games.ts', '../../../lib/site.ts'],
  ['src/lib/client/client.ts', '../../islands/shared/stores/games.ts'],
  ['src/lib/realtime/echo.ts', '../client/client.ts'],
  ['src/lib/contract/catalogue/games.ts', '../../site.ts'],
  ['src/lib/contract/limits.ts', './catalogue/games.ts'],
  ['src/lib/arcade/merge.ts', '../format/points.ts'],
  ['src/lib/format/points.ts', '../routing/routes.ts'],
  ['src/lib/routing/routes.ts', '../contract/catalogue/games.ts'],
  ['src/lib/site.ts', './routing/routes.ts'],
  ['src/content.config.ts', './islands/shared/stores/games.ts'],
  ['server/config/config.ts', '../app.ts'],
  ['server/db/database.ts', '../features/ledger/ledger.ts'],
  ['server/db/seed.ts', '../http/route.ts'],
  ['server/platform/clock.ts', '../features/ledger/ledger.ts'],
  ['server/features/ledger/ledger.ts', '../../realtime/broadcaster.ts'],
  ['server/features/ledger/ledger.ts', '../redemption/buy.ts'],
  ['server/features/ledger/ledger.ts', '../../http/route.ts'],
  ['server/http/route.ts', '../features/ledger/ledger.ts'],
  ['server/realtime/protocol.ts', '../features/ledger/ledger.ts'],
  ['server/mail/smtp.ts', '../features/ledger/ledger.ts'],
  ['server/app.ts', '../src/islands/shared/stores/games.ts'],
  ['server/app.ts', '../src/islands/arcade/own-game.ts'],
  ['src/lib/client/client.ts', '../../../server/config/config.ts'],
  ['src/pages/index.astro', '../../scripts/build.ts'],
  ['server/app.ts', '../scripts/build.ts'],
  ['server/app.ts', '../tests/support/product.ts'],
  ['src/islands/arcade/Board.tsx', '../redemption/orders/List.tsx'],
  ['tests/support/spec-host/host.ts', '../../../src/lib/contract/catalogue/games.ts'],
  ['tests/support/spec-host/host.ts', '../../../server/platform/clock.ts'],
  ['tests/support/spec-host/host.ts', '../host.ts'],
] as const;

const letIn = [
  ['src/pages/index.astro', '../layouts/Landing.astro'],
  ['src/pages/user/games.astro', '../../islands/catalogue/games/GamesIsland.tsx'],
  ['src/components/Footer.astro', '../lib/routing/routes.ts'],
  ['src/islands/arcade/PlayIsland.tsx', './Board.tsx'],
  ['src/islands/arcade/Board.tsx', '../shared/Button.tsx'],
  ['src/islands/arcade/Board.tsx', '../shared/stores/games.ts'],
  ['src/islands/arcade/Board.tsx', '../../lib/contract/limits.ts'],
  ['src/islands/arcade/Board.tsx', './round-store.ts'],
  ['src/islands/arcade/round-store.ts', '../../lib/contract/catalogue/games.ts'],
  ['src/islands/shared/stores/games.ts', '../../../lib/contract/catalogue/games.ts'],
  ['src/islands/shared/stores/games.ts', './session.ts'],
  ['src/lib/format/points.ts', '../site.ts'],
  ['src/lib/contract/catalogue/games.ts', '../../format/numbers.ts'],
  ['server/features/catalogue/game-routes.ts', '../../http/route.ts'],
  ['server/features/redemption/buy.ts', '../ledger/ledger.ts'],
  ['server/features/ledger/ledger.ts', '../../../src/lib/arcade/merge.ts'],
  ['server/features/ledger/ledger.ts', '../../db/schema.ts'],
  ['server/static-site/site.ts', '../../src/lib/routing/routes.ts'],
  ['tests/server/ledger.test.ts', '../../server/features/ledger/ledger.ts'],
  ['scripts/start.ts', '../server/main.ts'],
  ['tests/support/spec-host/host.ts', './world.ts'],
  ['tests/support/spec-host/host.ts', '../http-host.ts'],
] as const;

const refusedPackages = [
  ['src/pages/index.astro', 'react'],
  ['src/islands/arcade/Board.tsx', 'ofetch'],
  ['src/islands/arcade/Board.tsx', 'laravel-echo'],
  ['src/islands/arcade/Board.tsx', 'valibot'],
  ['src/islands/shared/stores/games.ts', '@nanostores/react'],
  ['src/islands/arcade/round-store.ts', 'react'],
  ['src/islands/arcade/round-store.ts', 'ofetch'],
  ['src/islands/shared/stores/games.ts', 'pusher-js'],
  ['src/lib/client/client.ts', 'laravel-echo'],
  ['src/lib/realtime/echo.ts', 'ofetch'],
  ['src/lib/contract/catalogue/games.ts', 'drizzle-orm/pg-core'],
  ['src/lib/arcade/merge.ts', 'valibot'],
  ['src/islands/shared/stores/games.ts', 'node:fs'],
  ['src/islands/shared/stores/games.ts', 'vitest'],
  ['server/features/ledger/ledger.ts', 'hono/http-exception'],
  ['server/features/catalogue/game-routes.ts', 'drizzle-orm'],
  ['server/app.ts', 'react'],
  ['server/app.ts', 'fast-check'],
  ['server/mail/smtp.ts', 'smtp-server'],
  ['server/features/ledger/ledger.ts', 'nodemailer'],
] as const;

const letInPackages = [
  ['src/lib/contract/catalogue/games.ts', 'valibot'],
  ['src/lib/client/client.ts', 'ofetch'],
  ['src/lib/realtime/echo.ts', 'laravel-echo'],
  ['src/islands/shared/stores/games.ts', 'nanostores'],
  ['src/islands/arcade/Board.tsx', '@nanostores/react'],
  ['server/features/catalogue/game-routes.ts', 'hono'],
  ['server/features/ledger/ledger.ts', 'drizzle-orm'],
  ['server/mail/smtp.ts', 'nodemailer'],
] as const;

/** One project for all tests, because reading it takes seconds. Its packages are ours. */
let root: string;
let findings: string[];
const imports = new Map<string, string[]>();
const targetOf = (path: string, specifier: string) => posix.join(posix.dirname(path), specifier);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The findings of a rule, or of all: each file's path, `→`, and its import. */
const pairs = (rule = '') =>
  findings.filter((one) => one.includes(`\n  ${rule}`)).map((one) => one.split('\n', 1)[0]);

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  root = mkdtempSync(join(ROOT, '.cache/import-rules-'));
  for (const [path, specifier] of [...refused, ...letIn]) {
    write(targetOf(path, specifier), '');
    imports.set(path, []);
  }
  for (const [path, specifier] of [...refused, ...letIn, ...refusedPackages, ...letInPackages])
    imports.set(path, [...(imports.get(path) ?? []), `import { a } from '${specifier}';`]);
  for (const [path, lines] of imports) {
    const text = lines.join('\n');
    write(path, path.endsWith('.astro') ? `---\n${text}\n---\n` : text);
  }
  write('src/islands/arcade/types.ts', "import type { A } from '../../lib/contract/social/social.ts';");
  write('src/islands/arcade/mixed.ts', "import { type A, b } from '../../lib/contract/social/social.ts';");
  write('src/lib/contract/social/social.ts', '');
  write(
    'src/islands/arcade/calls.ts',
    "fetch('/api');\n$reward.set(1);\nmap.set(1, 1);\nprefetch(); // fetch()",
  );
  write('src/islands/shared/stores/calls.ts', "fetch('/api');\n$reward.set(1);");
  write('src/lib/helpers/stray.ts', "import '../site.ts';");
  for (const [from, to] of [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ])
    write(`server/platform/circle-${from}.ts`, `import type { A } from './circle-${to}.ts';`);
  write(
    'src/layouts/Script.astro',
    "<p>import '../lib/client/x.ts'</p>\n<script>\n  import '../lib/client/client.ts';\n</script>",
  );
  write(
    'src/lib/format/forms.ts',
    "export { a } from '../../islands/shared/stores/games.ts';\ntype B = import('../client/client.ts').B;\n// import '../client/x.ts'",
  );
  write('src/lib/format/later.ts', "export const a = () => import('../client/client.ts');");
  findings = await checkImports(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('folders', () => {
  test.each(refused)('%s may not import %s', (path, specifier) => {
    expect(pairs()).toContain(`${path} → ${targetOf(path, specifier)}`);
  });

  test.each(letIn)('%s may import %s', (path, specifier) => {
    expect(pairs()).not.toContain(`${path} → ${targetOf(path, specifier)}`);
  });

  test('islands take only types from the contract', () => {
    expect(pairs('islands: types only')).toContain(
      'src/islands/arcade/mixed.ts → src/lib/contract/social/social.ts',
    );
    expect(pairs()).not.toContain('src/islands/arcade/types.ts → src/lib/contract/social/social.ts');
  });

  test('a file outside all folders is reported', () => {
    expect(pairs('a room for each')).toEqual(['src/lib/helpers/stray.ts → src/lib/site.ts']);
  });
});

test('a feature uses only features below it', () => {
  const seen = new Set<string>();
  for (const [name, uses] of Object.entries(featureArrows)) {
    expect(
      uses.filter((one) => !seen.has(one)),
      name,
    ).toEqual([]);
    seen.add(name);
  }
  expect([...seen].sort()).toEqual(readdirSync(join(ROOT, 'server/features')).sort());
});

describe('packages', () => {
  const found = (path: string, specifier: string) =>
    pairs().some((pair) =>
      new RegExp(
        `^${path} → (?:.*node_modules/)?(?:@types/)?${specifier.replace(/^node:/, '(?:node:)?')}\\b`,
      ).test(pair ?? ''),
    );
  test.each(refusedPackages)('%s may not use %s', (path, specifier) => {
    expect(found(path, specifier)).toBe(true);
  });

  test.each(letInPackages)('%s may use %s', (path, specifier) => {
    expect(found(path, specifier)).toBe(false);
  });
});

describe('never allowed', () => {
  test.each([
    ['site without server', 'src/lib/client/client.ts → server/config/config.ts'],
    ['site without server', 'src/pages/index.astro → scripts/build.ts'],
    ['server without scripts', 'server/app.ts → scripts/build.ts'],
    ['tests', 'server/app.ts → tests/support/product.ts'],
    ['one feature each', 'src/islands/arcade/Board.tsx → src/islands/redemption/orders/List.tsx'],
  ])('%s: %s', (rule, pair) => {
    expect(pairs(rule)).toContain(pair);
  });

  test('a circular import, even of types', () => {
    expect(pairs('no circle')).toContainEqual(
      expect.stringMatching(/^server\/platform\/circle-(\w)\.ts → .* → server\/platform\/circle-\1\.ts$/),
    );
  });

  test('islands that call the network or set a store', () => {
    expect(findings.filter((one) => /^\S+ calls /.test(one))).toEqual([
      expect.stringContaining('arcade/calls.ts calls fetch'),
      expect.stringContaining('arcade/calls.ts calls $reward.set'),
    ]);
  });
});

test('imports are found in scripts of .astro files, in types, and where they load later; not in text or comments', () => {
  const of = (path: string) => pairs().filter((pair) => pair?.startsWith(path));
  expect(of('src/layouts/Script.astro')).toEqual(['src/layouts/Script.astro → src/lib/client/client.ts']);
  expect(of('src/lib/format/forms.ts').sort()).toEqual([
    'src/lib/format/forms.ts → src/islands/shared/stores/games.ts',
    'src/lib/format/forms.ts → src/lib/client/client.ts',
  ]);
  expect(of('src/lib/format/later.ts')).toEqual(['src/lib/format/later.ts → src/lib/client/client.ts']);
});
