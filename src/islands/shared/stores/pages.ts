/** Lists that grow by "Load more", and what stays of them when they are fetched again. */
import { ApiError } from '../../../lib/client/client.ts';
import { MAX_PER_PAGE, PER_PAGE } from '../../../lib/contract/limits.ts';
import { known, type Loader } from './load.ts';

export interface Paged<T> {
  readonly data: readonly T[];
  readonly next_page_url: string | null;
  readonly current_page: number;
  /** Null where a host doesn't count them. */
  readonly total: number | null;
}
interface Entry {
  readonly id: number;
}

/** What a list with search and order is asked. Nothing that nobody has chosen: each host has orders of its own, the first of `sorts` is ours. */
export const searchQuery = <S extends string>(
  { search, sort, page }: { readonly search: string; readonly sort: S; readonly page: number },
  sorts: readonly [S, ...S[]],
) => ({
  page,
  per_page: PER_PAGE,
  'sort-by': sort === sorts[0] ? undefined : sort,
  'game-name': search || undefined,
});

/** A list with its next page at the end. What came in meanwhile moves the pages by one: what is there already isn't there twice. */
export function withNext<P extends Pick<Paged<Entry>, 'data'>>(before: P, next: P): P {
  const there = new Set(before.data.map(({ id }) => id));
  return { ...next, data: [...before.data, ...next.data.filter(({ id }) => !there.has(id))] };
}

/**
 * The newest page as it was just fetched, and below it what was appended to it before. Where that doesn't fit together (so much is new
 * that something may be missing between the two, or something is gone), the list starts over.
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

/** A row of a list, where the specification has no call for one thing. Rejects with an ApiError: not_found where no page has it. */
export async function findRow<T extends Entry>(
  id: number,
  fetch: (query: { page: number; per_page: number }) => Promise<Paged<T>>,
): Promise<T> {
  const seen = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { data, next_page_url: next } = await fetch({ page, per_page: MAX_PER_PAGE });
    const row = data.find((one) => one.id === id);
    if (row) return row;
    // Some hosts ignore the page number and always answer the first page.
    if (next === null || data.every((one) => seen.has(one.id)))
      throw new ApiError('not_found', 'We couldn’t find this page.', { status: 404 });
    for (const one of data) seen.add(one.id);
  }
}

/** Fetches and shows a page of a list. Where a host doesn't count its lists, the page that follows the shown one is appended to it. */
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
 * Fetches and shows a page with opinions. When a visitor returns to it, it stays in place meanwhile, and keeps the opinions that were
 * appended; another one doesn't.
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
