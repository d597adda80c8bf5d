import { tallyOf } from '../../../lib/format/tally.ts';

/** The box fits its strokes, so that they are centred on the tile. */
const boxOf = (strokes: number) => `-2 0 ${strokes === 5 ? 29 : strokes * 6 + 1} 22`;

/**
 * Tally strokes on a tile, one per merge. Decorative, because the number says the same. Few elements, because a move that merges
 * creates some in the frame of the act.
 */
export function Strokes({ count }: { readonly count: number }) {
  const bundles = tallyOf(count, count)?.bundles ?? [];
  return (
    <span className="tally" aria-hidden="true">
      {bundles.map((strokes, bundle) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bundles never change order
        <svg key={bundle} viewBox={boxOf(strokes.length)} aria-hidden="true">
          <path d={strokes.map(({ path }) => path).join('')} />
        </svg>
      ))}
    </span>
  );
}
