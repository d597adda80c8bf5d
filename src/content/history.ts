/** What changed on a page, and the days that follow from it. */

export interface Change {
  /** '2026-11-20' */
  readonly date: string;
  readonly what: string;
}

/** The day of a date in a page's front matter. */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The newest first; of one day, as they are listed. */
export const newestFirst = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => b.date.localeCompare(a.date));

/** When a page was published, and when it was changed last. */
export function datesOf(changes: readonly Change[]): { published: string; modified: string } {
  const days = newestFirst(changes).map(({ date }) => date);
  return { published: days.at(-1) ?? '', modified: days.at(0) ?? '' };
}
