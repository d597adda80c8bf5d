/**
 * Limits password guesses. Tries count per account and network, so strangers on other networks can't lock the owner out. If many
 * networks try one account, browsers it doesn't know must do more work for each try. A device it knows isn't affected.
 */
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { countFrom, countRequest, uncount } from '../../platform/rate-limit.ts';
import { MINUTE } from '../../platform/time.ts';

/** From one network or one known device, in ten minutes. */
const TRIES = 10;
/**
 * For one account from all networks together: after EASY_TRIES each try takes more work, and after ALL_TRIES only known devices
 * may try.
 */
const EASY_TRIES = 10;
const ALL_TRIES = 200;

interface Guess {
  /** The kind of guess: 'sign-in'. */
  readonly key: string;
  readonly email: string;
  readonly network: string;
  /** The number of a device that the account knows (known-devices.ts); null for others. */
  readonly device: string | null;
  /** Whether the harder work was done; null if this site's captcha has none. */
  readonly isHard: boolean | null;
  readonly now: Date;
}

const harder = () => {
  const message =
    'There were too many wrong passwords for this account. Please wait while your browser runs a longer check.';
  return new DomainError('more_work', { message, fields: { captcha: [message] } });
};

/** Counts a try, and returns a function that takes it back if the password was right. Errors: too_many_requests, more_work. */
export async function countGuess(db: Database, guess: Guess): Promise<() => Promise<void>> {
  const { key, email, network, device, isHard, now } = guess;
  if (device !== null) {
    const own = `${key}-device:${device}`;
    await countRequest(db.drizzle, own, TRIES, 10 * MINUTE, now);
    return () => uncount(db.drizzle, own);
  }
  const all = `${key}:${email}`;
  const limit = { max: TRIES, within: 10 * MINUTE, now };
  const keys = [...(await countFrom(db.drizzle, { key: all, network, ...limit })), all];
  const count = await countRequest(db.drizzle, all, ALL_TRIES, 10 * MINUTE, now);
  if (count > EASY_TRIES && isHard === false) {
    // The password wasn't checked. The same try comes again with the work done.
    await uncount(db.drizzle, ...keys);
    throw harder();
  }
  return () => uncount(db.drizzle, ...keys);
}
