/** The tower's picture moves up as it grows, in script-driven frames that no style sheet can stop for reduced motion. */
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TowerBoard } from '../../../src/islands/arcade/tower/TowerBoard.tsx';
import { tower as rules, start, type TowerState, topOf } from '../../../src/lib/arcade/tower.ts';
import { holdFrames } from '../../support/held-frames.ts';

/** This many tickets high, all in one place. */
function tower(height: number): TowerState {
  const ground = start(7);
  return { ...ground, rows: Array.from({ length: height + 1 }, () => topOf(ground)) };
}

/** How far the picture has moved, in its units, in the frame in which a tower has grown and in each later one. */
function movesOf(motion: 'reduce' | 'no-preference'): () => number {
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media.includes(motion) }));
  const animate = vi.spyOn(Element.prototype, 'animate');
  const nextFrame = holdFrames();
  const boardOf = (height: number) => (
    <TowerBoard game={tower(height)} rules={rules} phase="paused">
      {null}
    </TowerBoard>
  );
  const { container, rerender } = render(boardOf(6));
  rerender(boardOf(9));
  const world = container.querySelector('.tower > .world');
  const movement: Animation = animate.mock.results[animate.mock.contexts.indexOf(world)]?.value;
  return () => {
    const moved = Number(movement.currentTime);
    nextFrame();
    return moved;
  };
}

/** Three tickets more than fit below the middle, five units each. */
const THERE = 15;

test('bit by bit', () => {
  const next = movesOf('no-preference');
  const [first, second] = [next(), next()];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(second).toBeLessThan(THERE);
});

test('immediately with reduced motion', () => {
  const next = movesOf('reduce');
  expect([next(), next()]).toEqual([THERE, THERE]);
});
