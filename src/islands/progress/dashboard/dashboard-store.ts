/** The dashboard: weekly quests, articles, and the paged ledger (spec section 3). Type and order are in the address. */
import { request } from '../../../lib/client/client.ts';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import {
  type ARTICLE_TYPES,
  MAX_PER_PAGE,
  PER_PAGE,
  type TRANSACTION_ORDERS,
  type TRANSACTION_TYPES,
} from '../../../lib/contract/limits.ts';
import {
  type ArticleCard,
  getWeeklyQuests,
  listDashboardArticles,
  listTransactions,
  type Transaction,
} from '../../../lib/contract/progress/dashboard.ts';
import { refetchOn, together } from '../../shared/stores/live.ts';
import { createLoader, known, shown } from '../../shared/stores/load.ts';
import { type Paged, withEarlier, withNext } from '../../shared/stores/pages.ts';

export interface LedgerView {
  readonly type: (typeof TRANSACTION_TYPES)[number];
  readonly order: (typeof TRANSACTION_ORDERS)[number];
}

/** Returns a filter's value, or undefined for the default, which isn't sent because each host has its own values. */
const chosen = <T extends string>(value: T, unchosen: T): T | undefined =>
  value === unchosen ? undefined : value;

const quests = createLoader<readonly Quest[]>();
const articles = createLoader<Paged<ArticleCard>>();
const transactions = createLoader<Paged<Transaction>>();
export const $weeklyQuests = quests.$load;
export const $articles = articles.$load;
export const $transactions = transactions.$load;

export const loadWeeklyQuests = (): Promise<void> =>
  quests.run(async () => (await request(getWeeklyQuests, {})).weekly_quests, true);

export type DashboardArticles = (typeof ARTICLE_TYPES)[number];

const articlesPage = (type: DashboardArticles, page: number): Promise<Paged<ArticleCard>> =>
  request(listDashboardArticles, { query: { type: chosen(type, 'all'), page } });

export function loadArticles(type: DashboardArticles): Promise<void> {
  const before = known($articles.get(), type);
  return articles.run(async () => withEarlier(await articlesPage(type, 1), before), true, type);
}

/** Appends the next page. Does nothing at the end. */
export async function loadMoreArticles(type: DashboardArticles): Promise<void> {
  const before = known($articles.get(), type);
  if (!before?.next_page_url || $articles.get().state === 'loading') return;
  await articles.run(
    async () => withNext(before, await articlesPage(type, before.current_page + 1)),
    true,
    type,
  );
}

/** The last requested view of the ledger. */
let view: LedgerView = { type: 'all', order: 'newest' };
/** How many pages of it were requested. */
let requested = 1;

/**
 * Loads the ledger with this type and order. If that view is already shown, it keeps its length, and every entry is refreshed.
 */
export function loadTransactions(wanted: LedgerView): Promise<void> {
  view = wanted;
  const before = known($transactions.get(), wanted);
  // This may replace a call for the next page, so it fetches that page too.
  const pages = before ? Math.max(requested, before.current_page) : 1;
  requested = pages;
  return transactions.run(() => freshLedger(wanted, pages), true, wanted);
}

const ledgerQuery = ({ type, order }: LedgerView, page: number, per_page: number) => ({
  page,
  per_page,
  type: chosen(type, 'all'),
  order: chosen(order, 'newest'),
});

const MOST_PAGES = MAX_PER_PAGE / PER_PAGE;

/** Fetches the first pages, five per call, because the state of any entry may have changed. */
async function freshLedger(wanted: LedgerView, pages: number): Promise<Paged<Transaction>> {
  const each = Math.min(pages, MOST_PAGES);
  const calls = Array.from({ length: Math.ceil(pages / each) }, (_, at) =>
    request(listTransactions, { query: ledgerQuery(wanted, at + 1, each * PER_PAGE) }),
  );
  const answers: readonly Paged<Transaction>[] = await Promise.all(calls);
  const all = answers.reduce((first, next) => withNext(first, next));
  return { ...all, current_page: calls.length * each };
}

/** Appends the next page (spec section 4). Does nothing at the end. */
export async function loadMoreTransactions(): Promise<void> {
  const before = shown($transactions.get());
  if (!before?.next_page_url || $transactions.get().state === 'loading') return;
  requested = before.current_page + 1;
  await transactions.run(async () => {
    const next = await request(listTransactions, {
      query: ledgerQuery(view, before.current_page + 1, PER_PAGE),
    });
    return withNext<Paged<Transaction>>(before, next);
  }, true);
}

export const retryTransactions = (): Promise<void> => transactions.retry();

/** Keeps quests and ledger up to date while a screen shows them. */
export function followDashboard(): () => void {
  return together(
    refetchOn(['QuestChanged'], loadWeeklyQuests),
    refetchOn(['BalanceChanged'], () => loadTransactions(view)),
  );
}
