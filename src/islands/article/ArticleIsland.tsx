import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { site } from '../../lib/site.ts';
import { $articleInfo, loadArticle } from '../../lib/stores/article.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { later } from '../ui/later.tsx';
import { changeAddress, usePath } from '../ui/use-address.ts';
import { ArticleView } from './ArticleView.tsx';
import { type Area, articleIdIn, places } from './article-address.ts';
import './article.css';

/** Of the same page, and for browsers of the same file. */
export { ArticleHeadingIsland } from './ArticleHeadingIsland.tsx';

// Most who come here come to an article.
const ArticleList = later(async () => (await import('./ArticleList.tsx')).ArticleList, Waiting);

/** The page of one article, and without a number the list of all: one pre-rendered shell answers for every address. */
export function ArticleIsland({ area }: { readonly area: Area }) {
  const place = places[area];
  const id = articleIdIn(area, usePath(place.pattern));
  const load = useStore($articleInfo, { ssr: 'initial' });
  // The store keeps the article that another page loaded: until this one is asked for, it doesn't count.
  const [asked, setAsked] = useState<number | null>(null);

  useEffect(() => {
    if (!id) return;
    setAsked(id);
    void loadArticle(id);
  }, [id]);

  const current = asked === id;
  const info = current ? shown(load) : undefined;
  const failure = current && load.state === 'failed' ? load.error : undefined;
  const missing = id === 0 || failure?.code === 'not_found';
  const title = info?.article.title;

  useEffect(() => {
    if (id === null) document.title = `Articles · ${site.name}`;
    if (missing) document.title = `Article not found · ${site.name}`;
    if (title === undefined || !id) return;
    document.title = `${title} · ${site.name}`;
    const address = place.href(id, title);
    if (location.pathname !== address) changeAddress(address + location.search + location.hash, 'replace');
  }, [id, title, missing, place]);

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
