import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

/** The highest number of the database's integer columns. */
export const MAX_INTEGER = 2_147_483_647;

/**
 * Whether the database's integer columns can hold this number as an id. A higher one names nothing, and a statement that was
 * given it would fail rather than find nothing.
 */
export function canBeId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= MAX_INTEGER;
}

/** The rows of a list whose column is this id: none where nothing can have it, and all of them for null. */
export function onlyOf(column: AnyColumn, id: number | null): SQL | undefined {
  if (id === null) return undefined;
  return canBeId(id) ? eq(column, id) : sql`false`;
}
