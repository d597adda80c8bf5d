/** Turning rewards on and off, for operators. */
import { request } from '../../lib/client/client.ts';
import {
  listOperatorRewards,
  type OperatorReward,
  pauseReward,
  resumeAllRewards,
  resumeReward,
} from '../../lib/contract/operator-rewards.ts';
import { attempt, listSource, type Outcome } from './section-store.ts';

export const rewards = listSource<OperatorReward>((query) => request(listOperatorRewards, { query }));

/** Runs an act, then refetches the list, also after a rejection, because something has changed. */
async function onRewards<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  await rewards.again();
  return outcome;
}

export const resume = (id: number) => onRewards(() => request(resumeReward, { params: { id } }));
export const pause = (id: number) => onRewards(() => request(pauseReward, { params: { id } }));
export const resumeAll = () => onRewards(() => request(resumeAllRewards, {}));
