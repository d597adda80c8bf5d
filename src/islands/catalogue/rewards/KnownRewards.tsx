import { Known } from '../../shared/Known.tsx';
import { type FiledReward, knownRewards } from '../../shared/known-rewards.ts';
import { RewardGrid } from './RewardGrid.tsx';

interface Props {
  readonly rewards: readonly FiledReward[];
  readonly area: 'user' | 'guest';
}

export function KnownRewards({ rewards, area }: Props) {
  return (
    <Known entries={knownRewards(rewards)} nouns={['reward', 'rewards']}>
      {(cards) => <RewardGrid rewards={cards} area={area} available={null} />}
    </Known>
  );
}
