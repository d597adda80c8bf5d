import type { Hono } from 'hono';
import { exportTransactions } from '../../../src/lib/contract/ledger/ledger-export.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { getLeaderboard, setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { exportTransactions as exported } from '../ledger/transactions.ts';
import { getAccountStats as statsOf } from './account-stats.ts';
import { getLeaderboard as leaderboardOf, setLeaderboard as showAs } from './leaderboard.ts';

export function progressRoutes(app: Hono<ApiEnv>): void {
  handle(app, getAccountStats, async ({ userId, parts, now }) =>
    statsOf(parts.db, userId, { budget: parts.playBudget, mailsArrive: parts.mailsArrive, now }),
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
