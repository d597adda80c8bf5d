import { MAX_SEARCH, REWARD_SORTS } from '../../lib/contract/limits.ts';
import type { RewardSort, RewardsView } from '../../lib/stores/rewards.ts';

export const sortWords: Readonly<Record<RewardSort, string>> = {
  popular: 'Most redeemed',
  newest: 'Newest',
  'price-asc': 'Fewest points first',
  'price-desc': 'Most points first',
  rating: 'Best rated',
};

/** '?game-name=steam&page=2' → what the list shows. What can't be read is as if it weren't there. */
export function viewOf(query: string): RewardsView {
  const params = new URLSearchParams(query);
  const page = Number(params.get('page'));
  return {
    search: (params.get('game-name') ?? '').trim().slice(0, MAX_SEARCH),
    sort: sortOf(params.get('sort-by')),
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}

export function sortOf(text: string | null): RewardSort {
  return REWARD_SORTS.find((sort) => sort === text) ?? REWARD_SORTS[0];
}

/** The query of a view, without what goes without saying: { search: '', sort: 'popular', page: 2 } → { page: '2' }. */
export function queryOf({ search, sort, page }: RewardsView): Record<string, string> {
  return {
    ...(search === '' ? {} : { 'game-name': search }),
    ...(sort === REWARD_SORTS[0] ? {} : { 'sort-by': sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}
