import type { Database } from '../../server/db/database.ts';
import { eraseDueAccounts } from '../../server/features/settings/erasure.ts';

/** Erases the accounts that are due, as the job does; what that would log fails the test. */
export function eraseDue({ db, now }: { db: Database; now: Date }): Promise<void> {
  return eraseDueAccounts(db, now, (text) => {
    throw new Error(text);
  });
}
