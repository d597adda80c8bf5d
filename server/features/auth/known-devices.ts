/**
 * Known devices: browsers that have signed in to an account before. A browser proves it with a signed note that it keeps, so
 * strangers' wrong passwords don't lock it out (guesses.ts). The note alone opens nothing, and it is void once the account
 * has another password.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { knownSecret } from '../../platform/secrets.ts';
import { DAY } from '../../platform/time.ts';

/** How long a device stays known after a sign-in, in days. */
const DAYS = 180;

export interface KnownAccount {
  readonly of: 'player' | 'operator';
  readonly id: number;
  readonly passwordHash: string;
}

async function signatureOf(db: Database, account: KnownAccount, note: string): Promise<Buffer> {
  const secret = await knownSecret(db, 'devices');
  const { of, passwordHash } = account;
  return createHmac('sha256', secret).update(`${of}:${note}:${passwordHash}`).digest();
}

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY);

/**
 * Returns an account if it has a password, or the account whose notes count for an address: the one that confirmed it, or the
 * only one there is. Any other may be a stranger's, who could guess without limit with its notes.
 */
export async function knownAccounts(
  db: Executor,
  of: { readonly email: string } | { readonly userId: number },
): Promise<KnownAccount[]> {
  const rows = await db
    .select({ id: users.id, hash: users.passwordHash, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(
      and('email' in of ? eq(users.email, of.email) : eq(users.id, of.userId), isNotNull(users.passwordHash)),
    );
  return rows.flatMap(({ id, hash, confirmedAt }) =>
    hash !== null && (confirmedAt !== null || rows.length === 1)
      ? [{ of: 'player', id, passwordHash: hash }]
      : [],
  );
}

/** Creates a note: `<account>.<day>.<device number>.<signature>` */
export async function deviceNote(db: Database, account: KnownAccount, now: Date): Promise<string> {
  const note = `${account.id}.${dayOf(now)}.${randomBytes(9).toString('base64url')}`;
  return `${note}.${(await signatureOf(db, account, note)).toString('base64url')}`;
}

/** Returns the number of a device that one of these accounts knows; null for any other note, or none. */
export async function knownDeviceOf(
  db: Database,
  accounts: readonly KnownAccount[],
  given: string | undefined,
  now: Date,
): Promise<string | null> {
  const [, note = '', id, day, device = '', signature = ''] =
    /^((\d{1,10})\.(\d{1,6})\.([\w-]{12}))\.([\w-]{43})$/.exec(given ?? '') ?? [];
  const account = accounts.find((one) => one.id === Number(id));
  if (!account || dayOf(now) - Number(day) > DAYS) return null;
  const ours = await signatureOf(db, account, note);
  return timingSafeEqual(ours, Buffer.from(signature, 'base64url')) ? device : null;
}
