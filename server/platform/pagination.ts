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

/** Wraps one page of rows in Laravel's paginator format. The HTTP layer adds the links, because only it knows the address. */
export function paginate<Row>(data: Mapped<Row>, total: number, page: Page): Paginator<Row> {
  return {
    data,
    current_page: page.page,
    last_page: Math.max(1, Math.ceil(total / page.per_page)),
    per_page: page.per_page,
    total,
    next_page_url: null,
    prev_page_url: null,
  };
}

/** Returns the page of a list with links to its neighbours. They keep the other values of the list's query. */
export function withLinks<P extends Paginator<unknown>>(of: P, path: string, query: object = {}): P {
  const { current_page: current, last_page: last, per_page } = of;
  const others = Object.entries(query).filter(
    ([name, value]) => !['page', 'per_page'].includes(name) && value !== '' && value !== null,
  );
  const link = (page: number) => {
    const values: [string, unknown][] = [...others, ['page', page], ['per_page', per_page]];
    return `${path}?${new URLSearchParams(values.map(([name, value]): [string, string] => [name, String(value)]))}`;
  };
  return {
    ...of,
    next_page_url: current < last ? link(current + 1) : null,
    prev_page_url: current > 1 ? link(Math.min(current - 1, last)) : null,
  };
}

/** A query of which one page can be read. */
interface Pageable<Row> {
  limit(count: number): { offset(count: number): PromiseLike<Row[]> };
}

type Total = number | PromiseLike<number>;

/** Reads one page of a query and maps its rows (sound-rows.ts). */
export const pageOf = <Row, Shown>(rows: Pageable<Row>, total: Total, page: Page, map: (row: Row) => Shown) =>
  preparedPageOf(rows, total, page, async () => map);

/**
 * The same for a mapper that first needs something about all rows of the page. `reduced` is for rows that can't be shown whole
 * (sound-rows.ts).
 */
export async function preparedPageOf<Row, Shown>(
  rows: Pageable<Row>,
  total: Total,
  page: Page,
  mapperOf: (rows: Row[]) => Promise<(row: Row) => Shown>,
  reduced?: (row: Row) => Row,
): Promise<Paginator<Shown>> {
  const found = await rows.limit(page.per_page).offset((page.page - 1) * page.per_page);
  return paginate(mapRows(found, await mapperOf(found), reduced), await total, page);
}
