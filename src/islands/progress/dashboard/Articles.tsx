import { useStore } from '@nanostores/react';
import type { ArticleCard } from '../../../lib/contract/dashboard.ts';
import { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { asList } from '../../../lib/stores/load.ts';
import type { Paged } from '../../../lib/stores/pages.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { useList } from '../../shared/use-list.ts';
import { show } from './dashboard-view.ts';
import { $articles, type DashboardArticles, loadArticles } from './store.ts';

const types = {
  all: 'All',
  news: 'News',
  guide: 'Guides',
  review: 'Reviews',
} as const satisfies Record<DashboardArticles, string>;

/** What there is to read, newest first. */
export function Articles({ type }: { readonly type: DashboardArticles }) {
  const load = useStore($articles, { ssr: 'initial' });
  const { list, failure, busy } = useList(asList(load, type));
  return (
    <section aria-labelledby="articles">
      <div className="section-title">
        <h2 id="articles">Articles</h2>
      </div>
      <fieldset className="chips tools">
        <legend className="unseen">Type of article</legend>
        {ARTICLE_TYPES.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === type}
            onClick={() => show({ articles: one })}
          >
            {types[one]}
          </button>
        ))}
      </fieldset>
      {failure !== undefined ? (
        <Failed
          title="The articles could not be loaded"
          reason={failure}
          onRetry={() => loadArticles(type)}
        />
      ) : (
        <List articles={list} busy={busy} onAll={() => show({ articles: 'all' })} />
      )}
    </section>
  );
}

interface ListProps {
  articles: Paged<ArticleCard> | undefined;
  busy: boolean;
  onAll: () => void;
}

function List({ articles, busy, onAll }: ListProps) {
  if (!articles) return <RowSkeleton count={4} />;
  const { data, total } = articles;
  if (data.length === 0)
    return (
      <Empty title="Nothing of this kind yet">
        <p>Other articles may be there all the same.</p>
        <button type="button" className="button quiet small" onClick={onAll}>
          Show all articles
        </button>
      </Empty>
    );
  return (
    <>
      <ul className="articles" aria-busy={busy}>
        {data.map(({ id, title, summary, type, published_at: at }) => (
          <li key={id}>
            <small>
              {type && <span className="label">{type}</span>}{' '}
              {at && <time dateTime={at}>{longDate(at)}</time>}
            </small>
            <h3>
              <a href={hrefs.userArticle(id, title)}>{title || `Article ${id}`}</a>
            </h3>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
      <p className="end-line">
        {data.length < total
          ? `The newest ${data.length} of ${total} articles.`
          : total === 1
            ? 'That is the only one.'
            : `That is all ${total} articles.`}
      </p>
    </>
  );
}
