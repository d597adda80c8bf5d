import { type ReactNode, useState } from 'react';
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

/**
 * A wrapper inside the island. When the answer replaces it, the answer takes over what a player did in it: sections that were
 * opened or closed stay so, and the focus stays on the same link or the same section.
 */
export function KnownPlace({ children }: { readonly children: ReactNode }) {
  const handOver = useFocusHandover<HTMLDivElement>((left) =>
    left.parentElement instanceof HTMLDetailsElement
      ? alike(left.parentElement)?.querySelector('summary')
      : [...document.links].find((link) => link.getAttribute('href') === left.getAttribute('href')),
  );
  const [place] = useState(() => (element: HTMLDivElement) => {
    const leave = handOver(element);
    return () => {
      // First, because a link in a closed section can't take the focus.
      keepFolds(element);
      leave?.();
    };
  });
  return <div ref={place}>{children}</div>;
}

/** Opens and closes sections of the next content as they were left in `element`. */
function keepFolds(element: HTMLElement): void {
  // The player has left the page, and the next one only has sections of the same name.
  if (!element.isConnected) return;
  for (const fold of element.querySelectorAll('details'))
    if (fold.open !== (fold.dataset.open === 'true'))
      queueMicrotask(() => alike(fold)?.toggleAttribute('open', fold.open));
}

/** Returns the section on the page with the same heading. The API may count other numbers than the build. */
function alike(fold: HTMLDetailsElement): HTMLDetailsElement | undefined {
  return [...document.querySelectorAll('details')].find((other) => titleOf(other) === titleOf(fold));
}

function titleOf(fold: HTMLDetailsElement): string | undefined {
  const summary = fold.querySelector('summary');
  return summary?.querySelector('[id]')?.id ?? summary?.textContent.replace(/[\d,.]+/g, '');
}
