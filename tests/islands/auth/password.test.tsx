import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FindPasswordIsland } from '../../../src/islands/auth/FindPasswordIsland.tsx';
import { ForgotPasswordIsland } from '../../../src/islands/auth/ForgotPasswordIsland.tsx';
import { getCountries } from '../../../src/lib/contract/account/account.ts';
import { requestFactorRecoveryByLink } from '../../../src/lib/contract/auth/factor-recovery.ts';
import {
  listResetAccounts,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, notFound, refusal } from '../../support/host.ts';
import {
  field,
  focusOn,
  focusOnHeading,
  linkTo,
  press,
  pressByKeyboard,
  pressFound,
  saidOf,
  type,
  visit,
} from '../../support/screen.ts';

// This DOM can't leave the page, so the test checks the destination.
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
const EMAIL = 'Email address';
const fresh = () => ({ success: { token: '9|fresh', user: aUser(), known_device: null } });
const sessionGone = () => refusal(401, 'unauthenticated', 'Your session has ended.');

const host = hostOfEachTest(() => {
  host.on(resetPassword, fresh);
  host.on(listResetAccounts, notFound);
});
beforeEach(() => {
  replace.mockClear();
  assign.mockClear();
});
const isIn = () => waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));

describe('asking for a link', () => {
  const WAIT = 60_000;
  const LOOK = 'Check your inbox';
  const SEND = 'Send link';

  function open() {
    visit('/forgotpassword');
    render(<ForgotPasswordIsland />);
  }
  function ask(email = 'mira@test.example') {
    type(EMAIL, email);
    pressByKeyboard(SEND);
  }
  /** Time passes immediately, but only for the countdown. */
  const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });

  test('sends the address once, then says where to look and focuses that, and takes another address immediately', async () => {
    open();
    ask(' mira@test.example ');
    fireEvent.submit(screen.getByRole('form'));
    await focusOnHeading(LOOK);
    expect(screen.getByText('mira@test.example').parentElement?.textContent).toMatch(
      /^If mira@.* has an account/,
    );
    press('Use a different address');
    ask('jan@test.example');
    await focusOnHeading(LOOK);
    expect(host.bodies(requestPasswordReset)).toEqual([
      { email: 'mira@test.example', captcha: 'off' },
      { email: 'jan@test.example', captcha: 'off' },
    ]);
  });

  test('reports an invalid address next to the field, and sends nothing', async () => {
    open();
    ask('mira');
    await waitFor(() => expect(saidOf(EMAIL)).toContain('name@example.com'));
    await focusOn(() => field(EMAIL));
    expect(host.acts()).toEqual([]);
  });

  test.each([
    [() => refusal(429, 'too_many_requests', 'Please wait 60 minutes.'), 'Please wait 60 minutes.'],
    [() => fieldError('captcha', 'This check was used already.'), 'This check was used already.'],
    [brokenLine, /can’t connect/],
    // An old stored session is cleared, without a redirect.
    [sessionGone, 'Your session has ended.'],
  ])('shows a rejection, and the form can be sent again', async (answer, words) => {
    host.on(requestPasswordReset, answer);
    if (answer === sessionGone) signIn();
    open();
    ask();
    await screen.findByText(words);
    expect([localStorage.getItem('token'), assign.mock.calls]).toEqual([null, []]);
    host.on(requestPasswordReset, () => ({ accepted: true as const }));
    press(SEND);
    await screen.findByRole('heading', { name: LOOK });
  });

  test('offers another mail to the same address after a minute, and reports a rejected one there', async () => {
    holdTime();
    open();
    ask();
    await focusOnHeading(LOOK);
    for (const times of [1, 2]) {
      expect(screen.getByText(/another email in 60 s/)).toBeTruthy();
      act(() => vi.advanceTimersByTime(WAIT - 1000));
      expect(screen.getByText(/another email in 1 s/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
      act(() => vi.advanceTimersByTime(1000));
      pressByKeyboard('Send again');
      await screen.findByText(/another email in 60 s/);
      await focusOnHeading(LOOK);
      expect(host.bodies(requestPasswordReset)).toEqual(
        Array(times + 1).fill({ email: 'mira@test.example', captcha: 'off' }),
      );
    }
    act(() => vi.advanceTimersByTime(WAIT));
    host.on(requestPasswordReset, () => refusal(429, 'too_many_requests', 'Please wait 9 minutes.'));
    press('Send again');
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait 9 minutes.');
    press('Use a different address');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the mailed link', () => {
  const TOKEN = 'DNWU1GF-rRHqzEfa4tLkcEK1lH7VhEua4jQ2rK2nRS4';
  const LINK = `/api/password/find/${TOKEN}?email=mira%2Bgames%40test.example`;
  const PASSWORD = 'battery staple 8';
  const SAVE = 'Save and log in';

  function open(address = LINK) {
    cleanup();
    history.replaceState({ own: 'note' }, '', address);
    render(<FindPasswordIsland />);
  }
  function choose(password = PASSWORD, again = password) {
    type('New password', password);
    type('Confirm new password', again);
    press(SAVE);
  }

  test('disappears from the address bar immediately, and leaves no history entry', () => {
    const entries = history.length;
    open();
    expect(location.pathname + location.search + location.hash).toBe('/api/password/find');
    expect(history.length).toBe(entries);
    expect(history.state).toEqual({ own: 'note' });
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(field(EMAIL).value).toBe('mira+games@test.example');
  });

  test('sends the new password once, and ends like every sign-in', async () => {
    host.on(getCountries, () => ({ countries: [{ code: 'CI', name: 'Côte d’Ivoire' }] }));
    open();
    choose();
    fireEvent.submit(screen.getByRole('form'));
    await isIn();
    expect(host.bodies(resetPassword)).toEqual([
      { token: TOKEN, email: 'mira+games@test.example', password: PASSWORD, password_confirmation: PASSWORD },
    ]);
    expect(localStorage.getItem('token')).toBe('9|fresh');
    expect(localStorage.getItem('user_id')).toBe('5');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 5 });
    expect(localStorage.getItem('countries')).toContain('Ivoire');
  });

  test('asks for the code of an account that has a second factor, and is sent again with what was typed', async () => {
    const CODE = 'Code from your authenticator app';
    host.on(resetPassword, ({ body }) =>
      'code' in body ? fresh() : fieldError('code', 'Enter the six digits.'),
    );
    localStorage.setItem('known_device', 'a note');
    open();
    choose();
    await screen.findByLabelText(CODE);
    await focusOn(() => field(CODE));
    await pressFound('I’ve lost both');
    await screen.findByText(/Check your inbox\. The link works once/);
    expect(host.bodies(requestFactorRecoveryByLink)).toEqual([
      { token: TOKEN, email: 'mira+games@test.example' },
    ]);
    type(CODE, '123456');
    press(SAVE);
    await isIn();
    expect(host.bodies(resetPassword)).toMatchObject([
      { password: PASSWORD },
      { password: PASSWORD, code: '123456', known_device: 'a note' },
    ]);
    expect(host.bodies(resetPassword)[0]).not.toHaveProperty('known_device');
  });

  test('is missing: says so, and leads to where to get one', async () => {
    open('/api/password/find');
    await screen.findByRole('heading', { name: 'Open the link in our email' });
    expect(linkTo('Request a link')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('was used or is too old: says so in the server’s words, and leads to a new one, which has a form of its own', async () => {
    host.on(resetPassword, () => fieldError('token', 'Please ask for a new one.'));
    open();
    choose();
    await focusOnHeading('This link doesn’t work');
    expect(screen.getByText('Please ask for a new one.')).toBeTruthy();
    expect(linkTo('Request a link')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    open(`/api/password/find/${'B'.repeat(43)}?email=mira%40test.example`);
    expect(field(EMAIL).value).toBe('mira@test.example');
  });

  test.each([
    ['too short', 'short', 'short', 'New password', /at least 10 characters\.$/],
    ['typed differently', PASSWORD, 'battery staple 9', 'Confirm new password', /passwords don’t match/],
    ['not repeated', PASSWORD, '', 'Confirm new password', /passwords don’t match/],
  ])(
    'with a password %s sends nothing and says so next to the field',
    async (_, password, again, label, words) => {
      open();
      choose(password, again);
      await waitFor(() => expect(saidOf(label)).toMatch(words));
      await focusOn(() => field(label));
      expect(host.asked(resetPassword)).toEqual([]);
    },
  );

  test('asks for a missing address', async () => {
    open(`/api/password/find/${TOKEN}`);
    choose();
    await waitFor(() => expect(saidOf(EMAIL)).toContain('name@example.com'));
    type(EMAIL, 'mira@test.example');
    press(SAVE);
    await isIn();
    expect(host.bodies(resetPassword)).toMatchObject([{ email: 'mira@test.example' }]);
  });

  test('shows a rejected value next to its field, and the form can be sent again', async () => {
    host.on(resetPassword, () => fieldError('password', 'That one is too common.'));
    open();
    choose();
    await waitFor(() => expect(saidOf('New password')).toContain('too common'));
    host.on(resetPassword, brokenLine);
    press(SAVE);
    expect((await screen.findByRole('alert')).textContent).toContain('can’t connect');
    host.on(resetPassword, fresh);
    press(SAVE);
    await isIn();
  });

  test('works past an old session that is still stored', async () => {
    host.on(resetPassword, () => (host.asked(resetPassword).length > 1 ? fresh() : sessionGone()));
    signIn();
    open();
    choose();
    await isIn();
    expect(assign).not.toHaveBeenCalled();
    expect(localStorage.getItem('token')).toBe('9|fresh');
  });

  test('lets each password be shown', () => {
    open();
    const types = () => ['New password', 'Confirm new password'].map((label) => field(label).type);
    press('Show confirm new password');
    expect(types()).toEqual(['password', 'text']);
    press('Hide confirm new password');
    expect(types()).toEqual(['password', 'password']);
    for (const label of ['New password', 'Confirm new password'])
      expect(field(label).autocomplete).toBe('new-password');
  });
});
