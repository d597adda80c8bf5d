/** Mails about changes to an account's passkeys and logins, because someone else may have made them. */
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { site } from '../../../src/lib/site.ts';
import type { Mail } from '../../mail/mail.ts';
import { newPassword, openSettings } from './security-links.ts';

const texts = {
  added: {
    subject: () => `A passkey was added to your ${site.name} account`,
    what: (name: string) =>
      `you (or someone using your account) added the passkey “${name}”. It can log in to your account without a password or a code.`,
    else: `choose a new password now to log everyone out. Within ${APP_UNDO_HOURS} hours it also removes that passkey; after that, remove it in your settings.`,
  },
  removed: {
    subject: () => `A passkey was removed from your ${site.name} account`,
    what: (name: string) =>
      `you (or someone using your account) removed the passkey “${name}”. It can no longer log in.`,
    else: 'choose a new password now to log everyone out, then check your passkeys in your settings.',
  },
  linked: {
    subject: (name: string) => `${name} can now log in to your ${site.name} account`,
    what: (name: string) =>
      `you (or someone using your ${name} account) logged in to your account with ${name} for the first time. We’ve logged out all other devices.`,
    else: 'choose a new password now to log everyone out, then remove that login in your settings.',
  },
  unlinked: {
    subject: (name: string) => `${name} was removed from your ${site.name} account`,
    what: (name: string) =>
      `you (or someone using your account) removed the login with ${name}. It can no longer log in.`,
    else: 'choose a new password now to log everyone out, then check your logins in your settings.',
  },
  undone: {
    subject: () => `We removed new passkeys from your ${site.name} account`,
    what: () =>
      `you (or someone using your email) chose a new password. We removed the passkeys added in the ${APP_UNDO_HOURS} hours before. You can add yours again in your settings.`,
    else: 'choose a new password now to log everyone out, then contact support.',
  },
} as const;

export function passkeyMail(to: string, given: { what: keyof typeof texts; name: string; now: Date }): Mail {
  const { now } = given;
  const { subject, what, else: instead } = texts[given.what];
  return {
    to,
    unsubscribe: null,
    subject: subject(given.name),
    body: [
      `On ${exactTime(now.toISOString())} ${what(given.name)}`,
      openSettings,
      'If that was you, you’re all set.',
      `If it wasn’t you, ${instead}`,
      newPassword,
    ],
  };
}
