/**
 * `npm test`: runs the plan of test-plan.ts, two steps at a time, and prints the output of each in one piece. Vitest and
 * Playwright run the tests; this adds up their reports. The last line is the sum: "N passed, N failed".
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onEnding } from './shutdown.ts';
import { StepOutputs } from './step-outputs.ts';
import { addUp, type Counts, countStep, inWords } from './test-counts.ts';
import { failuresOf } from './test-failures.ts';
import { planFor, type Step, UsageError } from './test-plan.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache/test');
const AT_ONCE = 2;
/** How long a step's output is read after its process ended, in milliseconds. */
const LAST_OUTPUT = 5_000;

const children = new Set<ChildProcess>();
const results = new Map<Step, Counts>();
let isStopped = false;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let steps: Step[];
  try {
    steps = planFor(args, changedSince);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 1;
  }
  onEnding(stop);
  mkdirSync(REPORTS, { recursive: true });
  const began = performance.now();
  await runAll(steps);
  console.log('\n== Sum');
  for (const step of steps) {
    const counts = results.get(step);
    if (!counts) continue;
    console.log(`${step.title}: ${inWords(counts)}`);
    if (counts.failed === 0) continue;
    for (const line of failuresOf(step.reporter, reportOf(step.name))) console.log(`  ✗ ${line}`);
  }
  const sum = addUp([...results.values()]);
  console.log(`After ${Math.round((performance.now() - began) / 1000)} s`);
  if (isStopped) console.log('Stopped before the end');
  console.log(inWords(sum));
  return sum.failed > 0 || isStopped ? 1 : 0;
}

/** Returns paths that differ from a commit, including untracked files. */
function changedSince(ref: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  try {
    return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')].filter(
      Boolean,
    );
  } catch {
    throw new UsageError(`git has no commit "${ref}": use --changed=<branch or commit>.`);
  }
}

async function runAll(queue: readonly Step[]): Promise<void> {
  const outputs = new StepOutputs(queue, (text) => process.stdout.write(text));
  const waiting = [...queue];
  const running = new Map<Step, Promise<void>>();
  while ((waiting.length > 0 && !isStopped) || running.size > 0) {
    const isOver = (name: string) => queue.every((step) => step.name !== name || results.has(step));
    const next = waiting.findIndex(({ after = [] }) => after.every(isOver));
    const [step] = running.size < AT_ONCE && next >= 0 && !isStopped ? waiting.splice(next, 1) : [];
    if (step)
      running.set(
        step,
        runStep(step, outputs).finally(() => running.delete(step)),
      );
    else await Promise.race(running.values());
  }
}

async function runStep(step: Step, outputs: StepOutputs<Step>): Promise<void> {
  const report = reportOf(step.name);
  if (step.reporter) rmSync(report, { force: true });
  const began = performance.now();
  const code = await runNode(step, (chunk) => outputs.write(step, chunk));
  const counts = countStep(code, step.reporter, report, step.mayBeEmpty);
  results.set(step, counts);
  const seconds = Math.round((performance.now() - began) / 1000);
  outputs.end(step, `-- ${step.title}: ${inWords(counts)}, after ${seconds} s\n`);
}

function runNode(step: Step, write: (chunk: string) => void): Promise<number | null> {
  const report = reportOf(step.name);
  const reporting =
    step.reporter === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : [];
  const env = {
    ...process.env,
    ...step.env,
    ...(step.reporter === 'playwright' && { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    ASTRO_TELEMETRY_DISABLED: '1',
    // Many processes load the same modules, so only the first one compiles them.
    NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  };
  const child = spawn(process.execPath, [...step.run, ...reporting], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
  return new Promise((done) => {
    child.on('error', (error) => write(`${error.message}\n`));
    const end = (code: number | null) => {
      children.delete(child);
      done(code);
    };
    child.on('close', end);
    // A process that a step left running keeps the output open, so it would never close.
    child.on('exit', (code) => setTimeout(end, LAST_OUTPUT, code).unref());
  });
}

/** Ctrl-C reaches the runners too, and Playwright stops the product it started. */
function stop(): void {
  isStopped = true;
  for (const child of children) child.kill('SIGINT');
}

function reportOf(name: string): string {
  return join(REPORTS, `${name}.json`);
}
