/** Figures inside JSON columns, as queries read them. What isn't a number counts as none: PostgreSQL would fail the whole query for one bad row. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The elements of a JSON list, as rows with a column `value`; none where the column holds something else. */
export const elementsOf = (column: SQLWrapper): SQL =>
  sql`jsonb_array_elements(CASE jsonb_typeof(${column}) WHEN 'array' THEN ${column} ELSE '[]'::jsonb END)`;

/** A JSON value as a number; null where it is none. */
export const numberOf = (value: SQL): SQL =>
  sql`(CASE jsonb_typeof(${value}) WHEN 'number' THEN (${value})::numeric END)`;
