/** The mails of notifications. A notification that is to be mailed waits in its row for the mail job. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../../src/lib/contract/notifications/notification-kinds.ts';
import { matchRoute, type Route, routes } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { notifications, users } from '../../db/schema.ts';
import type { Mail, SendMail } from '../../mail/mail.ts';
import { isRefusedForGood, MAILS_MS } from '../../mail/queue.ts';
import type { Clock } from '../../platform/clock.ts';
import { errorText } from '../../platform/error-text.ts';
import { bulkLast, isStillWanted } from './notifications.ts';

/** Mails per run. The next run takes the rest. */
const MAILS_AT_ONCE = 200;

interface Mailing {
  readonly send: SendMail;
  /** Returns the URL where one POST ends a user's mails of a kind. */
  readonly unsubscribeUrl: (userId: number, kind: NotificationKind) => string;
  readonly clock: Clock;
  readonly log: (text: string) => void;
}

/**
 * Sends the mails of waiting notifications, each once. Each is marked before it is sent: a mail that is sent twice is worse than
 * a missing one, because the notification is also on the site. A mail that the server rejects for good stays marked and is
 * logged, so the others continue. After any other failure that `send` reports, it waits for the next run. The queue's `send`
 * keeps such mails itself and reports no failure (mail/queue.ts). MAILS_MS ends a run in which every mail is slow. A mail may have
 * waited for hours, so one that its reader has turned off since isn't sent.
 */
export async function mailNotifications(
  db: Database,
  { send, unsubscribeUrl, clock, log }: Mailing,
): Promise<number> {
  const end = clock().getTime() + MAILS_MS;
  const due = await db.drizzle
    .select({ notification: notifications, email: users.email })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(sql`${notifications.mail} = 'due'`)
    .orderBy(bulkLast, asc(notifications.id))
    .limit(MAILS_AT_ONCE);
  let sent = 0;
  for (const { notification, email } of due) {
    if (clock().getTime() >= end) break;
    const mine = and(eq(notifications.id, notification.id), sql`${notifications.mail} = 'due'`);
    const taken = await db.drizzle
      .update(notifications)
      .set({ mail: 'sent' })
      .where(mine)
      .returning({ isWanted: isStillWanted('mail') });
    if (!taken[0]?.isWanted || email === null) continue;
    try {
      await send(notificationMail(notification, { to: email, unsubscribeUrl }));
      sent += 1;
    } catch (error) {
      if (isRefusedForGood(error)) {
        log(`the mail of notification ${notification.id} was refused: ${errorText(error)}`);
        continue;
      }
      await db.drizzle
        .update(notifications)
        .set({ mail: 'due' })
        .where(eq(notifications.id, notification.id));
      throw error;
    }
  }
  return sent;
}

type Row = typeof notifications.$inferSelect;

interface Addressed extends Pick<Mailing, 'unsubscribeUrl'> {
  readonly to: string;
}

/** What a mail's link to a page is called. */
const linkLabels: readonly (readonly [route: Route, label: string])[] = [
  [routes.userOrders, 'See your order'],
  [routes.userOfferwalls, 'See the offer'],
  [routes.userContest, 'See the giveaway'],
  [routes.userReward, 'See the reward'],
  [routes.userGame, 'See the game'],
  [routes.userArticle, 'See the article'],
  [routes.userLeaderboard, 'See the leaderboard'],
  [routes.userMessages, 'Open your messages'],
  [routes.userSettings, 'Open your settings'],
];

function linkTo(href: string) {
  const [path = ''] = href.split(/[?#]/);
  const [, label] = linkLabels.find(([{ pattern }]) => matchRoute(pattern, path)) ?? [];
  return { label: label ?? 'Open your account', href };
}

/** The mail of a notification. Each kind that is mailed can be turned off, in the settings and in the mail program. */
export function notificationMail(
  { userId, kind, title, body, href }: Pick<Row, 'userId' | 'kind' | 'title' | 'body' | 'href'>,
  { to, unsubscribeUrl }: Addressed,
): Mail {
  return {
    to,
    subject: title,
    body: [...(body === '' ? [] : body.split('\n\n')), linkTo(href ?? routes.userMessages.pattern)],
    footer: [{ label: 'Choose which emails you get', href: routes.userSettings.pattern }],
    unsubscribe: unsubscribeUrl(userId, kind),
  };
}
