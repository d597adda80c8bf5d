/**
 * How often a password may be guessed. Tries count for an account and a network together, so that nobody keeps its owner out from
 * elsewhere; where many networks try, strangers to the account do more work for each try, and a device that it knows goes on as before.
 */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { rateLimits } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { countRequest } from '../../platform/rate-limit.ts';

const TEN_MINUTES = 600;
/** From one network, or by one known device, in ten minutes. */
const TRIES = 10;
/** At one account from all networks together: from so many on each try takes more work, and after so many it takes a known device. */
const EASY_TRIES = 10;
const ALL_TRIES = 200;

interface Guess {
  /** What is guessed at: 'sign-in'. */
  readonly key: string;
  readonly email: string;
  readonly network: string;
  /** The number of a device that the account knows (known-devices.ts). */
  readonly device: string | null;
  /** Whether the work before it was the harder one; null: this host's check has no such. */
  readonly isHard: boolean | null;
  readonly now: Date;
}

const harder = () => {
  const message =
    'There were too many wrong passwords for this account. Please wait while your browser runs a longer check.';
  return new DomainError('more_work', { message, fields: { captcha: [message] } });
};

/** Counts a try, and answers what takes it back once the password was right. Errors: too_many_requests, more_work. */
export async function countGuess(db: Database, guess: Guess): Promise<() => Promise<void>> {
  const { key, email, network, device, isHard, now } = guess;
  const own = device === null ? `${key}:${email}:${network}` : `${key}-device:${device}`;
  await countRequest(db.drizzle, own, TRIES, TEN_MINUTES, now);
  if (device !== null) return () => takeBack(db, own);
  const all = `${key}:${email}`;
  const count = await countRequest(db.drizzle, all, ALL_TRIES, TEN_MINUTES, now);
  if (count > EASY_TRIES && isHard === false) {
    // It wasn't looked at: the same try comes again with the work done.
    await takeBack(db, own, all);
    throw harder();
  }
  return () => takeBack(db, own, all);
}

async function takeBack(db: Database, ...keys: string[]): Promise<void> {
  for (const key of keys)
    await db.drizzle
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
      .where(eq(rateLimits.key, key));
}
