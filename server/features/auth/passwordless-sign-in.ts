/** Sign-in without a password or a mail: a provider or a passkey. */
import { and, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../db/database.ts';
import { identities, passkeys } from '../../db/schema.ts';

/** Returns whether there is one, other than the passkey `but`. */
export async function hasPasswordlessSignIn(db: Executor, userId: number, but = 0): Promise<boolean> {
  if ((await db.$count(identities, eq(identities.userId, userId))) > 0) return true;
  return (await db.$count(passkeys, and(eq(passkeys.userId, userId), ne(passkeys.id, but)))) > 0;
}
