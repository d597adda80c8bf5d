import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { routes } from '../../../lib/routes.ts';
import { shown } from '../../../lib/stores/load.ts';
import type { ListSource, PageOf } from '../../../lib/stores/operator-desk.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Pages } from '../../ui/Pager.tsx';
import { Stale } from '../../ui/Stale.tsx';
import { changeAddress, useQuery, withQuery } from '../../ui/use-address.ts';
import { Filters } from './Filters.tsx';
import { clearedOf, type Filter, isNarrowed, ownFilters, queryOf, type Values, valuesIn } from './filters.ts';
import { Link } from './Link.tsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** figure: at the right edge. words: takes the room that is left. */
  readonly kind?: 'figure' | 'words';
}

interface Props<Row> {
  /** What its entries are: ['order', 'orders']. */
  readonly nouns: readonly [one: string, many: string];
  readonly source: ListSource<Row>;
  /** Whose list it is, as the source asks for it: ['user', '41']. */
  readonly about?: readonly [name: string, whose: string];
  readonly filters: readonly Filter[];
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly keyOf: (row: Row) => number | string;
  /** Where a row leads, by its first column; nowhere without it. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** For a list without any entry: what that means, and what to do next. */
  readonly nothing: { readonly title: string; readonly text: string };
}

/** A list of the operators' area: filters and page in the address, all its states, rows that the arrow keys walk. */
export function ListFrame<Row>({
  nouns: [one, many],
  source,
  about,
  filters,
  columns,
  keyOf,
  hrefOf,
  nothing,
}: Props<Row>) {
  const load = useStore(source.$load, { ssr: 'initial' });
  const query = useQuery(routes.operator.pattern) ?? '';
  const values = useMemo(() => valuesIn(query, filters), [query, filters]);
  const own = useMemo(() => ownFilters(filters), [filters]);
  const page = pageIn(query);
  const top = useRef<HTMLDivElement>(null);

  const [name, whose] = about ?? [];
  useEffect(() => {
    const ask = { ...valuesIn(query, ownFilters(filters)), page: String(pageIn(query)) };
    void source.load(name === undefined || whose === undefined ? ask : { ...ask, [name]: whose });
  }, [source, query, filters, name, whose]);

  function show(next: Values, nextPage = 1) {
    changeAddress(withQuery(location.pathname, queryOf(next, filters, nextPage)), 'push');
  }
  function showPage(next: number) {
    show(values, next);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const list = shown(load);
  const again = () => source.again();
  return (
    <div className="desk-list" ref={top} tabIndex={-1}>
      {own.length > 0 && (
        <Filters
          filters={own}
          values={values}
          onChange={(next) => show({ ...clearedOf(values, filters), ...next })}
        />
      )}
      {list === undefined && load.state === 'failed' ? (
        <Failed
          level={2}
          title={`The ${many} could not be loaded`}
          reason={load.error.message}
          onRetry={again}
        />
      ) : list === undefined ? (
        <Waiting noun={many} columns={columns.length} />
      ) : (
        <>
          {load.state === 'failed' && (
            <Stale reason={load.error.message} onRetry={again}>
              What you see is the list as it was.
            </Stale>
          )}
          <p className="count" role="status">
            {countWords(list, one, many)}
          </p>
          {list.data.length > 0 ? (
            <Table
              label={many}
              rows={list.data}
              busy={load.state === 'loading'}
              columns={columns}
              keyOf={keyOf}
              hrefOf={hrefOf}
            />
          ) : list.total > 0 ? (
            <Empty level={2} title={`There is no page ${page}`}>
              <p>The list is shorter than that.</p>
              <Button quiet small onPress={() => show(values)}>
                Go to page 1
              </Button>
            </Empty>
          ) : isNarrowed(values, filters) ? (
            <Empty level={2} title={`No ${one} fits these filters`}>
              <p>There may be others.</p>
              <Button quiet small onPress={() => show(clearedOf(values, filters))}>
                Clear the filters
              </Button>
            </Empty>
          ) : (
            <Empty level={2} title={nothing.title}>
              <p>{nothing.text}</p>
            </Empty>
          )}
          <Pages
            page={list.current_page}
            lastPage={list.last_page}
            busy={load.state === 'loading'}
            onPage={showPage}
          />
        </>
      )}
    </div>
  );
}

interface TableProps<Row> extends Pick<Props<Row>, 'columns' | 'keyOf' | 'hrefOf'> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly busy?: boolean;
}

/** Where its parts are laid out as blocks a table is none any more for some readers, unless it is said. */
const asTable = { role: 'table' } as const;
const asGroup = { role: 'rowgroup' } as const;
const asRow = { role: 'row' } as const;
const asHead = { role: 'columnheader' } as const;
const asCell = { role: 'cell' } as const;

/** The rows alone; on phones each becomes a block of named lines. The roles stay what they are then, too. */
export function Table<Row>({ label, rows, busy = false, columns, keyOf, hrefOf }: TableProps<Row>) {
  return (
    <table className="desk-table" {...asTable} aria-label={label} aria-busy={busy} onKeyDown={walk}>
      <thead {...asGroup}>
        <tr {...asRow}>
          {columns.map(({ head, kind }) => (
            <th key={head} scope="col" {...asHead} className={kind}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...asGroup}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...asRow}>
            {columns.map(({ head, kind, cell }, at) => (
              <td key={head} {...asCell} className={kind} data-head={head}>
                <div>
                  {at === 0 && hrefOf ? (
                    <Link to={hrefOf(row)} className="row-link">
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Up and down lead from row to row, while the focus is on one. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('.row-link')];
  const next = links[links.indexOf(event.target) + step];
  if (!next || !links.includes(event.target)) return;
  event.preventDefault();
  next.focus();
}

function Waiting({ noun, columns }: { readonly noun: string; readonly columns: number }) {
  const places = (count: number) => Array.from({ length: count }, (_, at) => at);
  return (
    <>
      <p className="count" role="status">
        Loading {noun}
      </p>
      <div className="desk-waiting" aria-hidden="true">
        {places(6).map((row) => (
          <div key={row}>
            {places(Math.min(columns, 4)).map((column) => (
              <span key={column} className="skeleton line" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** '?page=2' → 2; anything else is the first. */
function pageIn(query: string): number {
  const page = Number(new URLSearchParams(query).get('page'));
  return Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** "Orders 21 to 40 of 55" */
function countWords(list: PageOf<unknown>, one: string, many: string): string {
  if (list.data.length === 0) return `No ${many}`;
  if (list.total === list.data.length) return list.total === 1 ? `1 ${one}` : `${list.total} ${many}`;
  const first = (list.current_page - 1) * list.per_page + 1;
  const capital = many.charAt(0).toUpperCase() + many.slice(1);
  return `${capital} ${first} to ${first + list.data.length - 1} of ${list.total}`;
}
