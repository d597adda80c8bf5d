import type { Hono } from 'hono';
import * as calls from '../../src/lib/contract/contests.ts';
import type { AppParts } from '../app.ts';
import { enterContest, getContest, keepContests, listContests } from '../domain/contests.ts';
import { countRequest } from '../domain/rate-limit.ts';
import { type ApiEnv, handle } from './route.ts';

/** Makes and draws what is due, and tells those who won. */
async function keep(parts: AppParts, now: Date): Promise<void> {
  for (const userId of await keepContests(parts.db, now))
    parts.broadcast.publish({ kind: 'balance', userId });
}

export function contestRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listContests, async ({ query, userId, parts, now }) => {
    await keep(parts, now);
    const { 'game-name': search, 'sort-by': sort, ...page } = query;
    return listContests(parts.db, userId, { ...page, search, sort }, now);
  });

  handle(app, calls.getContest, async ({ params, userId, parts, now }) => {
    await keep(parts, now);
    return { contest: await getContest(parts.db.drizzle, params.id, userId, now) };
  });

  handle(app, calls.enterContest, async ({ params, body, userId, parts, now }) => {
    if (parts.rateLimit) await countRequest(parts.db.drizzle, `contests:${userId}`, 30, 600, now);
    await keep(parts, now);
    return { contest: await enterContest(parts.db, { id: params.id, userId, seed: body.seed, now }) };
  });
}
