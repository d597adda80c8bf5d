import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { OperatorIsland } from '../../../src/islands/admin/OperatorIsland.tsx';
import { $enrolment, $logIn } from '../../../src/islands/admin/sign-in-store.ts';
import { changeAddress } from '../../../src/islands/shared/use-address.ts';
import {
  beginOperatorSetUp,
  confirmOperatorSetUp,
  getOperatorCaptcha,
  listOperatorSessions,
  listOperators,
  operatorLogIn,
} from '../../../src/lib/contract/operator.ts';
import {
  cancelOperatorOrder,
  getOperatorOrder,
  importCodes,
  listOperatorOrders,
  type OperatorOrder,
  showDeliveryDetails,
} from '../../../src/lib/contract/operator-orders.ts';
import {
  addPartnerKey,
  listPartnerReports,
  listPartners,
} from '../../../src/lib/contract/operator-partners.ts';
import { adjustBalance, findUsers, listAdjustments } from '../../../src/lib/contract/operator-users.ts';
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
} from '../../support/operator-fixtures.ts';
import { button, field, focusOn, linkTo, press, visit } from '../../support/screen.ts';

const REASON = 'Sold out at the source.';
const CODE = 'Code from your authenticator app';
const answerOrder = (change: Partial<OperatorOrder> = {}) =>
  host.on(getOperatorOrder, ({ params }) =>
    params.id === '41' ? { order: order(41, change), entries: [], matches: [] } : notFound(),
  );
const host = adminHost((fresh) => {
  fresh.on(operatorLogIn, () => operatorSession());
  fresh.on(getOperatorCaptcha, () => ({ challenge: null }));
  fresh.on(listOperatorOrders, () => pageOf([order(41), order(42, { state: 'held', held_for: 'device' })]));
  answerOrder();
});
afterEach(() => {
  $logIn.set({ state: 'open' });
  $enrolment.set(null);
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
    expect(host.asked(listOperatorOrders)[0]?.authorization).toBe('Bearer 1|operator-secret');
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

test('the home screen has the figures of recent days below what is waiting', async () => {
  openAdmin('/operator');
  const table = within(await screen.findByRole('table'));
  const cells = table
    .getAllByRole('row')
    .map(({ children }) => [...children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['', 'Today', 'Yesterday', '7 days'],
    ['Points issued', '−150', '0', '120,000'],
    ['Points redeemed', '1,500', '0', '0'],
    ['Rewards sent', '2', '0', '0'],
    ['Value sent', '$1.50', '$0.00', '$0.00'],
    ['New accounts', '0', '0', '1,234'],
  ]);
  expect(screen.getByRole('link', { name: '2 orders to send' })).toBeTruthy();
});

describe('a list', () => {
  test('keeps its view in the address, and says what to do next', async () => {
    const state = () => host.asked(listOperatorOrders).at(-1)?.query.get('state');
    openAdmin('/operator/orders?state=held');
    const table = await ordersTable();
    expect(state()).toBe('held');
    expect(table.getByRole('row', { name: /41.*Send/ })).toBeTruthy();
    expect(table.getByRole('row', { name: /42.*release or decline/ })).toBeTruthy();
    const choose = (value: string) => fireEvent.change(field('Status'), { target: { value } });
    choose('all');
    await waitFor(() => expect(state()).toBe('all'));
    expect(location.search).toBe('?state=all');
    choose('open');
    expect(location.search).toBe('');
  });

  test('can be walked with the arrow keys, and opens items without loading another document', async () => {
    openAdmin('/operator/orders');
    const [first, second] = (await ordersTable()).getAllByRole('link', { name: /Robux/ });
    if (!first || !second) throw new Error('two orders wait');
    first.focus();
    for (const [from, key, to] of [
      [first, 'ArrowDown', second],
      [second, 'ArrowDown', second],
      [second, 'ArrowUp', first],
    ] as const) {
      fireEvent.keyDown(from, { key });
      expect(document.activeElement).toBe(to);
    }
    fireEvent.click(first);
    expect(document.activeElement).toBe(await heading('Order 41'));
    expect(location.pathname).toBe('/operator/orders/41');
  });

  test('distinguishes an empty list, one whose filters find nothing, and a failure', async () => {
    host.on(listOperatorOrders, () => pageOf([]));
    openAdmin('/operator/orders');
    await heading('No orders waiting');
    go('/operator/orders?state=delivered');
    await heading('No order matches these filters');
    host.on(listOperatorOrders, databaseAway);
    press('Clear filters');
    // The content stays, with the reason.
    await screen.findByText(/The database is away\./);
    host.on(listOperatorOrders, () => pageOf([order(41)]));
    press('Retry');
    await ordersTable();
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
    await dialog.findByText('Please write at least 10 characters.');
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
    expect(host.bodies(cancelOperatorOrder)).toEqual([{ reason: REASON }]);
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
    openAdmin('/operator/adjustments/new?user_id=7');
    await screen.findByLabelText('Player’s number');
    enter('Points', 'many');
    enter('Reason', 'A round that was lost on our side.');
    press('Continue');
    await screen.findByText(/Please enter a whole number above or below zero/);
    enter('Points', '9,000');
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
