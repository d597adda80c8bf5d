import { DROP, heightOf, LANE, type TowerState, tower, towerVariants } from '../../../lib/arcade/tower.ts';
import type { GameBoard } from '../game-board.ts';
import { act } from '../store.ts';
import { Drop } from './Drop.tsx';
import { reachedBy, tallestBelow } from './landmarks.ts';
import { ticketPath } from './Scene.tsx';
import { EYE, GROUND, ROW } from './sizes.ts';
import { TowerBoard, windInWords } from './TowerBoard.tsx';

const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);

export const board: GameBoard<TowerState> = {
  rules: tower,
  variants: towerVariants,
  Board: TowerBoard,
  Pad: ({ playing }) => <Drop playing={playing} onDrop={() => act(DROP)} />,
  Picture: () => (
    <svg className="example-tower" viewBox="0 0 40 16" aria-hidden="true">
      <g data-ramp="2">
        <path className="paper" d={ticketPath({ x: 9, width: 22 }, 11)} />
      </g>
      <g data-ramp="4">
        <path className="paper" d={ticketPath({ x: 12, width: 19 }, 6)} />
      </g>
      <g data-ramp="6">
        <path className="paper" d={ticketPath({ x: 17, width: 14 }, 1)} />
        <path className="paper off" d={ticketPath({ x: 32, width: 5 }, 1)} />
      </g>
    </svg>
  ),
  Intro: () => (
    <>
      <h2 className="overlay-title">Stack it straight</h2>
      <p>Tap to drop the ticket. Overhang gets cut off. Miss the stack and it’s game over.</p>
    </>
  ),
  lesson: {
    seed: 8,
    steps: [
      { text: 'Tap the board or press Drop when the ticket is above the stack.' },
      { text: 'Overhang gets cut off, and the next ticket is as wide as what’s left. Drop it.' },
      { text: 'A drop that fits loses nothing and scores more. Try to match the edges.' },
    ],
  },
  lessons: {
    wind: {
      seed: 9,
      steps: [
        {
          text: 'The flag shows how far wind carries the ticket, and which way. Aim that much to the other side.',
        },
        { text: 'Each ticket has its own wind. Look at the flag again, then drop it.' },
      ],
    },
  },
  tune: { hertz: 349.23, seconds: 0.7 },
  touch: 'Tap the board, or the button below it.',
  Keys: () => (
    <>
      <kbd>Space</kbd> drop
    </>
  ),
  showsGains: true,
  figure: (game) => ({ name: 'Tickets', value: game ? String(heightOf(game)) : '–' }),
  summary(game) {
    const landmark = tallestBelow(heightOf(game));
    const tall = landmark ? `, as tall as ${landmark.name}` : '';
    return `${tickets(heightOf(game))} high${tall}, best streak ${game.bestStreak}`;
  },
  said(game, before) {
    const { last, missed, slide } = game;
    if (last === before?.last || !last) return undefined;
    if (missed) return 'Missed.';
    const landmark = last.gained > 0 ? reachedBy(heightOf(game)) : undefined;
    return [
      last.gained === 0 ? 'Missed.' : last.fits ? 'Perfect fit.' : `Cut to ${slide.width} wide.`,
      ...(landmark ? [`As tall as ${landmark.name}.`] : []),
      ...(game.shape.wind > 0 ? [windInWords(slide)] : []),
    ].join(' ');
  },
  feel(game, before) {
    const { last, streak } = game;
    if (last === before?.last || !last) return undefined;
    const y = (GROUND - Math.min(heightOf(game), EYE) * ROW) / LANE;
    const at = (x: number) => [{ x: x / LANE, y }];
    if (last.gained === 0) return { blip: 'bad' };
    if (last.fits) return { blip: 'great', combo: streak, at: at(last.ticket.x + last.ticket.width / 2) };
    // At the tear.
    const { torn } = last;
    return { blip: 'good', ...(torn && { at: at(torn.x + torn.width / 2) }) };
  },
};
