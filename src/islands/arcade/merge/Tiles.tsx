import { memo } from 'react';
import type { MergeState, Tile } from '../../../lib/arcade/merge.ts';
import { useLate } from '../use-late.ts';
import { Strokes } from './Strokes.tsx';

interface Drawn extends Tile {
  /** merge: pops, because it has just doubled. spawn: fades in. */
  readonly as?: 'merge' | 'spawn';
}

/** How many milliseconds tiles slide (tiles.css). */
const SLIDE_MS = 110;

/**
 * Returns what is drawn. Until the sliding tiles have arrived, two that meet are still two, and the new tile isn't there. Sorted
 * by id, so that elements never change their order; a reordered element would lose its transition.
 */
function drawnOf({ tiles, change: { merged, spawned } }: MergeState, haveArrived: boolean): Drawn[] {
  const meeting = merged.flatMap(({ of, to }) => of.map((tile): Drawn => ({ ...tile, cell: to })));
  const doubled = new Set(merged.map(({ of }) => of[0].id));
  const drawn = tiles.flatMap((tile): Drawn[] => {
    const as = doubled.has(tile.id) ? 'merge' : spawned.includes(tile) ? 'spawn' : undefined;
    if (!as) return [tile];
    return haveArrived ? [{ ...tile, as }] : [];
  });
  return [...drawn, ...(haveArrived ? [] : meeting)].toSorted((one, other) => one.id - other.id);
}

export const TileMark = memo(function TileMark({ value }: { readonly value: number }) {
  const rank = Math.log2(value);
  return (
    <span className="tile-face" data-rank={Math.min(rank, 13)} data-digits={String(value).length}>
      {value}
      <Strokes count={rank} />
    </span>
  );
});

/**
 * The visible tiles. Screen readers get the table instead. Placed by attributes, because the CSP forbids inline styles. A move
 * first slides tiles. Merged and new ones are drawn when those have arrived, because a phone can't do it all in one frame.
 */
export function Tiles({ game }: { readonly game: MergeState }) {
  const { size } = game.shape;
  const arrived = useLate(game, 1, SLIDE_MS - 10);
  return (
    <div className="tiles" aria-hidden="true">
      {drawnOf(game, game === arrived).map(({ id, value, cell, as }) => (
        <div key={id} className="tile" data-x={cell % size} data-y={Math.floor(cell / size)} data-as={as}>
          <TileMark value={value} />
        </div>
      ))}
    </div>
  );
}
