import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { extensions } from '../../lib/host.ts';
import { Articles, articleTypes } from '../shared/Articles.tsx';
import { Chips } from '../shared/Chips.tsx';
import { Empty } from '../shared/Empty.tsx';
import { KnownPlace } from '../shared/Known.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { changeAddress, pageIn, useQuery, withQuery } from '../shared/use-address.ts';
import { useList } from '../shared/use-list.ts';
import { type Area, places } from './article-address.ts';
import { $articleList, type ArticleType, loadArticleList } from './articles-store.ts';
import '../shared/articles.css';
import './article.css';

interface Props {
  readonly area: Area;
  /** `KnownArticles`, if the host's articles are the build's. */
  readonly known?: ReactNode;
}

/** All articles, newest first. Type and page are in the address. */
export function ArticlesIsland({ area, known }: Props) {
  const { pattern, href } = places[area];
  const query = useQuery(pattern);
  const given = new URLSearchParams(query ?? '').get('type');
  const type = ARTICLE_TYPES.find((one) => one === given) ?? 'all';
  const page = pageIn(query);
  const load = useStore($articleList, { ssr: 'initial' });
  const states = useList(asList(load, query === null ? null : { type, page }), loadArticleList);

  const show = (next: ArticleType) =>
    changeAddress(withQuery(location.pathname, next === 'all' ? {} : { type: next }), 'push');
  return (
    <>
      <Chips
        legend="Type of article"
        values={ARTICLE_TYPES}
        words={articleTypes}
        value={type}
        onChoose={show}
      />
      <PagedList
        {...states}
        what="the articles"
        skeleton={
          extensions && known && type === 'all' && page === 1 ? (
            <KnownPlace>{known}</KnownPlace>
          ) : (
            <RowSkeleton count={6} />
          )
        }
        nothing={
          <Empty level={2} title="Nothing here yet">
            <p>Try another filter.</p>
            <button type="button" className="button quiet small" onClick={() => show('all')}>
              Show all articles
            </button>
          </Empty>
        }
      >
        {(articles) => <Articles articles={articles} href={href} level={2} />}
      </PagedList>
    </>
  );
}
