/** What belongs to a game besides itself: its articles and its rewards (spec section 7). Fetched after the game stands. */
import { type ArticleType, listGameArticles, listGameRewards, showGameArticles } from '../api/articles.ts';
import type { ArticleCard } from '../contract/dashboard.ts';
import type { RewardCard } from '../contract/rewards.ts';
import type { Paged } from './dashboard.ts';
import { createLoader, shown } from './load.ts';

export type { ArticleType };

/** How many articles stand on the game's page before one asks for all. */
export const FEW_ARTICLES = 3;
const FEW_REWARDS = 6;

export interface GameArticles {
  readonly gameId: number;
  readonly type: ArticleType;
  readonly data: readonly ArticleCard[];
  /** Null: the newest few, and it isn't known how many there are. */
  readonly paged: { readonly total: number; readonly page: number; readonly more: boolean } | null;
}
export interface GameRewards {
  readonly gameId: number;
  readonly data: readonly RewardCard[];
  readonly total: number;
}

const articles = createLoader<GameArticles>();
const rewards = createLoader<GameRewards>();
export const $gameArticles = articles.$load;
export const $gameRewards = rewards.$load;

/** The newest few articles and the rewards of a game. */
export async function loadGameExtras(gameId: number): Promise<void> {
  await Promise.all([
    articles.run(async () => ({
      gameId,
      type: 'all',
      data: await showGameArticles(gameId, 'all', FEW_ARTICLES),
      paged: null,
    })),
    loadGameRewards(gameId),
  ]);
}

export function loadGameRewards(gameId: number): Promise<void> {
  return rewards.run(async () => {
    const { data, total } = await listGameRewards(gameId, { per_page: FEW_REWARDS });
    return { gameId, data, total };
  });
}

const part = (gameId: number, type: ArticleType, answer: Paged<ArticleCard>): GameArticles => ({
  gameId,
  type,
  data: answer.data,
  paged: {
    total: answer.total,
    page: answer.current_page,
    more: answer.next_page_url !== null,
  },
});

/** All of the game's articles of one type, from the first page. */
export function loadGameArticles(gameId: number, type: ArticleType): Promise<void> {
  return articles.run(async () => part(gameId, type, await listGameArticles(gameId, type)), true);
}

/** Appends the next page; does nothing at the end. */
export async function loadMoreGameArticles(): Promise<void> {
  const before = shown($gameArticles.get());
  if (!before?.paged?.more || $gameArticles.get().state === 'loading') return;
  const { gameId, type, paged } = before;
  await articles.run(async () => {
    const next = part(gameId, type, await listGameArticles(gameId, type, paged.page + 1));
    const known = new Set(before.data.map(({ id }) => id));
    return { ...next, data: [...before.data, ...next.data.filter(({ id }) => !known.has(id))] };
  }, true);
}
