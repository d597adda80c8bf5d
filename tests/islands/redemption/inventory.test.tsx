import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { InventoryIsland } from '../../../src/islands/redemption/inventory/InventoryIsland.tsx';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { type Item, listInventory, markUsed } from '../../../src/lib/contract/redemption/orders.ts';
import { aCard, anOrder, signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, pageOf } from '../../support/host.ts';
import { findButton, focusOn, linkTo, press, visit } from '../../support/screen.ts';

const AT = '2026-01-05T10:00:00.000Z';
const anItem = (change: Partial<Item> = {}): Item => ({
  id: 41,
  reward: anOrder().reward,
  amount: 'One key',
  kind: 'code',
  state: 'unused',
  details: null,
  got_at: AT,
  revealed_at: null,
  used_at: null,
  expires_on: null,
  steps: ['Open Steam.', 'Enter the key.'],
  regions: 'Everywhere.',
  ...change,
});
const host = hostOfEachTest(() => signIn());
const answer = (items: readonly Item[], used = 0) => ({
  ...pageOf(items),
  counts: { unused: items.length, used, expired: 0, all: items.length + used },
});

function open(address = '/user/inventory') {
  visit(address);
  return render(<InventoryIsland />);
}

test('without codes it says where winnings are, and what the points are enough for', async () => {
  host.on(listInventory, () => answer([]));
  host.on(listRewards, () => pageOf([aCard()]));
  open();
  await screen.findByText('Nothing here yet');
  await screen.findByText('You have 6,000 points, enough for:');
  expect(linkTo('Steam key')).toBe('/user/reward/12/Steam-key');
  expect(screen.getByText(/from cases and giveaways are in your points history/)).toBeTruthy();
});

test.each([
  ['has time', '2026-06-06', 'use it by 6 June 2026'],
  ['ends soon', '2026-01-09', /, 3 days left/],
  ['ends tomorrow', '2026-01-07', /, tomorrow/],
  ['has no known end', null, /no known expiration date/],
])('a code that %s says so', async (_, expires_on, words) => {
  vi.setSystemTime('2026-01-06T10:00:00Z');
  host.on(listInventory, () => answer([anItem({ expires_on })]));
  open();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('the newest unused code is the primary action of the list', async () => {
  const items = (['used', 'unused', 'unused'] as const).map((state, at) =>
    anItem({ id: 9 - at, state, amount: `${9 - at} keys` }),
  );
  host.on(listInventory, () => answer(items));
  open('/user/inventory?state=all');
  await findButton(/Show code .* 9 keys/);
  const quiet = screen.getAllByRole('button', { name: /Show code/ }).map(({ className }) => className);
  expect(quiet).toEqual(['button quiet small', 'button small', 'button quiet small']);
});

test('can be archived, refetches the list, and shows a failure next to it', async () => {
  host.on(listInventory, () => answer([anItem()]));
  host.on(markUsed, databaseAway);
  open();
  const mark = await findButton('Mark as used (Steam key, One key)');
  fireEvent.click(mark);
  await screen.findByText('The database is away.');
  mark.focus();
  host.on(markUsed, () => ({ item: anItem({ state: 'used' }) }));
  host.on(listInventory, () => answer([], 1));
  fireEvent.click(mark);
  await screen.findByText('Nothing to use right now');
  expect(host.bodies(markUsed).at(-1)).toEqual({ used: true });
  // Focus moves to the list, because the button disappears with its card.
  await focusOn(() => screen.queryByRole('region', { name: 'Your items' }));
});

test('keeps the state in the address', async () => {
  const used = anItem({ state: 'used', used_at: AT });
  host.on(listInventory, ({ query }) => answer(query.get('state') === 'used' ? [used] : [], 1));
  open('/user/inventory?state=used');
  await findButton(/Mark as not used/);
  press(/^To use/);
  await screen.findByText('Nothing to use right now');
  expect(location.search).toBe('');
});
