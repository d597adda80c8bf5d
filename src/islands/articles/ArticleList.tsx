import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { longDate } from '../../lib/format/dates.ts';
import { asList } from '../../lib/stores/load.ts';
import { Empty } from '../shared/Empty.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { changeAddress, pageIn, useQuery, withQuery } from '../shared/use-address.ts';
import { useList } from '../shared/use-list.ts';
import { type Area, places } from './article-address.ts';
import { $articleList, type ArticleType, loadArticleList } from './list-store.ts';

const types = { all: 'All', news: 'News', guide: 'Guides', review: 'Reviews' } as const;

/** All articles, the newest first; type and page stand in the address. */
export function ArticleList({ area }: { readonly area: Area }) {
  const { pattern, href } = places[area];
  const query = useQuery(pattern);
  const load = useStore($articleList, { ssr: 'initial' });
  const given = new URLSearchParams(query ?? '').get('type');
  const type = ARTICLE_TYPES.find((one) => one === given) ?? 'all';
  const page = pageIn(query);
  const states = useList(asList(load, query === null ? null : { type, page }));

  useEffect(() => {
    if (query !== null) void loadArticleList({ type, page });
  }, [query, type, page]);

  const show = (next: ArticleType) =>
    changeAddress(withQuery(location.pathname, next === 'all' ? {} : { type: next }), 'push');
  return (
    <div className="article-list">
      <fieldset className="chips tools">
        <legend className="unseen">Type of article</legend>
        {ARTICLE_TYPES.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === type}
            onClick={() => show(one)}
          >
            {types[one]}
          </button>
        ))}
      </fieldset>
      <PagedList
        {...states}
        what="the articles"
        onRetry={() => loadArticleList({ type, page })}
        skeleton={<RowSkeleton count={6} />}
        nothing={
          <Empty level={2} title="Nothing of this kind yet">
            <p>Other articles may be there all the same.</p>
            <button type="button" className="button quiet small" onClick={() => show('all')}>
              Show all articles
            </button>
          </Empty>
        }
        end={null}
      >
        {(articles) => (
          <ul className="articles">
            {articles.map(({ id, title, summary, type: kind, published_at: at }) => (
              <li key={id}>
                <small>
                  {kind && <span className="label">{kind}</span>}{' '}
                  {at && <time dateTime={at}>{longDate(at)}</time>}
                </small>
                <h2>
                  <a href={href(id, title)}>{title || `Article ${id}`}</a>
                </h2>
                <p>{summary}</p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
