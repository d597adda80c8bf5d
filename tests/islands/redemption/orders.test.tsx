import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OrdersIsland } from '../../../src/islands/redemption/orders/OrdersIsland.tsx';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import {
  appealDispute,
  cancelOrder,
  getOrder,
  listOrders,
  openDispute,
  revealCode,
} from '../../../src/lib/contract/redemption/orders.ts';
import { aCard, anOrderLine, aUser, balance, signIn, transaction } from '../../support/fixtures.ts';
import { databaseAway, fieldError, hostOfEachTest, notFound, pageOf, refusal } from '../../support/host.ts';
import {
  button,
  findButton,
  focusOn,
  linkTo,
  press,
  pressByKeyboard,
  pressFound,
  textsOf,
  visit,
} from '../../support/screen.ts';

const host = hostOfEachTest(() => signIn());

function open(order = anOrderLine(), address = '/user/order-history') {
  host.on(listOrders, () => pageOf([order]));
  visit(address);
  return render(<OrdersIsland />);
}

test.each([
  ['if the player hasn’t chosen', true, 'default', ['order 48 · One key']],
  ['not if they have', false, 'default', []],
  ['not if the browser denies it', true, 'denied', []],
] as const)('news is offered on the newest order that waits, %s', async (_, push_offered, permission, on) => {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission });
  onTestFinished(() => void vi.unstubAllGlobals());
  const states = ['delivered', 'held', 'pending', 'cancelled'] as const;
  const AT = '2026-11-20T10:00:00.000Z';
  const data = states.map((state, at) =>
    anOrderLine({
      id: 49 - at,
      state,
      has_code: false,
      delivered_at: state === 'delivered' ? AT : null,
      ended_at: state === 'cancelled' ? AT : null,
    }),
  );
  host.on(listOrders, () => ({ ...pageOf(data), push_offered }));
  visit('/user/order-history');
  render(<OrdersIsland />);
  await screen.findByText(/^order 49/);
  const offers = [...document.querySelectorAll('.sent-offer')].map((one) => one.closest('.order'));
  expect(offers.map((order) => order?.querySelector('.order-what p')?.textContent)).toEqual(on);
});

test.each([
  [499, []],
  [500, ['Steam key 500 pts · $0.50']],
  [1100, ['Steam key 500 pts · $0.50', 'Gift card 1,000 pts · $1.00']],
])('without an order, a player with %i points reads what they are enough for', async (available, enough) => {
  signIn(aUser({ balance: balance({ available }) }));
  host.on(listOrders, () => pageOf([]));
  host.on(listRewards, () =>
    pageOf([
      aCard(),
      aCard({ id: 13, name: 'Sold out', points: 600, in_stock: false }),
      aCard({ id: 14, name: 'Paused', points: 700, paused: true }),
      aCard({ id: 15, name: 'Gift card', points: 1000 }),
      aCard({ id: 16, name: 'Robux', points: 5000 }),
    ]),
  );
  visit('/user/order-history');
  render(<OrdersIsland />);
  await screen.findByRole('heading', { name: 'No orders yet' });
  await waitFor(() => expect(host.asked(listRewards)).toHaveLength(1));
  await waitFor(() => expect(textsOf(screen.queryAllByRole('listitem'))).toEqual(enough));
  expect(linkTo('See rewards')).toBe('/user/rewards');
  if (enough.length > 0) expect(linkTo('Steam key')).toBe('/user/reward/12/Steam-key');
});

