import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { Failed } from './Failed.tsx';
import { Pages } from './Pager.tsx';
import { Stale } from './Stale.tsx';
import { changeAddress, withQuery } from './use-address.ts';
import './paged.css';

interface Page {
  readonly data: readonly unknown[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
}
export interface CountedPage extends Page {
  readonly per_page: number;
}
export interface PagedProps<List extends Page> {
  /** What it lists, as a sentence names it: "your orders". */
  readonly what: string;
  /** What there is to show, also while it is fetched again. */
  readonly list: List | undefined;
  /** Why the last fetch failed, as a sentence. */
  readonly failure: string | undefined;
  readonly busy: boolean;
  readonly onRetry: () => unknown;
  /** Stands where the list will. */
  readonly skeleton: ReactNode;
  /** Stands above the entries, and above what says that there is none. */
  readonly head?: (list: List) => ReactNode;
  /** For a list without any entry. */
  readonly nothing: ReactNode;
  /** What the last page ends with, where it isn't "These are all your orders". */
  readonly end?: string | null;
  readonly children: (entries: List['data']) => ReactNode;
}

/** A list with all its states. Its page stands in the address, as `page`, so that links and Back work. */
export function PagedList<List extends Page>({
  what,
  list,
  failure,
  busy,
  onRetry,
  skeleton,
  head,
  nothing,
  end,
  children,
}: PagedProps<List>) {
  const top = useRef<HTMLElement>(null);
  const name = capital(what);

  function show(page: number) {
    const { page: _, ...others } = Object.fromEntries(new URLSearchParams(location.search));
    changeAddress(withQuery(location.pathname, { ...others, ...(page > 1 && { page: `${page}` }) }), 'push');
    // The new page is read from its beginning, by keyboard as well.
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  if (failure !== undefined && !list?.data.length)
    return <Failed level={2} title={`${name} could not be loaded`} reason={failure} onRetry={onRetry} />;
  if (list === undefined) return skeleton;
  const { data, total, current_page: page, last_page: last } = list;
  return (
    <section className="paged" aria-label={name} ref={top} tabIndex={-1}>
      {head?.(list)}
      {failure !== undefined && <Stale reason={failure} onRetry={onRetry} />}
      {data.length > 0 ? (
        <div className="found" aria-busy={busy}>
          {children(data)}
        </div>
      ) : total > 0 ? (
        <Empty level={2} title={`There is no page ${page}`}>
          <p>The list is shorter than that.</p>
          <Button quiet small onPress={() => show(1)}>
            Go to page 1
          </Button>
        </Empty>
      ) : (
        nothing
      )}
      {data.length > 0 && <Pages page={page} lastPage={last} busy={busy} onPage={show} />}
      {end !== null && failure === undefined && data.length > 0 && page >= last && (
        <p className="end-of-list">
          {end ?? (total === 1 ? 'That is the only one.' : `These are all ${what}.`)}
        </p>
      )}
    </section>
  );
}

interface CountProps {
  /** Undefined while it is on its way. */
  readonly list: CountedPage | undefined;
  /** What its entries are: ['order', 'orders']. */
  readonly nouns: readonly [one: string, many: string];
}

/** How much of a list is shown, told also to those who don't see it. */
export function Count({ list, nouns }: CountProps) {
  return (
    <p className="count" role="status">
      {list ? countWords(list, nouns) : `Loading ${nouns[1]}`}
    </p>
  );
}

/** "Orders 21 to 40 of 55" */
function countWords(
  { data, total, current_page: page, per_page }: CountedPage,
  [one, many]: CountProps['nouns'],
): string {
  if (data.length === 0) return `No ${many}`;
  if (total === data.length) return total === 1 ? `1 ${one}` : `${total} ${many}`;
  const first = (page - 1) * per_page + 1;
  return `${capital(many)} ${first} to ${first + data.length - 1} of ${total}`;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
