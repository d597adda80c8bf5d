import { useStore } from '@nanostores/react';
import type { ArticleInfo } from '../../lib/contract/articles/articles.ts';
import { Opinions } from '../shared/Opinions.tsx';
import { myTexts } from '../shared/stores/my-texts.ts';
import { articleOpinions } from './comments-store.ts';

interface Props {
  readonly info: ArticleInfo;
  /** The reader's own id. Null for a guest. */
  readonly me: number | null;
}

export function Comments({ info, me }: Props) {
  return (
    <Opinions
      heading="Comments"
      texts={myTexts}
      place={`article ${info.article.id}`}
      opinions={info.opinions}
      liked={info.likedOpinions}
      rating={info.article}
      me={me}
      state={useStore(articleOpinions.$opinions, { ssr: 'initial' })}
      verifiedWords="earned there"
      open
      acts={articleOpinions}
    />
  );
}
