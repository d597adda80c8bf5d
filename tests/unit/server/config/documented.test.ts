/** No setting without its words: what the server reads from the environment stands in the README and in docs/operators/reference.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getConfig } from '../../../../server/config/config.ts';
import { composeNames, readProject } from '../../../support/compose.ts';
import { randomKey } from '../../../support/vault.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Every name that the settings are read by. */
function settingsRead(): Set<string> {
  const names = new Set<string>();
  const given: Record<string, string> = {
    NODE_ENV: 'production',
    OPERATOR_URL: 'https://desk.play.example',
    DATABASE_URL: 'postgres://localhost/play',
    DATA_KEYS: randomKey(1).toString('base64'),
    MAIL_URL: 'smtp://mail.test',
    MAIL_FROM: 'a@b.test',
    CAPTCHA: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'x',
    CAPTCHA_SECRET: 'x',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'x',
    DISCORD_CLIENT_ID: 'x',
    DISCORD_CLIENT_SECRET: 'x',
    STEAM_SIGN_IN: 'on',
  };
  getConfig(
    new Proxy(given, {
      get(target, name) {
        names.add(String(name));
        return target[String(name)];
      },
    }),
  );
  return names;
}

/** What the build of the site takes. */
const built = () =>
  new Set([
    ...[...read('astro.config.mjs').matchAll(/^ {6}(PUBLIC_[A-Z_]+):/gm)].map(([, name = '']) => name),
    'DEMO_LISTINGS',
  ]);

/** Names in the first column of a table. */
const tableOf = (path: string) =>
  new Set(
    [...read(path).matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
    ),
  );

/** Of a machine on which the product is tried or worked on. */
const notForProduction = ['SITE_PORT', 'PARTNER_PORT', 'DATA_DIR', 'RATE_LIMIT', 'DEMO_LISTINGS'];
/** What the images set themselves. */
const ofTheImages = [
  'NODE_ENV',
  'LISTEN_HOST',
  'API_PORT',
  'REALTIME_PORT',
  'DATABASE_URL',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TLS_CLIENT_CA_FILE',
];
/** What compose.yaml hands on as a file. */
const secrets = [...readProject('compose.yaml').matchAll(/^ {4}([A-Z_]+)_FILE: \/run\/secrets\//gm)].map(
  ([, name = '']) => name,
);

/** What the system, Node or a tool sets. */
const ofTheSystem = ['CI', 'DEV', 'PATH', 'PROD', 'SSR', 'XDG_CONFIG_HOME'];

/** Names that code reads from the environment, with the files that do. */
function namesInCode(): Map<string, string> {
  const files = ['server', 'scripts', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs|astro)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const configs = readdirSync(ROOT).filter((name) => /\.config\.(?:ts|mjs)$/.test(name));
  return new Map(
    [...files, ...configs].flatMap((path) => {
      const text = read(path);
      const taken = [...text.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name),
      );
      // An assignment isn't read here.
      const named = [...text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z0-9_]+)(?!\w| = )/g)].map(
        ([, name = '']) => name,
      );
      return [...taken, ...named].map((name): [string, string] => [name, path]);
    }),
  );
}

test('every name that code reads from the environment is in a table of settings', () => {
  const named = new Set([
    ...ofTheSystem,
    ...['README.md', 'docs/operators/reference.md', 'docs/developers/testing.md'].flatMap((path) => [
      ...tableOf(path),
    ]),
  ]);
  const found = namesInCode();
  expect(found.size).toBeGreaterThan(30);
  expect([...found].filter(([name]) => !named.has(name))).toEqual([]);
});

test.each(['README.md', 'docs/operators/reference.md'])('%s names every setting', (path) => {
  const named = tableOf(path);
  expect([...settingsRead(), ...built()].filter((name) => !named.has(name))).toEqual([]);
});

test('compose.yaml hands on every setting that production has', () => {
  const own = new Set([...composeNames(), ...secrets, ...notForProduction, ...ofTheImages, 'PUBLIC_CAPTCHA']);
  expect([...settingsRead(), ...built()].filter((name) => !own.has(name))).toEqual([]);
});

test('docs/operators/reference.md names everything that .env and deploy/secrets.sh may hold', () => {
  const named = tableOf('docs/operators/reference.md');
  expect([...composeNames(), ...secrets].filter((name) => !named.has(name))).toEqual([]);
});
