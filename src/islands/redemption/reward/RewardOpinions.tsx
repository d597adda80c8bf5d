import { useStore } from '@nanostores/react';
import type { RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { Opinions } from '../../shared/Opinions.tsx';
import { myTexts } from '../../shared/stores/my-texts.ts';
import { rewardOpinions } from './opinions-store.ts';

interface Props {
  readonly info: RewardInfo;
  /** The reader's own id. Null for a guest. */
  readonly me: number | null;
}

export function RewardOpinions({ info, me }: Props) {
  return (
    <Opinions
      heading="Reviews"
      texts={myTexts}
      place={`reward ${info.reward.id}`}
      opinions={info.opinions}
      liked={info.likedOpinions}
      rating={info.reward}
      me={me}
      state={useStore(rewardOpinions.$opinions, { ssr: 'initial' })}
      verifiedWords="redeemed it"
      acts={rewardOpinions}
    />
  );
}
