import type { Hono } from 'hono';
import {
  getWeeklyQuests,
  listDashboardArticles,
  listTransactions,
} from '../../src/lib/contract/dashboard.ts';
import type { ApiEnv } from '../app-parts.ts';
import { listArticles } from '../domain/articles.ts';
import { listTransactions as transactionsOf } from '../domain/dashboard.ts';
import { listQuests } from '../domain/quests.ts';
import { handle } from './route.ts';

export function dashboardRoutes(app: Hono<ApiEnv>): void {
  handle(app, getWeeklyQuests, async ({ userId, parts, now }) => ({
    weekly_quests: await listQuests(parts.db.drizzle, { period: 'weekly' }, userId, now),
  }));

  handle(app, listDashboardArticles, async ({ query, parts }) =>
    listArticles(parts.db, query, '/api/user/dashboard/articles', { type: query.type }),
  );

  handle(app, listTransactions, async ({ query, userId, parts }) => transactionsOf(parts.db, userId, query));
}
