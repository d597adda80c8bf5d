import { ARTICLE_TYPES, TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../../../lib/contract/limits.ts';
import { changeAddress, withQuery } from '../../shared/use-address.ts';
import type { DashboardArticles, LedgerView } from './dashboard-store.ts';

/** What the dashboard's lists show, as in the address; the first of each is the default. */
export interface DashboardView extends LedgerView {
  readonly articles: DashboardArticles;
}

/** '?type=spent&articles=news' → what the lists show. What can't be read is as if it weren't there. */
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

/** Changes one of them, in an entry that Back returns from. */
export function show(change: Partial<DashboardView>): void {
  const { type, order, articles } = { ...viewOf(location.search), ...change };
  const query = {
    ...(type === TRANSACTION_TYPES[0] ? {} : { type }),
    ...(order === TRANSACTION_ORDERS[0] ? {} : { order }),
    ...(articles === ARTICLE_TYPES[0] ? {} : { articles }),
  };
  changeAddress(withQuery(location.pathname, query), 'push');
}
