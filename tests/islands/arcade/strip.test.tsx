/** What a move has scored is said once: on the board, or next to the score. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boards } from '../../../src/islands/arcade/boards.ts';
import type { Round } from '../../../src/islands/arcade/round.ts';
import { Strip } from '../../../src/islands/arcade/Strip.tsx';

test.each([
  ['merge', '+20'],
  ['tower', undefined],
  ['parcels', undefined],
  ['hatch', '+20'],
  ['rungs', '+20'],
])('%s: %s next to the score', async (game, gain) => {
  const loaded = await boards[game]?.();
  if (!loaded) throw new Error(`There is no board of ${game}`);
  const { board } = loaded;
  const start = board.rules.start(1);
  const strip = (score: number) => (
    <Strip
      board={board}
      round={{ rules: board.rules, game: { ...start, score }, startedAt: 0 } as Round}
      best={null}
      playing={false}
    />
  );
  const { container, rerender } = render(strip(10));
  rerender(strip(30));
  expect(container.querySelector('.score dt')?.textContent).toBe(`Score${gain ?? ''}`);
});
