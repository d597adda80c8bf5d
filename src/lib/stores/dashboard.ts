/** The dashboard: weekly quests, articles, and the ledger with its paging, type and order (spec section 3). */
import { atom } from 'nanostores';
import * as api from '../api/dashboard.ts';
import { getReward } from '../api/rewards.ts';
import type { ArticleCard, Transaction } from '../contract/dashboard.ts';
import type { Quest } from '../contract/games.ts';
import type { ARTICLE_TYPES, TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../contract/limits.ts';
import type { RewardInfo } from '../contract/rewards.ts';
import { refetchOn } from './live.ts';
import { createLoader, shown } from './load.ts';

export interface Paged<T> {
  readonly data: readonly T[];
  readonly next_page_url: string | null;
  readonly current_page: number;
  readonly total: number;
}

export interface LedgerView {
  readonly type: (typeof TRANSACTION_TYPES)[number];
  readonly order: (typeof TRANSACTION_ORDERS)[number];
}

const quests = createLoader<readonly Quest[]>();
const articles = createLoader<Paged<ArticleCard>>();
const transactions = createLoader<Paged<Transaction>>();
const goal = createLoader<RewardInfo>();
export const $weeklyQuests = quests.$load;
export const $articles = articles.$load;
export const $transactions = transactions.$load;
/** The reward that is the goal; idle when there is none. */
export const $goal = goal.$load;
export const $ledgerView = atom<LedgerView>({ type: 'all', order: 'newest' });

export const loadWeeklyQuests = (): Promise<void> => quests.run(api.getWeeklyQuests, true);

export const loadArticles = (type: (typeof ARTICLE_TYPES)[number] = 'all'): Promise<void> =>
  articles.run(() => api.listDashboardArticles({ type }), true);

/** The first page by the present type and order. */
export const loadTransactions = (): Promise<void> =>
  transactions.run(() => api.listTransactions({ ...$ledgerView.get() }), true);

export function viewLedger(change: Partial<LedgerView>): Promise<void> {
  $ledgerView.set({ ...$ledgerView.get(), ...change });
  return loadTransactions();
}

/** Appends the next page (spec section 4); does nothing at the end. */
export async function loadMoreTransactions(): Promise<void> {
  const before = shown($transactions.get());
  if (!before?.next_page_url || $transactions.get().state === 'loading') return;
  await transactions.run(async () => {
    const next = await api.listTransactions({ ...$ledgerView.get(), page: before.current_page + 1 });
    const known = new Set(before.data.map(({ id }) => id));
    // A line that came in meanwhile moves the pages by one: what is shown already isn't shown twice.
    return { ...next, data: [...before.data, ...next.data.filter(({ id }) => !known.has(id))] };
  }, true);
}

/**
 * Brings the lines on screen up to date and keeps the pages that were appended: the newest page is asked for and what it
 * answers takes the place of what was known. By another order it can't be told where new lines belong, so all begins anew.
 */
async function refreshTransactions(): Promise<void> {
  const before = shown($transactions.get());
  if (!before || before.current_page === 1 || $ledgerView.get().order !== 'newest') return loadTransactions();
  await transactions.run(async () => {
    const first = await api.listTransactions({ ...$ledgerView.get() });
    const fresh = new Set(first.data.map(({ id }) => id));
    return {
      ...before,
      total: first.total,
      data: [...first.data, ...before.data.filter(({ id }) => !fresh.has(id))],
    };
  }, true);
}

export const loadGoal = (rewardId: number | null | undefined): Promise<void> =>
  rewardId ? goal.run(() => getReward(rewardId), true) : Promise.resolve(goal.reset());

/** Keeps quests and ledger fresh for as long as a screen shows them. */
export function followDashboard(): () => void {
  const stops = [
    refetchOn(['QuestChanged'], loadWeeklyQuests),
    refetchOn(['BalanceChanged'], refreshTransactions),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
