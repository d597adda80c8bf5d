import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ArticleCard } from '../../lib/contract/dashboard.ts';
import { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { longDate } from '../../lib/format/dates.ts';
import { hrefs } from '../../lib/routes.ts';
import { $articles, loadArticles, type Paged } from '../../lib/stores/dashboard.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';

type ArticleType = (typeof ARTICLE_TYPES)[number];

const types = {
  all: 'All',
  news: 'News',
  guide: 'Guides',
  review: 'Reviews',
} as const satisfies Record<ArticleType, string>;

/** What there is to read, newest first. */
export function Articles() {
  const load = useStore($articles, { ssr: 'initial' });
  const [type, setType] = useState<ArticleType>('all');
  const show = (wanted: ArticleType) => {
    setType(wanted);
    return loadArticles(wanted);
  };
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
            onClick={() => show(one)}
          >
            {types[one]}
          </button>
        ))}
      </fieldset>
      {load.state === 'failed' ? (
        <Failed
          title="The articles could not be loaded"
          reason={load.error.message}
          onRetry={() => loadArticles(type)}
        />
      ) : (
        <List articles={shown(load)} busy={load.state === 'loading'} onAll={() => show('all')} />
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
