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
 * Returns what is drawn. Until the sliding tiles have arrived, two that meet are still two. Sorted by id, so that elements never
 * change their order; a reordered element would lose its transition.
 */
function drawnOf({ tiles, change }: MergeState, hasSpawned: boolean, hasArrived: boolean): Drawn[] {
  const spawned = new Set(change.spawned.map(({ id }) => id));
  const merged = new Set(change.merged.map(({ of }) => of[0].id));
  const meeting = change.merged.flatMap(({ of, to }) => of.map((tile): Drawn => ({ ...tile, cell: to })));
  const drawn = tiles.flatMap((tile): Drawn[] => {
    if (spawned.has(tile.id)) return hasSpawned ? [{ ...tile, as: 'spawn' }] : [];
    if (!merged.has(tile.id)) return [tile];
    return hasArrived ? [{ ...tile, as: 'merge' }] : [];
  });
  return [...drawn, ...(hasArrived ? [] : meeting)].toSorted((one, other) => one.id - other.id);
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
 * only moves elements. Those it makes, changes and removes follow in frames of their own, since a phone can't do all in one.
 */
export function Tiles({ game }: { readonly game: MergeState }) {
  const { size } = game.shape;
  const hasSpawned = useLate(game, 4) === game;
  const hasArrived = useLate(game, 1, SLIDE_MS) === game;
  return (
    <div className="tiles" aria-hidden="true">
      {drawnOf(game, hasSpawned, hasArrived).map(({ id, value, cell, as }) => (
        <div key={id} className="tile" data-x={cell % size} data-y={Math.floor(cell / size)} data-as={as}>
          <TileMark value={value} />
        </div>
      ))}
    </div>
  );
}