describe('an order', () => {
  const ORDERED = '2026-01-05T10:00:00.000Z';
  const BEGUN = '2026-01-05T11:00:00.000Z';
  const ENDED = '2026-01-05T12:00:00.000Z';
  test.each([
    [
      'pending',
      null,
      null,
      'pending',
      'Placed ✓ · Being prepared · (Delivered)',
      /you get them back if we can’t/,
    ],
    ['processing', BEGUN, null, 'pending', 'Placed ✓ · Being prepared · (Delivered)', /can’t cancel it/],
    ['held', null, null, 'pending', 'Placed ✓ · In review · (Delivered)', /Our team checks it/],
    ['delivered', null, ENDED, 'ok', 'Placed ✓ · Paid ✓ · Delivered', /All yours/],
    ['delivered', BEGUN, ENDED, 'ok', 'Placed ✓ · Prepared ✓ · Delivered', /All yours/],
    ['cancelled', null, null, 'off', 'Placed ✓ · Cancelled', /Your points are back/],
    ['refunded', BEGUN, null, 'info', 'Placed ✓ · Prepared ✓ · Refunded', /Your points are back/],
    ['refunded', null, BEGUN, 'info', 'Placed ✓ · Delivered ✓ · Refunded', /Your points are back/],
  ] as const)('that is %s shows its steps and what they mean', async (...row) => {
    const [state, processing_at, delivered_at, tone, steps, meaning] = row;
    const isOver = state === 'cancelled' || state === 'refunded';
    const times = { created_at: ORDERED, processing_at, delivered_at, ended_at: isOver ? ENDED : null };
    open(anOrderLine({ state, has_code: false, details: 'mira', ...times }));
    const line = within(await screen.findByRole('list', { name: 'Steps of order 41' }));
    const shown = line.getAllByRole('listitem').map((step) => {
      const words = step.firstElementChild?.textContent;
      if (step.getAttribute('aria-current') === 'step') return words;
      return step.querySelector('time') ? `${words} ✓` : `(${words})`;
    });
    expect(shown.join(' · ')).toBe(steps);
    expect(line.getAllByRole('listitem').some((step) => step.querySelector(`.state.${tone}`))).toBe(true);
    for (const words of [meaning, '500 pts', '$0.50', 'mira']) expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Cancel order/ })).toBeNull();
  });

  const eta = { orders: 12, median_seconds: 5 * 3600, p90_seconds: 30 * 3600 };
  test.each([
    [
      'shows how long others took',
      1,
      eta,
      /We send half of these within 5 hours and nine in ten within 30 hours/,
    ],
    ['says when it takes longer than others did', 31, eta, /longer than usual/],
    ['says when it isn’t known', 1, null, /We don’t have a delivery estimate/],
  ])('that waits %s', async (_, hours, delivery_time, words) => {
    const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    open(anOrderLine({ state: 'pending', has_code: false, delivery_time, created_at, delivered_at: null }));
    await screen.findByText(words);
  });

  test.each([
    ['called off by you', 'called off by you. We didn’t send it.'],
    ['Your account was closed.', 'Your account was closed. We didn’t send it.'],
    ['Is that yours?', 'Is that yours? We didn’t send it.'],
  ])('that ended says why in one sentence: %s', async (ended_for, words) => {
    open(anOrderLine({ state: 'cancelled', has_code: false, ended_for }));
    expect((await screen.findByText(/^Why: /)).textContent).toContain(`Why: ${words}`);
  });
});

