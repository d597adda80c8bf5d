/**
 * From a list's rows to its answer, one at a time: a row that can't be shown (a text that no key opens, a broken date) is left out, and
 * the rest of the list is answered. Only what is made of a row that was read can fail so; the database's own failures are the call's.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A row that was left out: its ids, never what is in it. */
type NoteRowFault = (ids: string, error: unknown) => void;

const listening = new AsyncLocalStorage<NoteRowFault>();

/** Whatever `act` leaves out of lists is reported to `note`. */
export function withRowFaults<T>(note: NoteRowFault, act: () => T): T {
  return listening.run(note, act);
}

declare const mapped: unique symbol;
/** Rows that came through here: a page of a list takes no others. */
export type Mapped<T> = T[] & { readonly [mapped]: true };

/**
 * Rows as a list shows them. `bare`: how a row is shown that can't be shown whole; without it, or where that fails as well, the row is
 * left out. Where nobody listens for faults (jobs, tools) the first of them is thrown.
 */
export function mapRows<Row, Shown>(
  rows: readonly Row[],
  map: (row: Row) => Shown,
  bare?: (row: Row) => Shown,
): Mapped<Shown> {
  const note = listening.getStore();
  const shown = rows.flatMap((row) => {
    try {
      return [map(row)];
    } catch (error) {
      if (!note) throw error;
      note(idsOf(row), error);
      return bare ? [...mapRows([row], bare)] : [];
    }
  });
  // The mark is for the compiler alone.
  return shown as Mapped<Shown>;
}

/** "order 17, reward 84": the ids of a row and of what was read with it, and nothing else. */
function idsOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return 'a row';
  const own = 'id' in row && isId(row.id) ? [`id ${row.id}`] : [];
  const beside = Object.entries(row).flatMap(([name, part]) =>
    typeof part === 'object' && part !== null && 'id' in part && isId(part.id) ? [`${name} ${part.id}`] : [],
  );
  return [...own, ...beside].join(', ') || 'a row without an id';
}

const isId = (value: unknown): value is number => typeof value === 'number';
