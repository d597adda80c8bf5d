import { cellAt, placeOf } from '../../../lib/arcade/hatch.ts';

/** Returns the cells of a straight line, in order. */
export function cellsBetween(from: number, to: number): readonly number[] {
  const [one, other] = [placeOf(from), placeOf(to)];
  const length = Math.max(Math.abs(other.x - one.x), Math.abs(other.y - one.y));
  return Array.from({ length: length + 1 }, (_, at) =>
    cellAt(one.x + Math.sign(other.x - one.x) * at, one.y + Math.sign(other.y - one.y) * at),
  );
}

/** Returns where a shaded line ends: before the first cell noted as empty. Undefined if it begins with one. */
export function lineBetween(from: number, to: number, notes: ReadonlySet<number>): number | undefined {
  const cells = cellsBetween(from, to);
  const stop = cells.findIndex((cell) => notes.has(cell));
  return stop === -1 ? to : cells[stop - 1];
}

/** Returns the notes with the line added, or removed if its first cell was already noted. */
export function toggled(notes: ReadonlySet<number>, from: number, to: number): ReadonlySet<number> {
  const next = new Set(notes);
  const clear = notes.has(from);
  for (const cell of cellsBetween(from, to)) {
    if (clear) next.delete(cell);
    else next.add(cell);
  }
  return next;
}
