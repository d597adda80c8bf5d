import type { Hono } from 'hono';
import { checkReward, getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { type RewardReader, setGoal } from './rewards.ts';

export function rewardRoutes(app: Hono<ApiEnv>, reader: RewardReader): void {
  handle(app, listRewards, async ({ query }) =>
    reader.list({
      page: query.page,
      per_page: query.per_page,
      search: query['game-name'],
      sort: query['sort-by'],
    }),
  );

  handle(app, getReward, async ({ params, query, userId, now }) =>
    reader.get(params.id, userId, query.page, now),
  );

  handle(app, checkReward, async ({ parts, params, userId }) => setGoal(parts.db, userId, params.id));
}
