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

interface Named {
  readonly userId: number;
  readonly kind: NotificationKind;
}

/** Returns whose mails of which kind a token names. Null for a token that isn't ours. */
function namedBy(vault: Vault, token: string): Named | null {
  const [id, given] = token.split('.');
  const userId = Number(id);
  const kind = NOTIFICATION_KINDS.find((one) => one === given);
  return kind !== undefined && isSame(token, signed(vault, userId, kind)) ? { userId, kind } : null;
}

/** Ends the mails named by a token. Doing it again changes nothing. Errors: not_found for a token that isn't ours. */
export async function endMails(db: Executor, vault: Vault, token: string): Promise<void> {
  const named = namedBy(vault, token);
  if (named === null) throw new DomainError('not_found');
  const { userId, kind } = named;
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

/**
 * Whether the reader of a mail with this unsubscribe URL has neither turned off mails of its kind nor deleted the account since.
 * A URL from before the keys changed can't be read, and counts as wanted.
 */
export async function isStillWanted(db: Executor, vault: Vault, url: string): Promise<boolean> {
  const named = namedBy(vault, url.slice(url.lastIndexOf('/') + 1));
  if (named === null) return true;
  const [reader] = await db
    .select({ mail: notificationSettings.mail })
    .from(users)
    .leftJoin(
      notificationSettings,
      and(eq(notificationSettings.userId, users.id), eq(notificationSettings.kind, named.kind)),
    )
    .where(and(eq(users.id, named.userId), isNull(users.erasedAt)));
  return reader !== undefined && reader.mail !== false;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
