import { memo } from 'react';
import type { MergeState, Tile } from '../../../lib/arcade/merge.ts';
import { useLate } from '../use-late.ts';
import { Strokes } from './Strokes.tsx';

interface Drawn extends Tile {
  /** merge: pops when its two tiles have arrived. spawn: fades in. under: was merged away and slides below the new tile. */
  readonly as: 'slide' | 'merge' | 'spawn' | 'under';
}

/**
 * Returns what is drawn: the tiles, and below them the moving tiles that the last move merged away. Sorted by id, so that
 * elements never change their order; a reordered element would lose its transition.
 */
function drawnOf({ tiles, change }: MergeState): Drawn[] {
  const merged = new Set(change.merged.map(({ id }) => id));
  const spawned = new Set(change.spawned.map(({ id }) => id));
  const under = change.merged.flatMap(({ of, to }) =>
    of.map((tile) => ({ ...tile, cell: to, as: 'under' as const })),
  );
  const above = tiles.map((tile): Drawn => {
    const as = merged.has(tile.id) ? 'merge' : spawned.has(tile.id) ? 'spawn' : 'slide';
    return { ...tile, as };
  });
  return [...under, ...above].toSorted((one, other) => one.id - other.id);
}

export const TileMark = memo(function TileMark({ value }: { readonly value: number }) {
  const rank = Math.log2(value);
  return (
    <span className="tile-face" data-rank={Math.min(rank, 13)} data-digits={String(value).length}>
      <b>{value}</b>
      <Strokes count={rank} />
    </span>
  );
});

/** The visible tiles. Screen readers get the table instead. Placed by attributes, because the CSP forbids inline styles. */
export function Tiles({ game }: { readonly game: MergeState }) {
  const { size } = game.shape;
  // New tiles can't be seen before the others have arrived. Making them takes as long as moving the others.
  const late = useLate(game);
  const drawn = drawnOf(game).filter(({ as }) => game === late || as === 'slide' || as === 'under');
  return (
    <div className="tiles" aria-hidden="true">
      {drawn.map(({ id, value, cell, as }) => (
        <div key={id} className="tile" data-x={cell % size} data-y={Math.floor(cell / size)} data-as={as}>
          <TileMark value={value} />
        </div>
      ))}
    </div>
  );
}
