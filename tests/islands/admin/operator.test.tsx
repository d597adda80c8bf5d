import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OperatorIsland } from '../../../src/islands/admin/OperatorIsland.tsx';
import { lastTexts } from '../../../src/islands/admin/section-store.ts';
import { logOutOperator } from '../../../src/islands/admin/session-store.ts';
import { $enrolment } from '../../../src/islands/admin/sign-in-store.ts';
import { changeAddress } from '../../../src/islands/shared/use-address.ts';
import { type Act, listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import {
  answerThread,
  findThreads,
  getSupportThread,
} from '../../../src/lib/contract/messages/operator-support.ts';
import {
  addPartnerKey,
  listPartnerReports,
  listPartners,
  listRejectedReports,
} from '../../../src/lib/contract/offers/operator-partners.ts';
import { REPORT_REJECTIONS } from '../../../src/lib/contract/operator-limits.ts';
import {
  beginOperatorSetUp,
  confirmOperatorSetUp,
  getOperatorCaptcha,
  listOperatorSessions,
  listOperators,
  operatorLogIn,
} from '../../../src/lib/contract/operators/operator.ts';
import {
  adjustBalance,
  findUsers,
  getOperatorUser,
  listAdjustments,
} from '../../../src/lib/contract/operators/operator-users.ts';
import {
  cancelOperatorOrder,
  claimOrder,
  findCodes,
  findOrders,
  getOperatorOrder,
  importCodes,
  type OperatorOrder,
  removeCodes,
  showDeliveryDetails,
} from '../../../src/lib/contract/redemption/operator-orders.ts';
import { findDisputes } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { adminHost, openAdmin } from '../../support/admin-area.tsx';
import { aUser, signIn } from '../../support/fixtures.ts';
import { databaseAway, fieldError, notFound, pageOf, refusal } from '../../support/host.ts';
import {
  AT,
  adjustment,
  operator,
  operatorSession,
  order,
  partner,
  playerDetail,
} from '../../support/operator-fixtures.ts';
import { sampleAnswer } from '../../support/sample.ts';
import { button, field, focusOn, linkTo, press, textsOf, visit } from '../../support/screen.ts';

const REASON = 'Sold out at the source.';
const CODE = 'Code from your authenticator app';
const answerOrder = (change: Partial<OperatorOrder> = {}) =>
  host.on(getOperatorOrder, ({ params }) =>
    params.id === '41' ? { order: order(41, change), entries: [], matches: [], refund: null } : notFound(),
  );
const host = adminHost((fresh) => {
  fresh.on(operatorLogIn, () => operatorSession());
  fresh.on(getOperatorCaptcha, () => ({ challenge: null }));
  fresh.on(findOrders, () => pageOf([order(41), order(42, { state: 'held', held_for: 'device' })]));
  answerOrder();
});
/** These forms respond to input. */
const enter = (label: string, value: string, root?: ReturnType<typeof within>) =>
  fireEvent.input(field(label, root), { target: { value } });
const heading = (name: string | RegExp) => screen.findByRole('heading', { name });
const go = (address: string) => act(() => changeAddress(address, 'push'));
const whatYouCanDo = async () => within(await screen.findByRole('region', { name: 'Actions' }));
const ordersTable = async () => within(await screen.findByRole('table', { name: 'orders' }));

/** The dialog that cancels order 41. */
async function cancel() {
  openAdmin('/operator/orders/41');
  press(/^Cancel order/, await whatYouCanDo());
  return within(await screen.findByRole('dialog', { name: 'Cancel order 41?' }));
}

describe('signing in', () => {
  const showLogIn = async () => {
    visit('/operator/orders');
    render(<OperatorIsland />);
    await screen.findByLabelText('Email');
  };
  function logIn() {
    enter('Email', 'ada@operators.example');
    enter('Password', 'correct horse battery');
    enter(CODE, '492 039');
    press('Log in');
  }

  test('shows what is missing next to each field and sends nothing', async () => {
    await showLogIn();
    press('Log in');
    await focusOn(() => field('Email'));
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
    expect(screen.getByText('Enter the six digits from your authenticator app.')).toBeTruthy();
    expect(host.log).toEqual([]);
  });

  test('keeps the session in this tab, separate from a player’s, and never sends a player’s token', async () => {
    signIn(aUser());
    const before = { ...localStorage };
    await showLogIn();
    logIn();
    await ordersTable();
    expect(host.asked(operatorLogIn)).toMatchObject([{ authorization: null, body: { code: '492 039' } }]);
    expect(host.asked(findOrders)[0]?.authorization).toBe('Bearer 1|operator-secret');
    expect({ ...localStorage }).toEqual(before);
    expect(Object.keys(sessionStorage)).toEqual(['operator']);
  });

  test.each([
    ['gives its operator back what was typed', { id: 1, name: 'Ada' }, REASON],
    ['shows another operator nothing of it', { id: 2, name: 'Grace' }, null],
  ])('covers the area when the session ends, and %s', async (_, who, reason) => {
    const dialog = await cancel();
    enter('Reason', REASON, dialog);
    host.on(cancelOperatorOrder, () => refusal(401, 'unauthenticated'));
    press('Cancel order');
    await screen.findByText(/Your session has ended, Ada/);
    expect(screen.queryByRole('heading', { name: 'Robux, 400 Robux' })).toBeNull();
    expect(sessionStorage.getItem('operator')).toBeNull();
    host.on(operatorLogIn, () => operatorSession(who));
    logIn();
    await heading('Robux, 400 Robux');
    expect(screen.queryByLabelText<HTMLTextAreaElement>('Reason')?.value ?? null).toBe(reason);
    expect(screen.getAllByText(who.name)).toBeTruthy();
    expect(location.pathname).toBe('/operator/orders/41');
  });

  test('sets up an operator with a QR code, the secret in groups of four, and a first code', async () => {
    host.on(beginOperatorSetUp, () => ({
      otpauth_url: 'otpauth://totp/Playtally:ada?secret=ABCDEFGHIJKLMNOP&issuer=Playtally',
      secret: 'ABCDEFGHIJKLMNOP',
    }));
    visit('/operator');
    render(<OperatorIsland />);
    fireEvent.click(await screen.findByRole('link', { name: 'I have a setup code' }));
    await screen.findByLabelText('Setup code');
    enter('Setup code', 'set-up-1');
    enter('Your name', 'Ada');
    enter('Email', 'ada@operators.example');
    enter('Password', 'short');
    press('Continue');
    await screen.findByText('Please choose a password of at least 10 characters.');
    enter('Password', 'correct horse battery');
    press('Continue');
    const picture = await screen.findByRole('img', { name: 'QR code' });
    // Modules and the quiet edge around them.
    expect(picture.querySelectorAll('path')[1]?.getAttribute('d')).toMatch(/^M0 0h7v1h-7z/);
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(linkTo('open the app on this device')).toMatch(/^otpauth:/);
    const wrong = 'That code doesn’t fit. Wait for the next one.';
    host.on(confirmOperatorSetUp, () => fieldError('code', wrong));
    enter(CODE, '123456');
    press('Finish');
    await screen.findByText(wrong);
    host.on(confirmOperatorSetUp, () => operatorSession());
    press('Finish');
    await heading('To do');
    expect(host.bodies(confirmOperatorSetUp).at(-1)).toEqual({ setup_code: 'set-up-1', code: '123456' });
    expect($enrolment.get()).toBeNull();
  });
});

test('the home screen draws the figures of recent days below what is waiting, and has them as text and as a table', async () => {
  openAdmin('/operator');
  const recent = await screen.findByRole('region', { name: 'The last 3 days' });
  expect(
    textsOf(within(recent).getAllByRole('listitem')).map((text) => text?.replace(/\d+ Nov.*?today/, ' ')),
  ).toEqual([
    'Points issued−150 today 0 yesterday, 120,000 in 7 days',
    'Points redeemed1,500 today 0 yesterday, 0 in 7 days',
    'Rewards sent2 today ($1.50) 0 ($0.00) yesterday, 0 ($0.00) in 7 days',
    'New accounts0 today 0 yesterday, 1,234 in 7 days',
  ]);
  const chart = screen.getByRole('img', {
    name: /^Points issued by day since 18 Nov.*\. Most on 18 Nov.*: 120,150\.$/,
  });
  const tops = [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('y')));
  const [zero = ''] = /(?<=M0 )[\d.]+/.exec(chart.querySelector('path')?.getAttribute('d') ?? '') ?? [];
  // The first day reaches the top, the second has nothing, and the third is below the line.
  expect(tops).toEqual([0, Number(zero), Number(zero)]);
  expect([...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')) > 0)).toEqual([
    true,
    false,
    true,
  ]);
  expect(screen.getByRole('img', { name: /^Rewards sent by day.*Most on 20 Nov.*: 2\.$/ })).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'figures by day', hidden: true })).getAllByRole(
    'row',
    {
      hidden: true,
    },
  );
  expect(textsOf(rows[1]?.children ?? []).slice(1)).toEqual(['−150', '1,500', '2 ($1.50)', '0']);
  expect(rows).toHaveLength(4);
  expect(screen.getByRole('link', { name: '2 orders to send' })).toBeTruthy();
});

