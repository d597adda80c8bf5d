/**
 * The mails that confirm an address. They contain nothing that the requester wrote: anyone can request one, and it is sent in our
 * name.
 */
import { CONFIRMATION_HOURS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { fillRoute, routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Mail } from '../../mail/mail.ts';
import type { AccountSummary } from './account-summary.ts';
import { logIn, newPassword } from './security-links.ts';

interface Given {
  readonly email: string;
  readonly token: string;
  readonly account: AccountSummary;
  /** A paragraph that comes first. */
  readonly before?: string | undefined;
}

const linkOf = ({ email, token }: Given) =>
  `${fillRoute(routes.confirmEmail.pattern, { token })}?email=${encodeURIComponent(email)}`;

/** Players choose their names, and mail programs turn text with dots into links. So dots are removed. */
const described = ({ name, createdAt, device }: AccountSummary) =>
  `Name: ${name.replaceAll('.', ' ')}
Created: ${exactTime(createdAt.toISOString())}${device === null ? '' : `\nDevice: ${device}`}`;

export function confirmationMail(given: Given): Mail {
  const { email, account, before } = given;
  return {
    to: email,
    unsubscribe: null,
    subject: `Confirm your email address for ${site.name}`,
    body: [
      ...(before === undefined ? [] : [before]),
      `You (or someone using your address) signed up for ${site.name} with ${email}. This is the account:`,
      described(account),
      'If that’s you, please confirm your email. Open this link, and enter your password if you aren’t logged in.',
      { label: 'Confirm my email', href: linkOf(given) },
      'If it isn’t you, open the same link and choose “This wasn’t me”. We’ll close the account, and nobody can use your address for it.',
      `This link expires in ${CONFIRMATION_HOURS} hours. You can play and earn without it, but you need it before your first reward.`,
    ],
  };
}

export function takenMail(given: Given): Mail {
  const { email, account, before } = given;
  return {
    to: email,
    unsubscribe: null,
    subject: `You already have a ${site.name} account`,
    body: [
      ...(before === undefined ? [] : [before]),
      `You (or someone using your address) signed up again for ${site.name} with ${email}:`,
      described(account),
      'You’ve already confirmed an account with this mailbox, and each person can only have one.',
      'If that was you, log in to your first account.',
      logIn,
      'Forgot your password? Choose a new one.',
      newPassword,
      'If it wasn’t you, close the new account. Yours stays as it is.',
      { label: 'Close the new account', href: linkOf(given) },
    ],
  };
}
