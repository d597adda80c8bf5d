/** Replaces the rows of a table that come from files. Rows without a file are retired, because others refer to them. */
import { and, type Column, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Transaction } from './database.ts';

/** Columns that only new rows get from the files. Afterwards operators decide. */
const onlyWhenNew = ['id', 'pausedAt'];

/** Returns `SET column = excluded.column` for all other columns of the rows. */
export function overwrite(table: PgTable, rows: readonly object[]): Record<string, SQL> {
  const columns: Record<string, Column> = getTableColumns(table);
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).flatMap((name) => {
      const column = columns[name];
      return column && !onlyWhenNew.includes(name) ? [[name, sql.raw(`excluded."${column.name}"`)]] : [];
    }),
  );
}

/** Adds or overwrites rows by id, and retires the others. `from` limits which rows may be retired. */
export async function replaceRows<T extends PgTable & { readonly id: PgColumn; readonly active: PgColumn }>(
  tx: Transaction,
  table: T,
  rows: (T['$inferInsert'] & { id: number })[],
  from?: SQL,
): Promise<void> {
  if (rows.length > 0) {
    const set: PgUpdateSetSource<T> = overwrite(table, rows);
    await tx.insert(table).values(rows).onConflictDoUpdate({ target: table.id, set });
  }
  const kept = rows.map(({ id }) => id);
  await tx.execute(sql`UPDATE ${table} SET active = false WHERE ${and(from, notInArray(table.id, kept))}`);
}
