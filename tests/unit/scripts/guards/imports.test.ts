import { describe, expect, test } from 'vitest';
import { checkImports } from '../../../../scripts/guards/imports.ts';

const check = (files: Record<string, string>) => checkImports(new Map(Object.entries(files)));
/** The findings about one file with one import in it, on its first line (an .astro file's second). */
function checkOne(path: string, specifier: string, type = ''): string[] {
  const text = `import ${type}{ a } from '${specifier}';`;
  return check({ [path]: path.endsWith('.astro') ? `---\n${text}\n---\n` : text });
}
const lineIn = (path: string) => (path.endsWith('.astro') ? 2 : 1);

describe('each room refuses what it may not import', () => {
  test.each([
    ['src/pages/index.astro', '../islands/play/Board.tsx'],
    ['src/pages/user/games.astro', '../../lib/stores/games.ts'],
    ['src/layouts/App.astro', '../pages/index.astro'],
    ['src/layouts/App.astro', '../lib/contract/limits.ts'],
    ['src/components/Footer.astro', '../layouts/App.astro'],
    ['src/components/Footer.astro', '../lib/stores/session.ts'],
    ['src/islands/ui/Button.tsx', '../../lib/stores/session.ts'],
    ['src/islands/ui/Button.tsx', '../play/Board.tsx'],
    ['src/islands/play/Board.tsx', '../../lib/api/games.ts'],
    ['src/islands/play/Board.tsx', '../../lib/realtime/echo.ts'],
    ['src/islands/play/Board.tsx', '../../lib/contract/games.ts'],
    ['src/islands/play/Board.tsx', '../../components/Logo.astro'],
    ['src/lib/stores/games.ts', '../../islands/play/own-game.ts'],
    ['src/lib/stores/games.ts', '../site.ts'],
    ['src/lib/api/games.ts', '../stores/session.ts'],
    ['src/lib/realtime/echo.ts', '../api/client.ts'],
    ['src/lib/contract/games.ts', '../site.ts'],
    ['src/lib/contract/limits.ts', './games.ts'],
    ['src/lib/arcade/merge.ts', '../format/points.ts'],
    ['src/lib/format/points.ts', '../routes.ts'],
    ['src/lib/routes.ts', './contract/games.ts'],
    ['src/lib/site.ts', './routes.ts'],
    ['src/content.config.ts', './lib/stores/games.ts'],
    ['server/config.ts', './app.ts'],
    ['server/db/database.ts', '../domain/ledger.ts'],
    ['server/db/seed.ts', '../routes/games.ts'],
    ['server/domain/ledger.ts', '../routes/games.ts'],
    ['server/domain/ledger.ts', '../realtime/broadcaster.ts'],
    ['server/routes/games.ts', '../db/schema.ts'],
    ['server/realtime/protocol.ts', '../routes/games.ts'],
    ['server/mail/smtp.ts', '../domain/ledger.ts'],
    ['server/domain/ledger.ts', '../mail/smtp.ts'],
    ['server/app.ts', '../src/lib/stores/games.ts'],
    ['server/app.ts', '../src/islands/play/own-game.ts'],
  ])('%s importing %s', (path, specifier) => {
    const findings = checkOne(path, specifier);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(new RegExp(`^${path}:${lineIn(path)} imports (?:src|server)/`));
  });
});

describe('each room lets in what it needs', () => {
  test.each([
    ['src/pages/index.astro', '../layouts/Landing.astro'],
    ['src/pages/user/games.astro', '../../islands/games/GamesIsland.tsx'],
    ['src/components/Footer.astro', '../lib/routes.ts'],
    ['src/islands/play/PlayIsland.tsx', './Board.tsx'],
    ['src/islands/play/Board.tsx', '../ui/Button.tsx'],
    ['src/islands/play/Board.tsx', '../../lib/stores/games.ts'],
    ['src/islands/play/Board.tsx', '../../lib/contract/limits.ts'],
    ['src/lib/stores/games.ts', '../contract/games.ts'],
    ['src/lib/stores/games.ts', './session.ts'],
    ['src/lib/format/points.ts', '../site.ts'],
    ['src/lib/contract/games.ts', '../format/numbers.ts'],
    ['server/routes/games.ts', '../domain/ledger.ts'],
    ['server/domain/ledger.ts', '../../src/lib/arcade/merge.ts'],
    ['server/domain/ledger.ts', '../db/schema.ts'],
    ['server/site.ts', '../src/lib/routes.ts'],
    ['tests/server/ledger.test.ts', '../../server/domain/ledger.ts'],
    ['scripts/start.ts', '../server/main.ts'],
  ])('%s importing %s', (path, specifier) => {
    expect(checkOne(path, specifier)).toEqual([]);
  });

  test('islands take types from the contract, in either form', () => {
    expect(checkOne('src/islands/play/Board.tsx', '../../lib/contract/games.ts', 'type ')).toEqual([]);
    expect(
      check({ 'src/islands/play/Board.tsx': "import { type A } from '../../lib/contract/games.ts';" }),
    ).toEqual([]);
    expect(
      check({ 'src/islands/play/Board.tsx': "import { type A, b } from '../../lib/contract/games.ts';" }),
    ).toHaveLength(1);
  });
});

