import type { ReactNode } from 'react';
import { extensions } from '../../lib/host.ts';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { KnownPlace } from './Known.tsx';
import { queryOf } from './list-view.ts';
import { Count, type CountedPage, PagedList, type PagedProps } from './PagedList.tsx';
import type { ListView, Sorts } from './stores/pages.ts';
import { Toolbar } from './Toolbar.tsx';
import { changeAddress, withQuery } from './use-address.ts';

interface Props<List extends CountedPage, S extends string>
  extends Pick<PagedProps<List>, 'list' | 'failure' | 'busy' | 'onRetry' | 'skeleton' | 'children'> {
  /** The name of its entries: ['reward', 'rewards']. */
  readonly nouns: readonly [one: string, many: string];
  /** The list as the build knows it, before any search (`Known`). */
  readonly known?: ReactNode;
  /** How many entries the build knows of. Few need no search. */
  readonly count?: number | undefined;
  readonly view: ListView<S>;
  readonly sorts: Sorts<S>;
  readonly sortWords: Readonly<Record<S, string>>;
  /** Shown for an empty list. */
  readonly nothing: { readonly title: string; readonly text: string };
  /** A suggestion for another search, as a sentence. */
  readonly hint: string;
}

/** From how many entries on a list has search and sorting. */
const MANY = 6;

/** A list with search, sorting and pages, all in the address, so that links and the back button work. */
export function SearchedList<List extends CountedPage, S extends string>({
  nouns,
  known,
  count = MANY,
  view,
  sorts,
  sortWords,
  skeleton,
  nothing,
  hint,
  ...states
}: Props<List, S>) {
  function show(change: Partial<ListView<S>>, how: 'push' | 'replace' = 'push') {
    changeAddress(withQuery(location.pathname, queryOf({ ...view, page: 1, ...change }, sorts)), how);
  }

  const isPlain = Object.keys(queryOf(view, sorts)).length === 0;
  const tools = (
    <Toolbar label={`Search ${nouns[1]}`} view={view} sorts={sorts} sortWords={sortWords} onChange={show} />
  );
  const isFew = count < MANY;
  return (
    <>
      {!isFew && tools}
      <PagedList
        {...states}
        what={`the ${nouns[1]}`}
        skeleton={
          extensions && known && isPlain ? (
            <KnownPlace>{known}</KnownPlace>
          ) : (
            <>
              <Count list={undefined} nouns={nouns} />
              {skeleton}
            </>
          )
        }
        head={(list) => <Count list={list} nouns={nouns} />}
        counted
        nothing={
          view.search === '' ? (
            <Empty level={2} title={nothing.title}>
              <p>{nothing.text}</p>
            </Empty>
          ) : (
            <Empty level={2} title={`No ${nouns[0]} matches “${view.search}”`}>
              <p>{hint}</p>
              <Button quiet small onPress={() => show({ search: '' })}>
                Clear search
              </Button>
            </Empty>
          )
        }
      />
      {/* Below the list, because nothing may move when the API knows of more. */}
      {isFew && (!isPlain || (states.list?.total ?? 0) >= MANY) && tools}
    </>
  );
}
