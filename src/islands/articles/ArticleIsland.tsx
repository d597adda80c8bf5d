import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { DetailPage } from '../shared/DetailPage.tsx';
import { useAddressId } from '../shared/use-address-id.ts';
import { ArticleView } from './ArticleView.tsx';
import { type Area, places } from './article-address.ts';
import { $article, loadArticle } from './article-store.ts';
import './article.css';

interface Props {
  readonly area: Area;
  /** `KnownArticle`, if the build knows this article. */
  readonly known?: ReactNode;
}

export function ArticleIsland({ area, known }: Props) {
  const place = places[area];
  return (
    <DetailPage
      noun="article"
      {...place}
      id={useAddressId(place.pattern)}
      load={useStore($article, { ssr: 'initial' })}
      ask={loadArticle}
      of={({ article: { id, title: name } }) => ({ id, name })}
      skeleton={<ArticleSkeleton />}
      known={known}
    >
      {(info) => <ArticleView info={info} area={area} known={known} key={info.article.id} />}
    </DetailPage>
  );
}

function ArticleSkeleton() {
  return (
    <div className="article" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading the article" />
      {['a', 'b', 'c', 'd'].map((paragraph) => (
        <p key={paragraph}>
          <span className="skeleton line" />
          <span className="skeleton line" />
          <span className="skeleton line short" />
        </p>
      ))}
    </div>
  );
}
