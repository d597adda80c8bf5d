import { useStore } from '@nanostores/react';
import type { GameInfo } from '../../../lib/contract/catalogue/game.ts';
import { extensions } from '../../../lib/host.ts';
import { Opinions } from '../../shared/Opinions.tsx';
import { myTexts } from '../../shared/stores/my-texts.ts';
import { gameOpinions } from './opinions-store.ts';

interface Props {
  info: GameInfo;
  /** The reader's own id. Null for a guest. */
  me: number | null;
}

export function GameOpinions({ info, me }: Props) {
  return (
    <Opinions
      heading="Reviews"
      texts={myTexts}
      place={`game ${info.game.id}`}
      opinions={info.opinions}
      liked={info.userLikedOpinions}
      disliked={info.userDislikedOpinions ?? []}
      rating={info.game}
      isRatingRead={!extensions}
      me={me}
      state={useStore(gameOpinions.$opinions, { ssr: 'initial' })}
      verifiedWords="earned here"
      acts={gameOpinions}
    />
  );
}
