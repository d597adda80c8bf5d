import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/catalogue/operator-rewards.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handleOperator, type OperatorGiven } from '../admin/route.ts';
import * as domain from './admin-rewards.ts';

async function switched(
  given: OperatorGiven<typeof calls.resumeReward> | OperatorGiven<typeof calls.pauseReward>,
  on: boolean,
) {
  const { parts, params, operatorId, now } = given;
  const reward = await domain.switchReward(parts.db, { rewardId: params.id, operatorId, now }, on);
  return { reward };
}

export function operatorRewardRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listOperatorRewards, async ({ parts, query }) =>
    domain.listOperatorRewards(parts.db, query),
  );
  handleOperator(app, calls.resumeReward, (given) => switched(given, true));
  handleOperator(app, calls.pauseReward, (given) => switched(given, false));
  handleOperator(app, calls.resumeAllRewards, async ({ parts, operatorId, now }) => ({
    resumed: await domain.switchAll(parts.db, { operatorId, now }, true),
  }));
  handleOperator(app, calls.pauseAllRewards, async ({ parts, operatorId, now }) => ({
    paused: await domain.switchAll(parts.db, { operatorId, now }, false),
  }));
}
