/** What of a reward's page comes once the reward stands, in one file. */
export { Bought } from './Bought.tsx';
export { Confirm } from './Confirm.tsx';
export { InTheWay } from './InTheWay.tsx';
export { RewardOpinions } from './RewardOpinions.tsx';
export { SimilarRewards } from './SimilarRewards.tsx';
