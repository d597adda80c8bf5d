import type { Hono } from 'hono';
import {
  getWeeklyQuests,
  listDashboardArticles,
  listTransactions,
} from '../../../src/lib/contract/progress/dashboard.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listQuests } from '../arcade/quests.ts';
import { listArticles } from '../articles/articles.ts';
import { listTransactions as transactionsOf } from '../ledger/transactions.ts';

export function dashboardRoutes(app: Hono<ApiEnv>): void {
  handle(app, getWeeklyQuests, async ({ userId, parts, now }) => ({
    weekly_quests: await listQuests(parts.db.drizzle, { period: 'weekly' }, userId, now),
  }));

  handle(app, listDashboardArticles, async ({ query, parts }) =>
    listArticles(parts.db, query, '/api/user/dashboard/articles', { type: query.type }),
  );

  handle(app, listTransactions, async ({ query, userId, parts }) => transactionsOf(parts.db, userId, query));
}
