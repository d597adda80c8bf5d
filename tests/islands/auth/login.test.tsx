import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { $captchaKind } from '../../../src/islands/auth/captcha-store.ts';
import { LoginIsland } from '../../../src/islands/auth/LoginIsland.tsx';
import { placeName } from '../../../src/islands/auth/use-visit.ts';
import { saveBirthDate } from '../../../src/lib/contract/account/account.ts';
import { requestFactorRecovery } from '../../../src/lib/contract/auth/factor-recovery.ts';
import { getCaptcha, loginUser, registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { checkReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { forgetGuestRound, storedGuestRound, storeGuestRound } from '../../../src/lib/session/guest-round.ts';
import { forgetRound, storedRound, storeRound } from '../../../src/lib/session/kept-round.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, refusal } from '../../support/host.ts';
import { button, field, focusOn, linkTo, press, saidOf, type, visit } from '../../support/screen.ts';

// Replaces the worker: a captcha that records the requested effort.
vi.mock('../../../src/islands/auth/captcha-widget-store.ts', () => ({
  byOwnClock: (challenge: unknown) => challenge,
  createWidget: (
    fetchChallenge: () => Promise<{ effort?: string }>,
    report: (event: { state: 'idle' } | { state: 'solved'; value: string }) => void,
  ) => {
    queueMicrotask(() => report({ state: 'idle' }));
    return {
      element: document.createElement('div'),
      start: async () => report({ state: 'solved', value: `${(await fetchChallenge()).effort} work` }),
      reset: () => report({ state: 'idle' }),
    };
  },
}));

// This DOM can't leave the page, so the test checks the destination.
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const session = () => ({
  success: { token: '5|secret', user: aUser({ birth_date: null }), known_device: null },
});
const credentials = { email: 'player@example.com', password: 'a long password', captcha: 'off' };
const EMAIL = 'Email address';

const host = hostOfEachTest(() => {
  host.on(loginUser, session);
  host.on(registerUser, session);
  host.on(saveBirthDate, () => ({ user: aUser() }));
});
beforeEach(() => void replace.mockClear());

function open(address = '/login') {
  visit(address);
  return render(<LoginIsland />);
}
function fillIn(password = credentials.password) {
  type(EMAIL, credentials.email);
  type('Password', password);
}
function bornOn(day: string, month: string, year: string) {
  type('Day', day);
  type('Month', month);
  type('Year', year);
}
const logIn = () => press('Log in');
const isSaid = (label: string, words: string) => waitFor(() => expect(saidOf(label)).toContain(words));
const isLedTo = (place: string) => waitFor(() => expect(replace).toHaveBeenCalledWith(place));

describe('logging in', () => {
  test('sends the fields once, however often the button is pressed, and returns to the starting page', async () => {
    open('/login?from=%2Fuser%2Freward%2F84%2FRobux');
    expect(screen.getByText('Robux').parentElement?.textContent).toBe('Next we’ll take you to Robux.');
    fillIn();
    const send = button('Log in');
    fireEvent.click(send);
    fireEvent.click(send);
    fireEvent.submit(screen.getByRole('form', { name: 'Log in' }));
    await isLedTo('/user/reward/84/Robux');
    expect(host.bodies(loginUser)).toEqual([credentials]);
    expect(localStorage.getItem('token')).toBe('5|secret');
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'does not lead to %s',
    async (from) => {
      open(`/login?from=${encodeURIComponent(from)}`);
      fillIn();
      logIn();
      await isLedTo('/user');
    },
  );

  test('shows what is missing next to its field, focuses it, and sends nothing', async () => {
    open();
    logIn();
    await isSaid(EMAIL, 'email address');
    expect(saidOf('Password')).toContain('enter your password');
    await focusOn(() => field(EMAIL));
    expect(host.acts()).toEqual([]);
  });

  test('shows a rejected value next to its field, and the form can be sent again', async () => {
    host.on(loginUser, () => fieldError('email', "They don't match."));
    open();
    fillIn();
    logIn();
    await isSaid(EMAIL, "They don't match.");
    host.on(loginUser, session);
    logIn();
    await isLedTo('/user');
  });

  test.each([
    [
      'too many tries',
      () => refusal(429, 'too_many_requests', 'Please wait 5 minutes.'),
      'Please wait 5 minutes.',
    ],
    [
      'a field that isn’t drawn',
      () => fieldError('device', 'This device is blocked.'),
      'This device is blocked.',
    ],
  ])('%s: shows it in the server’s words', async (_, answer, words) => {
    host.on(loginUser, answer);
    open();
    fillIn();
    logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  test('sends nothing without a captcha, and says so', async () => {
    host.on(getCaptcha, brokenLine);
    open();
    fillIn();
    logIn();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('can’t connect'));
    expect(host.acts()).toEqual([]);
  });

  test('solves a longer check if the host asks for it, and sends the same form again automatically', async () => {
    host.on(getCaptcha, ({ query }) =>
      Response.json({ parameters: {}, effort: query.get('effort') ?? 'normal' }),
    );
    host.on(loginUser, ({ body }) =>
      body.captcha === 'hard work' ? session() : refusal(422, 'more_work', 'Please wait.'),
    );
    open();
    fillIn();
    logIn();
    await isLedTo('/user');
    expect(host.bodies(loginUser)).toEqual([
      { ...credentials, captcha: 'normal work' },
      { ...credentials, captcha: 'hard work' },
    ]);
    expect(screen.queryByText('Please wait.')).toBeNull();
  });

  test('announces a rejected check, even the same one twice, and keeps the message while the form is sent', async () => {
    const words = 'This check was used already.';
    host.on(loginUser, () => fieldError('captcha', words));
    open();
    fillIn();
    logIn();
    const message = await screen.findByText(words);
    // If the host has no captcha, its space is hidden until there is a message.
    expect(message.closest('[hidden]')).toBeNull();
    const isAlert = () => screen.getByText(words).getAttribute('role') === 'alert';
    expect(isAlert()).toBe(true);
    const give = host.hold(loginUser);
    logIn();
    await waitFor(() => expect(host.asked(loginUser)).toHaveLength(2));
    expect(isAlert()).toBe(false);
    give(fieldError('captcha', words));
    // Screen readers announce a new element, not an unchanged one.
    await waitFor(() => expect(isAlert()).toBe(true));
    expect(screen.getByText(words)).not.toBe(message);
  });

  test('lets the password be shown and pasted', () => {
    open();
    const input = field('Password');
    expect([input.type, input.autocomplete]).toEqual(['password', 'current-password']);
    expect(fireEvent.paste(input)).toBe(true);
    press('Show password');
    expect([input.type, input.autocomplete]).toEqual(['text', 'current-password']);
  });
});

describe('with a guest’s round in this browser', () => {
  const round = {
    id: 'a',
    key: 'k',
    gameId: 1,
    seed: 7,
    daily: true,
    startedAt: Date.now(),
    inputs: [],
    reached: { once: 100, again: 0 },
    path: '/games/merge/play/mobile?round=today',
  };
  beforeEach(() => storeGuestRound(round));
  afterEach(forgetGuestRound);

  test.each([
    ['/login', '/games/merge/play/mobile?round=today'],
    ['/login?from=%2Fuser', '/games/merge/play/mobile?round=today'],
    ['/login?from=%2Fgames%2Ftower%2Fplay%2Fdesktop', '/games/merge/play/mobile?round=today'],
    ['/login?from=%2Fuser%2Freward%2F12%2FSteam', '/games/merge/play/mobile?round=today&for=12'],
  ])('%s leads to the stage that adds it', async (address, stage) => {
    open(address);
    fillIn();
    logIn();
    await isLedTo(stage);
  });

  test.each([
    ['who came from another page', '/login?from=%2Fuser%2Frewards', Date.now(), '/user/rewards'],
    ['whose round has expired', '/login', Date.now() - 24 * 3_600_000, '/user'],
  ])('a player %s goes there', async (_, address, startedAt, target) => {
    forgetGuestRound();
    storeGuestRound({ ...round, startedAt });
    open(address);
    fillIn();
    logIn();
    await isLedTo(target);
  });
});

test('a running round that earns more than the one before is kept instead, and its stage isn’t left', async () => {
  const rules = { gameId: 3, arcade: 'tower', version: 1, variant: 'classic' };
  const round = { ...rules, seed: 7, inputs: [], startedAt: Date.now(), key: 'key', daily: false };
  const reached = { once: 100, again: 0 };
  storeGuestRound({ ...round, id: 'ticket', reached, path: '/games/merge/play/mobile' });
  storeRound({
    ...{ ...round, session: 'another', tournament: false, guest: true, user: null, at: 0, ended: false },
    reached: { ...reached, again: 10 },
  });
  onTestFinished(forgetRound);
  open('/login?from=%2Fgames%2Ftower%2Fplay%2Fdesktop');
  fillIn();
  logIn();
  await isLedTo('/games/tower/play/desktop');
  expect(storedGuestRound()).toBeNull();
  expect(storedRound(null)?.session).toBe('another');
});

describe('logging in to an account that asks for a code', () => {
  const CODE = 'Code from your authenticator app';
  async function ask() {
    host.on(loginUser, ({ body: { code } }) => {
      if (code === '123 456') return session();
      return fieldError(
        'code',
        code === undefined ? 'Enter the six digits.' : 'That isn’t a code that counts now.',
      );
    });
    open();
    fillIn();
    expect(screen.queryByLabelText(CODE)).toBeNull();
    logIn();
    await screen.findByLabelText(CODE);
  }

  test('shows a focused field for it once the password was right, and keeps what was typed', async () => {
    await ask();
    await focusOn(() => field(CODE));
    expect([field(CODE).autocomplete, field(CODE).inputMode]).toEqual(['one-time-code', 'numeric']);
    // It is a step, not a mistake.
    expect(field(CODE).getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByText(/Now enter your two-factor code/)).toBeTruthy();
    logIn();
    await isSaid(CODE, 'six digits your app shows');
    expect(host.asked(loginUser)).toHaveLength(1);
    type(CODE, '999999');
    logIn();
    await isSaid(CODE, 'isn’t a code that counts now');
    await focusOn(() => field(CODE));
    type(CODE, '123 456');
    logIn();
    await isLedTo('/user');
    expect(host.bodies(loginUser)).toEqual([
      credentials,
      { ...credentials, code: '999999' },
      { ...credentials, code: '123 456' },
    ]);
  });

  test('says that a service’s check is needed again, because it counts only once', async () => {
    await ask();
    expect(screen.queryByText(/check below/)).toBeNull();
    act(() => $captchaKind.set('hcaptcha'));
    expect(screen.getByText(/Please do the check below again too/)).toBeTruthy();
    act(() => $captchaKind.set(null));
  });

  test('mails a link to a player who lost both, using what was typed, and shows the result', async () => {
    await ask();
    host.on(requestFactorRecovery, brokenLine);
    const lost = await screen.findByRole('button', { name: 'I’ve lost both' });
    expect(screen.getByText(/a 7-day wait/)).toBeTruthy();
    fireEvent.click(lost);
    expect((await screen.findByRole('alert')).textContent).toContain('can’t connect');
    host.on(requestFactorRecovery, () => ({ accepted: true as const }));
    fireEvent.click(lost);
    fireEvent.click(lost);
    await screen.findByText(/Check your inbox\. The link works once/);
    expect(screen.queryByRole('button', { name: 'I’ve lost both' })).toBeNull();
    expect(host.bodies(requestFactorRecovery)).toEqual([credentials, credentials]);
    // Nothing was changed, so a code that is found later still works.
    type(CODE, '123 456');
    logIn();
    await isLedTo('/user');
  });

  test('takes a recovery code, with letters on the keyboard', async () => {
    await ask();
    press('Lost your app? Use a recovery code');
    expect(document.activeElement).toBe(field('Recovery code'));
    expect(field('Recovery code').inputMode).toBe('text');
    type('Recovery code', 'k7qx2-ab4df');
    logIn();
    await waitFor(() => expect(host.bodies(loginUser)[1]).toMatchObject({ code: 'k7qx2-ab4df' }));
    press('Use the app');
    expect(field(CODE)).toBeTruthy();
  });

  test('asks no other account for one', async () => {
    await ask();
    type(EMAIL, 'another@example.com');
    await waitFor(() => expect(screen.queryByLabelText(CODE)).toBeNull());
    logIn();
    await screen.findByLabelText(CODE);
    expect(host.bodies(loginUser)[1]).toEqual({ ...credentials, email: 'another@example.com' });
  });
});

describe('signing up', () => {
  const signUp = () => press('Sign up');

  test.each([
    ['then saves the birth date', () => ({ user: aUser() })],
    ['and is in also when only the birth date could not be saved', brokenLine],
  ])('sends fields and invitation, %s', async (_, saved) => {
    host.on(saveBirthDate, saved);
    open('/login?ref=12#sign-up');
    expect(screen.getByText(/^A friend invited you\./)).toBeTruthy();
    // The question doesn't hint at the required age.
    expect(document.body.textContent).not.toMatch(/13|older/);
    fillIn();
    bornOn('2', '4', '1990');
    signUp();
    await isLedTo('/user');
    expect(host.bodies(registerUser)).toEqual([{ ...credentials, reflink: '12' }]);
    expect(host.bodies(saveBirthDate)).toEqual([{ birth_date: '1990-04-02' }]);
  });

  test('shows a player under 13 the reason, and sends nothing', async () => {
    open('/login#sign-up');
    fillIn();
    bornOn('2', '4', String(new Date().getUTCFullYear() - 10));
    signUp();
    await screen.findByText(/You can join once you’re 13/);
    await focusOn(() => field('Day'));
    expect(host.acts()).toEqual([]);
  });

  test.each([
    ['31', '2', '1990'],
    ['', '', ''],
    ['1', '1', '90'],
  ])('day %s, month %s, year %s isn’t a birth date', async (...date) => {
    open('/login#sign-up');
    fillIn();
    bornOn(...date);
    signUp();
    await screen.findByText(/Please enter a day, a month and a year/);
    expect(host.acts()).toEqual([]);
  });

  test('a short password is reported before it is sent', async () => {
    open('/login#sign-up');
    fillIn('short');
    bornOn('2', '4', '1990');
    signUp();
    await isSaid('Password', 'at least 10 characters.');
    expect(host.acts()).toEqual([]);
  });

  test('keeps what was typed when switching to logging in, which has the link for a forgotten password', () => {
    open();
    fillIn();
    expect(linkTo('Forgot your password?')).toBe('/forgotpassword');
    visit('/login#sign-up');
    fireEvent(window, new HashChangeEvent('hashchange'));
    expect(screen.getByRole('heading', { name: 'Sign up' })).toBeTruthy();
    expect(field(EMAIL).value).toBe(credentials.email);
    expect(field('Password').autocomplete).toBe('new-password');
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  });
});

test.each([
  ['/user/reward/84/Robux', null, [84]],
  ['/games/merge/play/desktop?for=12', null, [12]],
  ['/user/reward/84/Robux', 3, []],
  ['/games/merge/play/desktop?for=x', null, []],
  ['/user/rewards', null, []],
])('a reward that a visitor came for becomes their goal: %s, with goal %o', async (from, myreward, made) => {
  host.on(loginUser, () => ({ ...session(), success: { ...session().success, user: aUser({ myreward }) } }));
  host.on(checkReward, () => ({ myreward: 84, completed: false, missing_points: null }));
  open(`/login?from=${encodeURIComponent(from)}`);
  fillIn();
  logIn();
  await isLedTo(from);
  expect(host.asked(checkReward).map(({ params }) => Number(params.id))).toEqual(made);
});

test('a signed-in player reads that they are signed in, is led on, and can log out', async () => {
  signIn();
  open('/login?from=%2Fuser%2Freward%2F84%2FRobux');
  await screen.findByText('player@example.com');
  expect(linkTo('Continue to Robux')).toBe('/user/reward/84/Robux');
  press('Log out');
  await screen.findByLabelText(EMAIL);
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ['/user/reward/1/Steam-wallet-code', 'Steam wallet code'],
  ['/guest/reward/84/Robux?page=2', 'Robux'],
  ['/user/order-history', 'your orders'],
  ['/games/merge/play/desktop?for=12', 'your game'],
  ['/user', null],
  ['/user/reward/84', null],
  ['/user/reward/84/%E0%A4%A', null],
  ['/user/reward/84/%3Cb%3EFree%20money%3C%2Fb%3E', null],
])('the starting page is named in words: %s → %s', (address, words) =>
  expect(placeName(address)).toBe(words),
);
