/** The steps that can notice a fault, cheapest first, and one run of one of them in the scratch copy. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { SCRATCH } from './scratch.ts';

const REPORT = join(SCRATCH, '.cache/mutations-report.json');
/** Minutes after which a run counts as hanging, which is also a failure. */
const LONGEST = 15;

export interface Step {
  readonly name: string;
  /** Its own test files. */
  readonly files: RegExp;
  readonly runner: 'vitest' | 'playwright';
}

export const STEPS: readonly Step[] = [
  { name: 'unit', files: /^tests\/unit\/.*\.test\.tsx?$/, runner: 'vitest' },
  { name: 'islands', files: /^tests\/islands\/.*\.test\.tsx?$/, runner: 'vitest' },
  { name: 'server', files: /^tests\/server\/.*\.test\.ts$/, runner: 'vitest' },
  { name: 'server-postgres', files: /^tests\/server\/.*\.test\.ts$/, runner: 'vitest' },
  { name: 'site', files: /^tests\/site\/.*\.test\.ts$/, runner: 'vitest' },
  { name: 'e2e', files: /^tests\/e2e\/.*\.test\.ts$/, runner: 'playwright' },
];

/** What a step runs: these test files, or all that import this file. */
export type Selection = { readonly files: readonly string[] } | { readonly relatedTo: string };

/** `green`: every test passed. `none`: there was nothing to run. Otherwise a description of the first failed test. */
export type Result = { readonly state: 'green' | 'none' } | { readonly state: 'red'; readonly test: string };

/** @param template the database that server tests begin with; without it they make one */
export async function runStep(step: Step, selection: Selection, template?: string): Promise<Result> {
  rmSync(REPORT, { force: true });
  mkdirSync(join(SCRATCH, '.cache'), { recursive: true });
  const code = await runNode(
    argumentsOf(step, selection),
    template === undefined ? {} : { TEST_TEMPLATE: template },
  );
  if (code === 'hangs') return { state: 'red', test: `nothing ended within ${LONGEST} minutes` };
  const failed = firstFailure(step);
  if (failed !== undefined) return { state: 'red', test: failed };
  if (code !== 0) return { state: 'red', test: 'the tests did not start' };
  return { state: existsSync(REPORT) ? 'green' : 'none' };
}

function argumentsOf({ name, runner }: Step, selection: Selection): string[] {
  if (runner === 'playwright') {
    const files = 'files' in selection ? selection.files : [];
    return ['node_modules/@playwright/test/cli.js', 'test', '-x', '--reporter=json', ...files];
  }
  const [command, chosen] =
    'files' in selection ? ['run', selection.files] : ['related', ['--run', selection.relatedTo]];
  const report = ['--reporter=json', `--outputFile=${REPORT}`];
  const limits = ['--bail=1', '--passWithNoTests'];
  return ['node_modules/vitest/vitest.mjs', command, '--project', name, ...limits, ...report, ...chosen];
}

function runNode(run: readonly string[], more: NodeJS.ProcessEnv): Promise<number | null | 'hangs'> {
  const env = {
    ...process.env,
    ...more,
    ASTRO_TELEMETRY_DISABLED: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
  };
  // In a separate process group, so that a hanging run ends with everything that it started.
  const child = spawn(process.execPath, run, { cwd: SCRATCH, env, stdio: 'ignore', detached: true });
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  return new Promise((done) => {
    const timer = setTimeout(() => {
      end();
      done('hangs');
    }, LONGEST * 60_000);
    child.on('exit', (code) => {
      process.off('exit', end);
      clearTimeout(timer);
      done(code);
    });
  });
}

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

interface Suite {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs?:
    | readonly { readonly ok: boolean; readonly title: string; readonly file: string }[]
    | undefined;
}
const suite: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.optional(v.array(v.object({ ok: v.boolean(), title: v.string(), file: v.string() }))),
});

/** "tests/server/ledger/ledger.db.test.ts: a credit counts once"; undefined: none failed, or there is no report. */
function firstFailure({ runner }: Step): string | undefined {
  if (!existsSync(REPORT)) return undefined;
  const report: unknown = JSON.parse(readFileSync(REPORT, 'utf8'));
  if (runner === 'playwright') return failedSpec(v.parse(suite, report));
  const files = v.parse(vitestReport, report).testResults.map((file) => ({
    ...file,
    path: file.name.replace(`${SCRATCH}/`, ''),
    failed: file.assertionResults.filter(({ status }) => status === 'failed'),
  }));
  // Tests that were interrupted by another's failure have no message.
  const hasWords = ({ failureMessages }: { readonly failureMessages: string[] }) =>
    failureMessages.length > 0;
  const tests = files.flatMap(({ path, failed }) => failed.map((one) => ({ ...one, path })));
  const test = tests.find(hasWords) ?? tests[0];
  if (test) return `${test.path}: ${test.fullName}`;
  // A file that couldn't be loaded has no tests.
  const broken = files.find(({ status, failed }) => status === 'failed' && failed.length === 0);
  return broken && `${broken.path}: ${broken.message.split('\n')[0]}`;
}

function failedSpec({ specs = [], suites = [] }: Suite): string | undefined {
  const failed = specs.find(({ ok }) => !ok);
  if (failed) return `tests/e2e/${failed.file}: ${failed.title}`;
  for (const inner of suites) {
    const found = failedSpec(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
