/**
 * Notifications. Features write them in the transaction of the event, so none is lost and none is about something that was rolled
 * back. Readers turn each kind on and off. notification-mails.ts and push.ts send them by mail and to devices.
 */

import { and, desc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import {
  type NotificationKind,
  notificationDefaults,
} from '../../../src/lib/contract/notifications/notification-kinds.ts';
import type { Notification } from '../../../src/lib/contract/notifications/notifications.ts';
import type { Unread } from '../../../src/lib/contract/notifications/unread.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import {
  notificationSettings,
  notifications,
  pushSettings,
  pushSubscriptions,
  threads,
  users,
} from '../../db/schema.ts';
import { canBeId } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { afterQuiet } from '../../platform/quiet-hours.ts';

export interface NewNotification {
  readonly kind: NotificationKind;
  /** Names the event. Each user is notified once per key. */
  readonly key: string;
  readonly title: string;
  readonly body?: string;
  /** A path on the site: '/user/order-history'. */
  readonly href?: string;
  /** True if the reader won or reached something. It is then shown as a win. */
  readonly win?: boolean;
  /** True if the reader already has it on screen. It is then stored as read and not mailed. */
  readonly seen?: boolean;
  /** True if the reader gets a separate mail about it. */
  readonly mailed?: boolean;
  readonly now: Date;
}

/** Rows per statement, because PostgreSQL accepts at most 65,535 values. */
const AT_ONCE = 2000;

/**
 * Writes a notification for each of these users who wants it on the site, by mail or on a device, and announces it to those for
 * whom it is new. Demo accounts get no mail, and neither do unconfirmed addresses.
 */
export async function notifyAll(
  db: Executor,
  userIds: readonly number[],
  notification: NewNotification,
): Promise<void> {
  const {
    kind,
    key,
    title,
    body = '',
    href = null,
    win = false,
    seen = false,
    mailed = false,
    now,
  } = notification;
  const defaults = notificationDefaults[kind];
  for (let at = 0; at < userIds.length; at += AT_ONCE) {
    const readers = await db
      .select({
        id: users.id,
        site: sql<boolean>`coalesce(${notificationSettings.site}, ${defaults.site === true})`,
        push: sql<boolean>`coalesce(${notificationSettings.push}, ${defaults.push === true}) AND EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.userId} = ${users.id})`,
        timeZone: pushSettings.timeZone,
        quietFrom: pushSettings.quietFrom,
        quietUntil: pushSettings.quietUntil,
        mail: sql<boolean>`coalesce(${notificationSettings.mail}, ${defaults.mail === true}) AND ${users.emailConfirmedAt} IS NOT NULL AND NOT ${users.sample}`,
      })
      .from(users)
      .leftJoin(
        notificationSettings,
        and(eq(notificationSettings.userId, users.id), eq(notificationSettings.kind, kind)),
      )
      .leftJoin(pushSettings, eq(pushSettings.userId, users.id))
      .where(and(inArray(users.id, userIds.slice(at, at + AT_ONCE)), isNull(users.erasedAt)))
      // Two processes that send the same notification write in the same order, so they can't deadlock.
      .orderBy(users.id);
    const rows = readers.flatMap(({ id, site, mail, push, timeZone, quietFrom, quietUntil }) => {
      const isMailed = mail && defaults.mail !== null && !seen && !mailed;
      const isPushed = push && defaults.push !== null && !seen;
      if (!site && !isMailed && !isPushed) return [];
      const quiet =
        timeZone === null || quietFrom === null || quietUntil === null
          ? null
          : { timeZone, from: quietFrom, until: quietUntil };
      return [
        {
          userId: id,
          kind,
          key,
          title,
          body,
          href,
          win,
          shown: site,
          mail: isMailed ? ('due' as const) : null,
          pushAt: isPushed ? afterQuiet(now, quiet) : null,
          createdAt: now,
          readAt: seen ? now : null,
        },
      ];
    });
    if (rows.length === 0) continue;
    const written = await db
      .insert(notifications)
      .values(rows)
      .onConflictDoNothing({ target: [notifications.userId, notifications.key] })
      .returning({ userId: notifications.userId, shown: notifications.shown });
    if (!seen)
      for (const { userId, shown } of written) if (shown) announce(db, { kind: 'notifications', userId });
  }
}

export async function notify(db: Executor, userId: number, notification: NewNotification): Promise<void> {
  await notifyAll(db, [userId], notification);
}

