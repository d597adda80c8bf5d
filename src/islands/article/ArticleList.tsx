import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ARTICLE_TYPES, PER_PAGE } from '../../lib/contract/limits.ts';
import { longDate } from '../../lib/format/dates.ts';
import { $articleList, type ArticleType, loadArticleList } from '../../lib/stores/articles.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { changeAddress, useQuery, withQuery } from '../ui/use-address.ts';
import { type Area, places } from './article-address.ts';

const types = { all: 'All', news: 'News', guide: 'Guides', review: 'Reviews' } as const;
const isType = (given: string | null): given is ArticleType => ARTICLE_TYPES.some((type) => type === given);

/** All articles, the newest first; type and page stand in the address. */
export function ArticleList({ area }: { readonly area: Area }) {
  const { pattern, href } = places[area];
  const query = useQuery(pattern);
  const load = useStore($articleList, { ssr: 'initial' });
  const asked = new URLSearchParams(query ?? '');
  const given = asked.get('type');
  const type = isType(given) ? given : 'all';
  const page = /^[1-9]\d{0,5}$/.test(asked.get('page') ?? '') ? Number(asked.get('page')) : 1;

  useEffect(() => {
    if (query !== null) void loadArticleList({ type, page });
  }, [query, type, page]);

  const go = (change: { type?: ArticleType; page?: number }) => {
    const next = { type, page: 1, ...change };
    const values: Record<string, string> = {};
    if (next.type !== 'all') values.type = next.type;
    if (next.page !== 1) values.page = String(next.page);
    changeAddress(withQuery(location.pathname, values), 'push');
  };

  const articles = shown(load);
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
            onClick={() => go({ type: one })}
          >
            {types[one]}
          </button>
        ))}
      </fieldset>
      {load.state === 'failed' ? (
        <Failed
          level={2}
          title="The articles could not be loaded"
          reason={load.error.message}
          onRetry={() => loadArticleList({ type, page })}
        />
      ) : !articles ? (
        <RowSkeleton count={6} />
      ) : articles.data.length === 0 ? (
        <Empty level={2} title="Nothing of this kind yet">
          <p>Other articles may be there all the same.</p>
          <button type="button" className="button quiet small" onClick={() => go({ type: 'all' })}>
            Show all articles
          </button>
        </Empty>
      ) : (
        <>
          <ul className="articles" aria-busy={load.state === 'loading'}>
            {articles.data.map(({ id, title, summary, type: kind, published_at: at }) => (
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
          <Pages
            page={page}
            lastPage={Math.max(1, Math.ceil(articles.total / PER_PAGE))}
            onPage={(next) => go({ page: next })}
          />
        </>
      )}
    </div>
  );
}
