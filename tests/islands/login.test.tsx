import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LoginIsland } from '../../src/islands/login/LoginIsland.tsx';
import { placeName } from '../../src/islands/login/use-visit.ts';
import { connectApi } from '../../src/lib/api/client.ts';
import { $captchaKind } from '../../src/lib/stores/captcha.ts';
import { $codeFor, $signIn } from '../../src/lib/stores/sign-in.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

// Without a browser's worker: a check that says which effort it was asked for.
vi.mock('../../src/lib/stores/captcha-widget.ts', () => ({
  createWidget: (
    fetchChallenge: () => Promise<{ effort?: string }>,
    tell: (event: { state: 'idle' } | { state: 'solved'; value: string }) => void,
  ) => {
    queueMicrotask(() => tell({ state: 'idle' }));
    return {
      element: document.createElement('div'),
      start: async () => tell({ state: 'solved', value: `${(await fetchChallenge()).effort} work` }),
      reset: () => tell({ state: 'idle' }),
    };
  },
}));

let host: Host;
// Leaving the page can't be had here: where it would lead is what counts.
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const session = { success: { token: '5|secret', user: aUser({ birth_date: null }) } };

beforeEach(() => {
  host = rewardHost();
  host.on('POST /api/login-user', () => session);
  host.on('POST /api/registration-user', () => session);
  host.on('PUT /api/user/birth-date', () => ({ user: aUser() }));
  connectApi({ fetch: host.fetch });
  replace.mockClear();
  $signIn.set({ state: 'open' });
  $codeFor.set(null);
});

