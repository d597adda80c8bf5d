import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { routes } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { Count, PagedList } from '../../shared/PagedList.tsx';
import { asList } from '../../shared/stores/load.ts';
import { changeAddress, pageIn, useKept, useQuery, withQuery } from '../../shared/use-address.ts';
import type { ListSource } from '../section-store.ts';
import { Filters } from './Filters.tsx';
import { addressOf, type Filter, isNarrowed, type Values, valuesIn } from './filters.ts';
import { Link } from './Link.tsx';
import './list.css';

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A detail after it, in small letters. */
  readonly small?: (row: Row) => ReactNode;
  /** figure: right-aligned. words: takes the remaining width. */
  readonly kind?: 'figure' | 'words';
  /** On a phone, where a row has few lines: whether it is to the right of the first column. At most one column is. */
  readonly aside?: boolean;
  /** Whether a phone leaves its label out, because the value says what it is. */
  readonly bare?: boolean;
}

export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

const NONE: readonly Filter[] = [];

/** ['order', 'orders'] */
type Nouns = readonly [one: string, many: string];

interface Props<Row> {
  /** The name of its entries. */
  readonly nouns: Nouns;
  readonly source: ListSource<Row>;
  /** The owner of the list, as a parameter for the source: ['user', '41']. */
  readonly about?: readonly [name: string, whose: string];
  readonly filters?: readonly Filter[];
  readonly columns: Columns<Row>;
  /** What identifies a row. Default: its id, or all of it if it has none. */
  readonly keyOf?: ((row: Row) => number | string) | undefined;
  /** The link of a row, in its first column. Left out: no link. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** For an empty list: what that means, and what to do next. */
  readonly nothing: { readonly title: string; readonly text: string };
}

const idOf = (row: object) => ('id' in row ? String(row.id) : JSON.stringify(row));

/** A list in the back office: filters and page in the address, and all its states. Keys lead through it (Keys.tsx). */
export function ListFrame<Row extends object>({
  nouns,
  source,
  about,
  filters = NONE,
  columns,
  keyOf,
  hrefOf,
  nothing,
}: Props<Row>) {
  const load = useStore(source.$load, { ssr: 'initial' });
  const query = useQuery(routes.operator.pattern) ?? '';
  const kept = useKept(routes.operator.pattern) ?? '';
  const values = useMemo(() => valuesIn(query, kept, filters), [query, kept, filters]);

  const [name, whose] = about ?? [];
  useEffect(() => {
    const ask = { ...values, page: String(pageIn(query)) };
    void source.load(name === undefined || whose === undefined ? ask : { ...ask, [name]: whose });
  }, [source, query, values, name, whose]);

  function show(next: Values) {
    const address = addressOf(next, filters);
    // What else the address says stays, such as which list of a section it is.
    const others = [...new URLSearchParams(query)].filter(
      ([name]) => name !== 'page' && !filters.some((filter) => filter.name === name),
    );
    const all = { ...Object.fromEntries(others), ...address.query };
    changeAddress(withQuery(location.pathname, all), 'push', address.kept);
  }
  const [one, many] = nouns;
  return (
    <div className="admin-list">
      {filters.length > 0 && (
        <Filters
          filters={filters}
          values={values}
          errors={load.state === 'failed' ? load.error.fields : {}}
          onChange={show}
        />
      )}
      <PagedList
        {...asList(load)}
        what={`the ${many}`}
        onRetry={() => source.again()}
        skeleton={<Waiting nouns={nouns} columns={columns.length} />}
        head={(list) => <Count list={list} nouns={nouns} />}
        counted
        nothing={
          isNarrowed(values, filters) ? (
            <Empty level={2} title={`No ${one} matches these filters`}>
              <p>Try fewer filters.</p>
              <Button quiet small onPress={() => show({})}>
                Clear filters
              </Button>
            </Empty>
          ) : (
            <Empty level={2} title={nothing.title}>
              <p>{nothing.text}</p>
            </Empty>
          )
        }
      >
        {(rows) => <Table label={many} rows={rows} columns={columns} keyOf={keyOf} hrefOf={hrefOf} />}
      </PagedList>
    </div>
  );
}

interface TableProps<Row> extends Pick<Props<Row>, 'columns' | 'keyOf' | 'hrefOf'> {
  readonly label: string;
  readonly rows: readonly Row[];
}

/** Explicit roles, because a table with `display: block` loses its role in some screen readers. */
const asTable = { role: 'table' } as const;
const asGroup = { role: 'rowgroup' } as const;
const asRow = { role: 'row' } as const;
const asHead = { role: 'columnheader' } as const;
const asCell = { role: 'cell' } as const;

/** A table. On phones, each row becomes a title with what is said about it in a line or two. */
export function Table<Row extends object>({ label, rows, columns, keyOf = idOf, hrefOf }: TableProps<Row>) {
  return (
    <table className="admin-table" {...asTable} aria-label={label}>
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
            {columns.map((column, at) => (
              <td
                key={column.head}
                {...asCell}
                className={[column.kind, column.aside && 'aside'].filter(Boolean).join(' ')}
                data-head={column.bare ? undefined : column.head}
              >
                <div>
                  {at === 0 && hrefOf ? (
                    <Link to={hrefOf(row)} className="row-link">
                      {contentOf(column, row)}
                    </Link>
                  ) : (
                    contentOf(column, row)
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

function contentOf<Row>({ cell, small }: Column<Row>, row: Row): ReactNode {
  const detail = small?.(row);
  if (detail === undefined || detail === null || detail === false) return cell(row);
  return (
    <>
      {cell(row)} <small>{detail}</small>
    </>
  );
}

function Waiting({ nouns, columns }: { readonly nouns: Nouns; readonly columns: number }) {
  const places = (count: number) => Array.from({ length: count }, (_, at) => at);
  return (
    <>
      <Count list={undefined} nouns={nouns} />
      <div className="admin-waiting" aria-hidden="true">
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
