import { bestTile, type MergeState, merge, SIZE } from '../../../lib/arcade/merge.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { GameBoard } from '../game-board.ts';
import { Pad } from '../Pad.tsx';
import { MergeBoard } from './MergeBoard.tsx';
import { TileMark } from './Tiles.tsx';
import './tiles.css';

/** Of a row or column, as a part of the board. */
const middle = (line: number) => (line + 0.5) / SIZE;

export const board: GameBoard<MergeState> = {
  rules: merge,
  Board: MergeBoard,
  Pad: ({ playing }) => <Pad playing={playing} what="the tiles" />,
  Intro: () => (
    <>
      <div className="example" aria-hidden="true">
        <TileMark value={8} />
        <i>+</i>
        <TileMark value={8} />
        <i>=</i>
        <TileMark value={16} />
      </div>
      <h2 className="overlay-title">Match two tiles to double them</h2>
      <p>Slide all tiles at once. Every merge adds to your score.</p>
    </>
  ),
  Keys: () => (
    <>
      <kbd>↑</kbd>
      <kbd>←</kbd>
      <kbd>↓</kbd>
      <kbd>→</kbd> move
    </>
  ),
  figure: (game) => ({ name: 'Best tile', value: game ? formatPoints(bestTile(game)) : '–' }),
  summary: (game) =>
    `best tile ${bestTile(game)}, ${game.moves === 1 ? '1 move' : `${formatPoints(game.moves)} moves`}`,
  said({ change }, before) {
    if (change === before?.change || change.merged.length === 0) return undefined;
    return `Made ${change.merged.map(({ of }) => of[0].value * 2).join(' and ')}.`;
  },
  feel({ change, moves }, before) {
    if (moves === before?.moves || moves === 0) return undefined;
    if (change.merged.length === 0) return { blip: 'act' };
    const best = Math.max(...change.merged.map(({ of }) => of[0].value));
    return {
      blip: change.merged.length > 1 || change.gained >= 64 ? 'great' : 'good',
      // A 4 is the lowest that can be made.
      combo: Math.log2(best) - 1,
      at: change.merged.map(({ to }) => ({ x: middle(to % SIZE), y: middle(Math.floor(to / SIZE)) })),
    };
  },
};
