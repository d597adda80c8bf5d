/** What belongs to a game besides itself: its articles and its rewards (spec section 7). Fetched once the game is shown. */
import { computed } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { listGameArticles, listGameRewards, showGameArticles } from '../../../lib/contract/articles.ts';
import type { ArticleCard } from '../../../lib/contract/dashboard.ts';
import type { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import type { RewardCard } from '../../../lib/contract/rewards.ts';
import { createLoader, known, shown } from '../../shared/stores/load.ts';
import { type Paged, withEarlier, withNext } from '../../shared/stores/pages.ts';

export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** How many articles are on the game's page before one asks for all. */
export const FEW_ARTICLES = 3;
const FEW_REWARDS = 6;

export interface GameArticles {
  readonly gameId: number;
  readonly type: ArticleType;
  readonly data: readonly ArticleCard[];
  /** Null: the newest few, and it isn't known how many there are. */
  readonly paged: Paged<ArticleCard> | null;
}
export interface GameRewards {
  readonly gameId: number;
  readonly data: readonly RewardCard[];
  /** Null where a host doesn't count them. */
  readonly total: number | null;
}

const articles = createLoader<GameArticles>();
const rewards = createLoader<GameRewards>();
export const $gameData = computed([articles.$load, rewards.$load], (articles, rewards) => ({
  articles,
  rewards,
}));

/** The newest few articles and the rewards of a game; of one that is come back to, all articles that were shown. */
export async function loadGameData(gameId: number): Promise<void> {
  const before = known(articles.$load.get(), gameId);
  const fetch = async (): Promise<GameArticles> => {
    if (!before?.paged) {
      const params = { id: gameId, type: 'all', count: FEW_ARTICLES } as const;
      const { articles: data } = await request(showGameArticles, { params });
      return { gameId, type: 'all', data, paged: null };
    }
    const first = await articlesPage(gameId, before.type);
    return part(gameId, before.type, withEarlier<Paged<ArticleCard>>(first, before.paged));
  };
  await Promise.all([articles.run(fetch, before !== undefined, gameId), loadGameRewards(gameId)]);
}

export function loadGameRewards(gameId: number): Promise<void> {
  return rewards.run(
    async () => {
      const { data, total } = await request(listGameRewards, {
        params: { id: gameId },
        query: { page: 1, per_page: FEW_REWARDS },
      });
      return { gameId, data, total };
    },
    known(rewards.$load.get(), gameId) !== undefined,
    gameId,
  );
}

const articlesPage = (id: number, type: ArticleType, page = 1) =>
  request(listGameArticles, { params: { id, type }, query: { page } });

const part = (gameId: number, type: ArticleType, paged: Paged<ArticleCard>): GameArticles => ({
  gameId,
  type,
  data: paged.data,
  paged,
});

/** All of the game's articles of one type, from the first page. */
export function loadGameArticles(gameId: number, type: ArticleType): Promise<void> {
  return articles.run(async () => part(gameId, type, await articlesPage(gameId, type)), true);
}

export const retryGameArticles = (): Promise<void> => articles.retry();

/** Appends the next page; does nothing at the end. */
export async function loadMoreGameArticles(): Promise<void> {
  const before = shown(articles.$load.get());
  if (!before?.paged?.next_page_url || articles.$load.get().state === 'loading') return;
  const { gameId, type, paged } = before;
  await articles.run(async () => {
    const next = await articlesPage(gameId, type, paged.current_page + 1);
    return part(gameId, type, withNext<Paged<ArticleCard>>(paged, next));
  }, true);
}
