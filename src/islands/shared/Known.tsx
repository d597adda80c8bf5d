import type { ReactNode } from 'react';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import { Count, type CountedPage } from './PagedList.tsx';

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

/**
 * A wrapper inside the island. When the answer replaces it, the answer takes over what a player did in it: sections that were
 * opened or closed stay so, and the focus stays on the same link or the same section.
 */
export const KnownPlace = ({ children }: { readonly children: ReactNode }) => (
  <div ref={handOver}>{children}</div>
);

function handOver(element: HTMLElement | null) {
  return () => {
    // Otherwise the player has left the page, and the next one only has parts of the same name.
    if (!element?.isConnected) return;
    const focused = document.activeElement;
    for (const part of partsOf(element)) {
      const fold = part.parentElement;
      const isToggled = fold instanceof HTMLDetailsElement && fold.open !== (fold.dataset.open === 'true');
      if (isToggled || part === focused)
        // In the page's order: a link in a closed section couldn't take the focus.
        queueMicrotask(() => {
          const same = partsOf(document).find((other) => keyOf(other) === keyOf(part));
          if (isToggled) same?.parentElement?.toggleAttribute('open', fold.open);
          if (part === focused) same?.focus();
        });
    }
  };
}

/** The links, and the headings of sections that open. */
const partsOf = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>('a[href], summary')];

/** Where it leads, or its text. The API may count other numbers than the build. */
const keyOf = (part: Element) => part.getAttribute('href') ?? part.textContent.replace(/\d/g, '');
