import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/draws/contests.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { MINUTE } from '../../platform/time.ts';
import { keepContests } from './contest-draws.ts';
import { enterContest, getContest, listContests, listDrawnEntries, listEntries } from './contests.ts';

export function contestRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listContests, async ({ query, userId, parts, now }) => {
    await keepContests(parts.db, now);
    const { 'game-name': search, 'sort-by': sort, ...page } = query;
    return listContests(parts.db, userId, { ...page, search, sort }, now);
  });

  handle(app, calls.listEntries, async ({ query, userId, parts, now }) => {
    await keepContests(parts.db, now);
    return listEntries(parts.db, userId, query, now);
  });

  handle(app, calls.getContest, async ({ params, userId, parts, now }) => {
    await keepContests(parts.db, now);
    return { contest: await getContest(parts.db.drizzle, params.id, userId, now) };
  });

  handle(app, calls.listDrawnEntries, async ({ params, query, parts, now }) => {
    await keepContests(parts.db, now);
    return listDrawnEntries(parts.db.drizzle, params.id, query.after);
  });

  handle(app, calls.enterContest, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'contests', 30, 10 * MINUTE);
    await keepContests(parts.db, now);
    const contest = await enterContest(parts.db, parts.vault, {
      id: params.id,
      userId,
      seed: body.seed,
      now,
    });
    return { contest };
  });
}
