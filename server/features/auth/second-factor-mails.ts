/** Mails to the owner about changes to their second factor, because someone else may have made them. */
import { eq } from 'drizzle-orm';
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { DAY } from '../../platform/time.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { newPassword, openSettings } from './security-links.ts';

export type Change = 'on' | 'off' | 'undone' | 'renewed';

const NO_LONGER = `Two-factor authentication is off for ${site.name}`;
const NEW_PASSWORD =
  'someone knows your password. Choose a new one now to log everyone out, then contact support.';

const texts: Readonly<Record<Change, { subject: string; what: string; else?: string }>> = {
  on: {
    subject: `Two-factor authentication is on for ${site.name}`,
    what: 'you (or someone using your account) turned on two-factor authentication. Every login now needs a two-factor code.',
    else: `someone knows your password. Choose a new one now to log everyone out. Within ${APP_UNDO_HOURS} hours it also turns off two-factor authentication; after that you need a code to change it.`,
  },
  off: {
    subject: NO_LONGER,
    what: 'you (or someone using your account) turned off two-factor authentication. You no longer need a code to log in.',
  },
  undone: {
    subject: NO_LONGER,
    what: `you (or someone using your email) chose a new password. Two-factor authentication had been on for less than ${APP_UNDO_HOURS} hours, so we turned it off. You can set it up again in your settings.`,
  },
  renewed: {
    subject: `You have new ${site.name} recovery codes`,
    what: 'you (or someone using your account) created new recovery codes. The old ones no longer work.',
  },
};

/** Says how many other devices are logged in: "You’re still logged in on …" */
const others = (count: number) =>
  count === 0
    ? 'No other devices are logged in.'
    : `You’re still logged in on ${count === 1 ? '1 other device' : `${count} other devices`}. See the list in your settings.`;

/** The mail about a change in the settings. */
export function changeMail(
  to: string,
  change: Change,
  { otherDevices, now }: { otherDevices: number; now: Date },
): Mail {
  const { subject, what, else: instead = NEW_PASSWORD } = texts[change];
  return {
    to,
    unsubscribe: null,
    subject,
    body: [
      `On ${exactTime(now.toISOString())} ${what} ${others(otherDevices)}`,
      'If that was you, you’re all set.',
      `If it wasn’t you, ${instead}`,
      newPassword,
    ],
  };
}

/** How many wrong codes within a day are mailed about. Fewer are slips. */
const WRONG_CODES = 3;

/**
 * Counts a wrong code that followed a right password or a provider's login. Returns the mail to the owner at the third within a
 * day.
 */
export async function noteWrongCode(db: Database, userId: number, now: Date): Promise<Mail | null> {
  const count = await countRequest(db.drizzle, `wrong-codes:${userId}`, Number.POSITIVE_INFINITY, DAY, now);
  if (count !== WRONG_CODES) return null;
  const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ? wrongCodesMail(user.email, now) : null;
}

/** Returns the mail about a login with a recovery code; null if the account has no address. */
export async function recoveryUsedMail(db: Database, userId: number, now: Date): Promise<Mail | null> {
  const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user?.email) return null;
  return recoveryMail(user.email, await recoveryCodesLeft(db.drizzle, userId), now);
}

export function recoveryMail(to: string, left: number, now: Date): Mail {
  const words = `${left === 0 ? 'no' : left} recovery ${left === 1 ? 'code' : 'codes'}`;
  return {
    to,
    unsubscribe: null,
    subject: `Someone used a recovery code for your ${site.name} account`,
    body: [
      `On ${exactTime(now.toISOString())} you (or someone using your account) logged in to ${site.name} with a recovery code. You have ${words} left. Get new ones in your settings.`,
      openSettings,
      'If it wasn’t you, someone has your recovery codes and your password. Choose a new password now to log everyone out, then get new recovery codes.',
      newPassword,
    ],
  };
}

/** After the third wrong code within a day: whoever enters one has got past the password. */
export function wrongCodesMail(to: string, now: Date): Mail {
  return {
    to,
    unsubscribe: null,
    subject: `Wrong two-factor codes for your ${site.name} account`,
    body: [
      `Someone entered the right password, or logged in with a provider, and then entered ${WRONG_CODES} wrong two-factor codes within a day, most recently on ${exactTime(now.toISOString())}. They didn’t get in with those codes.`,
      'If that was you, you’re all set.',
      'If it wasn’t you, someone else knows your password. Choose a new one now.',
      newPassword,
    ],
  };
}
