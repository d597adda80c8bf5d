/** Which rewards can be redeemed, for operators. */
import * as api from '../../lib/api/operator-rewards.ts';
import type { OperatorReward } from '../../lib/contract/operator-rewards.ts';
import { attempt, listSource, type Outcome } from './section-store.ts';

export const rewards = listSource<OperatorReward>((query) => api.listOperatorRewards(query));

/** The list is fetched anew also where the act was refused: something has changed. */
async function onRewards<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  await rewards.again();
  return outcome;
}

export const resume = (id: number) => onRewards(() => api.resumeReward(id));
export const pause = (id: number) => onRewards(() => api.pauseReward(id));
export const resumeAll = () => onRewards(() => api.resumeAllRewards());
