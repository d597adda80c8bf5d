import { tallyOf } from '../../../lib/format/tally.ts';

/** From one bundle to the next, in the units of their paths. */
const APART = 36;

/**
 * Tally strokes on a tile, one per merge. Decorative, because the number says the same. Few elements, because a move that merges
 * draws some of them again.
 */
export function Strokes({ count }: { readonly count: number }) {
  const bundles = tallyOf(count, count)?.bundles ?? [];
  const last = bundles.at(-1)?.length ?? 0;
  // As wide as its strokes, so that they are centred on the tile.
  const width = (bundles.length - 1) * APART + (last === 5 ? 29 : last * 6 + 1);
  return (
    <svg viewBox={`-2 0 ${width} 22`} aria-hidden="true">
      {bundles.map((strokes, bundle) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: bundles never change order
          key={bundle}
          d={strokes.map(({ path }) => path).join('')}
          transform={`translate(${bundle * APART})`}
        />
      ))}
    </svg>
  );
}
