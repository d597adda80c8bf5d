import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/messages/operator-support.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { idempotencyKey } from '../../http/idempotency.ts';
import { handleOperator } from '../admin/route.ts';
import { answer, close, start } from './admin-support.ts';
import { findThreads, getSupportThread } from './support.ts';

export function operatorSupportRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.findThreads, async ({ parts, body }) => findThreads(parts.db, body));
  handleOperator(app, calls.getSupportThread, async ({ parts, params, query }) =>
    getSupportThread(parts.db.drizzle, params.id, query.page),
  );
  handleOperator(app, calls.answerThread, async ({ parts, params, body, operatorId, now, c }) => {
    const message = await answer(parts.db, {
      operatorId,
      threadId: params.id,
      body: body.body,
      readUpTo: body.read_up_to,
      close: body.close,
      key: idempotencyKey(c),
      now,
    });
    const { thread } = await getSupportThread(parts.db.drizzle, params.id, 1);
    return { thread, message };
  });
  handleOperator(app, calls.writeToUser, async ({ parts, params, body, operatorId, now, c }) => {
    const given = { ...body, operatorId, userId: params.id, key: idempotencyKey(c), now };
    const threadId = await start(parts.db, given);
    return { thread: (await getSupportThread(parts.db.drizzle, threadId, 1)).thread };
  });
  handleOperator(app, calls.closeSupportThread, async ({ parts, params, body, operatorId, now }) => {
    await close(parts.db, {
      operatorId,
      threadId: params.id,
      reason: body.reason,
      readUpTo: body.read_up_to,
      now,
    });
    return { thread: (await getSupportThread(parts.db.drizzle, params.id, 1)).thread };
  });
}
