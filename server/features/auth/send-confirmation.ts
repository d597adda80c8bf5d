/** Sends the mails that confirm an address, and limits them. */

import type { Call } from '../../../src/lib/contract/call.ts';
import type { AppDeps } from '../../http/app-deps.ts';
import type { Given } from '../../http/route.ts';
import { checkMailRoom } from '../../mail/queue.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { HOUR } from '../../platform/time.ts';
import { startConfirmation } from './email-confirmation.ts';

/**
 * Confirmation mails to one mailbox per hour. Links in older mails stay valid, so using up the limit takes nothing from the
 * owner.
 */
const CONFIRMATION_MAILS = 5;

/** Counts by mailbox, for sign-ups and repeated requests alike. So making many accounts can't flood a mailbox. */
export async function limitMails(
  { parts, now }: Pick<Given<Call>, 'parts' | 'now'>,
  email: string,
): Promise<void> {
  await checkMailRoom(parts.db, now);
  if (parts.rateLimit)
    await countRequest(parts.db.drizzle, `confirm-mail:${mailboxOf(email)}`, CONFIRMATION_MAILS, HOUR, now);
}

/** Mails the link that confirms an address, in the background. `reward`: see `startConfirmation`. */
export function mailConfirmation(parts: AppDeps, userId: number, now: Date, reward?: number): void {
  parts.background.run('a mail to confirm an address', async () => {
    const mail = await startConfirmation(parts.db, { userId, reward, now });
    if (mail) await parts.sendMail(mail);
  });
}
