import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/draws/cases.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { MINUTE } from '../../platform/time.ts';
import { listOpenings, listRecentOpenings, openCase } from './case-openings.ts';
import { getCase, listCases } from './cases.ts';

export function caseRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listCases, async ({ query, parts }) => {
    const { 'game-name': search, 'sort-by': sort, ...page } = query;
    return listCases(parts.db, { ...page, search, sort });
  });

  handle(app, calls.getCase, async ({ params, userId, parts, now }) => ({
    case: await getCase(parts.db.drizzle, params.id, userId, now),
  }));

  handle(app, calls.listRecentOpenings, async ({ params, parts }) => ({
    openings: await listRecentOpenings(parts.db, params.id),
  }));

  handle(app, calls.openCase, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'cases', 60, 10 * MINUTE);
    const { repeated, ...opened } = await openCase(parts.db, {
      caseId: params.id,
      userId,
      commitmentId: body.commitment_id,
      playerSeed: body.player_seed,
      now,
    });
    return opened;
  });

  handle(app, calls.listOpenings, async ({ query, userId, parts }) => listOpenings(parts.db, userId, query));
}
