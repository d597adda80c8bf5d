/** A game's articles and rewards (spec section 7). Fetched once the game is shown. */
import { computed } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import * as calls from '../../../lib/contract/articles/articles.ts';
import type { RewardCard } from '../../../lib/contract/catalogue/rewards.ts';
import type { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import type { ArticleCard } from '../../../lib/contract/progress/dashboard.ts';
import { createLoader, known, shown } from '../../shared/stores/load.ts';
import { type Paged, withEarlier, withNext } from '../../shared/stores/pages.ts';

export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** How many articles the game's page shows at first. */
export const FEW_ARTICLES = 3;
const FEW_REWARDS = 6;

export interface GameArticles {
  readonly gameId: number;
  readonly type: ArticleType;
  readonly data: readonly ArticleCard[];
  /** Null for the newest few, whose total isn't known. */
  readonly paged: Paged<ArticleCard> | null;
}
export interface GameRewards {
  readonly gameId: number;
  readonly data: readonly RewardCard[];
  /** Null if the host doesn't count them. */
  readonly total: number | null;
}

const articles = createLoader<GameArticles>();
const rewards = createLoader<GameRewards>();
export const $gameData = computed([articles.$load, rewards.$load], (articles, rewards) => ({
  articles,
  rewards,
}));

/**
 * Loads a game's rewards and its newest few articles. The articles appear after the rewards, which are above them. On a return to
 * the same game, keeps all articles that were shown.
 */
export async function loadGameData(gameId: number): Promise<void> {
  const before = known(articles.$load.get(), gameId);
  const rewardsLoaded = loadGameRewards(gameId);
  const fetch = async (): Promise<GameArticles> => {
    if (!before?.paged) {
      const params = { id: gameId, type: 'all', count: FEW_ARTICLES } as const;
      const { articles: data } = await request(calls.showGameArticles, { params });
      return { gameId, type: 'all', data, paged: null };
    }
    const first = await articlesPage(gameId, before.type);
    return part(gameId, before.type, withEarlier<Paged<ArticleCard>>(first, before.paged));
  };
  const afterRewards = async () => {
    const value = await fetch();
    await rewardsLoaded;
    return value;
  };
  await articles.run(afterRewards, before !== undefined, gameId);
}

export function loadGameRewards(gameId: number): Promise<void> {
  return rewards.run(
    async () => {
      const { data, total } = await request(calls.listGameRewards, {
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
  request(calls.listGameArticles, { params: { id, type }, query: { page } });

const part = (gameId: number, type: ArticleType, paged: Paged<ArticleCard>): GameArticles => ({
  gameId,
  type,
  data: paged.data,
  paged,
});

export function loadGameArticles(gameId: number, type: ArticleType): Promise<void> {
  return articles.run(async () => part(gameId, type, await articlesPage(gameId, type)), true);
}

export const retryGameArticles = (): Promise<void> => articles.retry();

/** Appends the next page. Does nothing at the end. */
export async function loadMoreGameArticles(): Promise<void> {
  const before = shown(articles.$load.get());
  if (!before?.paged?.next_page_url || articles.$load.get().state === 'loading') return;
  const { gameId, type, paged } = before;
  await articles.run(async () => {
    const next = await articlesPage(gameId, type, paged.current_page + 1);
    return part(gameId, type, withNext<Paged<ArticleCard>>(paged, next));
  }, true);
}
