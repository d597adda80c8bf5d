import { type Mapped, mapRows } from './sound-rows.ts';

/** The requested page, already checked against the contract. */
export interface Page {
  page: number;
  per_page: number;
}

export interface Paginator<Row> {
  data: Row[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
  next_page_url: string | null;
  prev_page_url: string | null;
}

/** Wraps one page of rows in Laravel's paginator format. The links to other pages use `path` and the other query values. */
export function paginate<Row>(
  data: Mapped<Row>,
  total: number,
  page: Page,
  path: string,
  query: Record<string, string> = {},
): Paginator<Row> {
  const last = Math.max(1, Math.ceil(total / page.per_page));
  const address = (number: number) =>
    `${path}?${new URLSearchParams({ ...query, page: String(number), per_page: String(page.per_page) })}`;
  return {
    data,
    current_page: page.page,
    last_page: last,
    per_page: page.per_page,
    total,
    next_page_url: page.page < last ? address(page.page + 1) : null,
    prev_page_url: page.page > 1 ? address(Math.min(page.page - 1, last)) : null,
  };
}

/** A query of which one page can be read. */
interface Pageable<Row> {
  limit(count: number): { offset(count: number): PromiseLike<Row[]> };
}

interface List {
  readonly page: Page;
  readonly total: number | PromiseLike<number>;
  readonly path: string;
  readonly query?: Record<string, string>;
}

/** Reads one page of a query and maps its rows (sound-rows.ts). */
export const pageOf = <Row, Shown>(rows: Pageable<Row>, list: List, map: (row: Row) => Shown) =>
  preparedPageOf(rows, list, async () => map);

/** The same for a mapper that first needs something about all rows of the page. */
export async function preparedPageOf<Row, Shown>(
  rows: Pageable<Row>,
  { page, total, path, query }: List,
  mapperOf: (rows: Row[]) => Promise<(row: Row) => Shown>,
): Promise<Paginator<Shown>> {
  const found = await rows.limit(page.per_page).offset((page.page - 1) * page.per_page);
  return paginate(mapRows(found, await mapperOf(found)), await total, page, path, query);
}
