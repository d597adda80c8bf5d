import type { Database } from '../../server/db/database.ts';
import { credit } from '../../server/features/ledger/ledger.ts';

type Credit = Parameters<typeof credit>[1];

let made = 0;

/** Credits points as earned. `more` overrides what matters to the test. Returns the entry's id. */
export async function give(
  { db, now }: { readonly db: Database; readonly now: Date },
  userId: number,
  points: number,
  more: Partial<Credit> = {},
): Promise<number> {
  const entry = {
    key: `test:given:${++made}`,
    userId,
    points,
    title: 'For a test',
    detail: '',
    quiet: true,
    at: now,
    ...more,
  };
  const id = await db.drizzle.transaction((tx) => credit(tx, entry));
  if (id === null) throw new Error('credited before');
  return id;
}
