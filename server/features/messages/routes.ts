import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/messages/messages.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { idempotencyKey } from '../../http/idempotency.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { unreadOf } from '../notifications/notifications.ts';
import { closeThread, getThread, listThreads, readThread, reply, startThread } from './messages.ts';

export function messageRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listThreads, async ({ query, userId, parts }) => listThreads(parts.db, userId, query));

  handle(app, calls.startThread, async ({ body, userId, parts, now, c }) => {
    await limit({ parts, userId, now }, 'threads', 5, HOUR);
    const thread = await startThread(parts.db, {
      ...body,
      userId,
      key: idempotencyKey(c),
      now,
    });
    return { thread };
  });

  handle(app, calls.getThread, async ({ params, query, userId, parts }) =>
    getThread(parts.db.drizzle, userId, params.id, query.page),
  );

  handle(app, calls.reply, async ({ params, body, userId, parts, now, c }) => {
    await limit({ parts, userId, now }, 'messages', 20, 10 * MINUTE);
    return reply(parts.db, {
      userId,
      threadId: params.id,
      body: body.body,
      key: idempotencyKey(c),
      now,
    });
  });

  handle(app, calls.readThread, async ({ params, body, userId, parts, now }) => {
    await readThread(parts.db, { userId, threadId: params.id, upTo: body.up_to, now });
    return { unread: await unreadOf(parts.db.drizzle, userId) };
  });

  handle(app, calls.closeThread, async ({ params, userId, parts }) => ({
    thread: await closeThread(parts.db, userId, params.id),
  }));
}