function open(address = '/login') {
  history.replaceState(null, '', address);
  return render(<LoginIsland />);
}
const field = (name: string | RegExp) => screen.getByLabelText(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function fillIn(password = 'a long password') {
  type('E-mail address', 'player@example.com');
  type('Password', password);
}
function bornIn(year: number) {
  type('Day', '2');
  type('Month', '4');
  type('Year', String(year));
}
/** The error that a control is described by. */
function errorOf(name: string | RegExp) {
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe('the pre-rendered page', () => {
  test('holds the form to log in, and no inline styles', () => {
    const html = renderToString(<LoginIsland />);
    expect(html).toContain('autoComplete="current-password"');
    expect(html).not.toMatch(/\sstyle=/);
  });
  test('its form could send nothing by itself, so that no password gets into an address', () => {
    expect(renderToString(<LoginIsland />)).toContain('method="dialog"');
  });
});

describe('logging in', () => {
  test('sends the fields once, however often the button is pressed, and goes on to where one came from', async () => {
    open('/login?from=%2Fuser%2Freward%2F84%2FRobux');
    fillIn();
    const button = screen.getByRole('button', { name: 'Log in' });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.submit(screen.getByRole('form', { name: 'Log in' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/reward/84/Robux'));
    expect(host.calls('POST /api/login-user').map(({ body }) => body)).toEqual([
      { email: 'player@example.com', password: 'a long password', captcha: 'off' },
    ]);
    expect(localStorage.getItem('token')).toBe('5|secret');
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'does not lead to %s',
    async (from) => {
      open(`/login?from=${encodeURIComponent(from)}`);
      fillIn();
      submit('Log in');
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    },
  );

  test('what is missing is said beside its field, with focus there, and nothing is sent', async () => {
    open();
    submit('Log in');
    await waitFor(() => expect(errorOf('E-mail address')).toContain('e-mail address'));
    expect(errorOf('Password')).toContain('enter your password');
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail address')));
    expect(host.calls('POST')).toEqual([]);
  });

  test('what the server refuses is said beside its field, and the form can be sent again', async () => {
    host.on('POST /api/login-user', () => fieldRefusal('email', "They don't match."));
    open();
    fillIn();
    submit('Log in');
    await waitFor(() => expect(errorOf('E-mail address')).toContain("They don't match."));
    host.on('POST /api/login-user', () => session);
    submit('Log in');
    await waitFor(() => expect(replace).toHaveBeenCalled());
  });

  test('too many tries are told in the server’s words', async () => {
    host.on('POST /api/login-user', () => refusal(429, 'too_many_requests', 'Please wait 5 minutes.'));
    open();
    fillIn();
    submit('Log in');
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait 5 minutes.');
  });

  test('without a captcha nothing is sent, and it says so', async () => {
    host.on('GET /api/captcha', brokenLine);
    open();
    fillIn();
    submit('Log in');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('be reached'));
    expect(host.calls('POST')).toEqual([]);
  });

  test('where the host asks for a longer check, it is done and the same form sent again by itself', async () => {
    host.on('GET /api/captcha', ({ query }) => ({ parameters: {}, effort: query.get('effort') ?? 'normal' }));
    host.on('POST /api/login-user', ({ body }) =>
      Object(body).captcha === 'hard work' ? session : refusal(422, 'more_work', 'Please wait.'),
    );
    open();
    fillIn();
    submit('Log in');
    await waitFor(() => expect(replace).toHaveBeenCalled());
    const form = { email: 'player@example.com', password: 'a long password' };
    expect(host.calls('POST /api/login-user').map(({ body }) => body)).toEqual([
      { ...form, captcha: 'normal work' },
      { ...form, captcha: 'hard work' },
    ]);
    expect(screen.queryByText('Please wait.')).toBeNull();
  });

  test('a refused captcha is told', async () => {
    host.on('POST /api/login-user', () => fieldRefusal('captcha', 'This check was used already.'));
    open();
    fillIn();
    submit('Log in');
    const told = await screen.findByText('This check was used already.');
    // Where the host tells of no check, its place is hidden until there is something to say.
    expect(told.closest('[hidden]')).toBeNull();
  });

  test('what is wrong with a field that isn’t drawn is told as well', async () => {
    host.on('POST /api/login-user', () =>
      Response.json(
        { message: 'The given data was invalid.', errors: { device: ['This device is blocked.'] } },
        { status: 422 },
      ),
    );
    open();
    fillIn();
    submit('Log in');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This device is blocked.'));
  });

  test('the same refusal of the check is told again, and stays as it stands while the form is sent', async () => {
    const refused = () => fieldRefusal('captcha', 'This check was used already.');
    host.on('POST /api/login-user', refused);
    open();
    fillIn();
    submit('Log in');
    const told = await screen.findByText('This check was used already.');
    const now = () => screen.getByText('This check was used already.');
    const isAlert = () => now().getAttribute('role') === 'alert';
    expect(isAlert()).toBe(true);
    const answer = Promise.withResolvers<Response>();
    host.on('POST /api/login-user', () => answer.promise);
    submit('Log in');
    await waitFor(() => expect(host.calls('POST')).toHaveLength(2));
    expect(isAlert()).toBe(false);
    answer.resolve(refused());
    // Screen readers tell of an element that is new, not of one that says what it said before.
    await waitFor(() => expect(isAlert()).toBe(true));
    expect(now()).not.toBe(told);
  });

  describe('to an account that asks for a code', () => {
    const CODE = 'Code of your authenticator app';
    const bodies = () => host.calls('POST /api/login-user').map(({ body }) => body);
    beforeEach(() => {
      host.on('POST /api/login-user', ({ body }) =>
        typeof body === 'object' && body !== null && 'code' in body
          ? body.code === '123 456'
            ? session
            : fieldRefusal('code', 'That isn’t a code that counts now.')
          : fieldRefusal('code', 'Enter the six digits.'),
      );
    });
    async function ask() {
      open();
      fillIn();
      expect(screen.queryByLabelText(CODE)).toBeNull();
      submit('Log in');
      await screen.findByLabelText(CODE);
    }

    test('has a field for it once the password was right, with focus, and keeps what was typed', async () => {
      await ask();
      await waitFor(() => expect(document.activeElement).toBe(field(CODE)));
      expect(field(CODE).getAttribute('autocomplete')).toBe('one-time-code');
      expect(field(CODE).getAttribute('inputmode')).toBe('numeric');
      // It is a step, and not a mistake of anybody's.
      expect(field(CODE).getAttribute('aria-invalid')).toBeNull();
      expect(screen.getByText(/Your password is right/)).toBeTruthy();
      submit('Log in');
      await waitFor(() => expect(errorOf(CODE)).toContain('six digits that your app shows'));
      expect(bodies()).toHaveLength(1);
      type(CODE, '999999');
      submit('Log in');
      await waitFor(() => expect(errorOf(CODE)).toContain('isn’t a code that counts now'));
      await waitFor(() => expect(document.activeElement).toBe(field(CODE)));
      type(CODE, '123 456');
      submit('Log in');
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
      const form = { email: 'player@example.com', password: 'a long password', captcha: 'off' };
      expect(bodies()).toEqual([form, { ...form, code: '999999' }, { ...form, code: '123 456' }]);
    });

    test('says that a service’s check is needed once more: it counts once', async () => {
      await ask();
      expect(screen.queryByText(/check below/)).toBeNull();
      act(() => $captchaKind.set('hcaptcha'));
      expect(screen.getByText(/The check below is needed once more, too/)).toBeTruthy();
      act(() => $captchaKind.set(null));
    });

    test('of whoever has lost both has a link mailed, by what was typed, and says what comes of it', async () => {
      await ask();
      host.on('POST /api/lost-factor', brokenLine);
      const button = await screen.findByRole('button', { name: 'I’ve lost both' });
      expect(screen.getByText(/a wait of 7 days/)).toBeTruthy();
      fireEvent.click(button);
      expect((await screen.findByRole('alert')).textContent).toContain('be reached');
      host.on('POST /api/lost-factor', () => ({ accepted: true }));
      fireEvent.click(button);
      fireEvent.click(button);
      await screen.findByText(/Look in the mail of this account’s address/);
      expect(screen.queryByRole('button', { name: 'I’ve lost both' })).toBeNull();
      const sent = { email: 'player@example.com', password: 'a long password', captcha: 'off' };
      expect(host.calls('POST /api/lost-factor').map(({ body }) => body)).toEqual([sent, sent]);
      // Nothing was changed: a code that turns up lets in.
      type(CODE, '123 456');
      submit('Log in');
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    });

    test('takes a recovery code, for which the keyboard has letters', async () => {
      await ask();
      submit('App lost? Use a recovery code');
      expect(document.activeElement).toBe(field('Recovery code'));
      expect(field('Recovery code').getAttribute('inputmode')).toBe('text');
      type('Recovery code', 'k7qx2-ab4df');
      submit('Log in');
      await waitFor(() => expect(bodies()[1]).toMatchObject({ code: 'k7qx2-ab4df' }));
      submit('Use the app');
      expect(field(CODE)).toBeTruthy();
    });

    test('asks no other account for one', async () => {
      await ask();
      type('E-mail address', 'another@example.com');
      await waitFor(() => expect(screen.queryByLabelText(CODE)).toBeNull());
      submit('Log in');
      await screen.findByLabelText(CODE);
      expect(bodies()[1]).toMatchObject({ email: 'another@example.com' });
      expect(bodies()[1]).not.toHaveProperty('code');
    });
  });

  test('the password can be shown', () => {
    open();
    expect(field('Password').getAttribute('type')).toBe('password');
    // What a password manager or the clipboard brings is taken.
    expect(field('Password').getAttribute('autocomplete')).toBe('current-password');
    expect(fireEvent.paste(field('Password'))).toBe(true);
    submit('Show password');
    expect(field('Password').getAttribute('type')).toBe('text');
    expect(field('Password').getAttribute('autocomplete')).toBe('current-password');
  });
});

describe('signing up', () => {
  test('sends fields and invitation, then saves the birth date', async () => {
    open('/login?ref=12#sign-up');
    fillIn();
    bornIn(1990);
    submit('Sign up');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    expect(host.calls('POST').map(({ body }) => body)).toEqual([
      { email: 'player@example.com', password: 'a long password', captcha: 'off', reflink: '12' },
    ]);
    expect(host.calls('PUT /api/user/birth-date').map(({ body }) => body)).toEqual([
      { birth_date: '1990-04-02' },
    ]);
  });

  test('somebody under 13 is told, and nothing at all is sent', async () => {
    open('/login#sign-up');
    fillIn();
    bornIn(new Date().getUTCFullYear() - 10);
    submit('Sign up');
    await screen.findByText(/You can join once you are 13/);
    await waitFor(() => expect(document.activeElement).toBe(field('Day')));
    expect(host.calls('POST').concat(host.calls('PUT'))).toEqual([]);
  });

  test('the age is asked without saying which answer is wanted', () => {
    open('/login#sign-up');
    expect(document.body.textContent).not.toMatch(/13|older/);
  });

  test.each([
    ['31', '2', '1990'],
    ['', '', ''],
    ['1', '1', '90'],
  ])('day %s, month %s, year %s is no birth date', async (day, month, year) => {
    open('/login#sign-up');
    fillIn();
    type('Day', day);
    type('Month', month);
    type('Year', year);
    submit('Sign up');
    await screen.findByText(/Please enter a day, a month and a year/);
    expect(host.calls('POST')).toEqual([]);
  });

  test('a short password is told before it is sent', async () => {
    open('/login#sign-up');
    fillIn('short');
    bornIn(1990);
    submit('Sign up');
    await waitFor(() => expect(errorOf('Password')).toContain('at least 10 characters.'));
    expect(host.calls('POST')).toEqual([]);
  });

  test('is in when only the birth date could not be saved', async () => {
    host.on('PUT /api/user/birth-date', brokenLine);
    open('/login#sign-up');
    fillIn();
    bornIn(1990);
    submit('Sign up');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
  });

  test('what was typed stays when the other way in is chosen', () => {
    open();
    fillIn();
    history.replaceState(null, '', '/login#sign-up');
    fireEvent(window, new HashChangeEvent('hashchange'));
    expect(screen.getByRole('heading', { name: 'Sign up' })).toBeTruthy();
    expect(screen.getByDisplayValue('player@example.com')).toBe(field('E-mail address'));
    expect(field('Password').getAttribute('autocomplete')).toBe('new-password');
  });
});

describe('for who is in already', () => {
  test('says so, leads on, and offers the way out', async () => {
    host.on('POST /api/user/logout', () => ({ signed_out: true }));
    storeUser(aUser());
    open('/login?from=%2Fuser%2Freward%2F84%2FRobux');
    expect(await screen.findByText('player@example.com')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go on to Robux' }).getAttribute('href')).toBe(
      '/user/reward/84/Robux',
    );
    submit('Log out');
    await screen.findByLabelText('E-mail address');
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('where one came from, in words', () => {
  test.each([
    ['/user/reward/1/Steam-wallet-code', 'Steam wallet code'],
    ['/guest/reward/84/Robux?page=2', 'Robux'],
    ['/user/order-history', 'your orders'],
    ['/user', null],
    ['/user/reward/84', null],
    ['/user/reward/84/%E0%A4%A', null],
    ['/user/reward/84/%3Cb%3EFree%20money%3C%2Fb%3E', null],
  ])('%s → %s', (address, words) => expect(placeName(address)).toBe(words));

  test('stands above the form', () => {
    open('/login?from=%2Fuser%2Freward%2F84%2FRobux');
    expect(screen.getByText('Robux').parentElement?.textContent).toBe('You’ll be taken back to Robux after.');
  });
});
