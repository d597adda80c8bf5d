/**
 * Maps a list's rows to its answer, one at a time. A row that can't be shown (a text that can't be decrypted, a broken date) is
 * left out, and the rest of the list is sent. Only mapping can fail like this; an error of the database fails the whole call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Reports a row that was left out: its ids, never its contents. */
type NoteRowFault = (ids: string, error: unknown) => void;

const listening = new AsyncLocalStorage<NoteRowFault>();

/** Runs `act` and reports every row that it leaves out to `note`. */
export function withRowFaults<T>(note: NoteRowFault, act: () => T): T {
  return listening.run(note, act);
}

declare const mapped: unique symbol;
/** Rows that were mapped here. Pages of a list accept no others. */
export type Mapped<T> = T[] & { readonly [mapped]: true };

/**
 * Maps rows for a list. A row that can't be shown whole is shown as what `reduced` leaves of it; without that, or if it fails too,
 * the row is left out. Outside withRowFaults (jobs, tools), the first fault is thrown.
 */
export function mapRows<Row, Shown>(
  rows: readonly Row[],
  map: (row: Row) => Shown,
  reduced?: (row: Row) => Row,
): Mapped<Shown> {
  const note = listening.getStore();
  const shown = rows.flatMap((row) => {
    try {
      return [map(row)];
    } catch (error) {
      if (!note) throw error;
      note(idsOf(row), error);
      return reduced ? [...mapRows([reduced(row)], map)] : [];
    }
  });
  // The mark exists only for the compiler.
  return shown as Mapped<Shown>;
}

/** Returns the ids of a row and of what was read with it, and nothing else: "order 17, reward 84". */
function idsOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return 'a row';
  const own = 'id' in row && isId(row.id) ? [`id ${row.id}`] : [];
  const beside = Object.entries(row).flatMap(([name, part]) =>
    typeof part === 'object' && part !== null && 'id' in part && isId(part.id) ? [`${name} ${part.id}`] : [],
  );
  return [...own, ...beside].join(', ') || 'a row without an id';
}

const isId = (value: unknown): value is number => typeof value === 'number';