describe('packages', () => {
  test.each([
    ['src/pages/index.astro', 'react'],
    ['src/islands/play/Board.tsx', 'ofetch'],
    ['src/islands/play/Board.tsx', 'laravel-echo'],
    ['src/islands/play/Board.tsx', 'valibot'],
    ['src/lib/stores/games.ts', '@nanostores/react'],
    ['src/lib/stores/games.ts', 'pusher-js'],
    ['src/lib/api/client.ts', 'laravel-echo'],
    ['src/lib/realtime/echo.ts', 'ofetch'],
    ['src/lib/contract/games.ts', 'drizzle-orm/pg-core'],
    ['src/lib/arcade/merge.ts', 'valibot'],
    ['src/lib/stores/games.ts', 'node:fs'],
    ['src/lib/stores/games.ts', 'vitest'],
    ['server/domain/ledger.ts', 'hono/http-exception'],
    ['server/routes/games.ts', 'drizzle-orm'],
    ['server/app.ts', 'react'],
    ['server/app.ts', 'fast-check'],
    ['server/mail/smtp.ts', 'smtp-server'],
    ['server/domain/ledger.ts', 'nodemailer'],
  ])('%s may not use %s', (path, specifier) => {
    expect(checkOne(path, specifier)).toEqual([
      expect.stringContaining(`${path}:${lineIn(path)} imports ${specifier}:`),
    ]);
  });

  test.each([
    ['src/lib/contract/games.ts', 'valibot'],
    ['src/lib/api/client.ts', 'ofetch'],
    ['src/lib/realtime/echo.ts', 'laravel-echo'],
    ['src/lib/stores/games.ts', 'nanostores'],
    ['src/islands/play/Board.tsx', '@nanostores/react'],
    ['server/routes/games.ts', 'hono'],
    ['server/domain/ledger.ts', 'drizzle-orm'],
    ['server/mail/smtp.ts', 'nodemailer'],
  ])('%s may use %s', (path, specifier) => {
    expect(checkOne(path, specifier)).toEqual([]);
  });
});

describe('what never is', () => {
  test('src importing the server or scripts', () => {
    expect(checkOne('src/lib/api/client.ts', '../../../server/config.ts')[0]).toContain(
      'src never imports the server',
    );
    expect(checkOne('src/pages/index.astro', '../../scripts/build.ts')[0]).toContain(
      'src never imports the server or scripts',
    );
  });

  test('production code importing test code', () => {
    for (const path of ['src/lib/api/client.ts', 'server/app.ts', 'scripts/test.ts']) {
      const up = '../'.repeat(path.split('/').length - 1);
      expect(checkOne(path, `${up}tests/support/product.ts`)[0]).toContain(
        'production code never imports test code',
      );
    }
  });

  test("one feature's island importing another's", () => {
    expect(checkOne('src/islands/play/Board.tsx', '../orders/List.tsx')[0]).toContain(
      "never imports another's",
    );
    expect(checkOne('src/islands/play/Board.tsx', '../orders/OrdersIsland.tsx')[0]).toContain(
      "never imports another's",
    );
  });

  test('islands calling the network or setting a store', () => {
    const text = "const a = 1;\nfetch('/api');\n$reward.set(a);\nmap.set(a, 1);\nprefetch();";
    expect(check({ 'src/islands/play/own-game.ts': text })).toEqual([
      expect.stringContaining('own-game.ts:2 calls fetch'),
      expect.stringContaining('own-game.ts:3 calls $reward.set'),
    ]);
    expect(check({ 'src/lib/stores/reward.ts': text })).toEqual([]);
  });

  test('a circle of stores, however long; types alone make none', () => {
    const files = {
      'src/lib/stores/a.ts': "import { b } from './b.ts';",
      'src/lib/stores/b.ts': "import { c } from './c.ts';",
      'src/lib/stores/c.ts': "import { a } from './a.ts';",
    };
    expect(check(files)).toEqual([
      expect.stringContaining('a.ts → src/lib/stores/b.ts → src/lib/stores/c.ts → src/lib/stores/a.ts'),
    ]);
    expect(check({ ...files, 'src/lib/stores/c.ts': "import type { A } from './a.ts';" })).toEqual([]);
  });

  test('a place that no rule speaks of', () => {
    expect(checkOne('src/lib/helpers/a.ts', '../site.ts')[0]).toContain('stands in no room');
    expect(checkOne('src/lib/stores/a.ts', '../helpers/a.ts')[0]).toContain('a place without a room');
  });
});

describe('imports are found in every form, with their line', () => {
  test.each([
    ["export { a } from '../api/client.ts';", 1],
    ["\nexport * from '../api/client.ts';", 2],
    ["import '../api/client.ts';", 1],
    ["const a = () =>\n  import('../api/client.ts');", 2],
    ['const a = () => import(`../api/client.ts`);', 1],
    ["type A = import('../api/client.ts').A;", 1],
    ["import.meta.glob(['../api/client.ts']);", 1],
  ])('%s', (text, line) => {
    expect(check({ 'src/lib/format/a.ts': text })).toEqual([
      expect.stringMatching(`^src/lib/format/a.ts:${line} imports src/lib/api/client.ts`),
    ]);
  });

  test('in the frontmatter and the scripts of an .astro file', () => {
    const page = `---\nconst a = 1;\nimport { s } from '../lib/stores/s.ts';\n---\n<p>import { x } from '../lib/api/x.ts'</p>\n<script>\n  import '../lib/api/client.ts';\n</script>`;
    expect(check({ 'src/pages/index.astro': page })).toEqual([
      expect.stringContaining('src/pages/index.astro:3 imports src/lib/stores/s.ts'),
      expect.stringContaining('src/pages/index.astro:7 imports src/lib/api/client.ts'),
    ]);
  });

  test('and not in strings and comments', () => {
    expect(
      check({ 'src/lib/format/a.ts': "// import '../api/a.ts'\nconst b = \"import '../api/b.ts'\";" }),
    ).toEqual([]);
  });
});
