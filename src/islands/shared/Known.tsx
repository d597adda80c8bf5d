import type { ReactNode } from 'react';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import { Count, type CountedPage } from './PagedList.tsx';
import { useFocusHandover } from './use-focus-handover.ts';

interface Props<T> {
  /** All entries of the catalogue, in the order of the API's first page. */
  readonly entries: readonly T[];
  readonly nouns?: readonly [one: string, many: string];
  /** The page size of the list. */
  readonly perPage?: number;
  readonly children: (entries: readonly T[]) => ReactNode;
}

/** The first page of a list as the build knows it. It is shown until the API has answered, at the same size as the answer. */
export function Known<T>({ entries, nouns, perPage = PER_PAGE, children }: Props<T>) {
  const data = entries.slice(0, perPage);
  const list: CountedPage = { data, total: entries.length, current_page: 1, per_page: perPage };
  return (
    <div aria-busy="true">
      {nouns && <Count list={list} nouns={nouns} />}
      {children(data)}
    </div>
  );
}

/** A wrapper inside the island. When it is replaced, focus on one of its links moves to the same link in the answer. */
export function KnownPlace({ children }: { readonly children: ReactNode }) {
  const place = useFocusHandover<HTMLDivElement>((left) =>
    [...document.links].find((link) => link.getAttribute('href') === left.getAttribute('href')),
  );
  return <div ref={place}>{children}</div>;
}
