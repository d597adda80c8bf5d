import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { longDate } from '../../lib/format/dates.ts';
import { hrefs } from '../../lib/routes.ts';
import {
  $gameArticles,
  FEW_ARTICLES,
  loadGameArticles,
  loadGameExtras,
  loadMoreGameArticles,
} from '../../lib/stores/game-extras.ts';
import { shown } from '../../lib/stores/load.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/Pager.tsx';

interface Props {
  gameId: number;
  game: string;
  area: 'guest' | 'user';
}

const types = { all: 'All', news: 'News', guide: 'Guides', review: 'Reviews' } as const;

/** What was written about the game: the newest few, and on demand all of them by type. Nothing where there is nothing. */
export function GameArticles({ gameId, game, area }: Props) {
  const load = useStore($gameArticles, { ssr: 'initial' });
  const articles = shown(load);
  // The game's rewards (GameRewards) come with its articles.
  useEffect(() => void loadGameExtras(gameId), [gameId]);
  const href = area === 'user' ? hrefs.userArticle : hrefs.guestArticle;
  if (load.state === 'failed' && !articles)
    return (
      <Failed
        title={`The articles about ${game} could not be loaded`}
        reason={load.error.message}
        onRetry={() => loadGameExtras(gameId)}
      />
    );
  if (articles?.gameId !== gameId || (articles.data.length === 0 && articles.paged === null)) return null;
  const { data, paged, type } = articles;
  return (
    <section className="game-articles" aria-labelledby="game-articles">
      <div className="section-title">
        <h2 id="game-articles">Articles about {game}</h2>
        {paged === null && data.length === FEW_ARTICLES && (
          <Button quiet small onPress={() => loadGameArticles(gameId, 'all')}>
            Show all
          </Button>
        )}
      </div>
      {paged && (
        <fieldset className="chips tools">
          <legend className="unseen">Type of article</legend>
          {ARTICLE_TYPES.map((one) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={one === type}
              onClick={() => loadGameArticles(gameId, one)}
            >
              {types[one]}
            </button>
          ))}
        </fieldset>
      )}
      {data.length === 0 ? (
        <p className="muted">Nothing of this kind yet.</p>
      ) : (
        <ul aria-busy={load.state === 'loading'}>
          {data.map(({ id, title, summary, type: kind, published_at: at }) => (
            <li key={id}>
              <small>
                {kind && <span className="label">{kind}</span>}{' '}
                {at && <time dateTime={at}>{longDate(at)}</time>}
              </small>
              <h3>
                <a href={href(id, title)}>{title || `Article ${id}`}</a>
              </h3>
              <p>{summary}</p>
            </li>
          ))}
        </ul>
      )}
      {load.state === 'failed' && (
        <Failed
          title="More articles could not be loaded"
          reason={load.error.message}
          onRetry={() => loadGameArticles(gameId, type)}
        />
      )}
      {paged && data.length > 0 && (
        <LoadMore
          shown={data.length}
          total={paged.more ? paged.total : data.length}
          noun="articles"
          busy={load.state === 'loading'}
          onMore={loadMoreGameArticles}
        />
      )}
    </section>
  );
}
