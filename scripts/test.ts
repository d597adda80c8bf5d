/**
 * `npm test`: all checks and suites, two at a time, the output of each in one piece. `npm test -- unit e2e` runs these alone.
 * The last line is the sum: "N passed, N failed".
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onEnding } from './ending.ts';
import { StepOutputs } from './step-outputs.ts';
import { addUp, type Counts, countStep, inWords, type Reporter } from './test-counts.ts';
import { failuresOf } from './test-failures.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache/test');
const AT_ONCE = 2;
/** Milliseconds for what is left of a step's output once it has ended. */
const LAST_WORDS = 5_000;

interface Step {
  /** What it is chosen by on the command line; several steps may share one. */
  readonly name: string;
  readonly title: string;
  /** Arguments for node. */
  readonly run: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly reporter?: Reporter;
  /** Names of the steps that have to be over before: it uses what they make, or the machine for itself. */
  readonly after?: readonly string[];
}

const vitest = (name: string, title: string): Step => ({
  name,
  title,
  run: [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`],
  ],
  reporter: 'vitest',
});

/** A check of the built site. */
const siteGuard = (name: string, title: string): Step => ({
  name,
  title,
  run: [`scripts/guards/${name}.ts`, '.cache/e2e/0/site'],
  after: ['build'],
});

/** A project of playwright.config.ts, which has the machine for itself. */
const browsers = (name: string, title: string, after: readonly string[]): Step => ({
  name,
  title,
  run: ['node_modules/@playwright/test/cli.js', 'test', `--project=${name}`],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
  reporter: 'playwright',
  after: ['build', 'budgets', 'site', 'unit', 'islands', 'server', 'server-postgres', ...after],
});

const steps: readonly Step[] = [
  // The longest, so that all the others fit beside it.
  vitest('server', 'Server tests'),
  { name: 'types', title: 'Types: site', run: ['node_modules/astro/bin/astro.mjs', 'check'] },
  {
    name: 'types',
    title: 'Types: server',
    run: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'server'],
  },
  {
    name: 'types',
    title: 'Types: tests',
    run: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tests'],
  },
  { name: 'lint', title: 'Lint', run: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { name: 'imports', title: 'Import rules', run: ['scripts/guards/imports.ts'] },
  vitest('unit', 'Unit tests'),
  vitest('islands', 'Island tests'),
  vitest('server-postgres', 'Server tests on PostgreSQL'),
  { name: 'build', title: 'Sites for the tests', run: ['tests/support/build-site.ts'], after: ['types'] },
  siteGuard('budgets', 'Budgets'),
  siteGuard('html', 'HTML'),
  siteGuard('links', 'Links'),
  siteGuard('metadata', 'Metadata'),
  { ...vitest('site', 'Addresses on every host'), after: ['build'] },
  browsers('sweeps', 'Every page through, by axe and by keyboard', []),
  browsers('e2e', 'End-to-end tests', ['sweeps']),
  browsers('measured', 'What is measured, by itself', ['e2e']),
];

const children = new Set<ChildProcess>();
const results = new Map<Step, Counts>();
let isStopped = false;

process.exitCode = await main(process.argv.slice(2));

async function main(wanted: readonly string[]): Promise<number> {
  const names = new Set(steps.map(({ name }) => name));
  const unknown = wanted.find((name) => !names.has(name));
  if (unknown) {
    console.error(`There is no step "${unknown}": choose from ${[...names].join(', ')}.`);
    return 1;
  }
  onEnding(stop);
  mkdirSync(REPORTS, { recursive: true });
  await runAll(chosen(wanted));
  console.log('\n== Sum');
  for (const step of steps) {
    const counts = results.get(step);
    if (!counts) continue;
    console.log(`${step.title}: ${inWords(counts)}`);
    if (counts.failed === 0) continue;
    for (const line of failuresOf(step.reporter, reportOf(step.name))) console.log(`  ✗ ${line}`);
  }
  const sum = addUp([...results.values()]);
  if (isStopped) console.log('Stopped before the end');
  console.log(inWords(sum));
  return sum.failed > 0 || isStopped ? 1 : 0;
}

/** The steps of these names, all when there are none; those that use the built site bring the build along. */
function chosen(wanted: readonly string[]): Step[] {
  if (wanted.length === 0) return [...steps];
  const found = steps.filter(({ name }) => wanted.includes(name));
  const needsBuild = found.some(({ after = [] }) => after.includes('build'));
  return steps.filter((step) => found.includes(step) || (needsBuild && step.name === 'build'));
}

async function runAll(queue: Step[]): Promise<void> {
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
  const counts = countStep(code, step.reporter, report);
  results.set(step, counts);
  const seconds = Math.round((performance.now() - began) / 1000);
  outputs.end(step, `-- ${step.title}: ${inWords(counts)}, after ${seconds} s\n`);
}

function runNode({ run, env: own }: Step, write: (chunk: string) => void): Promise<number | null> {
  const env = {
    ...process.env,
    ...own,
    ASTRO_TELEMETRY_DISABLED: '1',
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  };
  const child = spawn(process.execPath, run, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
  return new Promise((done) => {
    child.on('error', (error) => write(`${error.message}\n`));
    const end = (code: number | null) => {
      children.delete(child);
      done(code);
    };
    child.on('close', end);
    // What a step started and left running holds on to its output, which would never close.
    child.on('exit', (code) => setTimeout(end, LAST_WORDS, code).unref());
  });
}

/** Ctrl-C is what all of them know, and Playwright takes the product down with it. */
function stop(): void {
  isStopped = true;
  for (const child of children) child.kill('SIGINT');
}

function reportOf(name: string): string {
  return join(REPORTS, `${name}.json`);
}
