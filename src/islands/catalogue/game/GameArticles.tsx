import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Articles, articleTypes } from '../../shared/Articles.tsx';
import { Button } from '../../shared/Button.tsx';
import { Chips } from '../../shared/Chips.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { shown } from '../../shared/stores/load.ts';
import {
  $gameData,
  FEW_ARTICLES,
  loadGameArticles,
  loadGameData,
  loadMoreGameArticles,
  retryGameArticles,
} from './game-data-store.ts';

interface Props {
  gameId: number;
  game: string;
  area: 'guest' | 'user';
}

/** Articles about the game: the newest few, and on request all of them by type. Renders nothing if there are none. */
export function GameArticles({ gameId, game, area }: Props) {
  const load = useStore($gameData, { ssr: 'initial' }).articles;
  const articles = shown(load);
  // Don't show a failure from an earlier visit.
  const [asked, setAsked] = useState<number>();
  useEffect(() => {
    setAsked(gameId);
    // This also loads the game's rewards (GameRewards).
    void loadGameData(gameId);
  }, [gameId]);
  const failure = asked === gameId && load.state === 'failed' ? load.error : undefined;
  if (articles === undefined ? failure === undefined : articles.gameId !== gameId) return null;
  if (articles && articles.data.length === 0 && articles.paged === null) return null;
  const isFew = articles?.paged === null && articles.data.length === FEW_ARTICLES;
  return (
    <section className="game-articles" aria-labelledby="game-articles">
      <div className="section-title">
        <h2 id="game-articles">Articles about {game}</h2>
        {isFew && (
          <Button quiet small onPress={() => loadGameArticles(gameId, 'all')}>
            Show all
          </Button>
        )}
      </div>
      {articles?.paged && (
        <Chips
          legend="Type of article"
          values={ARTICLE_TYPES}
          words={articleTypes}
          value={articles.type}
          onChoose={(type) => loadGameArticles(gameId, type)}
        />
      )}
      <PagedList
        what="the articles"
        list={articles && (articles.paged ?? { ...NO_PAGES, ...articles, total: articles.data.length })}
        failure={failure}
        busy={load.state === 'loading'}
        level={3}
        onRetry={retryGameArticles}
        skeleton={null}
        nothing={<p className="muted">Nothing here yet.</p>}
        more={{ noun: 'articles', onPress: loadMoreGameArticles }}
      >
        {(data) => (
          <Articles
            articles={data}
            href={area === 'user' ? hrefs.userArticle : hrefs.guestArticle}
            level={3}
          />
        )}
      </PagedList>
    </section>
  );
}

/** The paging for the newest few, which have no pages. */
const NO_PAGES = { current_page: 1, next_page_url: null };
