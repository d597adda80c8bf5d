import type { Mark } from '../../../lib/arcade/rungs.ts';

/**
 * The steps of a ladder as strokes: full for closer, hollow for astray, three with a cap for a hint. Open places up to par are
 * faint.
 */
export function Marks({ marks, par }: { readonly marks: readonly Mark[]; readonly par: number }) {
  const places = Math.max(par, marks.length);
  return Array.from({ length: places }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: strokes never change order
    <i key={index} className="mark" data-as={marks[index] ?? 'open'} data-over={index >= par || undefined} />
  ));
}
