import { memo } from 'react';
import type { MergeState, Tile } from '../../../lib/arcade/merge.ts';
import { useLate } from '../use-late.ts';
import { Strokes } from './Strokes.tsx';

interface Drawn extends Tile {
  /** coming: drawn, but not visible yet. merge: pops, because it has just doubled. spawn: fades in. */
  readonly as?: 'coming' | 'merge' | 'spawn';
}

/** How many milliseconds tiles slide (tiles.css). */
const SLIDE_MS = 110;
/** When the tiles that appear after it are drawn, and when they are shown. The next frame comes up to 17 ms later. */
const COMING_MS = 50;
const ARRIVED_MS = SLIDE_MS - 10;

/**
 * Returns what is drawn. While tiles slide, two that meet are still two. Sorted by id and value, so that elements never change
 * their order; a reordered element would lose its transition.
 */
function drawnOf(
  { tiles, change: { merged, spawned } }: MergeState,
  areComing: boolean,
  haveArrived: boolean,
): Drawn[] {
  const meeting = merged.flatMap(({ of, to }) => of.map((tile): Drawn => ({ ...tile, cell: to })));
  const doubled = new Set(merged.map(({ of }) => of[0].id));
  const drawn = tiles.flatMap((tile): Drawn[] => {
    const as = doubled.has(tile.id) ? 'merge' : spawned.includes(tile) ? 'spawn' : undefined;
    if (!as) return [tile];
    return areComing ? [{ ...tile, as: haveArrived ? as : 'coming' }] : [];
  });
  return [...drawn, ...(haveArrived ? [] : meeting)].toSorted(
    (one, other) => one.id - other.id || one.value - other.value,
  );
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
 * first slides tiles. Tiles that appear at the end of the slide are drawn ahead of time, because a phone can't do it all in
 * one frame.
 */
export function Tiles({ game }: { readonly game: MergeState }) {
  const { size } = game.shape;
  const areComing = game === useLate(game, 1, COMING_MS);
  const haveArrived = game === useLate(game, 1, ARRIVED_MS);
  return (
    <div className="tiles" aria-hidden="true">
      {drawnOf(game, areComing, haveArrived).map(({ id, value, cell, as }) => (
        <div
          key={`${id} ${value}`}
          className="tile"
          data-x={cell % size}
          data-y={Math.floor(cell / size)}
          data-as={as}
        >
          <TileMark value={value} />
        </div>
      ))}
    </div>
  );
}
