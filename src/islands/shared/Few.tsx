import type { ReactNode } from 'react';

interface Props<T> {
  readonly entries: readonly T[];
  /** How many are seen at once. */
  readonly few: number;
  /** Shows some of them as a list. */
  readonly children: (entries: readonly T[]) => ReactNode;
}

/** The first entries of a list, with a button for the rest. */
export function Few<T>({ entries, few, children }: Props<T>) {
  // The button would take as much room as the one entry that it hides.
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
