/** Ends mails of one kind from the mail itself: one POST without a login (RFC 8058), with a token that only we can make. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationDefaults,
} from '../../../src/lib/contract/notifications/notification-kinds.ts';
import { unsubscribe } from '../../../src/lib/contract/notifications/notifications.ts';
import type { Executor } from '../../db/database.ts';
import { notificationSettings, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';

const signed = (vault: Vault, userId: number, kind: NotificationKind) =>
  `${userId}.${kind}.${vault.digest('unsubscribe', `${userId}.${kind}`).toString('base64url')}`;

/** Returns the function that makes unsubscribe URLs. They never expire, because a mail may be read years later. */
export const unsubscribeUrlOf =
  (vault: Vault, apiUrl: string) =>
  (userId: number, kind: NotificationKind): string =>
    `${apiUrl}${unsubscribe.path.replace(':token', signed(vault, userId, kind))}`;

/** Ends the mails named by a token. Doing it again changes nothing. Errors: not_found for a token that isn't ours. */
export async function endMails(db: Executor, vault: Vault, token: string): Promise<void> {
  const [id, given] = token.split('.');
  const userId = Number(id);
  const kind = NOTIFICATION_KINDS.find((one) => one === given);
  if (kind === undefined || !isSame(token, signed(vault, userId, kind))) throw new DomainError('not_found');
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (!user) return;
  await db
    .insert(notificationSettings)
    .values({ userId, kind, site: notificationDefaults[kind].site === true, mail: false })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.kind],
      set: { mail: false },
    });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
