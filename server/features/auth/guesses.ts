/** What runs before a password is checked: the captcha, and the limit on guesses (features/auth/sign-in-guard.ts). */
import type { Context } from 'hono';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { addressOf } from '../../http/route.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import type { Captcha } from './captcha.ts';
import { type KnownAccount, knownAccounts, knownDeviceOf } from './known-devices.ts';
import { countGuess } from './sign-in-guard.ts';

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
