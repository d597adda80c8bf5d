import type { ReactNode } from 'react';

interface Props<T> {
  readonly entries: readonly T[];
  /** How many are shown at first. */
  readonly few: number;
  /** Renders some of them as a list. */
  readonly children: (entries: readonly T[]) => ReactNode;
}

/** The first entries of a list, with a button for the rest. */
export function Few<T>({ entries, few, children }: Props<T>) {
  // Hiding a single entry saves nothing: the button takes as much room.
  if (entries.length <= few + 1) return children(entries);
  return (
    <>
      {children(entries.slice(0, few))}
      <details className="few">
        <summary>Show {entries.length - few} more</summary>
        {children(entries.slice(few))}
      </details>
    </>
  );
}
