/** Whether a call has written anything, whichever table it is in. */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/db/database.ts';
import * as schema from '../../server/db/schema.ts';

/** Returns a function that reads the last write and the row count of each table, except those named. */
export const tracesIn =
  (...except: readonly string[]) =>
  (db: Database): Promise<unknown> => {
    const tables = Object.values(schema)
      .filter((table) => is(table, PgTable))
      .map(getTableName)
      .filter((name) => !except.includes(name));
    const each = tables.map(
      (name) => `SELECT '${name}' AS name, count(*) AS rows, max(xmin::text::bigint) AS last FROM "${name}"`,
    );
    return db.value(`SELECT json_agg(t ORDER BY name) FROM (${each.join(' UNION ALL ')}) AS t`, []);
  };
