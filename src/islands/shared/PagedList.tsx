import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';
import { Failed, Stale } from './Failed.tsx';
import type { Failure } from './stores/load.ts';
import { changeAddress, pageIn, withQuery } from './use-address.ts';
import './paged.css';

interface Page {
  readonly data: readonly unknown[];
  readonly current_page: number;
  /** Null if the host doesn't count its lists. Such a list grows by "Load more". */
  readonly total: number | null;
  readonly last_page?: number | null;
  readonly next_page_url?: string | null;
}
export interface CountedPage extends Page {
  readonly per_page: number | null;
}
export interface PagedProps<List extends Page> {
  /** What it lists, as in a sentence: "your orders". */
  readonly what: string;
  /** What is shown, also during a refetch. */
  readonly list: List | undefined;
  /** Why the last fetch failed. */
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  readonly onRetry: () => unknown;
  readonly skeleton: ReactNode;
  /** Shown above the entries, and above `nothing`. */
  readonly head?: (list: List) => ReactNode;
  /** Whether `head` announces the count (`Count`). */
  readonly counted?: boolean;
  /** Shown for an empty list. */
  readonly nothing: ReactNode;
  /**
   * Appends the next page. Without it, the list has pages with the page in the address, so that links and the back button work.
   */
  readonly more?: { readonly noun: string; readonly onPress: () => unknown };
  /** How many entries are shown until the first "Load more". Default: all. */
  readonly few?: number;
  /** The level of its headings. */
  readonly level?: 2 | 3;
  readonly children: (entries: List['data']) => ReactNode;
}

/** A list with all its states. Screen readers announce its count, and again after each filter change. */
export function PagedList<List extends Page>(props: PagedProps<List>) {
  const { list, busy, failure, counted = false, more, what } = props;
  const noun = more?.noun ?? what.replace(/^\S+ /, '');
  const isSettled = list !== undefined && !busy && failure === undefined;
  return (
    <>
      {!counted && (
        <p className="unseen" role="status">
          {isSettled && `${capital(noun)}: ${formatPoints(list.total ?? list.data.length)}`}
        </p>
      )}
      <States {...props} noun={noun} />
    </>
  );
}

function States<List extends Page>({
  what,
  list,
  failure,
  busy,
  onRetry,
  skeleton,
  head,
  nothing,
  more,
  few = Infinity,
  level = 2,
  children,
  noun,
}: PagedProps<List> & { readonly noun: string }) {
  const [isWhole, setWhole] = useState(false);
  /** Whether "Load more" was pressed during a refetch. It waits for the end, so that the press isn't lost. */
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits || busy) return;
    setWaits(false);
    void more?.onPress();
  }, [waits, busy, more]);
  const top = useRef<HTMLElement>(null);
  const name = capital(what);

  function go(page: number, how: 'push' | 'replace') {
    const { page: _, ...others } = Object.fromEntries(new URLSearchParams(location.search));
    changeAddress(withQuery(location.pathname, { ...others, ...(page > 1 && { page: `${page}` }) }), how);
  }
  function show(page: number) {
    go(page, 'push');
    // Start reading the new page from its top, with the keyboard too.
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const failed = failure !== undefined && (
    <Failed level={level} title={`We couldn’t load ${what}`} reason={failure} onRetry={onRetry} />
  );
  if (failed && !list?.data.length) return failed;
  if (list === undefined) return skeleton;
  const { data, total, current_page: page, last_page: last, next_page_url: next } = list;
  const pages = last ?? 1;
  const grow = more?.onPress ?? (total === null && (() => go(page + 1, 'replace')));
  /** Whether another page is being loaded. A refetch of this one blocks nothing. */
  const isTurning = busy && !more && pageIn(location.search) !== page;
  // A list that has grown keeps its length.
  const count = isWhole || page > 1 ? data.length : Math.min(few, data.length);
  const hasMore = next || count < data.length;
  const entries = data.length > 0 && (
    <div className="found" aria-busy={busy}>
      {children(data.slice(0, count))}
    </div>
  );
  if (grow)
    return (
      <>
        {head?.(list)}
        {entries || nothing}
        {failed ||
          (entries && (hasMore || page > 1) && (
            <div className="pager">
              {hasMore && (
                <Button
                  quiet
                  small
                  busy={waits || isTurning}
                  onPress={
                    count < data.length ? () => setWhole(true) : more && busy ? () => setWaits(true) : grow
                  }
                >
                  Load more
                </Button>
              )}
              <span role="status">
                {!hasMore
                  ? 'You’ve reached the end.'
                  : total === null
                    ? `${formatPoints(count)} shown`
                    : `${formatPoints(count)} of ${formatPoints(Math.max(total, count + 1))} ${noun}`}
              </span>
            </div>
          ))}
      </>
    );
  return (
    <section className="paged" aria-label={name} ref={top} tabIndex={-1}>
      {head?.(list)}
      {failure !== undefined && <Stale reason={failure} onRetry={onRetry} />}
      {entries ||
        ((total ?? 0) > 0 ? (
          <Empty level={2} title={`There’s no page ${page}`}>
            <p>The list may have become shorter.</p>
            <Button quiet small onPress={() => show(1)}>
              Go to page 1
            </Button>
          </Empty>
        ) : (
          nothing
        ))}
      {entries && pages > 1 && (
        <nav className="pager" aria-label="Pages">
          <Button quiet small busy={isTurning} disabled={page <= 1} onPress={() => show(page - 1)}>
            Previous
          </Button>
          <span role="status">
            page {page} of {pages}
          </span>
          <Button quiet small busy={isTurning} disabled={page >= pages} onPress={() => show(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </section>
  );
}

interface CountProps {
  /** Undefined while loading. */
  readonly list: CountedPage | undefined;
  /** The name of its entries: ['order', 'orders']. */
  readonly nouns: readonly [one: string, many: string];
}

/** How much of a list is shown. Screen readers announce it. */
export function Count({ list, nouns }: CountProps) {
  return (
    <p className="count" role="status">
      {list ? countWords(list, nouns) : `Loading ${nouns[1]}`}
    </p>
  );
}

/** "Orders 21 to 40 of 55" */
function countWords(
  { data, total, current_page: page, per_page: size }: CountedPage,
  [one, many]: CountProps['nouns'],
): string {
  if (data.length === 0) return `No ${many}`;
  if (total === null || size === null) return `${data.length} ${data.length === 1 ? one : many} shown`;
  if (total === data.length) return total === 1 ? `1 ${one}` : `${total} ${many}`;
  const first = (page - 1) * size + 1;
  return `${capital(many)} ${first} to ${first + data.length - 1} of ${total}`;
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
