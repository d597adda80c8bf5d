import type { Executor } from '../../server/db/database.ts';
import { createUser } from '../../server/features/auth/accounts.ts';

/** A new account, with a confirmed address unless `more` says otherwise. Returns its id. */
export async function addAccount(
  db: Executor,
  email: string,
  now: Date,
  more: Partial<Parameters<typeof createUser>[1]> = {},
): Promise<number> {
  const id = await createUser(db, { email, passwordHash: null, confirmed: true, now, ...more });
  if (id === null) throw new Error(`${email} has an account`);
  return id;
}
