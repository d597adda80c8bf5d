import type { Database } from '../../server/db/database.ts';
import { eraseDueAccounts } from '../../server/features/settings/erasure.ts';

/** Erases due accounts like the job; anything that it would log fails the test. */
export function eraseDue({ db, now }: { db: Database; now: Date }): Promise<void> {
  return eraseDueAccounts(db, now, (text) => {
    throw new Error(text);
  });
}
