import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginIsland } from '../../../src/islands/auth/LoginIsland.tsx';
import { $providers, $providerVisit } from '../../../src/islands/auth/providers-store.ts';
import { startPasskeyLogin } from '../../../src/lib/contract/auth/passkey-sign-in.ts';
import { getAuthProviders, loginGoogle } from '../../../src/lib/contract/auth/sign-in.ts';
import { checkReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, notOffered, refusal } from '../../support/host.ts';
import {
  findButton,
  focusOn,
  press,
  pressByKeyboard,
  pressFound,
  type,
  visit,
} from '../../support/screen.ts';

const GOOGLE = 'Continue with Google';
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
const signedIn = (change: Parameters<typeof aUser>[0] = {}) => ({
  success: { token: '5|secret', user: aUser(change), known_device: null },
});
const onlyGoogle = () => ({ providers: ['google', 'another that this site doesn’t know'] });

const host = hostOfEachTest((fresh) => {
  fresh.on(getAuthProviders, onlyGoogle);
  fresh.on(loginGoogle, () => signedIn());
});
beforeEach(() => {
  for (const spy of [replace, assign]) spy.mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

function open(address: string) {
  cleanup();
  $providerVisit.set({ state: 'none' });
  visit(address);
  render(<LoginIsland />);
}
const buttons = () => screen.queryAllByRole('button', { name: /Continue with/ }).length;

/** Starts a sign-in, and returns the mark that was sent along. */
async function setOut(address = '/login?from=%2Fuser%2Frewards&ref=12'): Promise<string> {
  assign.mockClear();
  open(address);
  await pressFound(GOOGLE);
  const url = new URL(String(assign.mock.calls[0]?.[0]));
  expect(url.pathname).toBe('/login/google');
  expect(url.searchParams.get('ref')).toBe('12');
  return url.searchParams.get('visit') ?? '';
}
const comeBack = (mark: string) => open(`/login#by=google&token=an.id.token&visit=${mark}`);

test('only providers that are set up have a button, and it can’t be pressed twice', async () => {
  open('/login');
  const google = await findButton(GOOGLE);
  expect(buttons()).toBe(1);
  fireEvent.click(google);
  fireEvent.click(google);
  expect(assign).toHaveBeenCalledTimes(1);
  expect(google.getAttribute('aria-busy')).toBe('true');
});

test('a host that doesn’t know providers gets no buttons', async () => {
  host.on(getAuthProviders, notOffered);
  // Like a site that was built for an API with both.
  $providers.set(['google', 'steam']);
  open('/login');
  expect(buttons()).toBe(2);
  await waitFor(() => expect(buttons()).toBe(0));
});

test('if the providers can’t be loaded, the form says why and retries', async () => {
  host.on(getAuthProviders, () => refusal(500, 'internal'));
  $providers.set(['google', 'steam']);
  open('/login');
  const message = await screen.findByText(/couldn’t load the other ways to log in/);
  expect(message.textContent).toContain('Our side is down for a moment.');
  expect(buttons()).toBe(0);
  host.on(getAuthProviders, brokenLine);
  press('Try again');
  await screen.findByText(/We can’t connect/);
  host.on(getAuthProviders, onlyGoogle);
  pressByKeyboard('Try again');
  const google = await findButton(GOOGLE);
  expect(screen.queryByRole('alert')).toBeNull();
  // Not at the top of the page, for keyboard users.
  await focusOn(() => google);
});

test('returning with its own mark signs in with the token, removes it from the address, and continues', async () => {
  const mark = await setOut();
  expect(mark).toMatch(/^[\w-]{43}$/);
  comeBack(mark);
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/rewards'));
  expect(host.bodies(loginGoogle)).toEqual([{ token: 'an.id.token' }]);
  expect(location.href).not.toContain('token');
  expect(localStorage.getItem('token')).toBe('5|secret');
  // The mark works for one return.
  expect(sessionStorage.length).toBe(0);
});

test.each(['v'.repeat(43), ''])(
  'with another mark (%s) nothing is sent: another person’s link signs no one in',
  async (mark) => {
    await setOut();
    comeBack(mark);
    expect((await screen.findByRole('alert')).textContent).toContain('another tab or browser');
    expect(host.acts()).toEqual([]);
  },
);

test.each([
  ['cancelled', 'You cancelled at Steam'],
  ['unavailable', 'Steam can’t be reached'],
  ['busy', 'too many tries'],
  ['lost', 'took too long'],
  ['refused', 'couldn’t confirm'],
])('a sign-in that the provider ends (%s) is explained above the form', async (failed, words) => {
  open(`/login?from=%2Fuser#failed=${failed}&by=steam`);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.getByLabelText('Email address')).toBeTruthy();
  expect(location.hash).toBe('');
});

test('a rejection by the server is shown together with the form', async () => {
  host.on(loginGoogle, () => fieldError('token', 'Google could not confirm it.'));
  comeBack(await setOut());
  expect((await screen.findByRole('alert')).textContent).toBe('Google could not confirm it.');
  expect(screen.getByLabelText('Email address')).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

test('without storage for the mark no one is sent to the provider, and the form says why', async () => {
  open('/login');
  await findButton(GOOGLE);
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('no', 'SecurityError');
    },
  });
  press(GOOGLE);
  expect((await screen.findByRole('alert')).textContent).toContain('blocks storage');
  expect(assign).not.toHaveBeenCalled();
});

