import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/notifications/notifications.ts';
import * as offers from '../../../src/lib/contract/notifications/offers.ts';
import * as push from '../../../src/lib/contract/notifications/push.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { bearerToken, type Given, handle } from '../../http/route.ts';
import { HOUR } from '../../platform/time.ts';
import { answerOffer, listNotifications, readNotifications, unreadOf } from './notifications.ts';
import { pushOf, saveQuiet, subscribe, unsubscribe } from './push.ts';
import { endMails } from './unsubscribe.ts';

const pushFor = ({ parts, userId, now }: Pick<Given<typeof push.getPush>, 'parts' | 'userId' | 'now'>) =>
  pushOf(parts.db.drizzle, parts.push, { userId, now, idleDays: parts.sessionIdleDays });

export function notificationRoutes(app: Hono<ApiEnv>): void {
  handle(app, getUnread, async ({ userId, parts }) => ({
    unread: await unreadOf(parts.db.drizzle, userId),
  }));

  handle(app, calls.listNotifications, async ({ query, userId, parts }) =>
    listNotifications(parts.db, userId, query),
  );

  handle(app, offers.answerOffer, async ({ body: { kind, accepts }, userId, parts }) => {
    await answerOffer(parts.db.drizzle, { userId, kind, accepts });
    return { accepted: accepts };
  });

  handle(app, push.getPush, pushFor);

  handle(app, push.subscribePush, async (given) => {
    await limit(given, 'push', 30, HOUR);
    const { parts, userId, body, now, c } = given;
    const { endpoint, keys, time_zone: timeZone } = body;
    const device = { endpoint, keys, timeZone, token: bearerToken(c) ?? '' };
    await subscribe(parts.db, parts.push, { ...device, userId, now, idleDays: parts.sessionIdleDays });
    return pushFor(given);
  });

  handle(app, push.unsubscribePush, async (given) => {
    await unsubscribe(given.parts.db.drizzle, given.userId, given.body.endpoint);
    return pushFor(given);
  });

  handle(app, push.saveQuietHours, async (given) => {
    const { parts, userId, body } = given;
    await saveQuiet(parts.db.drizzle, { userId, quiet: body.quiet, timeZone: body.time_zone });
    return pushFor(given);
  });

  handle(app, calls.readNotifications, async ({ body, userId, parts, now }) => {
    await readNotifications(parts.db.drizzle, userId, body.up_to, now);
    return { unread: await unreadOf(parts.db.drizzle, userId) };
  });

  handle(app, calls.unsubscribe, async ({ params, parts }) => {
    await endMails(parts.db.drizzle, parts.vault, params.token);
    return { unsubscribed: true as const };
  });

  // Mail programs without one-click unsubscribe open the same URL. A program that only previews links must not end anything.
  app.get(calls.unsubscribe.path, (c) =>
    c.redirect(`${c.var.parts.siteUrl}${routes.userSettings.pattern}`, 303),
  );
}