/** Whether the user has ever chosen how to get this kind. If so, we don't offer it to them. */
export async function hasChosen(db: Executor, userId: number, kind: NotificationKind): Promise<boolean> {
  const mine = and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind));
  return (await db.$count(notificationSettings, mine)) > 0;
}

/** Saves the answer to an offer: the digest by mail, orders on devices. The other channels keep their defaults. */
export async function answerOffer(
  db: Executor,
  given: { userId: number; kind: 'digest' | 'order'; accepts: boolean },
): Promise<void> {
  const { userId, kind, accepts } = given;
  const { site, mail, push } = notificationDefaults[kind];
  const defaults = { site: site === true, mail: mail === true, push: push === true };
  const chosen = kind === 'digest' ? { mail: accepts } : { push: accepts };
  await db
    .insert(notificationSettings)
    .values({ userId, kind, ...defaults, ...chosen })
    .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.kind], set: chosen });
}

/** Notifies everyone who wants news. */
export async function notifyNews(
  db: Executor,
  news: { key: string; title: string; body: string; href?: string; now: Date },
): Promise<void> {
  // News is off by default, so only saved settings can turn it on.
  const { kind, site, mail, push, userId } = notificationSettings;
  const readers = await db
    .select({ id: userId })
    .from(notificationSettings)
    .where(and(eq(kind, 'news'), or(site, mail, push)))
    .orderBy(userId);
  await notifyAll(
    db,
    readers.map(({ id }) => id),
    { ...news, key: `news:${news.key}`, kind: 'news' },
  );
}

/** Written as text, like every condition of an index: PostgreSQL doesn't match a parameter to the index. */
const isShown = sql`${notifications.shown}`;

/** Lists the user's notifications, newest first. */
export async function listNotifications(
  db: Database,
  userId: number,
  page: Page,
): Promise<Paginator<Notification>> {
  const own = and(eq(notifications.userId, userId), isShown);
  const rows = db.drizzle.select().from(notifications).where(own).orderBy(desc(notifications.id));
  const total = db.drizzle.$count(notifications, own);
  return pageOf(rows, total, page, ({ id, kind, title, body, href, win, createdAt, readAt }) => ({
    id,
    kind,
    title,
    body,
    href,
    win,
    read: readAt !== null,
    created_at: createdAt.toISOString(),
  }));
}

/** Marks the user's notifications as read, up to and including the id `upTo`. */
export async function readNotifications(
  db: Executor,
  userId: number,
  upTo: number,
  now: Date,
): Promise<void> {
  return noteRead(db, userId, canBeId(upTo) ? lte(notifications.id, upTo) : undefined, now);
}

/** Marks the notifications with this link as read, after their reader has seen the page. */
export function readNotificationsAbout(db: Executor, userId: number, href: string, now: Date): Promise<void> {
  return noteRead(db, userId, eq(notifications.href, href), now);
}

async function noteRead(db: Executor, userId: number, which: SQL | undefined, now: Date): Promise<void> {
  const read = await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), which, isShown, isNull(notifications.readAt)))
    .returning({ id: notifications.id });
  if (read.length > 0) announce(db, { kind: 'unread', userId });
}

/** Returns how much the user hasn't read yet. */
export async function unreadOf(db: Executor, userId: number): Promise<Unread> {
  const unreadNotifications = and(eq(notifications.userId, userId), isShown, isNull(notifications.readAt));
  const unreadThreads = and(eq(threads.userId, userId), sql`${threads.unread} > 0`);
  return {
    notifications: await db.$count(notifications, unreadNotifications),
    threads: await db.$count(threads, unreadThreads),
  };
}

/**
 * Sorts last what many players get at once. With 100,000 readers, news takes hours to send, and an order must not wait that long.
 */
export const bulkLast = inArray(notifications.kind, ['news', 'digest', 'contest']);

/**
 * Whether the reader of a waiting notification still wants it this way; for `returning`. Without saved settings the defaults hold, as
 * when it was written.
 */
export const isStillWanted = (channel: 'mail' | 'push') =>
  // Written as text: in `returning`, drizzle leaves out the tables' names.
  sql<boolean>`coalesce((SELECT chosen.${sql.identifier(channel)} FROM notification_settings chosen
    WHERE chosen.user_id = notifications.user_id AND chosen.kind = notifications.kind), true)`;
