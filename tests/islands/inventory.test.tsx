import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { InventoryIsland } from '../../src/islands/inventory/InventoryIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Item } from '../../src/lib/contract/orders.ts';
import { anOrder, aUser, type Host, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const LIST = 'GET /api/user/inventory';
let host: Host;

const anItem = (change: Partial<Item> = {}): Item => ({
  id: 41,
  reward: anOrder().reward,
  amount: 'One key',
  kind: 'code',
  state: 'unused',
  details: null,
  got_at: '2026-01-05T10:00:00.000Z',
  revealed_at: null,
  used_at: null,
  expires_on: null,
  steps: ['Open Steam.', 'Enter the key.'],
  regions: 'Everywhere.',
  ...change,
});
const listOf = (items: readonly Item[], counts = {}) => ({
  ...pageOf(items),
  counts: { unused: items.length, used: 0, expired: 0, all: items.length, ...counts },
});

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});

function open(address = '/user/inventory') {
  history.replaceState(null, '', address);
  return render(<InventoryIsland />);
}

test('pre-rendered it is a skeleton without inline styles', () => {
  const html = renderToString(<InventoryIsland />);
  expect(html).toContain('Loading your inventory');
  expect(html).not.toMatch(/\sstyle=/);
});

test('without anything it leads to the rewards, and says where winnings are', async () => {
  host.on(LIST, () => listOf([]));
  open();
  await screen.findByText('Nothing here yet');
  expect(screen.getByText(/what you win there stands in your ledger/)).toBeTruthy();
});

test('a failure has its reason and another try', async () => {
  host.on(LIST, () => refusal(503, 'database_unavailable', 'The database is away.'));
  open();
  await screen.findByText('The database is away.');
  host.on(LIST, () => listOf([anItem()]));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('That is the only one.');
});

test('on a host that lacks it says that it isn’t offered there', async () => {
  host.on(LIST, () => new Response('', { status: 404 }));
  open();
  await screen.findByText(/This isn't offered here\./);
});

test.each([
  ['has time', '2026-06-06', 'use it by 6 June 2026'],
  ['ends soon', '2026-01-09', /, 3 days left/],
  ['ends tomorrow', '2026-01-07', /, tomorrow/],
  ['has no known end', null, /no expiry is known/],
])('a code that %s says so', async (_, expires_on, words) => {
  vi.setSystemTime('2026-01-06T10:00:00Z');
  host.on(LIST, () => listOf([anItem({ expires_on })]));
  open();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('is put away, and the list is fetched anew; a failure is told beside it', async () => {
  host.on(LIST, () => listOf([anItem()]));
  const USED = 'PUT /api/user/inventory/41/used';
  host.on(USED, () => refusal(503, 'database_unavailable', 'The database is away.'));
  open();
  const mark = await screen.findByRole('button', { name: 'Mark as used (Steam key, One key)' });
  fireEvent.click(mark);
  await screen.findByText('The database is away.');
  mark.focus();
  host.on(USED, () => ({ item: anItem({ state: 'used' }) }));
  host.on(LIST, () => listOf([], { used: 1, all: 1 }));
  fireEvent.click(mark);
  await screen.findByText('Nothing is waiting to be used');
  expect(host.calls(USED).at(-1)?.body).toEqual({ used: true });
  // Whoever pressed it goes on at the list, since the button is gone with its card.
  const list = screen.getByRole('region', { name: 'Your items to use' });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

test('keeps the state in the address', async () => {
  host.on(LIST, ({ query }) => {
    const used = query.get('state') === 'used';
    return listOf(used ? [anItem({ state: 'used', used_at: '2026-01-06T10:00:00.000Z' })] : [], {
      used: 1,
      all: 1,
    });
  });
  open('/user/inventory?state=used');
  expect(await screen.findByRole('button', { name: /Not used after all/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^To use/ }));
  await screen.findByText('Nothing is waiting to be used');
  expect(location.search).toBe('');
});
