import { useStore } from '@nanostores/react';
import { DetailPage } from '../shared/DetailPage.tsx';
import { lazy } from '../shared/lazy.tsx';
import { useAddressId } from '../shared/use-address-id.ts';
import { ArticleView } from './ArticleView.tsx';
import { type Area, places } from './article-address.ts';
import { $article, loadArticle } from './article-store.ts';
import '../shared/articles.css';
import './article.css';

// Most who come here come to an article.
const ArticleList = lazy(async () => (await import('./ArticleList.tsx')).ArticleList, ArticleSkeleton);

/** One article; without a number in the address the list of all. */
export function ArticleIsland({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  const id = useAddressId(pattern);
  const load = useStore($article, { ssr: 'initial' });
  if (id === null) return <ArticleList area={area} />;
  return (
    <DetailPage
      noun="article"
      id={id}
      load={load}
      ask={loadArticle}
      list={list}
      nameOf={({ article }) => article.title}
      pattern={pattern}
      hrefOf={({ article }) => href(article.id, article.title)}
      skeleton={<ArticleSkeleton />}
    >
      {(info) => <ArticleView info={info} area={area} key={info.article.id} />}
    </DetailPage>
  );
}

function ArticleSkeleton() {
  return (
    <div className="article" aria-busy="true">
      <p className="unseen" role="status">
        Loading the article
      </p>
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
