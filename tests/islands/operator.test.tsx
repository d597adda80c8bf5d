import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorIsland } from '../../src/islands/operator/OperatorIsland.tsx';
import { changeAddress } from '../../src/islands/ui/use-address.ts';
import { connectApi } from '../../src/lib/api/client.ts';
import { $enrolment, $logIn } from '../../src/lib/stores/operator-door.ts';
import { $operating, leaveDesk } from '../../src/lib/stores/operator-session.ts';
import { createHost, failure, pageOf, signIn } from '../support/island-host.ts';
import { adjustment, desk, operator, operatorSession, order, partner } from '../support/operator-host.ts';

const ORDERS = '/api/operator/orders';
const LOGIN = '/api/operator/login';

interface Sent {
  /** With its query. */
  readonly address: string;
  readonly path: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly key: string | null;
  readonly body: unknown;
}
let host = createHost({});
let sent: Sent[] = [];
const posts = (path: string) => sent.filter((one) => one.path === path && one.method !== 'GET');

const invalid = (errors: Record<string, string[]>) =>
  Response.json(
    { message: 'Some of what was sent needs another look.', code: 'invalid', errors },
    { status: 422 },
  );

beforeEach(() => {
  sent = [];
  localStorage.clear();
  sessionStorage.clear();
  host = createHost({
    [LOGIN]: () => operatorSession(),
    '/api/operator/logout': () => ({ signed_out: true }),
    '/api/operator/captcha': () => ({ challenge: null }),
    '/api/operator/desk': () => ({
      operator: operator(),
      session_expires_at: '2026-11-20T22:30:00.000Z',
      desk,
    }),
    [ORDERS]: ({ query }) => pageOf([order(41), order(42, { state: 'held', held_for: 'device' })], query),
    [`${ORDERS}/41`]: () => ({ order: order(41), entries: [], matches: [] }),
  });
  connectApi({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.clone().text();
      sent.push({
        address: request.url,
        path: new URL(request.url).pathname,
        method: request.method,
        authorization: request.headers.get('authorization'),
        key: request.headers.get('idempotency-key'),
        body: text === '' ? null : JSON.parse(text),
      });
      return host.fetch(request.url, { headers: Object.fromEntries(request.headers) });
    },
  });
});

afterEach(async () => {
  await leaveDesk();
  $operating.set({ state: 'unknown' });
  $logIn.set({ state: 'open' });
  $enrolment.set(null);
});

/** Opens an address as an operator of this tab. */
function open(address: string, change: Parameters<typeof operator>[0] = {}): void {
  sessionStorage.setItem('operator', JSON.stringify(operatorSession(change)));
  history.replaceState(null, '', address);
  render(<OperatorIsland />);
}
const go = (address: string) => changeAddress(address, 'push');
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));

function fillLogIn(): void {
  type(screen.getByLabelText('E-mail'), 'ada@operators.example');
  type(screen.getByLabelText('Password'), 'correct horse battery');
  type(screen.getByLabelText('Code of your authenticator app'), '492 039');
}