describe('a code', () => {
  const CODE = 'SAMPLE-7KQ2-M4XD';
  const SHOW = 'Show code of Steam key, One key';
  const revealed = { code: CODE, revealed_at: '2026-01-05T10:00:01.000Z' };

  test('is fetched on request, says why if that fails, and keeps the focus until it is hidden', async () => {
    open();
    await findButton(SHOW);
    expect(host.asked(revealCode)).toEqual([]);
    host.on(revealCode, databaseAway);
    press(SHOW);
    await screen.findByText('The database is away.');
    host.on(revealCode, () => revealed);
    pressByKeyboard(SHOW);
    // Screen readers then announce its name.
    const code = await screen.findByRole('region', { name: `Code of Steam key, One key: ${CODE}` });
    await focusOn(() => code);
    expect(button(/Copy/)).toBeTruthy();
    pressByKeyboard(button(/^Hide/));
    await focusOn(() => screen.queryByRole('button', { name: SHOW }));
    expect(screen.queryByText(CODE)).toBeNull();
  });

  const reported = {
    id: 1,
    reason: 'code_refused' as const,
    milestone: null,
    proof: 'Steam says that the key was already used.',
    state: 'open' as const,
    opened_at: '2026-01-06T10:00:00.000Z',
    due_at: '2026-01-11T10:00:00.000Z',
    answer: null,
    answered_at: null,
    appeal: null,
    appealed_at: null,
  };

  test('of the newest order with one is the primary action of the list, unless a problem was reported', async () => {
    const orders = [4, 3, 2, 1].map((id) =>
      anOrderLine({ id, has_code: id < 4, amount: `${id} keys`, dispute: id === 3 ? reported : null }),
    );
    host.on(listOrders, () => pageOf(orders));
    visit('/user/order-history');
    render(<OrdersIsland />);
    const isQuiet = (keys: number) =>
      button(`Show code of Steam key, ${keys} keys`).classList.contains('quiet');
    await findButton(/2 keys/);
    expect([isQuiet(3), isQuiet(2), isQuiet(1)]).toEqual([true, false, true]);
  });

  test('of an order that was marked as used is with the used items', async () => {
    const used_at = '2026-01-06T10:00:00.000Z';
    host.on(listOrders, () =>
      pageOf([anOrderLine({ id: 2, used_at }), anOrderLine({ id: 1, amount: 'Two keys' })]),
    );
    visit('/user/order-history');
    render(<OrdersIsland />);
    // The newest one that is still to use is the primary action.
    expect((await findButton(/^Show code/)).classList.contains('quiet')).toBe(false);
    expect(screen.getAllByRole('button', { name: /^Show code/ })).toHaveLength(1);
    // The steps are with the items to use.
    expect(linkTo('How to use it (Steam key, Two keys)')).toBe('/user/inventory');
    expect(linkTo('Codes and items')).toBe('/user/inventory?state=used');
    expect(screen.getAllByText('All yours. Enjoy.')).toHaveLength(1);
  });

  test('doesn’t take the focus back if it moved while the code was fetched', async () => {
    open();
    const give = host.hold(revealCode);
    pressByKeyboard(await findButton(SHOW));
    await waitFor(() => expect(host.asked(revealCode)).toHaveLength(1));
    const elsewhere = screen.getByRole('link', { name: /^Receipt/ });
    elsewhere.focus();
    give(revealed);
    await screen.findByText(CODE);
    expect(document.activeElement).toBe(elsewhere);
  });
});

describe('cancelling it', () => {
  const waiting = anOrderLine({ state: 'pending', has_code: false, can_cancel: true, delivered_at: null });
  const ask = async () => {
    pressByKeyboard(await findButton('Cancel order 41'));
    return within(await screen.findByRole('dialog'));
  };

  test('says what is returned, cancels once, and focuses the order’s new state', async () => {
    host.on(cancelOrder, () => ({
      order: { ...waiting, state: 'cancelled' as const, can_cancel: false, ended_for: 'called off by you' },
      balance: balance({ available: 6500 }),
    }));
    open(waiting);
    const dialog = await ask();
    const element = screen.getByRole('dialog', { description: /\b500 pts.*6,500 pts/ });
    const confirm = button('Cancel order', dialog);
    pressByKeyboard(confirm);
    fireEvent.click(confirm);
    await screen.findByText('Cancelled');
    await waitFor(() => expect(element).toHaveProperty('open', false));
    expect(host.asked(cancelOrder)).toHaveLength(1);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Your points are back/));
  });

  test('keeps it by default', async () => {
    open(waiting);
    const dialog = await ask();
    const buttons = dialog.getAllByRole('button').filter(({ classList }) => classList.contains('button'));
    expect(buttons.map((each) => [each.textContent, each.className])).toEqual([
      ['Keep order', 'button'],
      ['Cancel order', 'button quiet ends'],
    ]);
  });

  test('says why it is too late, and refetches the list', async () => {
    host.on(cancelOrder, () => refusal(409, 'order_closed', 'It is being sent.'));
    open(waiting);
    const dialog = await ask();
    host.on(listOrders, () => pageOf([anOrderLine({ state: 'processing', has_code: false })]));
    press('Cancel order', dialog);
    await screen.findByText('It is being sent.');
    await screen.findByText(/can’t cancel it/);
  });

  test('can’t be closed while it is sending, and shows the reason for a failure once', async () => {
    open(waiting);
    const give = host.hold(cancelOrder);
    const dialog = await ask();
    press('Cancel order', dialog);
    await waitFor(() => expect(host.asked(cancelOrder)).toHaveLength(1));
    press('Close', dialog);
    give(databaseAway());
    await dialog.findByText('The database is away.');
    press('Keep order', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await ask()).queryByRole('alert')).toBeNull();
  });
});

