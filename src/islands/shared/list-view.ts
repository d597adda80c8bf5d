import { MAX_SEARCH } from '../../lib/contract/limits.ts';
import type { ListView, Sorts } from './stores/pages.ts';
import { pageIn } from './use-address.ts';

/** Parses a query: '?game-name=steam&page=2'. Invalid parts are ignored. */
export function viewOf<S extends string>(query: string, sorts: Sorts<S>): ListView<S> {
  const params = new URLSearchParams(query);
  const sort = params.get('sort-by');
  return {
    search: (params.get('game-name') ?? '').trim().slice(0, MAX_SEARCH),
    sort: sorts.find((one) => one === sort) ?? sorts[0],
    page: pageIn(query),
  };
}

/** Returns the query of a view without defaults: { search: '', sort: 'popular', page: 2 } → { page: '2' }. */
export function queryOf<S extends string>(
  { search, sort, page }: ListView<S>,
  sorts: Sorts<S>,
): Record<string, string> {
  return {
    ...(search === '' ? {} : { 'game-name': search }),
    ...(sort === sorts[0] ? {} : { 'sort-by': sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}
