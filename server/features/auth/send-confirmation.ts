/** Mails that confirm an address: how many, and sending one. */

import type { Call } from '../../../src/lib/contract/call.ts';
import type { AppDeps } from '../../http/app-deps.ts';
import type { Given } from '../../http/route.ts';
import { checkMailRoom } from '../../mail/queue.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { startConfirmation } from './email-confirmation.ts';

const HOUR = 3600;

/** Mails to confirm an address, to one mailbox within an hour. Older ones' links hold as well, so spending them all takes nothing from its owner. */
const CONFIRMATION_MAILS = 5;

/** However many accounts give its addresses, and whether they join or ask again: nobody's box is filled by making many. */
export async function limitMails(
  { parts, now }: Pick<Given<Call>, 'parts' | 'now'>,
  email: string,
): Promise<void> {
  await checkMailRoom(parts.db, now);
  if (parts.rateLimit)
    await countRequest(parts.db.drizzle, `confirm-mail:${mailboxOf(email)}`, CONFIRMATION_MAILS, HOUR, now);
}

/** Mails the link that confirms an address; nobody waits for it. */
export function mailConfirmation(parts: AppDeps, userId: number, now: Date): void {
  parts.background.run('a mail to confirm an address', async () => {
    const mail = await startConfirmation(parts.db, { userId, siteUrl: parts.siteUrl, now });
    if (mail) await parts.sendMail(mail);
  });
}
