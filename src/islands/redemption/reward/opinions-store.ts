/** The opinions on a reward. The page loads this store once the reward is shown. */
import { request } from '../../../lib/client/client.ts';
import { getReward } from '../../../lib/contract/catalogue/rewards.ts';
import * as calls from '../../../lib/contract/opinions/opinions.ts';
import { callerId } from '../../../lib/session/session.ts';
import { createOpinions, ratingOf } from '../../shared/stores/opinions.ts';
import { rewardLoader } from './reward-info-store.ts';

export const rewardOpinions = createOpinions(
  rewardLoader,
  {
    id: ({ reward }) => reward.id,
    read: ({ reward, opinions, likedOpinions }) => ({ rating: reward, opinions, liked: likedOpinions }),
    write: (info, { rating, opinions, liked }) => ({
      ...info,
      reward: { ...info.reward, ...ratingOf(rating) },
      opinions,
      likedOpinions: [...liked],
    }),
  },
  {
    write: (id, text) =>
      request(calls.createRewardOpinion, { params: { id }, body: { user_id: callerId(), opinion: text } }),
    like: (opinionId) =>
      request(calls.likeRewardOpinion, { params: { id: opinionId }, body: { userId: callerId() } }),
    rate: (id, stars) =>
      request(calls.rateReward, { params: { id, rate: stars }, body: { user_id: callerId() } }),
    page: (id, page) => request(getReward, { params: { id }, query: { page } }),
  },
);
