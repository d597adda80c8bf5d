/**
 * The end-to-end tests in two parts that run at the same time, each with a product, a database and a browser of its own, and then those
 * that measure, alone. A file belongs to one part for good, so that what its tests find in the shared demo account doesn't depend on the
 * day.
 */

/** What measures how quickly a page answers. */
const ALONE: readonly string[] = ['long-list'];

/** About half of the time; every other file is in the first part. */
const SECOND: readonly string[] = [
  'accessibility',
  'app-shift',
  'faults',
  'faults-acts',
  'reach',
  'sign-in',
  'trouble',
];

/** '1', '2' or 'alone' in E2E_PART; none asks for all files, one after the other. */
function part(): string | undefined {
  return process.env.E2E_PART || undefined;
}

/** Where a part keeps its site, data and results: '.cache/e2e'. */
export function partFolder(): string {
  return part() === '2' ? '.cache/e2e-2' : '.cache/e2e';
}

/** The files of the part that is asked for, as Playwright's settings. */
export function partFiles(): { testMatch?: string[]; testIgnore?: string[] } {
  const filesOf = (names: readonly string[]) => names.map((name) => `**/${name}.test.ts`);
  if (part() === 'alone') return { testMatch: filesOf(ALONE) };
  if (part() === '2') return { testMatch: filesOf(SECOND) };
  return part() === '1' ? { testIgnore: filesOf([...SECOND, ...ALONE]) } : {};
}
