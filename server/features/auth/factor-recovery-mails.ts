/** What the owner of an account is mailed on the way back from a lost second factor: it may be somebody else who goes it. */
import {
  LOST_FACTOR_HOLD_HOURS,
  LOST_FACTOR_LINK_MINUTES,
  LOST_FACTOR_OPEN_DAYS,
  LOST_FACTOR_WAIT_DAYS,
} from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { fillRoute, routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Mail } from '../../mail/mail.ts';

interface Given {
  readonly to: string;
  readonly siteUrl: string;
}

const end = (siteUrl: string) => `${site.name}\n${siteUrl}`;
const timeOf = (at: Date) => exactTime(at.toISOString());
const addressOf = (siteUrl: string, pattern: string, token: string) =>
  `${siteUrl}${fillRoute(pattern, { token })}`;

const newPassword = (siteUrl: string) =>
  `choose a new password, since somebody knows yours:\n\n${siteUrl}${routes.forgotPassword.pattern}`;

/** With the link that begins the wait. Nothing in it is the asker's own words. */
export function linkMail({
  to,
  siteUrl,
  token,
  now,
}: Given & { readonly token: string; readonly now: Date }): Mail {
  return {
    to,
    until: new Date(now.getTime() + LOST_FACTOR_LINK_MINUTES * 60_000),
    subject: `Lost the codes of your ${site.name} account?`,
    text: `On ${timeOf(now)} somebody who knows your password, or has a mailed link for a new one, said that the app and all recovery codes of your ${site.name} account are lost.

If that was you, open this page and press its button:

${addressOf(siteUrl, routes.lostFactor.pattern, token)}

That begins a wait of ${LOST_FACTOR_WAIT_DAYS} days. After it you log in without a code, and log-ins no longer ask for one. The link works once and holds for ${LOST_FACTOR_LINK_MINUTES} minutes.

If it wasn’t you, don’t open it, and ${newPassword(siteUrl)}

${end(siteUrl)}`,
  };
}

/** Asked for again while it waits. */
export function runningMail({ to, siteUrl, dueAt }: Given & { readonly dueAt: Date }): Mail {
  return {
    to,
    subject: `The wait for your ${site.name} account has begun already`,
    text: `The codes of your ${site.name} account were reported lost before, and the wait has begun: from ${timeOf(dueAt)} on you log in without a code. There is nothing more to do until then.

To keep the codes instead, log in with one of them, press “Keep the codes on” in the settings of a device that is signed in, or use the link of our mail from when the wait began.

${end(siteUrl)}`,
  };
}

/** That the wait has begun, with the link that stops it. */
export function begunMail(
  given: Given & { readonly token: string; readonly now: Date; readonly dueAt: Date },
): Mail {
  const { to, siteUrl, token, now, dueAt } = given;
  return {
    to,
    subject: `Codes come off your ${site.name} account in ${LOST_FACTOR_WAIT_DAYS} days`,
    text: `On ${timeOf(now)} the app and all recovery codes of your ${site.name} account were reported lost, by somebody who knows your password and reads this mailbox.

From ${timeOf(dueAt)} on, for ${LOST_FACTOR_OPEN_DAYS} days, the next log-in needs no code: it takes the codes off and signs every other device out. Until then log-ins ask for a code as before. Orders are held for a person to look at, until ${LOST_FACTOR_HOLD_HOURS} hours after the codes came off.

If that was you, there is nothing to do until then.

If it wasn’t you, or you have found a code, stop it here:

${addressOf(siteUrl, routes.keepFactor.pattern, token)}

A log-in with a code stops it as well, and so does “Keep the codes on” in the settings of a device that is signed in. If it wasn’t you, also ${newPassword(siteUrl)}

${end(siteUrl)}`,
  };
}

/** That it was stopped, whichever way. */
export function stoppedMail({ to, siteUrl, now }: Given & { readonly now: Date }): Mail {
  return {
    to,
    subject: `Codes stay on for your ${site.name} account`,
    text: `On ${timeOf(now)} the wait was stopped that had begun since app and recovery codes were reported lost. Nothing has changed: log-ins ask for a code as before.

If you lost them and didn’t stop it, say so again where you log in. If you never reported them lost, ${newPassword(siteUrl)}

${end(siteUrl)}`,
  };
}

/** That a log-in took the second factor off. */
export function takenOffMail({ to, siteUrl, now }: Given & { readonly now: Date }): Mail {
  return {
    to,
    subject: `Log-ins to ${site.name} no longer ask for a code`,
    text: `On ${timeOf(now)} somebody logged in to your ${site.name} account after the wait of ${LOST_FACTOR_WAIT_DAYS} days, and the codes that were reported lost came off. Every other device was signed out. Orders of the next ${LOST_FACTOR_HOLD_HOURS} hours are held for a person to look at.

If that was you, set up codes from an app anew in your settings:

${siteUrl}${routes.userSettings.pattern}

If it wasn’t you, choose a new password at once, which signs everybody out, and then write to support:

${siteUrl}${routes.forgotPassword.pattern}

${end(siteUrl)}`,
  };
}
