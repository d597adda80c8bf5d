import { memo } from 'react';
import { GROUND, ROW } from './sizes.ts';

/** A bundle covers five rows: four strokes one above the other, and the fifth across them. */
const BUNDLE = 5;

/** The height of the tower as tally strokes along its margin, one per row. */
export const Tallies = memo(function Tallies({ height }: { readonly height: number }) {
  const first = Math.max(0, Math.floor((height - 16) / BUNDLE) * BUNDLE);
  const rows = Array.from({ length: Math.max(0, height - first) }, (_, index) => first + index);
  return (
    <g className="tallies">
      {rows.map((row) => {
        const y = GROUND - row * ROW - ROW / 2;
        const crosses = row % BUNDLE === BUNDLE - 1;
        return <path key={row} d={crosses ? `M2.2 ${y + 4.1 * ROW}L5.8 ${y - 0.1 * ROW}` : `M2 ${y}h4`} />;
      })}
    </g>
  );
});