describe('a list', () => {
  test('keeps its view in the address, and says what to do next', async () => {
    const state = () => host.bodies(findOrders).at(-1)?.state;
    openAdmin('/operator/orders?state=held');
    const table = await ordersTable();
    expect(state()).toBe('held');
    expect(table.getByRole('row', { name: /41.*Send/ })).toBeTruthy();
    expect(table.getByRole('row', { name: /42.*Release or decline/ })).toBeTruthy();
    const choose = (value: string) => fireEvent.change(field('Status'), { target: { value } });
    choose('all');
    await waitFor(() => expect(state()).toBe('all'));
    expect(location.search).toBe('?state=all');
    choose('open');
    expect(location.search).toBe('');
  });

  const keyDown = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const twoOrders = async () => {
    const [first, second] = (await ordersTable()).getAllByRole('link', { name: /Robux/ });
    if (!first || !second) throw new Error('two orders wait');
    return [first, second] as const;
  };

  test('can be walked with keys, and opens items without loading another document', async () => {
    openAdmin('/operator/orders');
    const [first, second] = await twoOrders();
    keyDown('ArrowDown');
    expect(document.activeElement, 'arrows scroll the page until a row has the focus').toBe(document.body);
    for (const [key, to] of [
      ['j', first],
      ['j', second],
      ['j', second],
      ['k', first],
      ['ArrowDown', second],
      ['ArrowUp', first],
    ] as const) {
      keyDown(key);
      expect(document.activeElement, key).toBe(to);
    }
    keyDown('j', { ctrlKey: true });
    expect(document.activeElement).toBe(first);
    fireEvent.click(first);
    expect(document.activeElement).toBe(await heading('Order 41'));
    expect(location.pathname).toBe('/operator/orders/41');
  });

  test('finds with a slash, and Escape leads back to the list as it was and to its row', async () => {
    openAdmin('/operator/orders?user_id=7');
    await ordersTable();
    keyDown('/');
    expect(document.activeElement).toBe(field('Status'));
    keyDown('j');
    expect(document.activeElement, 'a field keeps its keys').toBe(field('Status'));
    keyDown('Escape');
    expect(document.activeElement).toBe(document.body);
    fireEvent.click((await twoOrders())[1]);
    await heading(/^Order 42/);
    expect(linkTo('← Orders')).toBe('/operator/orders?user_id=7');
    keyDown('Escape');
    await ordersTable();
    expect(location.pathname + location.search).toBe('/operator/orders?user_id=7');
    keyDown('j');
    expect(document.activeElement).toBe((await twoOrders())[1]);
  });

  test('Escape never loses what was typed, and closes a dialog before it leaves', async () => {
    openAdmin('/operator/adjustments/new?user_id=7');
    await screen.findByLabelText('Points');
    enter('Points', '500');
    act(() => document.body.focus());
    keyDown('Escape');
    expect(location.pathname).toBe('/operator/adjustments/new');
    expect(field('Points').value).toBe('500');
    enter('Points', '');
    keyDown('Escape');
    expect(location.pathname).toBe('/operator/adjustments');

    go('/operator/orders/41');
    press(/^Cancel order/, await whatYouCanDo());
    await screen.findByRole('dialog');
    keyDown('Escape');
    keyDown('j');
    expect(location.pathname).toBe('/operator/orders/41');
  });

  test('goes on after an order with the one below it in the same queue, and back to the first after the last', async () => {
    host.on(cancelOperatorOrder, () => ({ order: order(42, { state: 'cancelled' }) }));
    host.on(getOperatorOrder, ({ params }) => ({
      order: order(Number(params.id), { state: 'processing' }),
      entries: [],
      matches: [],
      refund: null,
    }));
    openAdmin('/operator/orders?state=processing&reward=Robux');
    fireEvent.click((await twoOrders())[1]);
    press(/^Cancel order/, await whatYouCanDo());
    enter('Reason', REASON);
    press('Cancel order', within(await screen.findByRole('dialog')));
    await screen.findByRole('link', { name: 'Next waiting' });
    expect(linkTo('Next waiting')).toBe('/operator/orders/41');
    expect(host.bodies(findOrders).at(-1)).toMatchObject({ state: 'processing', reward: 'Robux' });
  });

  test('leaves keys alone once they are turned off, and says what they do until then', async () => {
    openAdmin('/operator/orders');
    await ordersTable();
    expect(screen.getByText('back to the list')).toBeTruthy();
    press('Turn off these keys');
    expect(screen.queryByText('back to the list')).toBeNull();
    const focused = document.activeElement;
    keyDown('j');
    expect(document.activeElement).toBe(focused);
    press('Turn on these keys');
    keyDown('j');
    expect(document.activeElement).toBe((await twoOrders())[0]);
  });

  test('shows the log in words', async () => {
    const by = { id: 1, name: 'Ada' };
    const act = (id: number, change: Partial<Act>): Act => ({
      id,
      at: AT,
      operator: by,
      act: 'order.claim',
      subject: 'order',
      subject_id: '41',
      user_id: 7,
      reason: '',
      before: {},
      after: {},
      ...change,
    });
    host.on(listAuditEvents, () =>
      pageOf([
        act(3, { before: { state: 'pending' }, after: { state: 'processing', reference: 'Ab_C' } }),
        act(2, {
          act: 'reward.pause',
          subject: 'reward',
          subject_id: '84',
          before: { paused: false },
          after: { paused: true },
        }),
        act(1, {
          act: 'partner.some_new_act',
          subject: 'partner',
          subject_id: 'demo',
          after: {
            points: 12000,
            message: 1041,
            missingHere: 2,
            ends: '2026-12-06T00:31:00.000Z',
            prizes: '2000, 500',
          },
        }),
      ]),
    );
    openAdmin('/operator/log');
    const rows = within(await screen.findByRole('table', { name: 'actions' }))
      .getAllByRole('row')
      .slice(1);
    const changes = rows.map(({ children }) => [children[0]?.textContent, children[5]?.textContent]);
    expect(changes).toEqual([
      ['Start sending', 'status: pending → processing; reference: Ab_C'],
      ['Pause', 'paused: no → yes'],
      [
        'Some new act',
        'points: 12,000; message: 1041; missing here: 2; ends: 6 December 2026 at 00:31 UTC; prizes: 2,000, 500',
      ],
    ]);
    fireEvent.change(field('Action'), { target: { value: 'order.show_details' } });
    await waitFor(() =>
      expect(host.asked(listAuditEvents).at(-1)?.query.get('act')).toBe('order.show_details'),
    );
    expect(screen.getByRole('option', { name: 'Order: view delivery details' })).toBeTruthy();
  });

  test('of rejected reports says for each why and what to do', async () => {
    const [one] = Object(sampleAnswer(listRejectedReports)).data;
    host.on(listRejectedReports, () =>
      pageOf(
        REPORT_REJECTIONS.map((reason, at) => ({
          ...one,
          id: at + 1,
          reason,
          detail: 'transaction is missing.',
        })),
      ),
    );
    openAdmin('/operator/rejected?partner=demo');
    const table = within(await screen.findByRole('table', { name: 'reports' }));
    const texts = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => textsOf(row.children).slice(4));
    expect(texts.map(([why]) => why)).toEqual([
      'Partner is off',
      'Unknown click',
      'Unknown milestone',
      'Transaction used twice',
      'Wrong format transaction is missing.',
    ]);
    for (const [, next] of texts) expect(next).toMatch(/partner/);
    expect(host.asked(listRejectedReports)[0]?.query.get('partner')).toBe('demo');
  });

  test('distinguishes an empty list, one whose filters find nothing, and a failure', async () => {
    host.on(findOrders, () => pageOf([]));
    openAdmin('/operator/orders');
    await heading('No orders waiting');
    go('/operator/orders?state=delivered');
    await heading('No order matches these filters');
    host.on(findOrders, databaseAway);
    press('Clear filters');
    // The content stays, with the reason.
    await screen.findByText(/The database is away\./);
    host.on(findOrders, () => pageOf([order(41)]));
    press('Retry');
    await ordersTable();
  });

  test('says what is wrong with a filter next to it', async () => {
    host.on(findOrders, () => fieldError('user_id', 'Please enter a whole number from 1.'));
    openAdmin('/operator/orders?user_id=abc');
    await waitFor(() => expect(field('Player ID').getAttribute('aria-invalid')).toBe('true'));
  });

  test('says before an operator begins that nothing may be sent to an account', async () => {
    host.on(findOrders, () =>
      pageOf([
        order(41, { standing: 'suspended' }),
        order(42, { standing: 'debt', state: 'held' }),
        order(43, { standing: 'suspended', state: 'processing' }),
      ]),
    );
    openAdmin('/operator/orders');
    const table = await ordersTable();
    table.getByText('Wait or cancel: the account is suspended');
    table.getByText('Wait or decline: the account owes points');
    host.on(getOperatorOrder, () => ({
      order: order(41, { standing: 'debt' }),
      entries: [],
      matches: [],
      refund: null,
    }));
    go('/operator/orders/41');
    await screen.findByText('Wait or cancel: the account owes points');
  });

  test('says so if there is no such item or section', async () => {
    openAdmin('/operator/orders/99');
    await heading('We can’t find order 99');
    go('/operator/nonsense');
    await heading('We can’t find this section');
  });
});

