/** The changes of a page, and the dates that follow from them. */

export interface Change {
  /** '2026-11-20' */
  readonly date: string;
  readonly what: string;
}

/** Returns the day of a date in a page's front matter. */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Sorts changes newest first. Those on the same day keep their order. */
export const newestFirst = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => b.date.localeCompare(a.date));

/** Returns when a page was published, and when it was last changed. */
export function datesOf(changes: readonly Change[]): { published: string; modified: string } {
  const days = newestFirst(changes).map(({ date }) => date);
  return { published: days.at(-1) ?? '', modified: days.at(0) ?? '' };
}
