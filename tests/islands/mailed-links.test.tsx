/** The pages that mailed links open, by what the host tells of the accounts behind them. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfirmEmailIsland } from '../../src/islands/login/ConfirmEmailIsland.tsx';
import { FindPasswordIsland } from '../../src/islands/login/FindPasswordIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { ConfirmationLook } from '../../src/lib/contract/confirmation.ts';

const sent: [path: string, body: Record<string, unknown>][] = [];
let answers: Readonly<Record<string, unknown>> = {};

afterEach(cleanup);
beforeEach(() => {
  sent.length = 0;
  connectApi({
    baseUrl: 'http://api.test',
    token: () => null,
    fetch: async (input, init) => {
      const path = new URL(new Request(input).url).pathname;
      sent.push([path, JSON.parse(String(init?.body))]);
      return Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 404 });
    },
  });
});

const made = { created_at: '2026-11-18T12:00:00Z', device: 'Firefox on Windows' };
const TOKEN = 't'.repeat(43);

function openConfirmation(state: ConfirmationLook['state'], proof: ConfirmationLook['account']['proof']) {
  history.replaceState(null, '', `/confirm-email/${TOKEN}?email=mira%40test.example`);
  answers = {
    '/api/confirm-email/look': {
      email: 'mira@test.example',
      state,
      account: { name: 'player-7', ...made, proof },
    },
    '/api/confirm-email': { email: 'mira@test.example', signed_out: 1 },
    '/api/confirm-email/refuse': { closed: true },
  };
  render(<ConfirmEmailIsland />);
  return screen.findByText('player-7');
}

test('a confirmation link names the account, and takes its session in one press', async () => {
  await openConfirmation('open', 'session');
  expect(screen.getByText('18 November 2026 at 12:00 UTC')).toBeTruthy();
  expect(screen.getByText('Firefox on Windows')).toBeTruthy();
  expect(screen.queryByLabelText('Password of this account')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
  expect(sent.at(-1)).toEqual(['/api/confirm-email', { token: TOKEN }]);
});

test('on another device it takes the password', async () => {
  await openConfirmation('open', 'password');
  fireEvent.change(screen.getByLabelText('Password of this account'), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
  expect(sent.at(-1)).toEqual(['/api/confirm-email', { token: TOKEN, password: 'a password' }]);
});

test.each([
  ['sign-in', 'open'],
  ['password', 'taken'],
] as const)(
  'without %s at hand, or where the address is another’s (%s), it can’t be confirmed but closed',
  async (proof, state) => {
    await openConfirmation(state, proof);
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'This wasn’t me' }));
    await screen.findByRole('heading', { name: 'The account is closed' });
    expect(sent.at(-1)?.[0]).toBe('/api/confirm-email/refuse');
  },
);

test('a link for a new password has the account chosen where there are several, and the others closed', async () => {
  const account = (id: number, points: number) => ({
    ...made,
    id,
    name: `player-${id}`,
    points,
    confirmed: false,
    can_have_password: true,
  });
  history.replaceState(null, '', `/api/password/find/${TOKEN}?email=mira%40test.example`);
  answers = {
    '/api/password/accounts': { accounts: [account(1, 0), account(2, 1200), account(3, 1)] },
    '/api/password/accounts/close': { accounts: [account(2, 1200), account(3, 1)] },
  };
  render(<FindPasswordIsland />);
  const group = await screen.findByRole('group', { name: 'Which account is yours?' });
  expect(within(group).getAllByRole('radio')).toHaveLength(3);
  fireEvent.click(within(group).getByRole('button', { name: /close it \(player-1\)/ }));
  await screen.findByText(/^2 accounts were made/);
  expect(sent.at(-1)?.[1]).toMatchObject({ account: 1 });
  fireEvent.click(within(group).getByRole('radio', { name: /player-3 · 1 point/ }));
  for (const label of ['New password', 'New password again'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'a long enough one' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and log in' }));
  await screen.findByRole('alert');
  expect(sent.at(-1)).toEqual(['/api/password/reset', expect.objectContaining({ account: 3 })]);
});
