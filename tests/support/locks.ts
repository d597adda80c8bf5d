import type { Database } from '../../server/db/database.ts';

/** Returns how many connections wait for a lock, on PostgreSQL. */
export const waitingIn = (db: Database) =>
  db.value(
    "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    [],
  );

export async function untilWaiting(db: Database, count: number): Promise<void> {
  while ((await waitingIn(db)) !== count);
}
