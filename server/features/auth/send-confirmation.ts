/** Sends the mails that confirm an address, and limits them. */

import type { Call } from '../../../src/lib/contract/call.ts';
import type { AppDeps } from '../../http/app-deps.ts';
import { addressOf, type Given } from '../../http/route.ts';
import { checkMailRoom } from '../../mail/queue.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { countFrom, countRequest } from '../../platform/rate-limit.ts';
import { HOUR } from '../../platform/time.ts';
import { startConfirmation } from './email-confirmation.ts';

/** Confirmation mails to one mailbox per hour, at the request of one network and of all. */
const MAILS_PER_NETWORK = 5;
const ALL_MAILS = 20;

/**
 * Counts by mailbox, for sign-ups and repeated requests alike, so that making many accounts can't flood a mailbox. Also counts by
 * network: otherwise anyone could use up a stranger's mails, and nobody could sign up with that address. Call it after the fields
 * have been checked, so that a form with an error uses up nothing. Errors: too_many_requests.
 */
export async function limitMails(
  { parts, now, c }: Pick<Given<Call>, 'parts' | 'now' | 'c'>,
  email: string,
): Promise<void> {
  await checkMailRoom(parts.db, now);
  if (!parts.rateLimit) return;
  const key = `confirm-mail:${mailboxOf(email)}`;
  const network = addressOf(c);
  await countFrom(parts.db.drizzle, { key, network, max: MAILS_PER_NETWORK, within: HOUR, now });
  await countRequest(parts.db.drizzle, key, ALL_MAILS, HOUR, now);
}

/** Mails the link that confirms an address, in the background. `reward`: see `startConfirmation`. */
export function mailConfirmation(parts: AppDeps, userId: number, now: Date, reward?: number): void {
  parts.background.run('a mail to confirm an address', async () => {
    const mail = await startConfirmation(parts.db, { userId, reward, now });
    if (mail) await parts.sendMail(mail);
  });
}