describe('an action', () => {
  test('says beforehand what it does, asks for a reason, and keeps the reason if the server rejects it', async () => {
    const dialog = await cancel();
    const { textContent } = screen.getByRole('dialog', {
      description: /player gets 5,000 pts \(\$5\.00\) back/,
    });
    expect(textContent).toContain('10 to 500 characters');
    enter('Reason', 'short', dialog);
    press('Cancel order', dialog);
    await dialog.findByText('“Reason” needs at least 10 characters, and this has 5. Please write more.');
    expect(document.activeElement).toBe(field('Reason', dialog));
    expect(host.asked(cancelOperatorOrder)).toEqual([]);
    host.on(cancelOperatorOrder, () => fieldError('reason', 'That reason names another player.'));
    enter('Reason', REASON, dialog);
    press('Cancel order', dialog);
    await dialog.findByText('That reason names another player.');
    expect(field('Reason', dialog).value).toBe(REASON);
  });

  test('runs once on a double press, and shows the result', async () => {
    const dialog = await cancel();
    host.on(cancelOperatorOrder, () => ({ order: order(41, { state: 'cancelled' }) }));
    answerOrder({ state: 'cancelled', ended_for: REASON });
    enter('Reason', REASON, dialog);
    const send = button('Cancel order', dialog);
    fireEvent.click(send);
    fireEvent.click(send);
    const message = await screen.findByText(/Cancelled order 41/);
    expect(document.activeElement?.contains(message)).toBe(true);
    expect(host.bodies(cancelOperatorOrder)).toEqual([{ reason: REASON, processing_by: null }]);
    expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  });

  test('says in its title that something doesn’t exist', async () => {
    openAdmin('/operator/orders/40');
    await screen.findByText('We can’t find order 40');
    expect(document.title).toMatch(/^Order 40 not found/);
  });

  test('shows where an order goes on request, and forgets it when the screen is covered', async () => {
    host.on(showDeliveryDetails, () => ({ label: 'Roblox username', details: 'builder_9' }));
    openAdmin('/operator/orders/41');
    await screen.findByText(/We log when you look at them/);
    expect(host.asked(showDeliveryDetails)).toEqual([]);
    press(/^Show/, within(screen.getByRole('region', { name: 'Delivery details' })));
    await screen.findByText('builder_9');
    press(/^Hide/);
    expect(screen.queryByText('builder_9')).toBeNull();
    expect(host.asked(showDeliveryDetails)).toHaveLength(1);
  });

  test.each([
    ['that is new', false],
    ['that they have looked at', true],
  ])('shows where an order %s goes as soon as its operator starts to send it, once', async (_, looked) => {
    host.on(showDeliveryDetails, () => ({ label: 'Roblox username', details: 'builder_9' }));
    host.on(claimOrder, () => ({ order: order(41, { state: 'processing' }) }));
    openAdmin('/operator/orders/41');
    await whatYouCanDo();
    if (looked) {
      press(/^Show/);
      await screen.findByText('builder_9');
    }
    press(/^Start sending/, await whatYouCanDo());
    await screen.findByText(/You’ll see the delivery details, and we log that/);
    press('Start', within(await screen.findByRole('dialog')));
    await screen.findByText(/You’re sending order 41/);
    await screen.findByText('builder_9');
    expect(host.asked(showDeliveryDetails)).toHaveLength(1);
  });

  test('offers the text that was last sent with an act for the next one, until the session ends', async () => {
    const AGAIN = 'Use your last text';
    answerOrder({ state: 'processing' });
    host.on(cancelOperatorOrder, () => ({ order: order(41, { state: 'refunded' }) }));
    const dialog = await cancel();
    expect(dialog.queryByRole('button', { name: AGAIN })).toBeNull();
    enter('Reason', REASON, dialog);
    press('Cancel order', dialog);
    await screen.findByText(/Cancelled order 41/);
    const opened = async (act: RegExp) => {
      press(act, await whatYouCanDo());
      return within(await screen.findByRole('dialog'));
    };
    const other = await opened(/^Put back/);
    expect(other.queryByRole('button', { name: AGAIN })).toBeNull();
    press('Go back', other);
    const again = await opened(/^Cancel order/);
    press(AGAIN, again);
    expect(field('Reason', again).value).toBe(REASON);
    expect(document.activeElement).toBe(field('Reason', again));
    expect(again.queryByRole('button', { name: AGAIN })).toBeNull();
    await logOutOperator();
    expect(lastTexts.size).toBe(0);
  });

  test('keeps what was typed when its dialog is closed or its screen is left, for that item only, until it is sent', async () => {
    answerOrder({ state: 'processing' });
    host.on(cancelOperatorOrder, () => ({ order: order(41, { state: 'refunded' }) }));
    const reasonIn = async (act: RegExp) => {
      press(act, await whatYouCanDo());
      return field('Reason', within(await screen.findByRole('dialog'))).value;
    };
    const dialog = await cancel();
    enter('Reason', REASON, dialog);
    const outside = { clientX: -1, clientY: -1 };
    fireEvent.pointerDown(screen.getByRole('dialog'), outside);
    fireEvent.click(screen.getByRole('dialog'), outside);
    expect(field('Reason', dialog).value).toBe(REASON);
    press('Go back', dialog);
    expect(await reasonIn(/^Put back/)).toBe('');
    go('/operator/orders');
    await ordersTable();
    go('/operator/orders/41');
    expect(await reasonIn(/^Cancel order/)).toBe(REASON);
    press('Cancel order', within(screen.getByRole('dialog')));
    await screen.findByText(/Cancelled order 41/);
    expect(await reasonIn(/^Cancel order/)).toBe('');
  });

  test('on a conversation keeps the reply when a colleague has answered first, and is empty once it is sent', async () => {
    const REPLY = 'We have sent it again, as you asked.';
    const { thread, messages } = Object(sampleAnswer(getSupportThread));
    const show = (from: readonly string[]) =>
      host.on(getSupportThread, () => ({
        thread,
        messages: pageOf(
          from.map((who, at) => ({ ...messages.data[0], id: at + 1, from: who })).toReversed(),
        ),
      }));
    show(['user']);
    host.on(answerThread, () => {
      show(['user', 'support']);
      return fieldError('read_up_to', 'There’s a new message. Please read it first.');
    });
    openAdmin('/operator/support/1');
    await heading('Your reply');
    enter('Message', REPLY);
    press('Send reply');
    await screen.findByText('There’s a new message. Please read it first.');
    await waitFor(() => expect(document.querySelectorAll('.thread li')).toHaveLength(2));
    expect(screen.getByText('There’s a new message. Please read it first.')).toBeTruthy();
    expect(field('Message').value).toBe(REPLY);
    host.on(answerThread, () => ({ thread, message: messages.data[0] }));
    press('Send reply');
    await screen.findByText('Reply sent.');
    expect(field('Message').value).toBe('');
  });

  test('lists the rejected codes of a file by line', async () => {
    host.on(importCodes, () => ({
      added: 2,
      amounts: [{ amount_id: 8401, name: 'Steam, $5', added: 2 }],
      refused: [{ line: 3, why: 'too short to be a code' }],
      delivered: [41],
    }));
    openAdmin('/operator/codes/import?amount=8401');
    const file = await screen.findByLabelText('CSV file');
    press('Add codes');
    await screen.findByText('Please choose a CSV file.');
    const csv = 'code\nAAAA-BBBB\nx\nCCCC-DDDD\n';
    Object.assign(file, { files: [new File([csv], 'codes.csv', { type: 'text/csv' })] });
    press('Add codes');
    await screen.findByText('2 codes added. 1 line rejected. 1 waiting order delivered.');
    const table = within(screen.getByRole('table', { name: 'Rejected lines' }));
    expect(table.getByRole('row', { name: '3 too short to be a code' })).toBeTruthy();
    expect(host.bodies(importCodes)).toEqual([{ csv, amount_id: 8401 }]);
  });

  test('shows where the codes of a file are', async () => {
    host.on(findCodes, () => ({
      lines: [
        { line: 2, where: 'order' as const, order_id: 41 },
        { line: 3, where: 'stock' as const, order_id: null },
      ],
    }));
    openAdmin('/operator/codes/find');
    await heading('Find codes');
    const csv = 'code\nAAAA-BBBB\nCCCC-DDDD\n';
    const file = await screen.findByLabelText('CSV file');
    Object.assign(file, { files: [new File([csv], 'codes.csv', { type: 'text/csv' })] });
    press('Find codes');
    expect((await screen.findByRole('link', { name: 'order 41' })).getAttribute('href')).toContain(
      '/orders/41',
    );
    expect(screen.getByRole('row', { name: '3 in stock' })).toBeTruthy();
    expect(host.bodies(findCodes)).toEqual([{ csv }]);
  });

  test('removes the codes of a file from the stock, and shows the lines that aren’t in it', async () => {
    host.on(removeCodes, () => ({
      removed: 2,
      amounts: [{ amount_id: 8401, name: 'Steam, $5', removed: 2 }],
      refused: [{ line: 3, why: 'not in stock' }],
    }));
    openAdmin('/operator/codes/remove');
    await heading('Remove codes');
    const csv = 'code\nAAAA-BBBB\nx\nCCCC-DDDD\n';
    const file = await screen.findByLabelText('CSV file');
    Object.assign(file, { files: [new File([csv], 'codes.csv', { type: 'text/csv' })] });
    enter('Reason', REASON);
    press('Remove codes');
    await screen.findByText('2 codes removed. 1 line rejected.');
    expect(screen.getByRole('row', { name: '3 not in stock' })).toBeTruthy();
    expect(host.bodies(removeCodes)).toEqual([{ csv, reason: REASON }]);
  });

  test.each([
    ['orders', findOrders, 'open'],
    ['support', findThreads, 'waiting'],
    ['disputes', findDisputes, 'waiting'],
  ] as const)(
    'searches %s by player through every status at first, and then in the one chosen',
    async (section, call, first) => {
      host.on(call, () => pageOf([]));
      const isAsked = (search: string, state: string) =>
        waitFor(() => expect(host.bodies(call).at(-1)).toMatchObject({ search, state }));
      openAdmin(`/operator/${section}`);
      await screen.findByLabelText('Find');
      await isAsked('', first);
      enter('Find', 'mira@test.example');
      press('Find');
      await isAsked('mira@test.example', 'all');
      expect(location.href).not.toContain('mira');
      fireEvent.change(field('Status'), { target: { value: first } });
      await isAsked('mira@test.example', first);
      enter('Find', '');
      press('Find');
      await isAsked('', first);
    },
  );

  test('searches for a player with the term in the body, never in an address, and keeps it with the history entry', async () => {
    host.on(findUsers, () => ({ ...pageOf([]), last_page: 3, total: 41 }));
    const isAsked = (search: string, page: string) =>
      waitFor(() => expect(host.bodies(findUsers).at(-1)).toMatchObject({ search, page }));
    openAdmin('/operator/users');
    await screen.findByLabelText('Find');
    enter('Find', 'mira@test.example');
    press('Find');
    await isAsked('mira@test.example', '1');
    expect(location.href).not.toContain('mira');
    go('/operator/users?page=2');
    await isAsked('mira@test.example', '2');
    // Leaving and returning makes a new list.
    go('/operator/orders');
    await waitFor(() => expect(history.state?.kept ?? '').toBe(''));
    go('/operator/users');
    await isAsked('', '1');
    expect(host.log.every(({ path, query }) => !`${path}?${query}`.includes('mira'))).toBe(true);
  });

  test('shows a new key only once', async () => {
    host.on(listPartners, () => ({ partners: [partner()] }));
    host.on(listPartnerReports, () => pageOf([]));
    host.on(addPartnerKey, () => ({ partner: partner(), secret: 'a-new-secret' }));
    openAdmin('/operator/partners/demo');
    press(/^Create a new key/, await whatYouCanDo());
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a new key for Demo partner?' }));
    enter('Reason', 'The yearly change of keys.', dialog);
    press('Create key', dialog);
    await dialog.findByText('a-new-secret');
    press('I’ve saved it', dialog);
    await screen.findByText('Demo partner has a new key.');
    expect(screen.queryByText('a-new-secret')).toBeNull();
  });

  test('says that a new key waits for another operator', async () => {
    host.on(listPartners, () => ({ partners: [partner({ key_proposed_by: { id: 2, name: 'Bo' } })] }));
    host.on(listPartnerReports, () => pageOf([]));
    host.on(addPartnerKey, () => ({ partner: partner(), secret: null }));
    openAdmin('/operator/partners/demo');
    press(/^Create a new key/, await whatYouCanDo());
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a new key for Demo partner?' }));
    dialog.getByText(/Bo proposed it/);
    enter('Reason', 'The yearly change of keys.', dialog);
    press('Create key', dialog);
    await screen.findByText('Proposed a new key for Demo partner. Another operator has to create it.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that needs a second operator shows its proposer a sentence instead of a button', async () => {
    const ada = { id: 1, name: 'Ada' };
    host.on(listPartners, () => ({ partners: [partner({ key_proposed_by: ada })] }));
    host.on(listPartnerReports, () => pageOf([]));
    host.on(listAdjustments, () => pageOf([adjustment(3, { proposed_by: ada })]));
    host.on(listOperatorSessions, () => ({ sessions: [] }));
    host.on(listOperators, () => ({
      operators: [operator(), operator({ id: 2, name: 'Bo' })],
      invitations: [
        { id: 1, note: 'Grace', invited_by: ada, approved_by: null, created_at: AT, expires_at: AT },
      ],
    }));
    openAdmin('/operator');
    for (const [address, button] of [
      ['/operator/partners/demo', /^Create a new key/],
      ['/operator/adjustments', /^Approve/],
      ['/operator/operators', /^Approve/],
    ] as const) {
      go(address);
      await screen.findByText(/Another operator has to approve it|Someone else has to approve it/);
      expect(screen.queryByRole('button', { name: button }), address).toBeNull();
    }
  });

  test('sends an adjustment that got no answer again under the same key', async () => {
    host.on(adjustBalance, () => refusal(500, 'internal'));
    host.on(listAdjustments, () => pageOf([adjustment(3)]));
    host.on(getOperatorUser, ({ params }) =>
      params.id === '7' ? { user: playerDetail(), matches: [], friends: [] } : notFound(),
    );
    openAdmin('/operator/adjustments/new?user_id=8');
    await heading('Adjust a balance');
    enter('Points', 'many');
    enter('Reason', 'A round that was lost on our side.');
    press('Continue');
    await screen.findByText(/Please enter a whole number above or below zero/);
    enter('Points', '9,000');
    press('Continue');
    await screen.findByText('No player has the ID 8. Please look it up in the list of users.');
    expect(field('Reason').value).toBe('A round that was lost on our side.');
    enter('Player ID', '7');
    press('Continue');
    await screen.findByText(/a second operator has to approve it/);
    // Who it is, and what they have after it.
    expect(linkTo('player')).toBe('/operator/users/7');
    expect(screen.getByText('9,400 pts ($9.40)')).toBeTruthy();
    press('Edit');
    expect(['Player ID', 'Points', 'Reason'].map((label) => field(label).value)).toEqual([
      '7',
      '9000',
      'A round that was lost on our side.',
    ]);
    press('Continue');
    await screen.findByText(/a second operator has to approve it/);
    press('Propose');
    await screen.findByText('Our side is down for a moment.');
    host.on(adjustBalance, () => ({ adjustment: adjustment(3) }));
    press('Propose');
    await screen.findByText(/once a second operator approves/);
    const [first, second] = host.asked(adjustBalance);
    expect(first?.key).toBeTruthy();
    expect(second).toMatchObject({ key: first?.key, body: { user_id: 7, points: 9000 } });
    const table = within(await screen.findByRole('table', { name: 'adjustments' }));
    expect(table.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(table.getByText('Someone else has to approve it.')).toBeTruthy();
  });
});
