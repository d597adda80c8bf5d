import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { Failed } from './Failed.tsx';
import { type ListView, queryOf, type Sorts } from './list-view.ts';
import { Pages } from './Pager.tsx';
import { Stale } from './Stale.tsx';
import { Toolbar } from './Toolbar.tsx';
import { changeAddress, withQuery } from './use-address.ts';
import './searched.css';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly total: number;
}
interface Props<Row, S extends string> {
  /** What its entries are: ['reward', 'rewards']. */
  readonly nouns: readonly [one: string, many: string];
  readonly placeholder: string;
  readonly view: ListView<S>;
  readonly sorts: Sorts<S>;
  readonly sortWords: Readonly<Record<S, string>>;
  /** What there is to show, also while it is fetched again. */
  readonly list: Page<Row> | undefined;
  /** Why the last fetch failed, as a sentence. */
  readonly failure: string | undefined;
  readonly busy: boolean;
  /** Stands where the entries will. */
  readonly skeleton: ReactNode;
  /** For a list without any entry. */
  readonly nothing: { readonly title: string; readonly text: string };
  /** What else to search for, as a sentence. */
  readonly hint: string;
  readonly onRetry: () => unknown;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list with search, order and pages, which stand in the address, so that links and Back work. */
export function SearchedList<Row, S extends string>({
  nouns: [one, many],
  placeholder,
  view,
  sorts,
  sortWords,
  list,
  failure,
  busy,
  skeleton,
  nothing,
  hint,
  onRetry,
  children,
}: Props<Row, S>) {
  const top = useRef<HTMLDivElement>(null);

  function show(change: Partial<ListView<S>>, how: 'push' | 'replace' = 'push') {
    changeAddress(withQuery(location.pathname, queryOf({ ...view, page: 1, ...change }, sorts)), how);
  }
  function showPage(page: number) {
    show({ page });
    // The new page is read from its beginning, by keyboard as well.
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <div className="searched" ref={top} tabIndex={-1}>
      <Toolbar
        label={`Search ${many}`}
        placeholder={placeholder}
        view={view}
        sorts={sorts}
        sortWords={sortWords}
        onChange={show}
      />
      {list === undefined && failure !== undefined ? (
        <Failed level={2} title={`The ${many} could not be loaded`} reason={failure} onRetry={onRetry} />
      ) : list === undefined ? (
        <>
          <p className="count" role="status">
            Loading {many}
          </p>
          {skeleton}
        </>
      ) : (
        <>
          {failure !== undefined && (
            <Stale reason={failure} onRetry={onRetry}>
              What you see is the list as it was.
            </Stale>
          )}
          <p className="count" role="status">
            {countWords(list, one, many)}
          </p>
          {list.data.length > 0 ? (
            <div className="found" aria-busy={busy}>
              {children(list.data)}
            </div>
          ) : list.total > 0 ? (
            <Empty level={2} title={`There is no page ${view.page}`}>
              <p>The list is shorter than that.</p>
              <Button quiet small onPress={() => show({})}>
                Go to page 1
              </Button>
            </Empty>
          ) : view.search === '' ? (
            <Empty level={2} title={nothing.title}>
              <p>{nothing.text}</p>
            </Empty>
          ) : (
            <Empty level={2} title={`No ${one} matches “${view.search}”`}>
              <p>{hint}</p>
              <Button quiet small onPress={() => show({ search: '' })}>
                Clear the search
              </Button>
            </Empty>
          )}
          <Pages page={list.current_page} lastPage={list.last_page} busy={busy} onPage={showPage} />
          {list.data.length > 0 && list.current_page >= list.last_page && (
            <p className="end-of-list">That is the end of the list.</p>
          )}
        </>
      )}
    </div>
  );
}

/** "Rewards 21 to 40 of 55" */
function countWords(list: Page<unknown>, one: string, many: string): string {
  if (list.data.length === 0) return `No ${many}`;
  const first = (list.current_page - 1) * list.per_page + 1;
  if (list.total === list.data.length) return list.total === 1 ? `1 ${one}` : `${list.total} ${many}`;
  const capital = many.charAt(0).toUpperCase() + many.slice(1);
  return `${capital} ${first} to ${first + list.data.length - 1} of ${list.total}`;
}
