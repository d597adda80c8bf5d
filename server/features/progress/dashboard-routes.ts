import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/progress/dashboard.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listQuests } from '../arcade/quests.ts';
import { listArticles } from '../articles/articles.ts';
import { listTransactions } from '../ledger/transactions.ts';

export function dashboardRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getWeeklyQuests, async ({ userId, parts, now }) => ({
    weekly_quests: await listQuests(parts.db.drizzle, { period: 'weekly' }, userId, now),
  }));

  handle(app, calls.listDashboardArticles, async ({ query, parts }) => listArticles(parts.db, query));

  handle(app, calls.listTransactions, async ({ query, userId, parts }) =>
    listTransactions(parts.db, userId, query),
  );
}
