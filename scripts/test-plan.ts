/** Decides which steps `npm test` runs for its arguments, and in which order. */
import { parseArgs } from 'node:util';
import type { Reporter } from './test-counts.ts';
import { SITE } from './test-site.ts';

export interface Step {
  readonly name: string;
  readonly title: string;
  /** Arguments for node. */
  readonly run: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly reporter?: Reporter;
  readonly mayBeEmpty?: boolean;
  /** Names of steps that must end first, because it needs their results or their cores. */
  readonly after?: readonly string[];
}

/** Wrong arguments. The message names the wrong one and what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Vitest's projects that need no built site, fastest first. */
const PROJECTS = ['unit', 'islands', 'server', 'server-postgres'] as const;
/** Playwright's projects in each run. What `smoke` tries before a commit is tested more fully by these. */
const BROWSER_PROJECTS = ['e2e'] as const;
/** Checks that read files and run no tests. */
const CHECKS: readonly Step[] = [
  { name: 'lint', title: 'Lint', run: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { name: 'imports', title: 'Import rules', run: ['scripts/checks/imports.ts'] },
  { name: 'templates', title: 'Types of templates', run: ['scripts/check-templates.ts'] },
  // After the templates, because `astro check` writes the types of the content collections.
  {
    name: 'types',
    title: 'Types',
    run: ['node_modules/typescript-native/bin/tsc', '-b', 'tests'],
    after: ['templates'],
  },
];
const BUILD: Step = { name: 'build', title: 'Site for the tests', run: ['scripts/test-site.ts'] };
/** Runs next to Vitest. If it ran during the browser tests, all of their workers would wait for it. */
const SPEC_BUILD: Step = {
  name: 'spec-build',
  title: 'Site for hosts of the specification',
  run: ['scripts/test-site.ts', '--spec-hosts'],
  after: ['build'],
};
/** Migrates and seeds once. Otherwise the product of each worker would do that. */
const DATA: Step = {
  name: 'data',
  title: 'Data for the browser tests',
  run: ['tests/support/prepare-data.ts'],
};
const SITE_CHECKS: readonly Step[] = ['budgets', 'html', 'links', 'metadata'].map((name) => ({
  name,
  title: `Built site: ${name}`,
  run: [`scripts/checks/${name}.ts`, SITE],
  after: ['build'],
}));
const NAMES = [
  ...CHECKS.map(({ name }) => name),
  ...PROJECTS,
  'build',
  ...SITE_CHECKS.map(({ name }) => name),
  'site',
  'browser',
];

/** Changes that can break browser tests without an import: the pages that a browser opens, and the server that answers. */
const IN_BROWSER = /^(src|server|public|scripts\/site|tests\/(e2e|support))\b|^(astro|playwright)\.config/;
const IN_BUILD = /^(src|public|scripts\/(site|checks))\b|^astro\.config/;

const vitest = (
  name: string,
  title: string,
  args: readonly string[],
  after: readonly string[] = [],
): Step => ({
  name,
  title,
  run: ['node_modules/vitest/vitest.mjs', 'run', ...args],
  reporter: 'vitest',
  after,
});

const playwright = (title: string, args: readonly string[], after: readonly string[] = []): Step => ({
  name: 'browser',
  title,
  run: ['node_modules/@playwright/test/cli.js', 'test', ...args],
  reporter: 'playwright',
  after: ['build', ...after],
});

const projects = (names: readonly string[]): string[] => names.flatMap((name) => ['--project', name]);

/**
 * Returns the steps.
 * @param args what follows `npm test --`: nothing, `--quick`, `--changed[=ref]`, `--nightly`, names of steps, or paths of test files.
 * `--shuffle` mixes Vitest's files and tests.
 * @param changedSince returns the paths that differ from a commit; `HEAD` for uncommitted changes
 * @throws UsageError
 */
export function planFor(args: readonly string[], changedSince: (ref: string) => readonly string[]): Step[] {
  const { values, positionals } = read(args);
  const mix = values.shuffle ? ['--sequence.shuffle.files', '--sequence.shuffle.tests'] : [];
  const paths = positionals.filter((one) => one.includes('/'));
  if (paths.length > 0) return ofFiles(paths, mix);
  if (positionals.length > 0) return ofNames(positionals, mix);
  if (values.quick)
    return [
      vitest('vitest', 'Unit and server tests', [...projects(['unit', 'server']), ...mix]),
      ...CHECKS,
      BUILD,
      playwright('The main loop in a browser', ['--project=smoke']),
    ];
  if (values.changed !== undefined) return ofChange(values.changed, changedSince(values.changed), mix);
  const all = [
    vitest('vitest', 'Unit, island and server tests', [
      ...projects(values.nightly ? [...PROJECTS, 'nightly'] : PROJECTS),
      ...mix,
    ]),
    ...CHECKS,
    BUILD,
    ...SITE_CHECKS,
    vitest('site', 'Addresses on every host', projects(['site']), ['build']),
    SPEC_BUILD,
    DATA,
    {
      ...playwright(
        'Browser tests',
        projects(values.nightly ? [...BROWSER_PROJECTS, 'nightly'] : BROWSER_PROJECTS),
        ['vitest', 'site', SPEC_BUILD.name, DATA.name, ...SITE_CHECKS.map(({ name }) => name)],
      ),
      env: { TEST_DATA: '.cache/e2e/prepared/data' },
    },
  ];
  if (!values.nightly) return all;
  return [
    ...all.map((step) => ({ ...step, env: { ...step.env, NIGHTLY: '1' } })),
    {
      name: 'standard',
      title: 'Built site: the W3C’s checker',
      run: ['scripts/checks/standard.ts', SITE],
      after: ['build'],
    },
    {
      name: 'mutations',
      title: 'Seeded faults',
      run: ['tests/mutations/run.ts'],
      after: ['vitest', 'browser'],
    },
  ];
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      // `--changed` without a value means uncommitted changes.
      args: args.map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        nightly: { type: 'boolean' },
        changed: { type: 'string' },
        shuffle: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function ofNames(names: readonly string[], mix: readonly string[]): Step[] {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no step "${unknown}". Use the path of a test file, or one of ${NAMES.join(', ')}.`,
    );
  const wanted = PROJECTS.filter((name) => names.includes(name));
  const steps = [
    ...(wanted.length > 0
      ? [vitest('vitest', `Tests: ${wanted.join(', ')}`, [...projects(wanted), ...mix])]
      : []),
    ...[...CHECKS, ...SITE_CHECKS].filter(({ name }) => names.includes(name)),
    ...(names.includes('site')
      ? [vitest('site', 'Addresses on every host', projects(['site']), ['build'])]
      : []),
    ...(names.includes('browser') ? [playwright('Browser tests', projects(BROWSER_PROJECTS))] : []),
  ];
  return names.includes('build') ? [...steps, BUILD] : withBuild(steps);
}

/** Returns steps for test files by path, each with its runner. */
function ofFiles(paths: readonly string[], mix: readonly string[]): Step[] {
  const isBrowsers = (path: string) => /(^|\/)tests\/e2e\//.test(path);
  const isSites = (path: string) => /(^|\/)tests\/site\//.test(path);
  const forBrowser = paths.filter(isBrowsers);
  const forVitest = paths.filter((path) => !isBrowsers(path));
  return withBuild([
    ...(forVitest.length > 0
      ? [vitest('vitest', 'Tests', [...forVitest, ...mix], forVitest.some(isSites) ? ['build'] : [])]
      : []),
    ...(forBrowser.length > 0 ? [playwright('Browser tests', forBrowser)] : []),
  ]);
}

/**
 * Returns the tests that a change can break. Vitest follows imports. Browser and site tests run if something they use has
 * changed.
 */
function ofChange(ref: string, changed: readonly string[], mix: readonly string[]): Step[] {
  const touches = (pattern: RegExp) => changed.some((path) => pattern.test(path));
  return withBuild([
    {
      ...vitest('vitest', 'Tests of what changed', [
        ...projects(PROJECTS),
        `--changed=${ref}`,
        '--passWithNoTests',
        ...mix,
      ]),
      mayBeEmpty: true,
    },
    ...CHECKS,
    ...(touches(IN_BUILD) ? SITE_CHECKS : []),
    ...(touches(IN_BROWSER) ? [playwright('Browser tests', projects(BROWSER_PROJECTS), ['vitest'])] : []),
  ]);
}

const withBuild = (steps: readonly Step[]): Step[] =>
  steps.some(({ after = [] }) => after.includes('build')) ? [...steps, BUILD] : [...steps];
