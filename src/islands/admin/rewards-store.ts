/** Turning rewards on and off, for operators. */
import { request } from '../../lib/client/client.ts';
import {
  listOperatorRewards,
  type OperatorReward,
  pauseReward,
  resumeAllRewards,
  resumeReward,
} from '../../lib/contract/catalogue/operator-rewards.ts';
import { actOn, listSource } from './section-store.ts';

export const rewards = listSource<OperatorReward>((query) => request(listOperatorRewards, { query }));

export const resume = (id: number) => actOn(rewards, () => request(resumeReward, { params: { id } }));
export const pause = (id: number) => actOn(rewards, () => request(pauseReward, { params: { id } }));
export const resumeAll = () => actOn(rewards, () => request(resumeAllRewards, {}));
