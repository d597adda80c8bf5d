import { ARTICLE_TYPES, TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../../../lib/contract/limits.ts';
import { changeAddress, withQuery } from '../../shared/use-address.ts';
import type { DashboardArticles, LedgerView } from './dashboard-store.ts';

/** The filters of the dashboard's lists, which are in the address. The first value of each is the default. */
export interface DashboardView extends LedgerView {
  readonly articles: DashboardArticles;
}

/** Parses a query: '?type=spent&articles=news'. Invalid parts are ignored. */
export function viewOf(query: string): DashboardView {
  const params = new URLSearchParams(query);
  const one = <T extends string>(name: string, known: readonly [T, ...T[]]): T =>
    known.find((value) => value === params.get(name)) ?? known[0];
  return {
    type: one('type', TRANSACTION_TYPES),
    order: one('order', TRANSACTION_ORDERS),
    articles: one('articles', ARTICLE_TYPES),
  };
}

/** Changes a filter and adds a history entry. */
export function show(change: Partial<DashboardView>): void {
  const { type, order, articles } = { ...viewOf(location.search), ...change };
  const query = {
    ...(type === TRANSACTION_TYPES[0] ? {} : { type }),
    ...(order === TRANSACTION_ORDERS[0] ? {} : { order }),
    ...(articles === ARTICLE_TYPES[0] ? {} : { articles }),
  };
  changeAddress(withQuery(location.pathname, query), 'push');
}
