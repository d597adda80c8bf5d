import type { Hono } from 'hono';
import { getLeaderboard, setLeaderboard } from '../../src/lib/contract/leaderboard.ts';
import { exportTransactions, getStanding } from '../../src/lib/contract/standing.ts';
import type { ApiEnv } from '../app-parts.ts';
import { exportTransactions as exported } from '../domain/dashboard.ts';
import { getLeaderboard as leaderboardOf, setLeaderboard as showAs } from '../domain/leaderboard.ts';
import { getStanding as standingOf } from '../domain/standing.ts';
import { handle } from './route.ts';

export function standingRoutes(app: Hono<ApiEnv>): void {
  handle(app, getStanding, async ({ userId, parts, now }) =>
    standingOf(parts.db, userId, parts.playBudget, now),
  );

  handle(app, exportTransactions, async ({ query, userId, parts }) =>
    exported(parts.db, userId, query.before),
  );

  handle(app, getLeaderboard, async ({ query, userId, parts, now }) =>
    leaderboardOf(parts.db, { userId, span: query.span, gameId: query.game_id, now }),
  );

  handle(app, setLeaderboard, async ({ body, userId, parts }) => ({
    shown_as: await showAs(parts.db, userId, body.shown_as),
  }));
}
