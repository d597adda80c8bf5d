/** The table of docs/developers/mutations.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './fault.ts';
import { ROOT } from './scratch.ts';

const PAGE = join(ROOT, 'docs/developers/mutations.md');
export interface Verdict {
  readonly id: string;
  readonly area: string;
  readonly effect: string;
  /** The cheapest step that notices it, and its first test; null if none does. */
  readonly caughtBy: { readonly step: string; readonly test: string } | null;
  readonly seconds: number;
}

const BEGIN = '<!-- results: written by npm run test:mutations -- --write -->';
const END = '<!-- end of the results -->';
const SURVIVED = '**survived**';
const UNKNOWN = 'not run';

/** Puts the verdicts into the table; faults that weren't run this time keep their verdict. */
export function writeResults(verdicts: readonly Verdict[], areas: readonly Area[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the results: ${BEGIN} … ${END}`);
  const caught = stepsIn(page.slice(from, to));
  for (const { id, caughtBy } of verdicts) caught.set(id, caughtBy?.step ?? SURVIVED);
  const table = `${BEGIN}\n${sum(areas, caught)}\n\n${rows(areas, caught).join('\n')}\n`;
  writeFileSync(PAGE, page.slice(0, from) + table + page.slice(to));
}

/** '| `id` | what | step |' → id and step */
function stepsIn(table: string): Map<string, string> {
  const found = table.matchAll(/^\| `([^`]+)` \|.*\| ([^|]+) \|$/gm);
  return new Map([...found].map(([, id = '', step = '']) => [id, step]));
}

function rows(areas: readonly Area[], caught: ReadonlyMap<string, string>): string[] {
  const head = ['| fault | what it would do | caught by |', '|---|---|---|'];
  return [
    ...head,
    ...areas.flatMap(({ faults }) =>
      faults.map(({ id, effect }) => `| \`${id}\` | ${effect} | ${caught.get(id) ?? UNKNOWN} |`),
    ),
  ];
}

/** "98 faults: 20 unit, 60 server, 1 survived" */
function sum(areas: readonly Area[], caught: ReadonlyMap<string, string>): string {
  const ids = areas.flatMap(({ faults }) => faults.map(({ id }) => id));
  const steps = ids.map((id) => caught.get(id) ?? UNKNOWN);
  const counted = [...new Set(steps)].map((step) => `${steps.filter((one) => one === step).length} ${step}`);
  return `${ids.length} faults: ${counted.join(', ')}.`;
}
