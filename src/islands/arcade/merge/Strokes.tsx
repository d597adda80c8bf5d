import { tallyOf } from '../../../lib/format/tally.ts';

/** As wide as its strokes, so that they are in the middle of a tile. */
const boxOf = (strokes: number) => `-2 0 ${strokes === 5 ? 29 : strokes * 6 + 1} 22`;

/** Tally strokes on a tile, one for each merge; decoration, since the number says it. */
export function Strokes({ count }: { readonly count: number }) {
  const bundles = tallyOf(count, count)?.bundles ?? [];
  return (
    <span className="tally" aria-hidden="true">
      {bundles.map((strokes, bundle) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bundles have no other name than their place
        <svg key={bundle} viewBox={boxOf(strokes.length)} aria-hidden="true">
          {strokes.map(({ path }) => (
            <path key={path} d={path} />
          ))}
        </svg>
      ))}
    </span>
  );
}
