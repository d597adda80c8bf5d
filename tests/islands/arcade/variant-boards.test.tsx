/** What the boards of Hatch and Parcels show in other variants. */
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HatchBoard } from '../../../src/islands/arcade/hatch/HatchBoard.tsx';
import { board as parcelsBoard } from '../../../src/islands/arcade/parcels/board.tsx';
import { ParcelsBoard } from '../../../src/islands/arcade/parcels/ParcelsBoard.tsx';
import { HINT, hatchVariants } from '../../../src/lib/arcade/hatch.ts';
import type { ParcelsState } from '../../../src/lib/arcade/parcels-state.ts';
import { parcelsVariants } from '../../../src/lib/arcade/parcels-variants.ts';
import { weekSeed } from '../../../src/lib/arcade/week.ts';

const [classic, hints, giants] = hatchVariants;
const [, , weekly, express] = parcelsVariants;

test.each([
  ['Classic', classic, 10, null],
  ['With hints', hints, 10, 'Hint (3 left)'],
  ['Weekly giants', giants, 3, 'Hint (3 left)'],
] as const)('%s: an egg for each creature, and the hints that are left', (_, rules, count, hint) => {
  const boardOf = (game = rules.start(7)) => (
    <HatchBoard game={game} rules={rules} phase="playing">
      {null}
    </HatchBoard>
  );
  const { rerender } = render(boardOf());
  expect(screen.getByRole('img', { name: `0 of ${count} hatched` })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Hint/ })?.textContent ?? null).toBe(hint);
  if (hint === null) return;
  rerender(boardOf(rules.act(rules.start(7), HINT, 100)));
  expect(screen.getByRole('button', { name: 'Hint (2 left)' })).toBeTruthy();
});

const town = (rules: typeof weekly, game: ParcelsState) =>
  render(
    <ParcelsBoard game={game} rules={rules} phase="playing">
      {null}
    </ParcelsBoard>,
  ).container;

test('a hand-drawn town has its arrows, trees and water, and an obstacle is never also a house', () => {
  // The third has all of them.
  const drawn = town(weekly, weekly.start(weekSeed(0, 2)));
  expect(drawn.querySelectorAll('.tree')).toHaveLength(4);
  expect(drawn.querySelector('.water')?.getAttribute('d')?.match(/M/g)).toHaveLength(10);
  const arrows = [...drawn.querySelectorAll('.one-way')].map((path) => path.getAttribute('d'));
  expect(arrows.map((d) => d?.match(/M/g)?.length ?? 0)).toEqual([1, 0, 1, 0]);
  expect(drawn.querySelectorAll('.house')).toHaveLength(14);
});

test('Express shows a tip while it is available, and asks which van to take', () => {
  const waiting = express.start(7);
  const shown = town(express, waiting);
  expect(shown.querySelector('.tip .left')?.getAttribute('width')).toBe('10');
  expect(within(shown).getByText(/A tip waits there for a load of 3\.$/)).toBeTruthy();
  const choosing = { ...waiting, delivered: 10, doorSince: -60_000 };
  const asked = town(express, choosing);
  expect(asked.querySelector('.tip')).toBeNull();
  expect(
    within(asked)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 Faster Each step takes less time.',
    '2 Bigger Two parcels ride inside, so your row is shorter.',
  ]);
  const event = { kind: 'delivered', load: 4, gained: 150, tip: 50 } as const;
  expect(parcelsBoard.said({ ...choosing, event }, waiting)).toBe(
    '4 parcels delivered. Tip: 50. Choose a better van: 1 is faster, 2 is bigger.',
  );
});