describe('the way in', () => {
  it('tells what is missing beside each field and sends nothing', async () => {
    history.replaceState(null, '', '/operator/orders');
    render(<OperatorIsland />);
    await screen.findByLabelText('E-mail');
    press('Log in');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
    expect(screen.getByText('The code of your authenticator app has six digits.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('keeps the session in this tab, apart from a player’s, and sends no token of theirs', async () => {
    signIn({ id: 5, name: 'player' });
    const before = { ...localStorage };
    history.replaceState(null, '', '/operator/orders');
    render(<OperatorIsland />);
    await screen.findByLabelText('E-mail');
    fillLogIn();
    press('Log in');
    await screen.findByRole('table', { name: 'orders' });
    expect(posts(LOGIN)).toMatchObject([{ authorization: null, body: { code: '492 039' } }]);
    expect(sent.find(({ path }) => path === ORDERS)?.authorization).toBe('Bearer 1|operator-secret');
    expect({ ...localStorage }).toEqual(before);
    expect(Object.keys(sessionStorage)).toEqual(['operator']);
  });

  it('covers the desk when the session ends, and gives its operator back what was typed', async () => {
    open('/operator/orders/41');
    press(/^Call it off/, await screen.findByRole('region', { name: 'What you can do' }));
    const reason = await screen.findByLabelText('Reason');
    type(reason, 'Sold out at the source.');
    host.answers[`${ORDERS}/41/cancel`] = () => failure(401, 'unauthenticated');
    press('Call the order off');
    await screen.findByText(/Your session has ended, Ada/);
    expect(screen.queryByRole('heading', { name: 'Robux, 400 Robux' })).toBeNull();
    expect(sessionStorage.getItem('operator')).toBeNull();
    fillLogIn();
    press('Log in');
    await screen.findByRole('heading', { name: 'Robux, 400 Robux' });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Sold out at the source.');
    expect(location.pathname).toBe('/operator/orders/41');
  });

  it('shows another operator nothing of the one before', async () => {
    open('/operator/orders/41');
    press(/^Call it off/, await screen.findByRole('region', { name: 'What you can do' }));
    type(await screen.findByLabelText('Reason'), 'Sold out at the source.');
    host.answers[`${ORDERS}/41/cancel`] = () => failure(401, 'unauthenticated');
    press('Call the order off');
    await screen.findByText(/Your session has ended, Ada/);
    host.answers[LOGIN] = () => operatorSession({ id: 2, name: 'Grace' });
    fillLogIn();
    press('Log in');
    await screen.findByRole('heading', { name: 'Robux, 400 Robux' });
    expect(screen.queryByLabelText('Reason')).toBeNull();
    expect(screen.getByText('Grace')).toBeTruthy();
  });

  it('sets an operator up: a picture to scan, the secret in fours, and a code that shows it works', async () => {
    host.answers['/api/operator/setup'] = () => ({
      otpauth_url: 'otpauth://totp/Playtally:ada?secret=ABCDEFGHIJKLMNOP&issuer=Playtally',
      secret: 'ABCDEFGHIJKLMNOP',
    });
    host.answers['/api/operator/setup/confirm'] = () =>
      invalid({ code: ['That code doesn’t fit. Wait for the next one.'] });
    history.replaceState(null, '', '/operator');
    render(<OperatorIsland />);
    fireEvent.click(await screen.findByRole('link', { name: 'I have a set-up code' }));
    type(await screen.findByLabelText('Set-up code'), 'set-up-1');
    type(screen.getByLabelText('Your name'), 'Ada');
    type(screen.getByLabelText('E-mail'), 'ada@operators.example');
    type(screen.getByLabelText('Password'), 'short');
    press('Go on to the app');
    await screen.findByText('Please choose a password of at least 10 characters.');
    type(screen.getByLabelText('Password'), 'correct horse battery');
    press('Go on to the app');
    const picture = await screen.findByRole('img', { name: 'QR code' });
    // Modules and the quiet edge around them.
    expect(picture.querySelectorAll('path')[1]?.getAttribute('d')).toMatch(/^M0 0h7v1h-7z/);
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'open the app on this device' }).getAttribute('href')).toMatch(
      /^otpauth:/,
    );
    type(screen.getByLabelText('Code of your authenticator app'), '123456');
    press('Finish');
    await screen.findByText('That code doesn’t fit. Wait for the next one.');
    host.answers['/api/operator/setup/confirm'] = () => operatorSession();
    press('Finish');
    await screen.findByRole('heading', { name: 'What waits' });
    expect(posts('/api/operator/setup/confirm').at(-1)?.body).toEqual({
      setup_code: 'set-up-1',
      code: '123456',
    });
    expect($enrolment.get()).toBeNull();
  });
});

