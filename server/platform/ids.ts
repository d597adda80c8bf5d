import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

/** The highest value of the database's integer columns. */
export const MAX_INTEGER = 2_147_483_647;

/**
 * Returns whether the database's integer columns can hold this number as an id. No row has a higher id, and a statement with one
 * would fail instead of finding nothing.
 */
export function canBeId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= MAX_INTEGER;
}

/** Matches rows whose column has this id: no rows for an impossible id, all rows for null. */
export function onlyOf(column: AnyColumn, id: number | null): SQL | undefined {
  if (id === null) return undefined;
  return canBeId(id) ? eq(column, id) : sql`false`;
}
