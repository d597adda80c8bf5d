import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/notifications.ts';
import { getUnread } from '../../../src/lib/contract/unread.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listNotifications, readNotifications, unreadOf } from './notifications.ts';

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
}
