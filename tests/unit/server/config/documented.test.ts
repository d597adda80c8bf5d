/**
 * Every setting is documented: docs/operators/settings.md and .env.example are made from the schema, and code reads nothing else.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { files } from '../../../../scripts/settings.ts';
import { factsOf, names } from '../../../../server/config/settings.ts';
import { composeFile, exampleEnv, readProject } from '../../../support/compose.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test.each(Object.entries(files))('%s is what `npm run settings` writes', (path, text) => {
  expect(readProject(path), 'it is stale: run `npm run settings`').toBe(text);
});

/** Variables that the system, Node or a tool sets, and those that the build gets from scripts/build.ts. */
const ofTheSystem = ['CI', 'DEV', 'PATH', 'PROD', 'SSR', 'XDG_CONFIG_HOME', 'PUBLIC_ADDRESSES'];

/** The variables of tests, builds and benchmarks. */
const ofTesting = [...readProject('docs/developers/testing.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
  ([, name = '']) => name,
);

/** Names that code reads from the environment, with the files that do. */
function namesInCode(): Map<string, string> {
  const sources = ['server', 'scripts', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs|astro)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const configs = readdirSync(ROOT).filter((name) => /\.config\.(?:ts|mjs)$/.test(name));
  return new Map(
    [...sources, ...configs].flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const taken = [...text.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name),
      );
      // Assignments don't count as reads.
      const named = [...text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z0-9_]+)(?!\w| = )/g)].map(
        ([, name = '']) => name,
      );
      return [...taken, ...named].map((name): [string, string] => [name, path]);
    }),
  );
}

test('every variable that code reads from the environment is described', () => {
  const known = new Set<string>([...names, ...ofTheSystem, ...ofTesting]);
  const found = namesInCode();
  expect(found.size).toBeGreaterThan(20);
  expect([...found].filter(([name]) => !known.has(name))).toEqual([]);
});

test('compose.yaml passes every setting from .env to the API, and the built-in ones to the build', () => {
  const { services } = composeFile({ ...exampleEnv().values, SECOND_FACTOR: 'required' });
  for (const name of ['api-1', 'api-2'])
    expect(services[name]?.environment).toMatchObject({ SECOND_FACTOR: 'required' });
  expect(services.migrate?.environment).not.toHaveProperty('SECOND_FACTOR');
  const built = names.filter((name) => factsOf(name).builtIn && factsOf(name).by !== 'development');
  const args = Object.keys(services.web?.build?.args ?? {});
  // The server's CAPTCHA is PUBLIC_CAPTCHA there.
  expect(built.filter((name) => name !== 'CAPTCHA' && !args.includes(name))).toEqual([]);
  const declared = [...readProject('Dockerfile').matchAll(/^ARG (.*)$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  expect(declared.toSorted()).toEqual(args.toSorted());
});

test('compose.yaml reads each secret from a file, and sets what .env leaves to it', () => {
  const { services } = composeFile(exampleEnv().values);
  const { environment = {} } = services['api-1'] ?? {};
  const isSet = (name: string) => name in environment || `${name}_FILE` in environment;
  const own = names.filter(
    (name) => factsOf(name).by === 'compose' || (factsOf(name).secret && factsOf(name).by !== 'tool'),
  );
  // The owner's URL is only for `migrate`, and PUBLIC_CAPTCHA for the build.
  expect(own.filter((name) => !isSet(name))).toEqual(['DATABASE_OWNER_URL', 'PUBLIC_CAPTCHA']);
  const composed = names.filter((name) => factsOf(name).composed !== undefined);
  const all = { ...environment, ...services.web?.build?.args };
  expect(composed.map((name) => all[name])).toEqual(composed.map((name) => factsOf(name).composed));
});
