import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import {
  anOrderLine,
  aUser,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

const LIST = 'GET /api/user/orders';
let host: Host;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});

/** As by a keyboard: what is pressed has the focus. */
function pressed(button: HTMLElement) {
  button.focus();
  fireEvent.click(button);
}

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
  const eta = { orders: 12, median_seconds: 5 * 3600, p90_seconds: 30 * 3600 };
  test.each([
    ['pending', 'pending', /come back if it can’t be sent/],
    ['processing', 'pending', /can’t be called off any more/],
    ['held', 'pending', /A person looks at it/],
    ['delivered', 'ok', /the points are spent/],
    ['cancelled', 'off', /Your points are back/],
    ['refunded', 'info', /Your points are back/],
  ] as const)('that is %s says so and what it means', async (state, tone, meaning) => {
    host.on(LIST, () =>
      pageOf([anOrderLine({ state, has_code: false, details: 'mira', delivered_at: null })]),
    );
    open();
    const item = within(await screen.findByRole('listitem'));
    expect(item.getByText(state).className).toBe(`state ${tone}`);
    expect(item.getByText(meaning)).toBeTruthy();
    expect(item.getByText('500 pts')).toBeTruthy();
    expect(item.getByText('$0.50')).toBeTruthy();
    expect(item.getByText('mira')).toBeTruthy();
    expect(item.queryByRole('button', { name: /Call it off/ })).toBeNull();
  });

  test.each([
    [
      'tells how long others took',
      1,
      eta,
      /Half of these are sent within 5 hours, nine of ten within 30 hours/,
    ],
    ['says when it takes longer than others did', 31, eta, /longer than nine of ten do/],
    ['says when it isn’t known', 1, null, /Too few of these/],
  ])('that waits %s', async (_, hours, delivery_time, words) => {
    const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    host.on(LIST, () =>
      pageOf([
        anOrderLine({ state: 'pending', has_code: false, delivery_time, created_at, delivered_at: null }),
      ]),
    );
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('fetches its code when it is asked for, and says why it can’t be had', async () => {
    host.on(LIST, () => pageOf([anOrderLine()]));
    const reveal = 'POST /api/user/orders/41/reveal';
    host.on(reveal, () => refusal(503, 'database_unavailable', 'The database is away.'));
    open();
    const show = await screen.findByRole('button', { name: 'Show code of Steam key, One key' });
    expect(host.calls(reveal)).toEqual([]);
    fireEvent.click(show);
    await screen.findByText('The database is away.');
    host.on(reveal, () => ({ code: 'SAMPLE-7KQ2-M4XD', revealed_at: '2026-01-05T10:00:01.000Z' }));
    fireEvent.click(show);
    expect(await screen.findByText('SAMPLE-7KQ2-M4XD')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Copy/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Hide/ }));
    expect(screen.queryByText('SAMPLE-7KQ2-M4XD')).toBeNull();
  });

  test('gives the focus to its code once that is there, and to the button once it is hidden', async () => {
    host.on(LIST, () => pageOf([anOrderLine()]));
    host.on('POST /api/user/orders/41/reveal', () => ({
      code: 'SAMPLE-7KQ2-M4XD',
      revealed_at: '2026-01-05T10:00:01.000Z',
    }));
    open();
    const show = () => screen.findByRole('button', { name: /^Show code/ });
    pressed(await show());
    // Its name is what is read out then.
    const name = 'Code of Steam key, One key: SAMPLE-7KQ2-M4XD';
    const code = await screen.findByRole('region', { name });
    await waitFor(() => expect(document.activeElement).toBe(code));
    pressed(screen.getByRole('button', { name: /^Hide/ }));
    const button = await show();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('leaves the focus of whoever went on while the code was fetched', async () => {
    host.on(LIST, () => pageOf([anOrderLine()]));
    let answer = (_: object) => {};
    host.on(
      'POST /api/user/orders/41/reveal',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    open();
    pressed(await screen.findByRole('button', { name: /^Show code/ }));
    await waitFor(() => expect(host.calls('POST')).toHaveLength(1));
    const elsewhere = screen.getByRole('link', { name: /^Receipt/ });
    elsewhere.focus();
    answer({ code: 'SAMPLE-7KQ2-M4XD', revealed_at: '2026-01-05T10:00:01.000Z' });
    await screen.findByText('SAMPLE-7KQ2-M4XD');
    expect(document.activeElement).toBe(elsewhere);
  });

  test.each([
    ['called off by you', 'called off by you. It was not sent.'],
    ['Your account was closed.', 'Your account was closed. It was not sent.'],
    ['Is that yours?', 'Is that yours? It was not sent.'],
  ])('that ended says why in one sentence: %s', async (ended_for, words) => {
    host.on(LIST, () => pageOf([anOrderLine({ state: 'cancelled', has_code: false, ended_for })]));
    open();
    expect((await screen.findByText(/^Why: /)).textContent).toContain(`Why: ${words}`);
  });
});

describe('calling it off', () => {
  const waiting = anOrderLine({ state: 'pending', has_code: false, can_cancel: true, delivered_at: null });
  const CANCEL = 'POST /api/user/orders/41/cancel';
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  test('says what comes back, sends it once, and shows what it became', async () => {
    host.on(LIST, () => pageOf([waiting]));
    host.on(CANCEL, () => ({
      order: { ...waiting, state: 'cancelled', can_cancel: false, ended_for: 'called off by you' },
      balance: { available: 6500, pending: 0, reserved: 0, debt: 0 },
    }));
    open();
    await press('Call it off (order 41)');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('500 pts');
    expect(dialog.textContent).toContain('6,500 pts');
    const confirm = within(dialog).getByRole('button', { name: 'Call it off' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await screen.findByText('cancelled');
    await waitFor(() => expect(dialog).toHaveProperty('open', false));
    expect(host.calls(CANCEL)).toHaveLength(1);
  });

  test('too late says why, and the list is fetched anew', async () => {
    host.on(LIST, () => pageOf([waiting]));
    host.on(CANCEL, () => refusal(409, 'order_closed', 'It is being sent.'));
    open();
    await press('Call it off (order 41)');
    host.on(LIST, () => pageOf([anOrderLine({ state: 'processing', has_code: false })]));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Call it off' }));
    await screen.findByText('It is being sent.');
    await screen.findByText('processing');
  });

  test('gives the focus to what the order is then, since its button is gone', async () => {
    host.on(LIST, () => pageOf([waiting]));
    host.on(CANCEL, () => ({
      order: { ...waiting, state: 'cancelled', can_cancel: false, ended_for: 'called off by you' },
      balance: { available: 6500, pending: 0, reserved: 0, debt: 0 },
    }));
    open();
    pressed(await screen.findByRole('button', { name: 'Call it off (order 41)' }));
    pressed(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Call it off' }));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^cancelled/));
  });

  test('can’t be closed while it is under way; why it failed stands there once', async () => {
    host.on(LIST, () => pageOf([waiting]));
    let answer = (_: Response) => {};
    host.on(
      CANCEL,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    open();
    await press('Call it off (order 41)');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Call it off' }));
    await waitFor(() => expect(host.calls(CANCEL)).toHaveLength(1));
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    answer(refusal(503, 'database_unavailable', 'The database is away.'));
    await dialog.findByText('The database is away.');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Call it off (order 41)');
    await screen.findByRole('dialog');
    expect(dialog.queryByRole('alert')).toBeNull();
  });
});

describe('a dispute', () => {
  const SEND = 'POST /api/user/orders/41/dispute';
  const disputed = {
    id: 3,
    reason: 'code_refused',
    proof: 'It says that it was used in May.',
    state: 'refused',
    opened_at: '2026-01-06T10:00:00.000Z',
    due_at: '2026-01-11T10:00:00.000Z',
    answer: 'It was shown to you, and used a day later.',
    answered_at: '2026-01-07T10:00:00.000Z',
    appeal: null,
    appealed_at: null,
  } as const;

  test('is sent with what shows it; what was refused stays written, with the focus on it', async () => {
    const line = anOrderLine({ dispute_until: '2026-02-04T10:00:00.000Z' });
    host.on(LIST, () => pageOf([line]));
    host.on(SEND, () => fieldRefusal('proof', 'Tell us more.'));
    open();
    pressed(await screen.findByRole('button', { name: 'Something is wrong with order 41' }));
    const text = await screen.findByRole('textbox');
    const send = screen.getByRole('button', { name: 'Send it to us' });
    fireEvent.click(send);
    await screen.findByText(/at least 20 characters/);
    expect(host.calls(SEND)).toEqual([]);
    fireEvent.change(text, { target: { value: disputed.proof } });
    fireEvent.click(send);
    await screen.findByText('Tell us more.');
    expect(document.activeElement).toBe(text);
    expect(text).toHaveProperty('value', disputed.proof);
    host.on(SEND, () => ({
      order: { ...line, dispute_until: null, dispute: { ...disputed, state: 'open' } },
    }));
    fireEvent.click(send);
    await screen.findByText(/We answer by 11 January 2026/);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^delivered/));
    expect(host.calls(SEND).at(-1)?.body).toEqual({ reason: 'code_refused', proof: disputed.proof });
    expect(screen.queryByRole('button', { name: /Something is wrong/ })).toBeNull();
  });

  test('that was refused shows the answer and can be appealed', async () => {
    const line = anOrderLine({ dispute: disputed });
    host.on(LIST, () => pageOf([line]));
    host.on('POST /api/user/orders/41/appeal', ({ body }) => ({
      order: {
        ...line,
        dispute: { ...disputed, state: 'appealed', appealed_at: '2026-01-08T10:00:00.000Z', ...Object(body) },
      },
    }));
    open();
    await screen.findByText('dispute refused');
    expect(screen.getByText(disputed.answer)).toBeTruthy();
    pressed(screen.getByRole('button', { name: /Ask for a second look/ }));
    fireEvent.change(await screen.findByRole('textbox'), {
      target: { value: 'Valve’s support says that it was used in May.' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
    await screen.findByText('appeal open');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('appeal open'));
    expect(screen.getByText(/says that it was used in May/, { selector: 'dd:nth-of-type(2)' })).toBeTruthy();
  });

  test.each([
    ['', 'Something is wrong with order 41', 'Send it to us', null],
    ['’s appeal', 'Ask for a second look at order 41', 'Send the appeal', disputed],
  ])('%s isn’t closed by a press outside, nor by any while it is sent', async (_, opener, send, dispute) => {
    host.on(LIST, () =>
      pageOf([anOrderLine({ dispute, dispute_until: dispute ? null : '2026-02-04T10:00:00.000Z' })]),
    );
    let answer = (_: Response) => {};
    const waits = () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      });
    host.on('POST /api/user/orders/41/', waits);
    open();
    fireEvent.click(await screen.findByRole('button', { name: opener }));
    const text = await screen.findByRole('textbox');
    fireEvent.change(text, { target: { value: disputed.proof } });
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerDown(dialog, { clientX: 900 });
    fireEvent.click(dialog, { clientX: 900 });
    fireEvent.click(screen.getByRole('button', { name: send }));
    await waitFor(() => expect(host.calls('POST')).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    answer(refusal(503, 'database_unavailable', 'The database is away.'));
    await screen.findByText('The database is away.');
    expect(text).toHaveProperty('value', disputed.proof);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('a receipt has each movement of points; one of nobody’s order says so', async () => {
  host.on('GET /api/user/orders/41', () => ({
    order: anOrderLine(),
    entries: [
      {
        id: 7,
        title: 'Steam key, One key',
        detail: 'order 41, delivered',
        points: -500,
        state: 'redeemed',
        releases_at: null,
        order_id: 41,
        created_at: '2026-01-05T10:00:00.000Z',
      },
    ],
  }));
  open('/user/order-history?receipt=41');
  const sheet = await screen.findByRole('article', { name: 'Receipt of order 41' });
  expect(within(sheet).getByText('−500')).toBeTruthy();
  expect(within(sheet).getByText('500 pts, worth $0.50')).toBeTruthy();
  cleanup();
  host.on('GET /api/user/orders/42', () => refusal(404, 'not_found', 'There is nothing at this address.'));
  open('/user/order-history?receipt=42');
  await screen.findByText('There is no such order');
});

test('turns pages by the address', async () => {
  host.on(LIST, ({ query }) => {
    const page = Number(query.get('page'));
    return pageOf([anOrderLine({ id: 100 + page })], { page, total: 21 });
  });
  open();
  await screen.findByText(/order 101 ·/);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText(/order 102 ·/);
  expect(location.search).toBe('?page=2');
  expect(screen.getByText('These are all your orders.')).toBeTruthy();
});
