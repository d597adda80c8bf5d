// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { anOrder, aUser, type Host, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const LIST = 'GET /api/user/orders';
let host: Host;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});
afterEach(() => {
  cleanup();
  storeUser(null);
});

function open(address = '/user/order-history') {
  history.replaceState(null, '', address);
  return render(<OrdersIsland />);
}

test('pre-rendered it is a skeleton without inline styles', () => {
  const html = renderToString(<OrdersIsland />);
  expect(html).toContain('Loading your orders');
  expect(html).not.toMatch(/\sstyle=/);
});

test('a failure has its reason and another try', async () => {
  host.on(LIST, () => refusal(503, 'database_unavailable', 'The database is away.'));
  open();
  await screen.findByText('The database is away.');
  host.on(LIST, () => pageOf([]));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No orders yet');
});

test('without orders it leads to the rewards', async () => {
  host.on(LIST, () => pageOf([]));
  open();
  await screen.findByText('No orders yet');
  expect(screen.getByRole('link', { name: 'See the rewards' }).getAttribute('href')).toBe('/user/rewards');
});

describe('an order', () => {
  test.each([
    ['pending', 'pending', /come back if it can’t be sent/],
    ['delivered', 'ok', /the points are spent/],
    ['cancelled', 'off', /Your points are back/],
  ] as const)('that is %s says so and what it means', async (state, tone, meaning) => {
    host.on(LIST, () => pageOf([anOrder({ state, code: null, details: 'mira', delivered_at: null })]));
    open();
    const item = within(await screen.findByRole('listitem'));
    expect(item.getByText(state).className).toBe(`state ${tone}`);
    expect(item.getByText(meaning)).toBeTruthy();
    expect(item.getByText('500 pts')).toBeTruthy();
    expect(item.getByText('$0.50')).toBeTruthy();
    expect(item.getByText('mira')).toBeTruthy();
  });

  test('keeps its code covered until it is asked for', async () => {
    host.on(LIST, () => pageOf([anOrder()]));
    open();
    const show = await screen.findByRole('button', { name: 'Show code of Steam key, One key' });
    expect(screen.queryByText('SAMPLE-7KQ2-M4XD')).toBeNull();
    fireEvent.click(show);
    expect(screen.getByText('SAMPLE-7KQ2-M4XD')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Copy/ })).toBeTruthy();
  });
});

test('turns pages by the address', async () => {
  host.on(LIST, ({ query }) => {
    const page = Number(query.get('page'));
    return pageOf([anOrder({ id: 100 + page })], { page, total: 21 });
  });
  open();
  await screen.findByText(/order 101/);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText(/order 102/);
  expect(location.search).toBe('?page=2');
  expect(screen.getByText('These are all your orders.')).toBeTruthy();
});
