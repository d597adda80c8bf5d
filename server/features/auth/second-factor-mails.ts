/** What the owner of an account is told of its second factor, since it may be somebody else who changed it. */
import { eq } from 'drizzle-orm';
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

export type Change = 'on' | 'off' | 'undone' | 'renewed';

const NO_LONGER = `Log-ins to ${site.name} no longer ask for a code`;
const NEW_PASSWORD =
  'somebody knows your password: choose a new one at once, which signs everybody out, and then write to support:';

const told: Readonly<Record<Change, { subject: string; what: string; else?: string }>> = {
  on: {
    subject: `Log-ins to ${site.name} now ask for a code`,
    what: 'codes from an app were turned on for your account. From now on every log-in asks for one.',
    else: `somebody knows your password: choose a new one at once, which signs everybody out. Within ${APP_UNDO_HOURS} hours it also turns the codes off again; after that it asks for one:`,
  },
  off: {
    subject: NO_LONGER,
    what: 'codes from an app were turned off for your account. From now on your password is enough to log in, or the service that you log in with.',
  },
  undone: {
    subject: NO_LONGER,
    what: `a new password was chosen by a mailed link. Codes from an app had been turned on in the ${APP_UNDO_HOURS} hours before, so it turned them off again: you can set them up anew in your settings.`,
  },
  renewed: {
    subject: `Your ${site.name} recovery codes were replaced`,
    what: 'new recovery codes were made for your account. Those from before don’t work any more.',
  },
};

/** How many other devices there are: "Nothing was signed out. …" */
const others = (count: number) =>
  count === 0
    ? 'No other device is signed in.'
    : `Nobody was signed out: ${count === 1 ? '1 other device is' : `${count} other devices are`} signed in, and listed in your settings.`;

/** That something about it was changed in the settings. */
export function changeMail(
  to: string,
  change: Change,
  { otherDevices, siteUrl, now }: { otherDevices: number; siteUrl: string; now: Date },
): Mail {
  const { subject, what, else: instead = NEW_PASSWORD } = told[change];
  return {
    to,
    subject,
    text: `On ${exactTime(now.toISOString())} ${what} ${others(otherDevices)}

If that was you, there is nothing to do.

If it wasn’t you, ${instead}

${siteUrl}${routes.forgotPassword.pattern}

${site.name}
${siteUrl}`,
  };
}

/** That somebody came in by a recovery code. */
export async function recoveryUsedMail(
  db: Database,
  userId: number,
  siteUrl: string,
  now: Date,
): Promise<Mail | null> {
  const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user?.email) return null;
  const left = await recoveryCodesLeft(db.drizzle, userId);
  const words = left === 1 ? '1 is left' : `${left === 0 ? 'none' : left} are left`;
  return {
    to: user.email,
    subject: `A recovery code of your ${site.name} account was used`,
    text: `On ${exactTime(now.toISOString())} somebody came in to your ${site.name} account with a recovery code, which is used up. Of your recovery codes ${words}. New ones are made in your settings:

${siteUrl}${routes.userSettings.pattern}

If it wasn’t you, somebody has your recovery codes and knows your password: choose a new one at once, which signs everybody out, and then make new recovery codes:

${siteUrl}${routes.forgotPassword.pattern}

${site.name}
${siteUrl}`,
  };
}
