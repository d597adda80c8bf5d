/**
 * What runs before a password is checked: the captcha, and the limit on guesses. Tries count per account and network, so
 * strangers on other networks can't lock the owner out. If many networks try one account, browsers it doesn't know must do more
 * work for each try. A device it knows isn't affected.
 */
import type { Context } from 'hono';
import type { Database } from '../../db/database.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { addressOf } from '../../http/route.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { countFrom, countRequest, uncount as takeBack } from '../../platform/rate-limit.ts';
import { MINUTE } from '../../platform/time.ts';
import type { Captcha } from './captcha.ts';
import { type KnownAccount, knownAccounts, knownDeviceOf } from './known-devices.ts';

interface Guessing {
  readonly parts: AppDeps;
  readonly now: Date;
  readonly c: Context<ApiEnv>;
  readonly body: {
    readonly email: string;
    readonly captcha: string;
    readonly known_device?: string | undefined;
  };
}

interface At {
  readonly key: string;
  readonly captcha: Captcha;
  /** Returns the accounts whose passwords are guessed. It is called only if the browser sends a device note. */
  accounts(): Promise<readonly KnownAccount[]>;
}

/** Returns the network under which tries at an account's second factor are counted; null if the account knows the browser. */
export async function networkFor(
  {
    parts,
    now,
    c,
    body,
  }: Pick<Guessing, 'parts' | 'now' | 'c'> & { body: { known_device?: string | undefined } },
  userId: number,
): Promise<string | null> {
  const note = body.known_device;
  if (note === undefined) return addressOf(c);
  const accounts = await knownAccounts(parts.db.drizzle, { userId });
  return (await knownDeviceOf(parts.db, accounts, note, now)) === null ? addressOf(c) : null;
}

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
async function countGuess(db: Database, guess: Guess): Promise<() => Promise<void>> {
  const { key, email, network, device, isHard, now } = guess;
  if (device !== null) {
    const own = `${key}-device:${device}`;
    await countRequest(db.drizzle, own, TRIES, 10 * MINUTE, now);
    return () => takeBack(db.drizzle, own);
  }
  const all = `${key}:${email}`;
  const limit = { max: TRIES, within: 10 * MINUTE, now };
  const keys = [...(await countFrom(db.drizzle, { key: all, network, ...limit })), all];
  const count = await countRequest(db.drizzle, all, ALL_TRIES, 10 * MINUTE, now);
  if (count > EASY_TRIES && isHard === false) {
    // The password wasn't checked. The same try comes again with the work done.
    await takeBack(db.drizzle, ...keys);
    throw harder();
  }
  return () => takeBack(db.drizzle, ...keys);
}

/**
 * Admits a try at a password. Returns the function that takes the try back if the password was right, and the network under which
 * it counts; null for a device that the account knows. The try counts only after the captcha, or anyone could use up an account's
 * tries at no cost. Errors: too_many_requests, more_work, the field `captcha`.
 */
export async function admitGuess(
  given: Guessing,
  at: At,
): Promise<{ uncount: () => Promise<void>; from: string | null }> {
  const { parts, now, c, body } = given;
  await admitAddress(given, at.key);
  const refused = await at.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldError('captcha', refused);
  const network = addressOf(c);
  if (!parts.rateLimit) return { uncount: async () => {}, from: network };
  const note = body.known_device;
  const device = note === undefined ? null : await knownDeviceOf(parts.db, await at.accounts(), note, now);
  const uncount = await countGuess(parts.db, {
    key: at.key,
    email: mailboxOf(body.email),
    network,
    device,
    isHard: at.captcha.isHard?.(body.captcha) ?? null,
    now,
  });
  return { uncount, from: device === null ? network : null };
}
