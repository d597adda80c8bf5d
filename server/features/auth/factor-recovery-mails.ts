/** Mails to the owner of an account while its lost second factor is being recovered, because someone else may be doing it. */
import {
  FACTOR_RECOVERY_HOLD_HOURS,
  FACTOR_RECOVERY_LINK_MINUTES,
  FACTOR_RECOVERY_OPEN_DAYS,
  FACTOR_RECOVERY_WAIT_DAYS,
} from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { fillRoute, routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Mail } from '../../mail/mail.ts';
import { later, MINUTE } from '../../platform/time.ts';
import { newPassword, openSettings } from './security-links.ts';

interface Given {
  readonly to: string;
}

const timeOf = (at: Date) => exactTime(at.toISOString());

const SOMEONE_KNOWS = 'choose a new password, because someone knows yours.';
/** The mail with the link that starts the wait. It contains nothing that the requester wrote. */
export function linkMail({ to, token, now }: Given & { readonly token: string; readonly now: Date }): Mail {
  return {
    to,
    unsubscribe: null,
    until: later(now, FACTOR_RECOVERY_LINK_MINUTES * MINUTE),
    subject: `Lost the codes for your ${site.name} account?`,
    body: [
      `On ${timeOf(now)} someone with your password, or with a link we emailed you for a new one, reported the app and all recovery codes for your ${site.name} account as lost.`,
      'If that was you, open this page and press the button.',
      { label: 'Start the wait', href: fillRoute(routes.lostFactor.pattern, { token }) },
      `This starts a ${FACTOR_RECOVERY_WAIT_DAYS}-day wait. After that you can log in without a code. This link works once and expires in ${FACTOR_RECOVERY_LINK_MINUTES} minutes.`,
      `If it wasn’t you, don’t open it, and ${SOMEONE_KNOWS}`,
      newPassword,
    ],
  };
}

/** The mail for a second request while the wait is running. */
export function runningMail({ to, dueAt }: Given & { readonly dueAt: Date }): Mail {
  return {
    to,
    unsubscribe: null,
    subject: `The wait for your ${site.name} account has already started`,
    body: [
      `You’ve already reported the codes for your ${site.name} account as lost. You can log in without a code from ${timeOf(dueAt)}. You don’t have to do anything until then.`,
      'To keep two-factor authentication on instead, log in with a code, press “Keep it on” in your settings, or use the link in our first email.',
    ],
  };
}

/** The mail that says the wait has started, with a link to stop it. */
export function begunMail(
  given: Given & { readonly token: string; readonly now: Date; readonly dueAt: Date },
): Mail {
  const { to, token, now, dueAt } = given;
  return {
    to,
    unsubscribe: null,
    subject: `You can log in to ${site.name} without a code in ${FACTOR_RECOVERY_WAIT_DAYS} days`,
    body: [
      `On ${timeOf(now)} someone with your password and access to this mailbox reported the app and all recovery codes for your ${site.name} account as lost.`,
      `From ${timeOf(dueAt)}, for ${FACTOR_RECOVERY_OPEN_DAYS} days, you can log in without a code. This turns off two-factor authentication and logs out every other device. Until then you still need a code. We review your orders until ${FACTOR_RECOVERY_HOLD_HOURS} hours after it’s off.`,
      'If that was you, you don’t have to do anything until then.',
      'If it wasn’t you, or you’ve found a code, stop it here.',
      {
        label: 'Keep two-factor authentication on',
        href: fillRoute(routes.keepFactor.pattern, { token }),
      },
      `You can also log in with a code, or press “Keep it on” in your settings. If it wasn’t you, also ${SOMEONE_KNOWS}`,
      newPassword,
    ],
  };
}

/** The mail that says the wait was stopped, in whatever way. */
export function stoppedMail({ to, now }: Given & { readonly now: Date }): Mail {
  return {
    to,
    unsubscribe: null,
    subject: `Two-factor authentication stays on for ${site.name}`,
    body: [
      `On ${timeOf(now)} you (or someone using your account) stopped the wait for your lost app and recovery codes. Nothing has changed: you still need a code to log in.`,
      `If you did lose them and didn’t stop it, report it again when you log in. If you never reported them lost, ${SOMEONE_KNOWS}`,
      newPassword,
    ],
  };
}

/** The mail that says a login turned off the second factor. */
export function takenOffMail({ to, now }: Given & { readonly now: Date }): Mail {
  return {
    to,
    unsubscribe: null,
    subject: `Two-factor authentication is off for ${site.name}`,
    body: [
      `On ${timeOf(now)} you (or someone using your account) logged in to ${site.name} after the ${FACTOR_RECOVERY_WAIT_DAYS}-day wait. Two-factor authentication is off, and we’ve logged out every other device. We review orders from the next ${FACTOR_RECOVERY_HOLD_HOURS} hours before we send them.`,
      'If that was you, set up two-factor authentication again in your settings.',
      openSettings,
      'If it wasn’t you, choose a new password now to log everyone out, then contact support.',
      newPassword,
    ],
  };
}
