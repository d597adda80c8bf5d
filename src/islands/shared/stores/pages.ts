/** Lists that grow by "Load more", and what they keep during a refetch. */
import { ApiError } from '../../../lib/client/client.ts';
import { MAX_PER_PAGE, PER_PAGE } from '../../../lib/contract/limits.ts';
import { known, type Loader } from './load.ts';

export interface Paged<T> {
  readonly data: readonly T[];
  readonly next_page_url: string | null;
  readonly current_page: number;
  /** Null if the host doesn't count them. */
  readonly total: number | null;
}
interface Entry {
  readonly id: number;
}

/** The view of a list, as in the address. */
export interface ListView<S extends string> {
  readonly search: string;
  readonly sort: S;
  readonly page: number;
}
/** The sort orders of a list. The first one is the default. */
export type Sorts<S extends string> = readonly [S, ...S[]];

/** Returns the query for a list. Defaults are left out: each host has its own default order, and ours is the first of `sorts`. */
export const searchQuery = <S extends string>({ search, sort, page }: ListView<S>, sorts: Sorts<S>) => ({
  page,
  per_page: PER_PAGE,
  'sort-by': sort === sorts[0] ? undefined : sort,
  'game-name': search || undefined,
});

/** Appends the next page to a list. New entries at the top shift the pages, so entries that are already there are skipped. */
export function withNext<P extends Pick<Paged<Entry>, 'data'>>(before: P, next: P): P {
  const there = new Set(before.data.map(({ id }) => id));
  return { ...next, data: [...before.data, ...next.data.filter(({ id }) => !there.has(id))] };
}

/**
 * Combines a refetched first page with the pages that were appended before. If they don't fit together (so many new entries that
 * there may be a gap, or an entry was removed), the list starts over.
 */
export function withEarlier<P extends Paged<Entry>>(first: P, before: P | undefined): P {
  if (before === undefined || before.current_page === 1 || first.next_page_url === null) return first;
  const there = new Set(before.data.map(({ id }) => id));
  const added = first.data.filter(({ id }) => !there.has(id)).length;
  const isCounted = first.total !== null && before.total !== null;
  if (added === first.data.length || (isCounted && first.total !== before.total + added)) return first;
  const fresh = new Set(first.data.map(({ id }) => id));
  const last = before.data.findLastIndex(({ id }) => fresh.has(id));
  return { ...before, total: first.total, data: [...first.data, ...before.data.slice(last + 1)] };
}

/**
 * Finds a row in a paged list, because the spec has no call for a single one. Rejects with an ApiError: not_found if no page has
 * it.
 */
export async function findRow<T extends Entry>(
  id: number,
  fetch: (query: { page: number; per_page: number }) => Promise<Paged<T>>,
): Promise<T> {
  const seen = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { data, next_page_url: next } = await fetch({ page, per_page: MAX_PER_PAGE });
    const row = data.find((one) => one.id === id);
    if (row) return row;
    // Some hosts ignore the page number and always return the first page.
    if (next === null || data.every((one) => seen.has(one.id)))
      throw new ApiError('not_found', 'We couldn’t find this page.', { status: 404 });
    for (const one of data) seen.add(one.id);
  }
}

/** Fetches and shows a page of a list. If the host doesn't count its lists, a page that follows the shown one is appended. */
export function showPage<P extends Paged<Entry>>(
  loader: Loader<P>,
  fetch: () => Promise<P>,
  view: { readonly page: number },
): Promise<void> {
  return loader.run(
    async () => {
      const list = await fetch();
      const before = known(loader.$load.get(), { ...view, page: view.page - 1 });
      return list.total === null && before ? withNext(before, list) : list;
    },
    true,
    view,
  );
}

/**
 * Fetches and shows a page with opinions. On a return to the same thing, the shown page and its appended opinions stay in the
 * meantime. For another thing they don't.
 */
export function showWithOpinions<Info extends { readonly opinions: Paged<Entry> }>(
  loader: Loader<Info>,
  id: number,
  fetch: () => Promise<Info>,
): Promise<void> {
  const before = () => known(loader.$load.get(), id);
  return loader.run(
    async () => {
      const info = await fetch();
      return { ...info, opinions: withEarlier<Info['opinions']>(info.opinions, before()?.opinions) };
    },
    before() !== undefined,
    id,
  );
}
