/** What runs before a password is checked: the check of a person, and how often it may be guessed (features/auth/sign-in-guard.ts). */
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
  /** Whose passwords are guessed; asked only where a device says that it is known. */
  accounts(): Promise<readonly KnownAccount[]>;
}

/** The network by which tries at an account's second factor count; null: the browser has shown that the account knows it. */
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
 * Answers what takes the try back once it was right, and the network that it counts for; null: a device that the account knows. Counted after the check of a person, or anybody could spend an account's tries for
 * nothing. Errors: too_many_requests, more_work, the field `captcha`.
 */
export async function admitGuess(
  given: Guessing,
  at: At,
): Promise<{ takeBack: () => Promise<void>; from: string | null }> {
  const { parts, now, c, body } = given;
  await admitAddress(given, at.key);
  const refused = await at.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldError('captcha', refused);
  const network = addressOf(c);
  if (!parts.rateLimit) return { takeBack: async () => {}, from: network };
  const note = body.known_device;
  const device = note === undefined ? null : await knownDeviceOf(parts.db, await at.accounts(), note, now);
  const takeBack = await countGuess(parts.db, {
    key: at.key,
    email: mailboxOf(body.email),
    network,
    device,
    isHard: at.captcha.isHard?.(body.captcha) ?? null,
    now,
  });
  return { takeBack, from: device === null ? network : null };
}
