/** Turning rewards on and off, for operators. */
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/catalogue/operator-rewards.ts';
import { actOn, listSource } from './section-store.ts';

export const rewards = listSource<calls.OperatorReward>((query) =>
  request(calls.listOperatorRewards, { query }),
);

export const resume = (id: number) => actOn(rewards, () => request(calls.resumeReward, { params: { id } }));
export const pause = (id: number) => actOn(rewards, () => request(calls.pauseReward, { params: { id } }));
export const pauseAll = () => actOn(rewards, () => request(calls.pauseAllRewards, {}));
export const resumeAll = () => actOn(rewards, () => request(calls.resumeAllRewards, {}));
