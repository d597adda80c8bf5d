import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/notices.ts';
import { getUnread } from '../../../src/lib/contract/unread.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listNotices, readNotices, unreadOf } from './notifications.ts';

export function notificationRoutes(app: Hono<ApiEnv>): void {
  handle(app, getUnread, async ({ userId, parts }) => ({
    unread: await unreadOf(parts.db.drizzle, userId),
  }));

  handle(app, calls.listNotices, async ({ query, userId, parts }) => listNotices(parts.db, userId, query));

  handle(app, calls.readNotices, async ({ body, userId, parts, now }) => {
    await readNotices(parts.db.drizzle, userId, body.up_to, now);
    return { unread: await unreadOf(parts.db.drizzle, userId) };
  });
}
