import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/contests.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { keepContests } from './contest-draws.ts';
import { enterContest, getContest, listContests, listEntries } from './contests.ts';

/** Makes and draws what is due, and tells those who won, those who entered, and everybody who looks at it. */
export async function drawDue(
  { db, broadcast }: Pick<AppDeps, 'db' | 'broadcast'>,
  now: Date,
): Promise<void> {
  for (const { contestId, winners, told } of await keepContests(db, now)) {
    for (const userId of winners) broadcast.publish({ kind: 'balance', userId });
    for (const userId of told) broadcast.publish({ kind: 'notices', userId });
    broadcast.publish({ kind: 'contest', contestId });
  }
}

export function contestRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listContests, async ({ query, userId, parts, now }) => {
    await drawDue(parts, now);
    const { 'game-name': search, 'sort-by': sort, ...page } = query;
    return listContests(parts.db, userId, { ...page, search, sort }, now);
  });

  handle(app, calls.listEntries, async ({ query, userId, parts, now }) => {
    await drawDue(parts, now);
    return listEntries(parts.db, userId, query, now);
  });

  handle(app, calls.getContest, async ({ params, userId, parts, now }) => {
    await drawDue(parts, now);
    return { contest: await getContest(parts.db.drizzle, params.id, userId, now) };
  });

  handle(app, calls.enterContest, async ({ params, body, userId, parts, now }) => {
    if (parts.rateLimit) await countRequest(parts.db.drizzle, `contests:${userId}`, 30, 600, now);
    await drawDue(parts, now);
    const contest = await enterContest(parts.db, parts.vault, {
      id: params.id,
      userId,
      seed: body.seed,
      now,
    });
    parts.broadcast.publish({ kind: 'contest', contestId: contest.id });
    return { contest };
  });
}
