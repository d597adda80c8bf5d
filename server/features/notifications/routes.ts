import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/notifications.ts';
import { getUnread } from '../../../src/lib/contract/unread.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listNotifications, readNotifications, unreadOf } from './notifications.ts';
import { endMails } from './unsubscribe.ts';

export function notificationRoutes(app: Hono<ApiEnv>): void {
  handle(app, getUnread, async ({ userId, parts }) => ({
    unread: await unreadOf(parts.db.drizzle, userId),
  }));

  handle(app, calls.listNotifications, async ({ query, userId, parts }) =>
    listNotifications(parts.db, userId, query),
  );

  handle(app, calls.readNotifications, async ({ body, userId, parts, now }) => {
    await readNotifications(parts.db.drizzle, userId, body.up_to, now);
    return { unread: await unreadOf(parts.db.drizzle, userId) };
  });

  handle(app, calls.unsubscribe, async ({ params, parts }) => {
    await endMails(parts.db.drizzle, parts.vault, params.token);
    return { unsubscribed: true as const };
  });

  // Mail programs without the one press open the same address; what only looks at links must not end anything.
  app.get(calls.unsubscribe.path, (c) =>
    c.redirect(`${c.var.parts.siteUrl}${routes.userSettings.pattern}`, 303),
  );
}