describe('a list', () => {
  it('stands in the address, and says what to do next', async () => {
    open('/operator/orders?state=held');
    const table = await screen.findByRole('table', { name: 'orders' });
    expect(host.to(ORDERS).at(-1)?.query.get('state')).toBe('held');
    expect(within(table).getByRole('row', { name: /41.*Send it/ })).toBeTruthy();
    expect(within(table).getByRole('row', { name: /42.*release or refuse/ })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'all' } });
    await waitFor(() => expect(host.to(ORDERS).at(-1)?.query.get('state')).toBe('all'));
    expect(location.search).toBe('?state=all');
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'open' } });
    expect(location.search).toBe('');
  });

  it('is walked with the arrow keys', async () => {
    open('/operator/orders');
    const table = await screen.findByRole('table', { name: 'orders' });
    const [first, second] = within(table).getAllByRole('link', { name: /Robux/ });
    first?.focus();
    fireEvent.keyDown(first ?? table, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second ?? table, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second ?? table, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
  });

  it('tells an empty list from one whose filters find nothing, and a failure from both', async () => {
    host.answers[ORDERS] = ({ query }) => pageOf([], query);
    open('/operator/orders');
    await screen.findByRole('heading', { name: 'No order waits' });
    go('/operator/orders?state=delivered');
    await screen.findByRole('heading', { name: 'No order fits these filters' });
    host.answers[ORDERS] = () => failure(503, 'database_unavailable');
    press('Clear the filters');
    // What was there stays, with the reason.
    await screen.findByText(/Our side is down for a moment\./);
    host.answers[ORDERS] = ({ query }) => pageOf([order(41)], query);
    press('Retry');
    await screen.findByRole('table', { name: 'orders' });
  });

  it('leads on without another document', async () => {
    open('/operator/orders');
    fireEvent.click(await screen.findByRole('link', { name: /Robux, 400 Robux 41/ }));
    await screen.findByRole('heading', { name: 'Orders: 41' });
    expect(document.activeElement?.textContent).toBe('Orders: 41');
    expect(location.pathname).toBe('/operator/orders/41');
  });

  it('says so where there is no such thing or section', async () => {
    open('/operator/orders/99');
    await screen.findByRole('heading', { name: 'There is no order 99' });
    go('/operator/nonsense');
    await screen.findByRole('heading', { name: 'There is no such section' });
  });
});

