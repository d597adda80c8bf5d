import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { shown } from '../../../lib/stores/load.ts';
import { Button } from '../../shared/Button.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { LoadMore } from '../../shared/Pager.tsx';
import { Stale } from '../../shared/Stale.tsx';
import {
  $gameArticles,
  type ArticleType,
  FEW_ARTICLES,
  loadGameArticles,
  loadGameExtras,
  loadMoreGameArticles,
} from './extras-store.ts';

interface Props {
  gameId: number;
  game: string;
  area: 'guest' | 'user';
}

const types = { all: 'All', news: 'News', guide: 'Guides', review: 'Reviews' } as const;

interface Wanted {
  /** "More articles" */
  readonly what: string;
  ask(): Promise<void>;
}

/** What was written about the game: the newest few, and on demand all of them by type. Nothing where there is nothing. */
export function GameArticles({ gameId, game, area }: Props) {
  const load = useStore($gameArticles, { ssr: 'initial' });
  const articles = shown(load);
  /**
   * What was asked for by hand: where that failed, it is tried again, and nothing else. Null for what comes by itself, undefined before
   * that: what failed at an earlier visit isn't told.
   */
  const [wanted, setWanted] = useState<Wanted | null>();
  const want = (what: string, ask: () => Promise<void>) => {
    setWanted({ what, ask });
    return ask();
  };
  const wantType = (type: ArticleType) =>
    want(type === 'all' ? 'More articles' : types[type], () => loadGameArticles(gameId, type));
  useEffect(() => {
    setWanted(null);
    // The game's rewards (GameRewards) come with its articles.
    void loadGameExtras(gameId);
  }, [gameId]);
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
          <Button quiet small onPress={() => wantType('all')}>
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
              onClick={() => wantType(one)}
            >
              {types[one]}
            </button>
          ))}
        </fieldset>
      )}
      {load.state === 'failed' && wanted === null && (
        <Stale reason={load.error.message} onRetry={() => loadGameExtras(gameId)} />
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
      {load.state === 'failed' && wanted ? (
        <Failed
          title={`${wanted.what} could not be loaded`}
          reason={load.error.message}
          onRetry={wanted.ask}
        />
      ) : (
        paged &&
        data.length > 0 && (
          <LoadMore
            shown={data.length}
            total={paged.next_page_url === null ? data.length : paged.total}
            noun="articles"
            busy={load.state === 'loading'}
            onMore={() => want('More articles', loadMoreGameArticles)}
          />
        )
      )}
    </section>
  );
}
