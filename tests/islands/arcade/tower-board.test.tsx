/** What moves in Tower: the ticket, where the rules say it is, and the picture, as the tower grows. */
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '../../../src/islands/arcade/play-store.ts';
import { TowerBoard } from '../../../src/islands/arcade/tower/TowerBoard.tsx';
import { LANE, placeOf, tower as rules, type TowerState, topOf } from '../../../src/lib/arcade/tower.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const boardOf = (game: TowerState, phase: 'playing' | 'paused') => (
  <TowerBoard game={game} rules={rules} phase={phase}>
    {null}
  </TowerBoard>
);

/** Shows the board after so many milliseconds of play. Returns what moves its ticket. */
function ticketOf(game: TowerState, phase: 'playing' | 'paused', played: number) {
  vi.useFakeTimers({ toFake: ['performance'], now: 50_000 });
  clock.restart(played);
  if (phase === 'paused') clock.stop();
  const movement = { startTime: null as number | null, currentTime: null as number | null };
  const control = { pause: vi.fn(), cancel: vi.fn() };
  const animate = vi
    .spyOn(Element.prototype, 'animate')
    .mockReturnValue(Object.assign(movement, control) as unknown as Animation);
  const { unmount } = render(boardOf(game, phase));
  const [keyframes, timing] = animate.mock.calls[0] ?? [];
  return { movement, ...control, unmount, placeAt: placesOf(keyframes as Side[], timing as Timing) };
}

type Side = { readonly transform: string; readonly easing: string };
type Timing = { readonly duration: number; readonly iterations: number };

/** Returns the place after so many milliseconds of an endless animation, in units, as a browser works it out. */
const placesOf =
  (sides: readonly Side[], { duration, iterations }: Timing) =>
  (ms: number) => {
    expect(iterations).toBe(Infinity);
    const far = ((ms / duration) % 1) * (sides.length - 1);
    const [from, to] = sides.slice(Math.floor(far), Math.floor(far) + 2);
    const steps = Number(/^steps\((\d+)\)$/.exec(from?.easing ?? '')?.[1]);
    const unitsOf = (side: Side | undefined) =>
      (Number(/^translateX\((.+)%\)$/.exec(side?.transform ?? '')?.[1]) * LANE) / 100;
    return unitsOf(from) + ((unitsOf(to) - unitsOf(from)) * Math.floor((far % 1) * steps)) / steps;
  };

const start = rules.start(7);
const from = (side: 'left' | 'right'): TowerState => ({
  ...start,
  slide: { ...start.slide, from: side, since: 1_234 },
});

test.each(['left', 'right'] as const)(
  'a ticket from the %s slides as the rules say, on the round’s clock',
  (side) => {
    const game = from(side);
    const { since } = game.slide;
    const { movement, pause, placeAt } = ticketOf(game, 'playing', since + 300);
    expect([movement.startTime, pause.mock.calls.length]).toEqual([performance.now() - 300, 0]);
    for (let ms = 0.1; ms < 9_000; ms += 3.7)
      expect(placeAt(ms), `${ms}`).toBeCloseTo(placeOf(game.slide, since + ms));
  },
);

test('a paused ticket stands where it was, and one that has gone moves no more', () => {
  const { movement, pause, cancel, unmount } = ticketOf(from('right'), 'paused', 1_234 + 450);
  expect([movement.startTime, movement.currentTime, pause.mock.calls.length]).toEqual([null, 450, 1]);
  unmount();
  expect(cancel).toHaveBeenCalledOnce();
});

/** This many tickets high, all in one place. */
const tower = (height: number): TowerState => ({
  ...start,
  rows: Array.from({ length: height + 1 }, () => topOf(start)),
});

test('the picture follows a tall tower, and a new one starts on the ground', () => {
  const { container, rerender } = render(boardOf(tower(9), 'playing'));
  const { style } = container.querySelector<HTMLElement>('.tower > .world') ?? document.body;
  // Three tickets more than fit below the middle, five units each.
  expect([style.transform, style.transition]).toEqual([`translateY(${(100 * 15) / LANE}%)`, '']);
  rerender(boardOf(tower(0), 'playing'));
  expect([style.transform, style.transition]).toEqual(['translateY(0%)', 'none']);
});