test('the first sign-in asks one question, and a player who skips it continues to where they were going', async () => {
  host.on(loginGoogle, () => signedIn({ birth_date: null }));
  host.on(checkReward, () => ({ completed: false, missing_points: 5000, myreward: 84 }));
  comeBack(await setOut('/login?from=%2Fuser%2Freward%2F84%2FRobux&ref=12'));
  await screen.findByRole('heading', { name: 'When were you born?' });
  expect(document.body.textContent).not.toMatch(/13|older/);
  expect(replace).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Skip for now' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/reward/84/Robux'));
  expect(host.asked(checkReward).map(({ params }) => params.id)).toEqual(['84']);
});

test('an account with a second factor is asked for its code, and the provider’s answer is sent again with it', async () => {
  host.on(loginGoogle, ({ body: { code } }) => {
    if (code === '123456') return signedIn();
    if (code === '000000') return fieldError('token', 'Please start again.');
    return fieldError('code', 'Another code.');
  });
  const isAsked = async () => {
    const mark = await setOut();
    localStorage.setItem('known_device', 'a note');
    comeBack(mark);
    const title = await screen.findByRole('heading', { name: 'One more step' });
    expect(document.activeElement).toBe(title);
  };
  const give = (code: string) => {
    type('Code from your authenticator app', code);
    press('Log in');
  };
  await isAsked();
  give('12');
  await screen.findByText(/Please enter the six digits/);
  expect(host.asked(loginGoogle)).toHaveLength(1);
  give('111111');
  await screen.findByText('Another code.');
  give('123456');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/user/rewards'));
  expect(host.bodies(loginGoogle)).toEqual([
    { token: 'an.id.token' },
    { token: 'an.id.token', code: '111111', known_device: 'a note' },
    { token: 'an.id.token', code: '123456', known_device: 'a note' },
  ]);
  // The provider's answer has expired: the other ways to sign in are shown again, with the reason.
  cleanup();
  signIn(null);
  await isAsked();
  give('000000');
  expect((await screen.findByRole('alert')).textContent).toBe('Please start again.');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('a passkey’s button is shown where the host and the browser support them, and failures are explained', async () => {
  host.on(getAuthProviders, () => ({ providers: ['passkey', 'google'] }));
  open('/login');
  await findButton(GOOGLE);
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  vi.stubGlobal('PublicKeyCredential', class {});
  open('/login#sign-up');
  await findButton('Sign up with a passkey');
  open('/login');
  host.on(startPasskeyLogin, () => refusal(429, 'too_many_requests'));
  await pressFound('Log in with a passkey');
  await screen.findByRole('alert');
  expect(screen.getByRole('alert').textContent).not.toBe('');
});
