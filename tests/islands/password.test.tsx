import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FindPasswordIsland } from '../../src/islands/login/FindPasswordIsland.tsx';
import { ForgotPasswordIsland } from '../../src/islands/login/ForgotPasswordIsland.tsx';
import { LoginIsland } from '../../src/islands/login/LoginIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { $asked, $forgot, $newPassword, $resetLink } from '../../src/lib/stores/password.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

let host: Host;
// Leaving the page can't be had here: where it would lead is what counts.
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});

beforeEach(() => {
  host = rewardHost();
  host.on('POST /api/password/email', () => ({ accepted: true }));
  host.on('POST /api/password/reset', () => ({ success: { token: '9|fresh', user: aUser() } }));
  connectApi({ fetch: host.fetch });
  replace.mockClear();
  assign.mockClear();
  $forgot.set({ state: 'open' });
  $asked.set(null);
  $newPassword.set({ state: 'open' });
  $resetLink.set({ state: 'unread' });
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
/** As a keyboard does: with focus on it. */
function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const heading = (name: string) => screen.findByRole('heading', { name });
async function focusOn(name: string) {
  const found = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(found));
}
/** The error that a control is described by. */
function errorOf(name: string) {
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe.each([
  ['/forgotpassword', ForgotPasswordIsland],
  ['/api/password/find', FindPasswordIsland],
])('the pre-rendered page %s', (_, Island) => {
  const html = renderToString(<Island />);
  test('holds its form, and no inline styles', () => {
    expect(html).toContain('type="email"');
    expect(html).not.toMatch(/\sstyle=/);
  });
  test('could send nothing by itself, so that nothing typed gets into an address', () => {
    expect(html).toContain('method="dialog"');
  });
});

test('the form to log in leads to who forgot the password, the one to sign up does not', () => {
  history.replaceState(null, '', '/login');
  render(<LoginIsland />);
  const name = 'Forgot your password?';
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/forgotpassword');
  history.replaceState(null, '', '/login#sign-up');
  fireEvent(window, new HashChangeEvent('hashchange'));
  expect(screen.queryByRole('link', { name })).toBeNull();
});

describe('asking for a link', () => {
  const WAIT = 60_000;
  const sent = () => host.calls('POST /api/password/email').map(({ body }) => body);

  function open() {
    history.replaceState(null, '', '/forgotpassword');
    render(<ForgotPasswordIsland />);
  }
  async function ask(email = 'mira@test.example') {
    type('E-mail address', email);
    press('Send me the link');
    await heading('Look in your mail');
  }
  /** Time goes by at once, for the countdown alone. */
  const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });

  test('sends the address once, then says where to look, with focus there', async () => {
    open();
    type('E-mail address', ' mira@test.example ');
    press('Send me the link');
    fireEvent.submit(screen.getByRole('form'));
    await focusOn('Look in your mail');
    expect(sent()).toEqual([{ email: 'mira@test.example', captcha: 'off' }]);
    expect(screen.getByText('mira@test.example').parentElement?.textContent).toMatch(
      /^If mira@.* has an account/,
    );
  });

  test('what is no address is told beside the field, and nothing is sent', async () => {
    open();
    type('E-mail address', 'mira');
    press('Send me the link');
    await waitFor(() => expect(errorOf('E-mail address')).toContain('name@example.com'));
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail address')));
    expect(sent()).toEqual([]);
  });

  test.each([
    [() => refusal(429, 'too_many_requests', 'Please wait 60 minutes.'), 'Please wait 60 minutes.'],
    [() => fieldRefusal('captcha', 'This check was used already.'), 'This check was used already.'],
    [brokenLine, /can't be reached/],
  ])('a refusal is told, and the form can be sent again', async (answer, words) => {
    host.on('POST /api/password/email', answer);
    open();
    type('E-mail address', 'mira@test.example');
    press('Send me the link');
    await screen.findByText(words);
    host.on('POST /api/password/email', () => ({ accepted: true }));
    press('Send me the link');
    await heading('Look in your mail');
  });

  test('another mail can be had after a minute, to the same address, and then after another minute', async () => {
    holdTime();
    open();
    await ask();
    for (const times of [1, 2]) {
      expect(screen.getByText(/another mail in 60 s/)).toBeTruthy();
      act(() => vi.advanceTimersByTime(WAIT - 1000));
      expect(screen.getByText(/another mail in 1 s/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
      act(() => vi.advanceTimersByTime(1000));
      press('Send it again');
      await screen.findByText(/another mail in 60 s/);
      await focusOn('Look in your mail');
      expect(sent()).toEqual(Array(times + 1).fill({ email: 'mira@test.example', captcha: 'off' }));
    }
  });

  test('a refused second mail is told where it was asked for', async () => {
    holdTime();
    open();
    await ask();
    act(() => vi.advanceTimersByTime(WAIT));
    host.on('POST /api/password/email', () => refusal(429, 'too_many_requests', 'Please wait 9 minutes.'));
    press('Send it again');
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait 9 minutes.');
    press('Use another address');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('another address can be given at once', async () => {
    open();
    await ask();
    press('Use another address');
    await ask('jan@test.example');
    expect(sent()).toMatchObject([{ email: 'mira@test.example' }, { email: 'jan@test.example' }]);
  });

  test('an old session that is still stored is cleared away, and nobody is sent elsewhere', async () => {
    host.on('POST /api/password/email', () => refusal(401, 'unauthenticated', 'Your session has ended.'));
    storeUser(aUser());
    open();
    type('E-mail address', 'mira@test.example');
    press('Send me the link');
    await screen.findByText('Your session has ended.');
    expect(localStorage.getItem('token')).toBeNull();
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('the mailed link', () => {
  const TOKEN = 'DNWU1GF-rRHqzEfa4tLkcEK1lH7VhEua4jQ2rK2nRS4';
  const LINK = `/api/password/find/${TOKEN}?email=mira%2Bgames%40test.example`;
  const PASSWORD = 'battery staple 8';
  const sent = () => host.calls('POST /api/password/reset').map(({ body }) => body);

  function open(address = LINK) {
    history.replaceState({ own: 'note' }, '', address);
    return render(<FindPasswordIsland />);
  }
  function choose(password = PASSWORD, again = password) {
    type('New password', password);
    type('New password again', again);
    press('Save and log in');
  }

  test('leaves the address bar at once, and no entry in the history', () => {
    const entries = history.length;
    open();
    expect(location.pathname + location.search + location.hash).toBe('/api/password/find');
    expect(history.length).toBe(entries);
    expect(history.state).toEqual({ own: 'note' });
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(field('E-mail address').value).toBe('mira+games@test.example');
  });

  test('sends what was chosen once, and ends as every way in does', async () => {
    host.on('GET /api/user/get-countries', () => ({ countries: [{ code: 'CI', name: 'Côte d’Ivoire' }] }));
    open();
    choose();
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    expect(sent()).toEqual([
      {
        token: TOKEN,
        email: 'mira+games@test.example',
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    ]);
    expect(localStorage.getItem('token')).toBe('9|fresh');
    expect(localStorage.getItem('user_id')).toBe('5');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 5 });
    expect(localStorage.getItem('countries')).toContain('Ivoire');
  });

  test('of an account that asks for a code as well is asked for it, and sent again with what was typed', async () => {
    const CODE = 'Code of your authenticator app';
    host.on('POST /api/password/reset', ({ body }) =>
      typeof body === 'object' && body !== null && 'code' in body
        ? { success: { token: '9|fresh', user: aUser() } }
        : fieldRefusal('code', 'Enter the six digits.'),
    );
    localStorage.setItem('known_device', 'a note');
    open();
    choose();
    await screen.findByLabelText(CODE);
    await waitFor(() => expect(document.activeElement).toBe(field(CODE)));
    host.on('POST /api/lost-factor/by-link', () => ({ accepted: true }));
    fireEvent.click(await screen.findByRole('button', { name: 'I’ve lost both' }));
    await screen.findByText(/Look in the mail of this account’s address/);
    expect(sent()[0]).toMatchObject(Object(host.calls('POST /api/lost-factor/by-link')[0]?.body));
    expect(host.calls('POST /api/lost-factor/by-link')[0]?.body).toEqual({
      email: expect.any(String),
      token: expect.any(String),
    });
    type(CODE, '123456');
    press('Save and log in');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    const code = { code: '123456', known_device: 'a note' };
    expect(sent()).toMatchObject([{ password: PASSWORD }, { password: PASSWORD, ...code }]);
    expect(sent()[0]).not.toHaveProperty('known_device');
  });

  test('is missing: says so, and leads to where one gets it', async () => {
    open('/api/password/find');
    await heading('Open the link from your mail');
    expect(screen.getByRole('link', { name: 'Ask for a link' }).getAttribute('href')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('was used or is too old: says so in the server’s words, and leads to a new one', async () => {
    host.on('POST /api/password/reset', () => fieldRefusal('token', 'Please ask for a new one.'));
    open();
    choose();
    await focusOn('This link can’t be used');
    expect(screen.getByText('Please ask for a new one.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a link' }).getAttribute('href')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('opened again after that gets a form of its own', async () => {
    host.on('POST /api/password/reset', () => fieldRefusal('token', 'Please ask for a new one.'));
    const { unmount } = open();
    choose();
    await heading('This link can’t be used');
    unmount();
    open(`/api/password/find/${'B'.repeat(43)}?email=mira%40test.example`);
    expect(field('E-mail address').value).toBe('mira@test.example');
  });

  test.each([
    ['too short', 'short', 'short', 'New password', /at least 10 characters\.$/],
    ['typed differently', PASSWORD, 'battery staple 9', 'New password again', /isn't the same password/],
    ['not repeated', PASSWORD, '', 'New password again', /isn't the same password/],
  ])(
    'with a password %s sends nothing and says so beside the field',
    async (_, password, again, name, words) => {
      open();
      choose(password, again);
      await waitFor(() => expect(errorOf(name)).toMatch(words));
      await waitFor(() => expect(document.activeElement).toBe(field(name)));
      expect(sent()).toEqual([]);
    },
  );

  test('without an address asks for it', async () => {
    open(`/api/password/find/${TOKEN}`);
    choose();
    await waitFor(() => expect(errorOf('E-mail address')).toContain('name@example.com'));
    type('E-mail address', 'mira@test.example');
    press('Save and log in');
    await waitFor(() => expect(replace).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ email: 'mira@test.example' }]);
  });

  test('what the server refuses is said beside its field, and the form can be sent again', async () => {
    host.on('POST /api/password/reset', () => fieldRefusal('password', 'That one is too common.'));
    open();
    choose();
    await waitFor(() => expect(errorOf('New password')).toContain('too common'));
    host.on('POST /api/password/reset', brokenLine);
    press('Save and log in');
    expect((await screen.findByRole('alert')).textContent).toContain("can't be reached");
    host.on('POST /api/password/reset', () => ({ success: { token: '9|fresh', user: aUser() } }));
    press('Save and log in');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
  });

  test('works past an old session that is still stored', async () => {
    let first = true;
    host.on('POST /api/password/reset', () => {
      if (!first) return { success: { token: '9|fresh', user: aUser() } };
      first = false;
      return refusal(401, 'unauthenticated', 'Your session has ended.');
    });
    storeUser(aUser());
    open();
    choose();
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/user'));
    expect(assign).not.toHaveBeenCalled();
    expect(localStorage.getItem('token')).toBe('9|fresh');
  });

  test('each password can be shown', () => {
    open();
    press('Show new password again');
    expect(field('New password again').type).toBe('text');
    expect(field('New password').type).toBe('password');
    press('Hide new password again');
    expect(field('New password again').type).toBe('password');
    for (const name of ['New password', 'New password again'])
      expect(field(name).autocomplete).toBe('new-password');
  });
});
