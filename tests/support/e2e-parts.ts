/**
 * The end-to-end tests in two parts that run at the same time, each with a product, a database and a browser of its own. A file
 * belongs to one part for good, so that what its tests find in the shared demo account doesn't depend on the day.
 */

/** About half of the time; every other file is in the first part. */
const SECOND: readonly string[] = [
  'accessibility',
  'app-shift',
  'faults',
  'faults-acts',
  'long-list',
  'reach',
  'sign-in',
  'trouble',
];

/** '1' or '2' in E2E_PART; none asks for all files, one after the other. */
function part(): string | undefined {
  return process.env.E2E_PART || undefined;
}

/** Where a part keeps its site, data and results: '.cache/e2e'. */
export function partFolder(): string {
  return part() === '2' ? '.cache/e2e-2' : '.cache/e2e';
}

/** The files of the part that is asked for, as Playwright's settings. */
export function partFiles(): { testMatch?: string[]; testIgnore?: string[] } {
  const second = SECOND.map((name) => `**/${name}.test.ts`);
  if (part() === '2') return { testMatch: second };
  return part() === '1' ? { testIgnore: second } : {};
}
