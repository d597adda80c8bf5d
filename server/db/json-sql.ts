/**
 * Numbers inside JSON columns, for queries. Values that aren't numbers become null: otherwise PostgreSQL would fail the whole
 * query for one bad row.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns the elements of a JSON list as rows with a column `value`; no rows if the column isn't a list. */
export const elementsOf = (column: SQLWrapper): SQL =>
  sql`jsonb_array_elements(CASE jsonb_typeof(${column}) WHEN 'array' THEN ${column} ELSE '[]'::jsonb END)`;

/** Returns a JSON value as a number; null if it isn't one. */
export const numberOf = (value: SQL): SQL =>
  sql`(CASE jsonb_typeof(${value}) WHEN 'number' THEN (${value})::numeric END)`;
