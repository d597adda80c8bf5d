import { LEFT, UP } from '../../../lib/arcade/directions.ts';
import { bestTile, type MergeState, UNDO } from '../../../lib/arcade/merge.ts';
import { merge, mergeVariants } from '../../../lib/arcade/merge-variants.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { GameBoard } from '../game-board.ts';
import { Pad } from '../Pad.tsx';
import { MergeBoard } from './MergeBoard.tsx';
import { TileMark } from './Tiles.tsx';
import { Undo } from './Undo.tsx';

export const board: GameBoard<MergeState> = {
  rules: merge,
  variants: mergeVariants,
  Board: MergeBoard,
  Pad: ({ playing, game }) => (
    <Pad playing={playing} what="the tiles">
      <Undo game={game} />
    </Pad>
  ),
  Picture: () => (
    <div className="example" aria-hidden="true">
      <TileMark value={8} />
      <i>+</i>
      <TileMark value={8} />
      <i>=</i>
      <TileMark value={16} />
    </div>
  ),
  Intro: () => (
    <>
      <h2 className="overlay-title">Match two tiles to double them</h2>
      <p>Slide all tiles at once. Every merge adds to your score.</p>
    </>
  ),
  lesson: {
    seed: 891,
    steps: [
      { text: 'Slide left: the two 2s meet and become a 4.', allows: (act) => act === LEFT },
      {
        text: 'A new tile comes after every slide. Slide up: all tiles go as far as they can.',
        allows: (act) => act === UP,
      },
      { text: 'Here are two 2s again. Slide left to match them.', allows: (act) => act === LEFT },
      { text: 'Now two 4s are in one column. Slide up to make an 8.', allows: (act) => act === UP },
    ],
  },
  lessons: {
    target: {
      seed: 891,
      steps: [
        {
          text: 'Only moves count on the way to 128. Slide left: that’s one.',
          allows: (act) => act === LEFT,
        },
        {
          text: 'Par is 70. Each move fewer is worth 10 more, and each one over 10 less. Slide up.',
          allows: (act) => act === UP,
        },
        { text: 'A move you undo isn’t counted. Undo this one.', allows: (act) => act === UNDO },
      ],
    },
    blockers: {
      seed: 60,
      steps: [
        {
          text: 'Two cells are blocked. Slide left: the tile in the top row stops beside one.',
          allows: (act) => act === LEFT,
        },
        {
          text: 'Now there’s a 2 below it. Slide up: they meet and become a 4.',
          allows: (act) => act === UP,
        },
      ],
    },
  },
  tune: { hertz: 392, seconds: 0.62 },
  touch: 'Swipe on the board, or use the arrows below it.',
  Keys: () => (
    <>
      <kbd>↑</kbd>
      <kbd>←</kbd>
      <kbd>↓</kbd>
      <kbd>→</kbd> move <kbd>Backspace</kbd> undo
    </>
  ),
  figure(game) {
    const target = game?.shape.target;
    if (target) return { name: `Moves (par ${target.par})`, value: formatPoints(game.moves) };
    return { name: 'Best tile', value: game ? formatPoints(bestTile(game)) : '–' };
  },
  summary(game) {
    const moves = game.moves === 1 ? '1 move' : `${formatPoints(game.moves)} moves`;
    const { target } = game.shape;
    if (!target || game.score === 0) return `best tile ${bestTile(game)}, ${moves}`;
    const under = target.par - game.moves;
    const against = under === 0 ? 'at par' : `${Math.abs(under)} ${under > 0 ? 'under' : 'over'} par`;
    return `${target.tile} in ${moves}, ${against}`;
  },
  said({ change, undos }, before) {
    if (before && undos < before.undos) return `Undid a move. Undos left: ${undos}.`;
    if (change === before?.change || change.merged.length === 0) return undefined;
    return `Made ${change.merged.map(({ of }) => of[0].value * 2).join(' and ')}.`;
  },
  feel({ change, moves, shape: { size } }, before) {
    if (moves === before?.moves || moves === 0) return undefined;
    if (change.merged.length === 0) return { blip: 'act' };
    /** Returns the middle of a row or column, as a fraction of the board. */
    const middle = (line: number) => (line + 0.5) / size;
    const best = Math.max(...change.merged.map(({ of }) => of[0].value));
    return {
      blip: change.merged.length > 1 || change.gained >= 64 ? 'great' : 'good',
      // The lowest merged tile is a 4.
      combo: Math.log2(best) - 1,
      at: change.merged.map(({ to }) => ({ x: middle(to % size), y: middle(Math.floor(to / size)) })),
    };
  },
  refused: { blip: 'refused' },
};
