import { useStore } from '@nanostores/react';
import type { GameInfo } from '../../../lib/contract/games.ts';
import { myTexts } from '../../../lib/stores/my-texts.ts';
import { Opinions } from '../../shared/Opinions.tsx';
import { gameTalk } from './opinions-store.ts';

interface Props {
  info: GameInfo;
  /** The reader's own id; null for a guest. */
  me: number | null;
}

export function GameOpinions({ info, me }: Props) {
  const talk = useStore(gameTalk.$talk, { ssr: 'initial' });
  const isLoadMore = useStore(gameTalk.$isLoadMore, { ssr: 'initial' });
  const hasMore = useStore(gameTalk.$opinionsHasNextPage, { ssr: 'initial' });
  return (
    <Opinions
      heading="Opinions"
      texts={myTexts}
      place={`game ${info.game.id}`}
      about={info.game.name}
      opinions={info.opinions}
      liked={info.userLikedOpinions}
      rating={info.game}
      me={me}
      hasMore={hasMore}
      loadingMore={isLoadMore}
      refused={talk.state === 'refused' ? talk : undefined}
      verifiedWords="earned here"
      acts={gameTalk}
    />
  );
}
