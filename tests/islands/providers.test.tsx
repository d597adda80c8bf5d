import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginIsland } from '../../src/islands/login/LoginIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { $providerVisit, $ways, $waysLost } from '../../src/lib/stores/providers.ts';
import { $signIn } from '../../src/lib/stores/sign-in.ts';
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
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});

beforeEach(() => {
  host = rewardHost();
  host.on('GET /api/sign-in-ways', () => ({ google: true, steam: false }));
  connectApi({ fetch: host.fetch });
  sessionStorage.clear();
  for (const spy of [replace, assign]) spy.mockClear();
  $signIn.set({ state: 'open' });
  $providerVisit.set({ state: 'none' });
  $ways.set([]);
  $waysLost.set(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function open(address: string) {
  history.replaceState(null, '', address);
  return render(<LoginIsland />);
}

/** Sets out, and answers the mark that went along. */
async function setOut(address = '/login?from=%2Fuser%2Frewards&ref=12'): Promise<string> {
  open(address);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
  const [to = ''] = assign.mock.calls[0] ?? [];
  const url = new URL(String(to));
  expect(url.pathname).toBe('/login/google');
  expect(url.searchParams.get('ref')).toBe('12');
  cleanup();
  $providerVisit.set({ state: 'none' });
  return url.searchParams.get('visit') ?? '';
}

test('only what is set up has a button, and it can’t be pressed twice', async () => {
  open('/login');
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  expect(screen.queryByRole('button', { name: /Steam/ })).toBeNull();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(assign).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('on a host that has never heard of them there are none', async () => {
  host.on('GET /api/sign-in-ways', () => new Response('<h1>Not found</h1>', { status: 404 }));
  // As a site that was built for an API with both.
  $ways.set(['google', 'steam']);
  open('/login');
  expect(screen.getAllByRole('button', { name: /Continue with/ })).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull());
});

test('where it can’t be asked which there are, it says why, and asks again', async () => {
  host.on('GET /api/sign-in-ways', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  $ways.set(['google', 'steam']);
  open('/login');
  const told = await screen.findByText(/Google or Steam can’t be offered right now/);
  expect(told.textContent).toContain('Something went wrong on our side.');
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
  const again = () => fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  host.on('GET /api/sign-in-ways', brokenLine);
  again();
  await screen.findByText(/We can't be reached/);
  host.on('GET /api/sign-in-ways', () => ({ google: true, steam: false }));
  screen.getByRole('button', { name: 'Ask again' }).focus();
  again();
  const google = await screen.findByRole('button', { name: 'Continue with Google' });
  expect(screen.queryByRole('alert')).toBeNull();
  // Not at the top of the page, whoever asked by the keyboard.
  await waitFor(() => expect(document.activeElement).toBe(google));
});

test('back with its own mark it signs in by the token, which leaves the address, and goes on', async () => {
  host.on('POST /api/login/google/callback', () => ({ success: { token: '5|secret', user: aUser() } }));
  const visit = await setOut();
  expect(visit).toMatch(/^[\w-]{43}$/);
  open(`/login#by=google&token=an.id.token&visit=${visit}`);
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/rewards'));
  expect(host.calls('POST').map(({ body }) => body)).toEqual([{ token: 'an.id.token' }]);
  expect(location.href).not.toContain('token');
  expect(localStorage.getItem('token')).toBe('5|secret');
  // The mark is good for one return.
  expect(sessionStorage.length).toBe(0);
});

test('with another mark, or none, nothing is sent: somebody else’s link signs nobody in', async () => {
  for (const mark of ['v'.repeat(43), '']) {
    await setOut();
    open(`/login#by=google&token=an.id.token&visit=${mark}`);
    expect((await screen.findByRole('alert')).textContent).toContain('another tab or browser');
    cleanup();
    assign.mockClear();
  }
  expect(host.calls('POST')).toEqual([]);
});

test('what the server refuses is said, and the form is there', async () => {
  host.on('POST /api/login/google/callback', () => fieldRefusal('token', 'Google could not confirm it.'));
  open(`/login#by=google&token=x&visit=${await setOut()}`);
  expect((await screen.findByRole('alert')).textContent).toBe('Google could not confirm it.');
  expect(screen.getByLabelText('E-mail address')).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

test('without a place to keep the mark nobody is sent out, and it says why', async () => {
  open('/login');
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('no', 'SecurityError');
    },
  });
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('stores nothing');
  expect(assign).not.toHaveBeenCalled();
});

test('the first time one question is asked, and may be answered later', async () => {
  host.on('POST /api/login/google/callback', () => ({
    success: { token: '5|secret', user: aUser({ birth_date: null }) },
  }));
  open(`/login#by=google&token=x&visit=${await setOut()}`);
  await screen.findByRole('heading', { name: 'One question' });
  expect(screen.getByRole('link', { name: 'Answer later' }).getAttribute('href')).toBe('/user/rewards');
  expect(document.body.textContent).not.toMatch(/13|older/);
  expect(replace).not.toHaveBeenCalled();
});

test('an account that asks for a code as well is asked for it, by what the provider gave', async () => {
  const CODE = 'Code of your authenticator app';
  host.on('POST /api/login/google/callback', ({ body }) => {
    const { code } = body as { code?: string };
    if (code === '123456') return { success: { token: '5|secret', user: aUser() } };
    return code === '000000'
      ? fieldRefusal('token', 'Please start again.')
      : fieldRefusal('code', 'Another code.');
  });
  const visit = await setOut();
  localStorage.setItem('known_device', 'a note');
  open(`/login#by=google&token=an.id.token&visit=${visit}`);
  const title = await screen.findByRole('heading', { name: 'One more step' });
  expect(document.activeElement).toBe(title);
  const give = (code: string) => {
    fireEvent.change(screen.getByLabelText(CODE), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  };
  give('12');
  await screen.findByText(/Please enter the six digits/);
  expect(host.calls('POST')).toHaveLength(1);
  give('111111');
  await screen.findByText('Another code.');
  give('123456');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/rewards'));
  expect(host.calls('POST').map(({ body }) => body)).toEqual([
    { token: 'an.id.token' },
    { token: 'an.id.token', code: '111111', known_device: 'a note' },
    { token: 'an.id.token', code: '123456', known_device: 'a note' },
  ]);
  cleanup();
  storeUser(null);
  $providerVisit.set({ state: 'none' });
  // Too late for what the provider gave: the other ways in are there again, and why.
  assign.mockClear();
  open(`/login#by=google&token=an.id.token&visit=${await setOut()}`);
  await screen.findByRole('heading', { name: 'One more step' });
  give('000000');
  expect((await screen.findByRole('alert')).textContent).toBe('Please start again.');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});
