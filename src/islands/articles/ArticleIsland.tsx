import { useStore } from '@nanostores/react';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { later } from '../shared/later.tsx';
import { useAsked, useName, useNumber } from '../shared/use-numbered.ts';
import { ArticleView } from './ArticleView.tsx';
import { type Area, places } from './article-address.ts';
import { $articleInfo, loadArticle } from './store.ts';
import './article.css';

/** Of the same page, and for browsers of the same file. */
export { ArticleHeadingIsland } from './ArticleHeadingIsland.tsx';

// Most who come here come to an article.
const ArticleList = later(async () => (await import('./ArticleList.tsx')).ArticleList, Waiting);

/** The page of one article, and without a number the list of all: one pre-rendered shell answers for every address. */
export function ArticleIsland({ area }: { readonly area: Area }) {
  const place = places[area];
  const id = useNumber(place.pattern);
  const load = useStore($articleInfo, { ssr: 'initial' });
  const current = useAsked(id, loadArticle);
  const info = current ? shown(load) : undefined;
  const failure = current && load.state === 'failed' ? load.error : undefined;
  const missing = id === 0 || failure?.code === 'not_found';
  const article = missing ? undefined : info?.article;

  useName(
    place.pattern,
    id === null ? 'Articles' : missing ? 'Article not found' : article?.title,
    article && place.href(article.id, article.title),
  );

  if (id === null) return <ArticleList area={area} />;
  if (missing)
    return (
      <Empty level={2} title="There is no such article">
        <p>It may have been taken away, or the address is incomplete.</p>
        <a className="button quiet small" href={place.pattern.replace(/\/\{.*$/, '')}>
          See all articles
        </a>
      </Empty>
    );
  if (info) return <ArticleView info={info} area={area} failure={failure?.message} key={info.article.id} />;
  if (id && failure !== undefined)
    return (
      <Failed
        level={2}
        title="The article could not be loaded"
        reason={failure.message}
        onRetry={() => loadArticle(id)}
      />
    );
  return <Waiting />;
}

function Waiting() {
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
