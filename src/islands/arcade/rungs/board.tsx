import {
  atPar,
  change,
  goalOf,
  HINT,
  parOf,
  type RungsState,
  rungs,
  rungsVariants,
  strokesOf,
  wordOf,
} from '../../../lib/arcade/rungs.ts';
import type { GameBoard } from '../game-board.ts';
import { Result } from './Result.tsx';
import { RungsBoard, steps } from './RungsBoard.tsx';
import { shareText } from './share.ts';

function Example({ word, changed }: { readonly word: string; readonly changed?: number }) {
  return (
    <span>
      {[...word].map((letter, place) => (
        <b key={letter} data-new={place === changed || undefined}>
          {letter}
        </b>
      ))}
    </span>
  );
}

export const board: GameBoard<RungsState> = {
  rules: rungs,
  variants: rungsVariants,
  Board: RungsBoard,
  Result,
  shareText,
  typed: true,
  Picture: () => (
    <div className="example-rungs" aria-hidden="true">
      <Example word="cold" />
      <Example word="cord" changed={2} />
      <Example word="card" changed={1} />
    </div>
  ),
  Intro: ({ untimed }) => (
    <>
      <h2 className="overlay-title">Change one letter at a time</h2>
      <p>
        Climb from word to word until you reach the goal. Fewer steps score more.{' '}
        {untimed ? 'Take your time.' : 'Five ladders, four minutes.'}
      </p>
    </>
  ),
  lesson: {
    // From HAND to CARD.
    seed: 791,
    steps: [
      {
        text: 'Turn HAND into CARD. Choose the N and type an R: HARD is a word.',
        allows: (act) => act === change(2, 'r'),
      },
      { text: 'One more step. Choose the H and type a C.', allows: (act) => act === change(0, 'c') },
      {
        text: 'Two steps, which is par. Stuck on the next one? Take a hint: it counts as 3 steps.',
        allows: (act) => act === HINT,
      },
    ],
  },
  tune: { hertz: 329.63, seconds: 0.9 },
  touch: 'Tap a letter of your word, then a key below it.',
  Keys: () => (
    <>
      <kbd>←</kbd>
      <kbd>→</kbd> choose a letter <kbd>A</kbd>–<kbd>Z</kbd> change it <kbd>⌫</kbd> back
    </>
  ),
  figure: (game) => ({
    name: 'Steps',
    value: game && !game.over ? `${strokesOf(game.marks)} / ${parOf(game)}` : '–',
  }),
  summary: (game) =>
    `${game.climbed.length} of ${game.shape.pars.length} ladders climbed, ${atPar(game)} at par`,
  said(game, before) {
    const { last, stops, climbed } = game;
    if (last === before?.last || last.kind === 'none') return undefined;
    if (last.climbed && game.over) return 'All ladders climbed.';
    if (last.climbed)
      return `${stops[climbed.length]} reached. The next goal is ${goalOf(game)}, par ${parOf(game)}.`;
    const word = wordOf(game);
    if (last.kind === 'back') return `Back to ${word}.`;
    return `${word}, ${last.kind === 'astray' ? 'no closer' : 'closer'}. ${steps(strokesOf(game.marks))}.`;
  },
  feel({ last, marks, climbed }, before) {
    if (last === before?.last || last.kind === 'none') return undefined;
    if (last.climbed) return { blip: 'great', combo: climbed.length, at: [{ x: 0.5, y: 0.2 }] };
    return last.kind === 'closer' ? { blip: 'good', combo: marks.length } : { blip: 'act' };
  },
  refused: { blip: 'refused' },
};
