/**
 * `npm run test:mutations`: seeds one fault after the other in a copy of the repository, and shows which test notices it.
 * docs/developers/mutations.md has the options and the results. Exits with 1 when a fault survives.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnding } from '../../scripts/shutdown.ts';
import { createCompiler } from './compile.ts';
import { type Area, type Fault, faulty } from './fault.ts';
import { areas } from './faults.ts';
import { type Verdict, writeResults } from './results.ts';
import { makeScratch, makeTemplate, ROOT, templateFor, withFault } from './scratch.ts';
import { runStep, type Selection, STEPS, type Step } from './steps.ts';

type Chosen = { readonly area: string; readonly fault: Fault };

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    hinted: { type: 'boolean', default: false },
    trust: { type: 'boolean', default: false },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const chosen = choose(areas, options.only);
  const steps = chooseSteps(options.step);
  const broken = check(chosen);
  if (broken > 0 || options.check) {
    console.log(`${chosen.length - broken} faults fit and compile, ${broken} don't`);
    return broken > 0 ? 1 : 0;
  }
  // The running step ends with it (steps.ts).
  onEnding(() => process.exit(1));
  makeScratch();
  if (steps.some(({ name }) => name === 'server')) makeTemplate();
  if (!options.trust && !(await isGreenWithout(chosen, steps))) return 1;
  const verdicts: Verdict[] = [];
  for (const { area, fault } of chosen) {
    const verdict = await judge(area, fault, steps);
    verdicts.push(verdict);
    console.log(lineOf(verdict));
    if (options.json) writeFileSync(options.json, `${JSON.stringify(verdicts, null, 2)}\n`);
    if (options.write) writeResults(verdicts, areas);
  }
  const survived = verdicts.filter(({ caughtBy }) => caughtBy === null);
  for (const step of steps)
    console.log(`${step.name}: ${verdicts.filter(({ caughtBy }) => caughtBy?.step === step.name).length}`);
  for (const { id, effect } of survived) console.log(`survived: ${id}: ${effect}`);
  console.log(`${verdicts.length - survived.length} caught, ${survived.length} survived`);
  return survived.length > 0 ? 1 : 0;
}

/** Returns the faults with these ids and areas, or all if none is named. */
function choose(all: readonly Area[], names: readonly string[]): Chosen[] {
  const list = all.flatMap(({ name, faults }) => faults.map((fault) => ({ area: name, fault })));
  const twice = list.find(({ fault }, at) => list.findIndex((other) => other.fault.id === fault.id) !== at);
  if (twice) throw new Error(`Two faults have the id "${twice.fault.id}".`);
  const known = new Set(list.flatMap(({ area, fault }) => [area, fault.id]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown) throw new Error(`There is no fault or area "${unknown}".`);
  return names.length === 0
    ? list
    : list.filter(({ area, fault }) => names.includes(area) || names.includes(fault.id));
}

function chooseSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.find((name) => STEPS.every((step) => step.name !== name));
  if (unknown) throw new Error(`There is no step "${unknown}": ${STEPS.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name));
}

/** Checks that each fault still fits its file and compiles there. Prints those that don't, and returns their number. */
function check(chosen: readonly Chosen[]): number {
  const compile = options.trust ? fits : createCompiler(chosen.map(({ fault }) => fault));
  let broken = 0;
  for (const { fault } of chosen) {
    const said = attempt(() => compile(fault));
    if (said === undefined) continue;
    broken += 1;
    console.error(said.startsWith('The fault') ? said : `The fault "${fault.id}" doesn't compile: ${said}`);
  }
  return broken;
}

/** The fast half of the check: throws if a fault no longer fits its file. */
function fits(fault: Fault): undefined {
  faulty(fault, readFileSync(join(ROOT, fault.file), 'utf8'));
}

function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the test files that a fault names and that still exist. */
function hintsOf({ proveWith = [] }: Fault): string[] {
  return proveWith.filter((path) => existsSync(join(ROOT, path)));
}

/** A test that always fails proves nothing, so all named tests run once without a fault. */
async function isGreenWithout(chosen: readonly Chosen[], steps: readonly Step[]): Promise<boolean> {
  const named = [...new Set(chosen.flatMap(({ fault }) => hintsOf(fault)))];
  for (const step of steps) {
    // If PGlite catches a fault, PostgreSQL isn't tried, because all of them would take minutes there.
    const files = step.name === 'server-postgres' ? [] : named.filter((path) => step.files.test(path));
    if (files.length === 0) continue;
    const result = await runStep(step, { files });
    if (result.state !== 'red') continue;
    console.error(`Without any fault a test fails (${step.name}): ${result.test}`);
    return false;
  }
  return true;
}

async function judge(area: string, fault: Fault, steps: readonly Step[]): Promise<Verdict> {
  const began = performance.now();
  const caughtBy = await withFault(fault, async () => {
    for (const [step, selection] of triesOf(fault, steps)) {
      const result = await runStep(step, selection, templateFor(fault));
      if (result.state === 'red') return { step: step.name, test: result.test };
    }
    return null;
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  return { id: fault.id, area, effect: fault.effect, caughtBy, seconds };
}

/** Runs the named tests first, then all that import the file, each time the cheapest step first. */
function triesOf(fault: Fault, steps: readonly Step[]): (readonly [Step, Selection])[] {
  const hints = hintsOf(fault);
  const named = steps.flatMap((step) => {
    const files = hints.filter((path) => step.files.test(path));
    return files.length > 0 ? [[step, { files }] as const] : [];
  });
  if (named.length > 0 && options.hinted) return named;
  const related = steps
    .filter(({ runner }) => runner === 'vitest')
    .map((step) => [step, { relatedTo: fault.file }] as const);
  return /\.tsx?$/.test(fault.file) ? [...named, ...related] : named;
}

function lineOf({ id, caughtBy, seconds }: Verdict): string {
  const by = caughtBy === null ? 'SURVIVED' : `${caughtBy.step}  ${caughtBy.test}`;
  return `${id.padEnd(34)} ${String(seconds).padStart(4)} s  ${by}`;
}
