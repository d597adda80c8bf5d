/** What the mails that confirm an address say. Nothing in them is the asker's own words: anybody may ask, and they come in our name. */
import { CONFIRMATION_HOURS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { fillRoute, routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Mail } from '../../mail/mail.ts';
import type { AccountFace } from './account-summary.ts';

interface Given {
  readonly email: string;
  readonly token: string;
  readonly siteUrl: string;
  readonly account: AccountFace;
}

const linkOf = ({ email, token, siteUrl }: Given) =>
  `${siteUrl}${fillRoute(routes.confirmEmail.pattern, { token })}?email=${encodeURIComponent(email)}`;

/** A name is its owner's own words: mail programs make links of whatever has dots in it. */
const described = ({ name, createdAt, device }: AccountFace) =>
  `Name: ${name.replaceAll('.', ' ')}
Made: ${exactTime(createdAt.toISOString())}${device === null ? '' : `\nWith: ${device}`}`;

export function confirmationMail(given: Given): Mail {
  const { email, siteUrl, account } = given;
  return {
    to: email,
    subject: `Confirm your e-mail address for ${site.name}`,
    text: `Someone signed up for ${site.name} with ${email}. This is the account:

${described(account)}

If that’s you, open this link and confirm. On a device where you aren’t logged in, it asks for your password.

${linkOf(given)}

If it isn’t you, open the same link and choose “This wasn’t me”: the account is closed, and nobody can use your address.

The link expires in ${CONFIRMATION_HOURS} hours. You can play and earn without it; you need it before your first reward.

${site.name}
${siteUrl}`,
  };
}

export function takenMail(given: Given): Mail {
  const { email, siteUrl, account } = given;
  return {
    to: email,
    subject: `You have a ${site.name} account already`,
    text: `Someone made another ${site.name} account with ${email}, or asked to confirm it there:

${described(account)}

Mail to it ends up in a mailbox that has confirmed an account before, and each person has one.

If that was you, log in to the one you have:

${siteUrl}${routes.login.pattern}

Forgot your password? Choose a new one:

${siteUrl}${routes.forgotPassword.pattern}

If it wasn’t you, close the other account here. Yours stays as it is:

${linkOf(given)}

${site.name}
${siteUrl}`,
  };
}
