/** The pages behind mailed links, depending on what the host says about the accounts. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConfirmEmailIsland } from '../../../src/islands/auth/ConfirmEmailIsland.tsx';
import { FindPasswordIsland } from '../../../src/islands/auth/FindPasswordIsland.tsx';
import {
  type ConfirmationLook,
  confirmEmail,
  type LinkedReward,
  lookAtConfirmation,
  refuseAccount,
} from '../../../src/lib/contract/auth/confirmation.ts';
import {
  closeResetAccount,
  listResetAccounts,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, notFound, refusal } from '../../support/host.ts';
import { linkTo, press, pressFound, type, visit } from '../../support/screen.ts';

const TOKEN = 't'.repeat(43);
const email = 'mira@test.example';
const made = { created_at: '2026-11-18T12:00:00Z', device: 'Firefox on Windows' };
const host = hostOfEachTest();

function openConfirmation(
  state: ConfirmationLook['state'],
  proof: ConfirmationLook['account']['proof'],
  reward: LinkedReward = null,
) {
  host.on(lookAtConfirmation, () => ({
    email,
    state,
    reward: state === 'confirmed' ? reward : null,
    account: { name: 'player-7', ...made, proof },
  }));
  host.on(confirmEmail, () => ({ email, reward, signed_out: 1 }));
  visit(`/confirm-email/${TOKEN}?email=mira%40test.example`);
  render(<ConfirmEmailIsland />);
  return screen.findByText('player-7');
}

test('a missing confirmation link, and one that doesn’t work, say where to get one', async () => {
  for (const call of [lookAtConfirmation, confirmEmail])
    host.on(call, () => fieldError('token', 'Links work for 48 hours.'));
  visit('/confirm-email');
  const { unmount } = render(<ConfirmEmailIsland />);
  await screen.findByRole('heading', { name: 'Open the link in our email' });
  unmount();
  visit(`/confirm-email/${TOKEN}`);
  render(<ConfirmEmailIsland />);
  await pressFound('Confirm');
  await screen.findByRole('heading', { name: 'This link doesn’t work' });
  expect(screen.getByText('Links work for 48 hours.')).toBeTruthy();
});

test('nothing that can be pressed is shown before the account is known, since it would then move', async () => {
  const account = openConfirmation('open', 'password');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading the account' })).toBeTruthy();
  await account;
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeTruthy();
});

test('a reloaded page says what is confirmed already, and asks for no other link', async () => {
  signIn(aUser({ email_confirmed: true }));
  visit('/confirm-email');
  render(<ConfirmEmailIsland />);
  await screen.findByRole('heading', { name: 'Your email is confirmed' });
  expect(linkTo('See the rewards')).toBe('/user/rewards');
  expect(screen.queryByRole('button')).toBeNull();
  signIn(null);
});

test.each([
  ['takes its session in one press', 'session', 'You', {}],
  ['takes the password on another device', 'password', 'Someone', { password: 'a password' }],
] as const)('a confirmation link names the account, and %s', async (_, proof, who, more) => {
  await openConfirmation('open', proof);
  expect(screen.getByText(/signed up with/).textContent).toMatch(`${who} signed up with mira@test.example.`);
  expect(screen.getByText('18 November 2026 at 12:00 UTC')).toBeTruthy();
  expect(screen.getByText('Firefox on Windows')).toBeTruthy();
  expect(screen.queryByLabelText('Password for this account') !== null).toBe('password' in more);
  if ('password' in more) type('Password for this account', more.password);
  press('Confirm');
  await screen.findByRole('heading', { name: 'Your email is confirmed' });
  expect(host.bodies(confirmEmail)).toEqual([{ token: TOKEN, ...more }]);
});

test.each([
  ['the connection', brokenLine, /can’t connect/],
  ['a 401', () => refusal(401, 'unauthenticated', 'Your session has ended.'), /Your session has ended/],
])('a confirmation stays on its page after %s, and the button then works', async (_, refused, words) => {
  await openConfirmation('open', 'session');
  host.on(confirmEmail, refused);
  press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  host.on(confirmEmail, () => ({ email, reward: null, signed_out: 0 }));
  press('Confirm');
  await screen.findByRole('heading', { name: 'Your email is confirmed' });
});

const key = { id: 12, name: 'Random Steam key' };
const keyPage = '/user/reward/12/Random-Steam-key';
test.each([
  ['here', null, null, 'Log in', '/login'],
  ['here', null, key, 'Back to Random Steam key', `/login?from=${encodeURIComponent(keyPage)}`],
  ['here', aUser(), null, 'See the rewards', '/user/rewards'],
  ['here', aUser({ myreward: 14 }), key, 'Back to Random Steam key', keyPage],
  ['before', aUser({ myreward: 14 }), key, 'Back to Random Steam key', keyPage],
] as const)(
  'an address confirmed %s leads back to the link’s reward, signed in or not',
  async (when, user, reward, link, address) => {
    signIn(user);
    if (when === 'here') {
      await openConfirmation('open', 'session', reward);
      press('Confirm');
    } else openConfirmation('confirmed', 'session', reward);
    await screen.findByRole('heading', { name: 'Your email is confirmed' });
    expect(linkTo(link)).toBe(address);
    signIn(null);
  },
);

test.each([
  ['sign-in', 'open'],
  ['password', 'taken'],
] as const)(
  'without %s, or if the address is another player’s (%s), the account can be closed but not confirmed',
  async (proof, state) => {
    await openConfirmation(state, proof);
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    press('This wasn’t me');
    await screen.findByRole('heading', { name: 'The account is closed' });
    expect(host.asked(refuseAccount)).toHaveLength(1);
  },
);

test('a link for a new password lets the reader choose among several accounts and close the others', async () => {
  const account = (id: number, points: number) => ({
    ...made,
    id,
    name: `player-${id}`,
    points,
    confirmed: false,
    can_have_password: true,
  });
  const rest = [account(2, 1200), account(3, 1)];
  host.on(listResetAccounts, () => ({ accounts: [account(1, 0), ...rest] }));
  host.on(closeResetAccount, () => ({ accounts: rest }));
  host.on(resetPassword, notFound);
  visit(`/api/password/find/${TOKEN}?email=mira%40test.example`);
  render(<FindPasswordIsland />);
  const group = within(await screen.findByRole('group', { name: 'Which account is yours?' }));
  expect(group.getAllByRole('radio')).toHaveLength(3);
  press(/close it \(player-1\)/, group);
  await screen.findByText(/^There are 2 accounts/);
  expect(host.bodies(closeResetAccount)).toMatchObject([{ account: 1 }]);
  fireEvent.click(group.getByRole('radio', { name: /player-3 · 1 point/ }));
  for (const label of ['New password', 'Confirm new password']) type(label, 'a long enough one');
  press('Save and log in');
  await screen.findByRole('alert');
  expect(host.bodies(resetPassword)).toMatchObject([{ account: 3 }]);
});