describe('an act', () => {
  const cancel = async () => {
    open('/operator/orders/41');
    press(/^Call it off/, await screen.findByRole('region', { name: 'What you can do' }));
    return screen.findByRole('dialog', { name: 'Call order 41 off?' });
  };

  it('says what it does before, and asks for a reason that somebody learns from', async () => {
    const dialog = await cancel();
    expect(dialog.textContent).toContain('5,000 pts ($5.00) go back to player');
    expect(dialog.textContent).toContain('10 to 500 characters');
    type(within(dialog).getByLabelText('Reason'), 'short');
    press('Call the order off', dialog);
    await within(dialog).findByText('Please write at least 10 characters.');
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Reason'));
    expect(posts(`${ORDERS}/41/cancel`)).toEqual([]);
  });

  it('is done once on a double press, and tells what came of it', async () => {
    const dialog = await cancel();
    host.answers[`${ORDERS}/41/cancel`] = () => ({ order: order(41, { state: 'cancelled' }) });
    host.answers[`${ORDERS}/41`] = () => ({
      order: order(41, { state: 'cancelled', ended_for: 'Sold out at the source.' }),
      entries: [],
      matches: [],
    });
    type(within(dialog).getByLabelText('Reason'), 'Sold out at the source.');
    const button = within(dialog).getByRole('button', { name: 'Call the order off' });
    fireEvent.click(button);
    fireEvent.click(button);
    const told = await screen.findByText(/Order 41 is called off/);
    expect(document.activeElement?.contains(told)).toBe(true);
    expect(posts(`${ORDERS}/41/cancel`)).toMatchObject([{ body: { reason: 'Sold out at the source.' } }]);
    expect(screen.queryByRole('region', { name: 'What you can do' })).toBeNull();
  });

  it('keeps what was written when the server refuses it, and says why beside the field', async () => {
    const dialog = await cancel();
    host.answers[`${ORDERS}/41/cancel`] = () => invalid({ reason: ['That reason names another player.'] });
    type(within(dialog).getByLabelText('Reason'), 'Sold out at the source.');
    press('Call the order off', dialog);
    await within(dialog).findByText('That reason names another player.');
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(
      'Sold out at the source.',
    );
  });

  it('shows where an order goes when it is asked for, and forgets it when it is covered', async () => {
    host.answers[`${ORDERS}/41/details`] = () => ({ label: 'Roblox username', details: 'builder_9' });
    open('/operator/orders/41');
    await screen.findByText(/the log notes that you looked/);
    expect(posts(`${ORDERS}/41/details`)).toEqual([]);
    press(/^Show/, screen.getByRole('region', { name: 'Where it goes' }));
    await screen.findByText('builder_9');
    press(/^Hide/);
    expect(screen.queryByText('builder_9')).toBeNull();
    expect(posts(`${ORDERS}/41/details`)).toHaveLength(1);
  });

  it('tells by line which codes of a file did not come in', async () => {
    host.answers['/api/operator/codes/import'] = () => ({
      added: 2,
      amounts: [{ amount_id: 8401, name: 'Steam, $5', added: 2 }],
      refused: [{ line: 3, why: 'too short to be a code' }],
      delivered: [41],
    });
    open('/operator/codes/import?amount=8401');
    await screen.findByLabelText('CSV file');
    press('Bring them in');
    await screen.findByText('Please choose a CSV file.');
    const csv = 'code\nAAAA-BBBB\nx\nCCCC-DDDD\n';
    Object.assign(screen.getByLabelText('CSV file'), {
      files: [new File([csv], 'codes.csv', { type: 'text/csv' })],
    });
    press('Bring them in');
    await screen.findByText('2 codes came in. 1 line didn’t. An order that waited has got theirs.');
    const table = screen.getByRole('table', { name: 'lines that didn’t come in' });
    expect(within(table).getByRole('row', { name: '3 too short to be a code' })).toBeTruthy();
    expect(posts('/api/operator/codes/import').at(-1)?.body).toEqual({ csv, amount_id: 8401 });
  });

  it('looks for a player by what no address tells: it goes in the body, and stays with its entry of the history', async () => {
    const SEARCH = '/api/operator/users/search';
    host.answers[SEARCH] = ({ query }) => ({ ...pageOf([], query), last_page: 3, total: 41 });
    const asked = () => posts(SEARCH).at(-1)?.body;
    open('/operator/users');
    type(await screen.findByLabelText('Find'), 'mira@test.example');
    press('Find');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'mira@test.example', page: '1' }));
    expect(location.href).not.toContain('mira');
    act(() => changeAddress('/operator/users?page=2', 'push'));
    await waitFor(() => expect(asked()).toMatchObject({ search: 'mira@test.example', page: '2' }));
    // Another place, and there again, is a list of its own.
    act(() => changeAddress('/operator/orders', 'push'));
    await waitFor(() => expect(history.state?.kept ?? '').toBe(''));
    act(() => changeAddress('/operator/users', 'push'));
    await waitFor(() => expect(asked()).toMatchObject({ search: '', page: '1' }));
    expect(sent.every(({ address }) => !address.includes('mira'))).toBe(true);
  });

  it('shows a new key this once', async () => {
    host.answers['/api/operator/partners'] = () => ({ partners: [partner()] });
    host.answers['/api/operator/partners/demo/reports'] = ({ query }) => pageOf([], query);
    host.answers['/api/operator/partners/demo/keys'] = () => ({ partner: partner(), secret: 'a-new-secret' });
    open('/operator/partners/demo');
    press(/^Make a new key/, await screen.findByRole('region', { name: 'What you can do' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make a new key for Demo partner?' });
    type(within(dialog).getByLabelText('Reason'), 'The yearly change of keys.');
    press('Make the key', dialog);
    await within(dialog).findByText('a-new-secret');
    press('I have it', dialog);
    await screen.findByText('Demo partner has a new key.');
    expect(screen.queryByText('a-new-secret')).toBeNull();
  });

  it('sends an adjustment that got no answer again under the same key', async () => {
    const ADJUST = '/api/operator/adjustments';
    host.answers[ADJUST] = () => failure(500, 'internal');
    open('/operator/adjustments/new?user_id=7');
    await screen.findByLabelText('Player’s number');
    type(screen.getByLabelText('Points'), 'many');
    type(screen.getByLabelText('Reason'), 'A round that was lost on our side.');
    press('Go on');
    await screen.findByText(/This is a whole number above or below zero/);
    type(screen.getByLabelText('Points'), '9,000');
    press('Go on');
    await screen.findByText(/waits for a second operator/);
    press('Propose it');
    await screen.findByText('Our side is down for a moment.');
    host.answers[ADJUST] = ({ query }) =>
      posts(ADJUST).length > 1 && query.size === 0
        ? { adjustment: adjustment(3) }
        : pageOf([adjustment(3)], query);
    press('Propose it');
    await screen.findByText(/once a second operator approves/);
    const [first, second] = posts(ADJUST);
    expect(first?.key).toBeTruthy();
    expect(second).toMatchObject({ key: first?.key, body: { user_id: 7, points: 9000 } });
    const table = await screen.findByRole('table', { name: 'adjustments' });
    expect(within(table).queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(within(table).getByText('Somebody else has to approve it.')).toBeTruthy();
  });
});