describe('a dispute', () => {
  const disputed = {
    id: 3,
    reason: 'code_refused',
    milestone: null,
    proof: 'It says that it was used in May.',
    state: 'refused',
    opened_at: '2026-01-06T10:00:00.000Z',
    due_at: '2026-01-11T10:00:00.000Z',
    answer: 'It was shown to you, and used a day later.',
    answered_at: '2026-01-07T10:00:00.000Z',
    appeal: null,
    appealed_at: null,
  } as const;
  const fine = anOrderLine({ dispute_until: '2026-02-04T10:00:00.000Z' });
  const refused = anOrderLine({ dispute: disputed });
  const OPENER = 'Report a problem with order 41';

  test('is sent with its proof, and keeps and focuses a rejected text', async () => {
    host.on(openDispute, () => fieldError('proof', 'Tell us more.'));
    open(fine);
    pressByKeyboard(await findButton(OPENER));
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox');
    press('Send report');
    await screen.findByText(/at least 20 characters/);
    expect(host.acts()).toEqual([]);
    fireEvent.change(text, { target: { value: disputed.proof } });
    press('Send report');
    await screen.findByText('Tell us more.');
    expect(document.activeElement).toBe(text);
    expect(text.value).toBe(disputed.proof);
    host.on(openDispute, () => ({
      order: { ...fine, dispute_until: null, dispute: { ...disputed, state: 'open' as const } },
    }));
    press('Send report');
    await screen.findByText(/We answer by 11 January 2026/);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/All yours/));
    expect(host.bodies(openDispute).at(-1)).toEqual({ reason: 'code_refused', proof: disputed.proof });
    expect(screen.queryByRole('button', { name: /Something is wrong/ })).toBeNull();
  });

  test('that was declined shows the answer and can be appealed', async () => {
    host.on(appealDispute, ({ body }) => ({
      order: {
        ...refused,
        dispute: {
          ...disputed,
          state: 'appealed' as const,
          appealed_at: '2026-01-08T10:00:00.000Z',
          ...body,
        },
      },
    }));
    open(refused);
    await screen.findByText('report declined');
    expect(screen.getByText(disputed.answer)).toBeTruthy();
    pressByKeyboard(button(/Appeal/));
    const appeal = 'Valve’s support says that it was used in May.';
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: appeal } });
    press('Send appeal');
    await screen.findByText('appeal open');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('appeal open'));
    expect(screen.getByText(appeal, { selector: 'dd:nth-of-type(2)' })).toBeTruthy();
  });

  test.each([
    ['', fine, openDispute, OPENER, 'Send report'],
    ['’s appeal', refused, appealDispute, 'Appeal the answer on order 41', 'Send appeal'],
  ] as const)('%s isn’t closed by a press outside, nor by any press while it is sending', async (...row) => {
    const [, order, call, opener, send] = row;
    const give = host.hold(call);
    open(order);
    await pressFound(opener);
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox');
    fireEvent.change(text, { target: { value: disputed.proof } });
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerDown(dialog, { clientX: 900 });
    fireEvent.click(dialog, { clientX: 900 });
    press(send);
    await waitFor(() => expect(host.asked(call)).toHaveLength(1));
    press('Close');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    give(databaseAway());
    await screen.findByText('The database is away.');
    expect(text.value).toBe(disputed.proof);
    press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('a receipt lists each movement of points, and says so if the order doesn’t exist', async () => {
  host.on(getOrder, () => ({
    order: anOrderLine(),
    entries: [transaction(7, { points: -500, state: 'redeemed', order_id: 41 })],
  }));
  open(anOrderLine(), '/user/order-history?receipt=41');
  const sheet = within(await screen.findByRole('article', { name: 'Receipt of order 41' }));
  for (const words of ['−500', '500 pts, worth $0.50']) expect(sheet.getByText(words)).toBeTruthy();
  cleanup();
  host.on(getOrder, notFound);
  open(anOrderLine(), '/user/order-history?receipt=42');
  await screen.findByText('We couldn’t find that order');
  expect(document.title).toMatch(/^Order not found/);
});
