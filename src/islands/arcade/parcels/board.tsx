import { RIGHT } from '../../../lib/arcade/directions.ts';
import { courierOf, isChoosing, loadOf, type ParcelsState } from '../../../lib/arcade/parcels-state.ts';
import { SIZE } from '../../../lib/arcade/parcels-town.ts';
import { parcels, parcelsVariants } from '../../../lib/arcade/parcels-variants.ts';
import type { GameBoard } from '../game-board.ts';
import { Pad } from '../Pad.tsx';
import { ParcelsBoard } from './ParcelsBoard.tsx';
import { Courier, Door, Parcel } from './Town.tsx';

const count = (parcels: number) => (parcels === 1 ? '1 parcel' : `${parcels} parcels`);

export const board: GameBoard<ParcelsState> = {
  rules: parcels,
  variants: parcelsVariants,
  Board: ParcelsBoard,
  Pad: ({ playing }) => <Pad playing={playing} what="the courier" />,
  Picture: () => (
    <svg className="example-town" viewBox="0 0 58 8" aria-hidden="true">
      {[3, 2, 1].map((place, index) => (
        <Parcel key={place} place={place} transform={`translate(${index * 8} 0)`} />
      ))}
      <Courier heading={RIGHT} transform="translate(24 0)" />
      <path className="way" d="M35 4h2v1h-2zM40 4h2v1h-2zM45 4h2v1h-2z" />
      <Door open transform="translate(50 0)" />
    </svg>
  ),
  Intro: () => (
    <>
      <h2 className="overlay-title">Bigger loads, bigger bonus</h2>
      <p>
        Bring parcels to the door. Each extra parcel in a load is worth more, but hit your own row and you
        lose it. Two minutes.
      </p>
    </>
  ),
  lesson: {
    seed: 109,
    steps: [
      { text: 'Swipe or press an arrow to drive off.', isDone: ({ since }) => since !== null },
      {
        text: 'Drive over a parcel to pick it up. Houses only stop you.',
        isDone: (game) => loadOf(game) > 0,
      },
      {
        text: 'Pick up one more: each extra parcel in a load is worth more. Don’t hit your own row.',
        isDone: (game) => loadOf(game) > 1,
      },
      { text: 'Bring your load to the open door.', isDone: ({ delivered }) => delivered > 0 },
    ],
  },
  lessons: {
    weekly: {
      seed: 0,
      steps: [
        {
          text: 'You can’t drive against an arrow. Find your way to a parcel.',
          isDone: (game) => loadOf(game) > 0,
        },
      ],
    },
    express: {
      seed: 109,
      steps: [
        {
          text: 'Bring three parcels to the door before its bar runs out. The tip is 50.',
          isDone: ({ delivered }) => delivered > 0,
        },
      ],
    },
  },
  tune: { hertz: 440, seconds: 0.5 },
  touch:
    'Swipe on the board, or use the arrows below it. Turn early, and the turn waits for the next street.',
  Keys: () => (
    <>
      <kbd>↑</kbd>
      <kbd>←</kbd>
      <kbd>↓</kbd>
      <kbd>→</kbd> turn
    </>
  ),
  showsGains: true,
  figure: (game) => ({ name: 'Carrying', value: game ? String(loadOf(game)) : '–' }),
  summary: (game) => `${count(game.delivered)} delivered, biggest load ${game.bestLoad}`,
  said(game, before) {
    const { event } = game;
    if (event === before?.event) return undefined;
    if (event.kind === 'picked') return `Carrying ${loadOf(game)}.`;
    if (event.kind === 'delivered')
      return [
        `${count(event.load)} delivered.`,
        ...(event.tip > 0 ? [`Tip: ${event.tip}.`] : []),
        ...(isChoosing(game) ? ['Choose a better van: 1 is faster, 2 is bigger.'] : []),
      ].join(' ');
    return event.kind === 'spilled' ? `${count(event.load)} lost.` : undefined;
  },
  feel(game, before) {
    const { event } = game;
    if (event === before?.event) return undefined;
    const cell = courierOf(game);
    const at = [{ x: ((cell % SIZE) + 0.5) / SIZE, y: (Math.floor(cell / SIZE) + 0.5) / SIZE }];
    if (event.kind === 'picked') return { blip: 'good', combo: loadOf(game), at };
    if (event.kind === 'delivered') return { blip: 'great', combo: event.load, at };
    return event.kind === 'spilled' ? { blip: 'bad' } : undefined;
  },
};
