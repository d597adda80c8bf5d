import {
  endsOf,
  type HatchState,
  HINT,
  hatch,
  hatchVariants,
  LIMIT_MS,
  PRICE_MS,
  UNTIMED,
} from '../../../lib/arcade/hatch.ts';
import { pictureOf } from '../../../lib/arcade/hatch-pictures.ts';
import { Creature } from '../../shared/Creature.tsx';
import type { GameBoard } from '../game-board.ts';
import type { LessonStep } from '../lesson.ts';
import { HatchBoard } from './HatchBoard.tsx';
import { EggMark } from './Shelf.tsx';

const creatures = (count: number) => (count === 1 ? '1 creature' : `${count} creatures`);

/** Makes a lesson step: shade the rest of a row or column. */
function shadesAll(
  text: string,
  isThere: (place: { x: number; y: number }) => boolean,
): LessonStep<HatchState> {
  return {
    text,
    allows: (act) => act !== UNTIMED && endsOf(act).every(isThere),
    isDone: ({ picture: { size, cells }, marks, hatched }) =>
      hatched.length > 0 ||
      cells.every(
        (on, cell) =>
          !on || marks[cell] !== 'open' || !isThere({ x: cell % size, y: Math.floor(cell / size) }),
      ),
  };
}

const hintStep: LessonStep<HatchState> = {
  text: 'Stuck? Take a hint: it shades a pixel and its mirror image.',
  allows: (act) => act === HINT,
};

export const board: GameBoard<HatchState> = {
  rules: hatch,
  variants: hatchVariants,
  Board: HatchBoard,
  Picture: () => (
    <div className="example-hatch" aria-hidden="true">
      <EggMark />
      <i>→</i>
      <Creature picture={pictureOf(7, 6)} />
    </div>
  ),
  Intro: ({ untimed }) => (
    <>
      <h2 className="overlay-title">Solve the picture, hatch the creature</h2>
      <p>
        The numbers count shaded pixels. Shade one side and the other follows.{' '}
        {untimed
          ? `Take your time: the round ends after ${LIMIT_MS / PRICE_MS} mistakes.`
          : 'Three minutes; a mistake costs 5 seconds.'}
      </p>
    </>
  ),
  lesson: {
    seed: 100,
    steps: [
      shadesAll('A 5 fills a row of five. Shade all of row 2.', ({ y }) => y === 1),
      shadesAll('Row 4 is a 5 too. Shade it.', ({ y }) => y === 3),
      shadesAll('So is column 3. Shade what’s missing.', ({ x }) => x === 2),
      shadesAll(
        'Row 3 says 1 1 1. Shade its left end, and the right end follows.',
        ({ x, y }) => y === 2 && x !== 1 && x !== 3,
      ),
    ],
  },
  lessons: {
    hints: {
      seed: 100,
      steps: [
        hintStep,
        shadesAll(
          'Hints score nothing, and this creature loses its bonus. Shade the rest of row 2.',
          ({ y }) => y === 1,
        ),
      ],
    },
    weekly: { seed: 100, steps: [hintStep] },
  },
  tune: { hertz: 493.88, seconds: 0.8 },
  touch: 'Tap a pixel, or drag along a row or column.',
  Keys: () => (
    <>
      <kbd>↑</kbd>
      <kbd>←</kbd>
      <kbd>↓</kbd>
      <kbd>→</kbd> move <kbd>Space</kbd> shade <kbd>X</kbd> mark empty
    </>
  ),
  figure: (game) => ({ name: 'Hatched', value: game ? String(game.hatched.length) : '–' }),
  summary: (game) => `${creatures(game.hatched.length)} hatched, ${game.flawless} with no mistakes`,
  said({ last, hatched, picture, timed, hints }, before) {
    if (last === before?.last) return undefined;
    if (before && hints < before.hints) return `Hint used. ${hints} left.`;
    if (last.hatched) return `Hatched ${creatures(hatched.length)}. The next grid is ${picture.size} wide.`;
    if (last.wrong) return timed ? 'Mistake. You lose 5 seconds.' : 'Mistake.';
    return last.shaded === 1 ? '1 pixel shaded.' : `${last.shaded} pixels shaded.`;
  },
  feel({ last, hatched }, before) {
    if (last === before?.last) return undefined;
    if (last.hatched) return { blip: 'great', combo: hatched.length, at: [{ x: 0.6, y: 0.6 }] };
    return last.wrong ? { blip: 'bad' } : { blip: 'act', combo: last.shaded };
  },
};
