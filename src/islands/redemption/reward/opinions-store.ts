/** What people say about a reward. Its page asks for it once the reward stands. */
import { createRewardOpinion, likeRewardOpinion, rateReward } from '../../../lib/api/opinions.ts';
import { getReward } from '../../../lib/api/rewards.ts';
import { callerId } from '../../../lib/session/session.ts';
import { createTalk } from '../../../lib/stores/talk.ts';
import { rewardLoader } from './store.ts';

export const rewardTalk = createTalk(
  rewardLoader,
  {
    id: ({ reward }) => reward.id,
    read: ({ reward, opinions, likedOpinions }) => ({ rating: reward, opinions, liked: likedOpinions }),
    write: (info, { rating, opinions, liked }) => ({
      ...info,
      reward: { ...info.reward, rate: rating.rate, rate_count: rating.rate_count, isRated: rating.isRated },
      opinions,
      likedOpinions: [...liked],
    }),
  },
  {
    write: (id, text) => createRewardOpinion(id, callerId(), text),
    like: (opinionId) => likeRewardOpinion(opinionId, callerId()),
    rate: (id, stars) => rateReward(id, stars, callerId()),
    page: getReward,
  },
);
