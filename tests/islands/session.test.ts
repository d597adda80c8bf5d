import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getCountries, getUser, logoutUser } from '../../src/lib/contract/account/account.ts';
import { loginUser } from '../../src/lib/contract/auth/sign-in.ts';
import { checkReward, listRewards } from '../../src/lib/contract/catalogue/rewards.ts';
import { listOrders } from '../../src/lib/contract/redemption/orders.ts';
import { routes } from '../../src/lib/routing/routes.ts';
import type { aUser } from '../support/fixtures.ts';
import { fieldError, hostOfEachTest, refusal } from '../support/host.ts';
import { visit } from '../support/screen.ts';

const user = { id: 5, name: 'player-48213', email: 'mira@test.example' };
const TOKEN = '7|secret';
const countries = [{ code: 'CI', name: 'Côte d’Ivoire' }];
const form = { email: user.email, password: 'correct horse 7', captcha: 'x' };
const LOGIN = '/login?from=%2Fuser%2Frewards%3Fpage%3D2';
const gone = () => refusal(401, 'unauthenticated', 'Your session has ended.');

/** Where the browser was redirected: happy-dom would go there and fetch the page. */
let wentTo: string[] = [];
const host = hostOfEachTest((fresh) => {
  fresh.on(loginUser, () => ({
    success: { token: TOKEN, user: { ...user, ...details }, known_device: null },
  }));
  fresh.on(getCountries, () => ({ countries }));
  fresh.on(listOrders, gone);
});
/** More fields of the user in the sign-in's answer. */
let details: Partial<ReturnType<typeof aUser>> = {};

beforeEach(() => {
  window.playtallyInMemory = false;
  details = {};
  wentTo = [];
  visit('/user/rewards?page=2');
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void wentTo.push(String(to)));
  vi.spyOn(window.location, 'reload').mockImplementation(() => void wentTo.push('here again'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the page like a browser: with fresh modules and the existing storage. */
async function openPage() {
  vi.resetModules();
  const session = await import('../../src/lib/session/session.ts');
  const ways = await import('../../src/islands/auth/session-store.ts');
  const { $countries } = await import('../../src/lib/session/countries.ts');
  const { connectApi, request } = await import('../../src/lib/client/client.ts');
  const { isStorageBlocked } = await import('../../src/lib/session/storage.ts');
  connectApi({ fetch: host.fetch });
  session.$session.listen(() => {});
  // Immediately, not a second later, so that it doesn't touch the next test's storage.
  onTestFinished(() => cleanStores(session.$session));
  const askForOrders = () => request(listOrders, {});
  const askForRewards = () => request(listRewards, {});
  const check = () => request(checkReward, { params: { id: 84 } });
  const askTwentyTimes = () => Promise.allSettled(Array.from({ length: 20 }, () => askForOrders()));
  return {
    ...session,
    ...ways,
    $countries,
    askForOrders,
    askForRewards,
    isStorageBlocked,
    askTwentyTimes,
    check,
  };
}

function storeSession(change: Record<string, string> = {}): void {
  const stored = {
    token: TOKEN,
    user_id: String(user.id),
    user: JSON.stringify(user),
    countries: JSON.stringify(countries),
    ...change,
  };
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
}
const stored = () =>
  Object.fromEntries(
    ['token', 'user_id', 'user', 'countries'].map((key) => [key, localStorage.getItem(key)]),
  );
const nothing = { token: null, user_id: null, user: null };
const guest = { state: 'signed-out', token: 'guest' };

/** localStorage as in some browsers: these methods throw, or only writing the key `only` if it is given. */
function breakStorage(what: readonly ('getItem' | 'setItem' | 'removeItem')[], only?: string): void {
  const real = localStorage;
  const unless = (name: (typeof what)[number], key: string) => {
    if (what.includes(name) && (only === undefined || only === key))
      throw new DOMException('no', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      unless('getItem', key);
      return real.getItem(key);
    },
    setItem(key: string, value: string) {
      unless('setItem', key);
      real.setItem(key, value);
    },
    removeItem(key: string) {
      unless('removeItem', key);
      real.removeItem(key);
    },
  });
}
const everything = ['getItem', 'setItem', 'removeItem'] as const;

describe('signing in', () => {
  test('puts token, user id, user and countries into state and storage, and sends the token with later calls', async () => {
    const { login, $session, $user, $countries, askForRewards } = await openPage();
    expect($session.get()).toEqual(guest);
    await askForRewards();
    // The placeholder is only in memory: it is neither stored nor sent.
    expect([localStorage.length, host.log[0]?.authorization]).toEqual([0, null]);
    await login(form);
    expect($session.get()).toEqual({ state: 'signed-in', token: TOKEN, userId: 5, user });
    expect($user.get()).toEqual(user);
    expect($countries.get()).toEqual(countries);
    expect(stored()).toEqual({
      token: TOKEN,
      user_id: '5',
      user: JSON.stringify(user),
      countries: JSON.stringify(countries),
    });
    await askForRewards();
    expect(host.asked(loginUser)[0]?.authorization).toBeNull();
    expect(host.asked(getCountries)[0]?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(host.log.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    // The next page remembers it.
    expect((await openPage()).$user.get()).toEqual(user);
  });

  test('keeps birth date and delivery details out of storage: they are only in state, here and in the other tabs', async () => {
    details = { birth_date: '2001-05-31', delivery_details: { roblox_username: 'Mira_k' } };
    const full = { ...user, ...details };
    const { login, $user, patchUser } = await openPage();
    await login(form);
    expect($user.get()).toEqual(full);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/2001|Mira_k/);
    // Another tab starts without them, and receives them.
    const other = await openPage();
    expect(other.$user.get()).toEqual(user);
    patchUser({ myreward: 84 });
    await expect.poll(() => other.$user.get()).toEqual({ ...full, myreward: 84 });
    // What it stores doesn't change the first.
    other.patchUser({ name: 'Mira' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect($user.get()).toMatchObject({ ...details, name: 'Mira' });
  });

  test('ignores them in a stored copy', async () => {
    storeSession({ user: JSON.stringify({ ...user, birth_date: '2001-05-31' }) });
    expect((await openPage()).$user.get()).toEqual(user);
  });

  test('works without the countries', async () => {
    const { login, $session } = await openPage();
    host.on(getCountries, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await login(form);
    expect($session.get().state).toBe('signed-in');
    expect(stored()).toMatchObject({ token: TOKEN, countries: null });
  });

  test('stores nothing and goes nowhere if it is rejected', async () => {
    const { login, $session } = await openPage();
    host.on(loginUser, () => fieldError('email', 'no'));
    await expect(login(form)).rejects.toMatchObject({ fields: { email: 'no' } });
    expect($session.get()).toEqual(guest);
    expect(stored()).toMatchObject(nothing);
    expect(wentTo).toEqual([]);
  });
});

describe('a session that is gone', () => {
  test.each([
    ['an answer of ours', gone],
    ['a page and no form of ours', () => new Response('<h1>Unauthorized</h1>', { status: 401 })],
  ])('is cleared by twenty concurrent 401s (%s), and leads to the login once', async (_, answer) => {
    storeSession();
    host.on(listOrders, answer);
    const { $session, askTwentyTimes } = await openPage();
    const all = await askTwentyTimes();
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect($session.get()).toEqual(guest);
    expect(stored()).toEqual({ ...nothing, countries: JSON.stringify(countries) });
    expect(wentTo).toEqual([LOGIN]);
  });

  test('that never existed leads a guest whom the host rejects to the login once, from the user area', async () => {
    const { askTwentyTimes } = await openPage();
    await askTwentyTimes();
    expect(wentTo).toEqual([LOGIN]);
  });

  test.each(['/guest/rewards', '/reward/84/Robux', '/games/merge/play/desktop', '/users'])(
    'that never existed leaves a guest on %s where they are, until they do something',
    async (place) => {
      visit(place);
      host.on(checkReward, gone);
      const { askTwentyTimes, check } = await openPage();
      await askTwentyTimes();
      expect(wentTo).toEqual([]);
      await expect(check()).rejects.toThrow();
      expect(wentTo).toEqual([`/login?from=${encodeURIComponent(place)}`]);
    },
  );

  test.each(
    Object.values(routes).flatMap(({ area, pattern }) =>
      area === 'account' ? [pattern.replace('{token?}', 'a-token')] : [],
    ),
  )('is cleared on %s, where neither a player nor a guest is redirected', async (place) => {
    visit(place);
    storeSession();
    const { $session, askForOrders } = await openPage();
    await expect(askForOrders()).rejects.toThrow();
    expect($session.get().state).toBe('signed-out');
    expect(stored()).toMatchObject(nothing);
    await expect(askForOrders()).rejects.toThrow();
    expect(wentTo).toEqual([]);
  });

  test('isn’t confused with one that was begun meanwhile', async () => {
    storeSession({ token: '6|older' });
    const { $session, login, askForOrders } = await openPage();
    const give = host.hold(listOrders);
    const old = expect(askForOrders()).rejects.toThrow();
    await login(form);
    give(gone());
    await old;
    expect($session.get().token).toBe(TOKEN);
    expect(stored()).toMatchObject({ token: TOKEN });
    expect(wentTo).toEqual([]);
  });
});

test.each([
  ['when the server knows', () => ({ signed_out: true as const })],
  ["when the server can't be reached", () => new Response('', { status: 503 })],
])('logging out clears the session, %s', async (_, answer) => {
  storeSession();
  host.on(logoutUser, answer);
  const { logout, $session } = await openPage();
  await logout().catch(() => {});
  expect($session.get().state).toBe('signed-out');
  expect(stored()).toMatchObject(nothing);
});

describe('a store that is', () => {
  test.each([
    ['with a user that is no JSON', { user: '{"id": 5, "na' }],
    ['with a user that is none', { user: '"mira"' }],
    ['with the user of another', { user: '{"id": 6, "name": "somebody-else"}' }],
    ['with a user without an id', { user: '{"name": "mira"}' }],
    ['without a user', { user: '' }],
  ])('corrupt, %s, belongs to the user of its id, and nothing else of it is used', async (_, change) => {
    storeSession(change);
    if (change.user === '') localStorage.removeItem('user');
    const session = (await openPage()).$session.get();
    expect(session).toMatchObject({
      state: 'signed-in',
      token: TOKEN,
      userId: 5,
      user: { id: 5, name: 'Player 5' },
    });
  });

  test.each([
    ['of nobody', { user: '', user_id: '' }],
    ['of an id that is none', { user: '{}', user_id: 'mira' }],
  ])('%s counts as none and is cleared', async (_, change) => {
    storeSession(change);
    for (const [key, value] of Object.entries(change)) if (value === '') localStorage.removeItem(key);
    expect((await openPage()).$session.get()).toEqual(guest);
    expect(stored()).toMatchObject(nothing);
  });

  test('full keeps the session for as long as the page lives', async () => {
    const { login, $session, $user, isStorageBlocked, patchUser } = await openPage();
    breakStorage(['setItem']);
    await login(form);
    expect($session.get().token).toBe(TOKEN);
    expect(isStorageBlocked()).toBe(true);
    patchUser({ myreward: 84 });
    expect($user.get()?.myreward).toBe(84);
  });

  test('full by the time the user changes keeps the session, of which only the user is missing on the next page', async () => {
    storeSession();
    const { patchUser, $user, isSessionInMemory } = await openPage();
    breakStorage(['setItem']);
    patchUser({ myreward: 84 });
    expect($user.get()).toEqual({ ...user, myreward: 84 });
    expect([stored().token, stored().user_id, isSessionInMemory()]).toEqual([TOKEN, '5', false]);
    expect((await openPage()).$session.get()).toMatchObject({ token: TOKEN, userId: 5 });
  });

  test('full for the user only keeps no half of the session, which other tabs would take for a broken one', async () => {
    const { login, $session, logout, isSessionInMemory } = await openPage();
    const heard = vi.fn();
    window.addEventListener('playtally:memory', heard);
    onTestFinished(() => window.removeEventListener('playtally:memory', heard));
    localStorage.setItem('token', '6|of somebody before');
    breakStorage(['setItem'], 'user');
    await login(form);
    expect($session.get().token).toBe(TOKEN);
    expect([isSessionInMemory(), window.playtallyInMemory]).toEqual([true, true]);
    expect(stored()).toMatchObject(nothing);
    await logout();
    expect([isSessionInMemory(), window.playtallyInMemory]).toEqual([false, false]);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test('blocked completely, without a way to notify other tabs, lets players sign in and out, and leads to the login once', async () => {
    breakStorage(everything);
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('no', 'SecurityError');
        }
      },
    );
    const { login, logout, $session, isStorageBlocked, askTwentyTimes } = await openPage();
    expect($session.get().state).toBe('signed-out');
    expect(isStorageBlocked()).toBe(true);
    await login(form);
    expect($session.get()).toMatchObject({ state: 'signed-in', user });
    await logout();
    expect($session.get().state).toBe('signed-out');
    await login(form);
    await askTwentyTimes();
    expect(wentTo).toHaveLength(1);
  });
});

describe('another tab', () => {
  const dispatch = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
  const jan = { token: '9|other', user_id: '6', user: JSON.stringify({ ...user, id: 6 }) };
  const becomes = (change: Record<string, string>) => {
    storeSession(change);
    dispatch('token');
  };
  const leaves = () => {
    localStorage.removeItem('token');
    dispatch('token');
  };

  test('that logs out ends the session here too, and one that logs in begins it', async () => {
    storeSession();
    const { $session } = await openPage();
    leaves();
    expect($session.get().state).toBe('signed-out');
    expect(wentTo).toContain(LOGIN);
    becomes({ token: '9|other' });
    expect($session.get()).toMatchObject({ state: 'signed-in', token: '9|other' });
    localStorage.clear();
    dispatch(null);
    expect($session.get().state).toBe('signed-out');
  });

  test('in which another player signed in clears the previous player’s data from an account page', async () => {
    storeSession();
    await openPage();
    becomes({ token: '8|fresh' });
    expect(wentTo).toEqual([]);
    becomes(jan);
    expect(wentTo).toEqual(['here again']);
  });

  test('in which another player signed in leaves them their session, whatever this page still does before it is gone', async () => {
    storeSession();
    const { $session, askForOrders, patchUser } = await openPage();
    becomes(jan);
    // The page still shows the earlier player's data, so what is typed and sent here is still theirs.
    patchUser({ myreward: 84 });
    expect($session.get()).toMatchObject({ token: TOKEN, userId: 5, user: { myreward: 84 } });
    await expect(askForOrders()).rejects.toThrow();
    expect(host.log.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(stored()).toMatchObject(jan);
    expect(wentTo).toEqual(['here again']);
  });

  test.each([
    ['logged out', {}],
    ['in which another player signed in', jan],
  ])('%s isn’t overwritten by an answer that came before the news of it', async (_, change) => {
    storeSession();
    const { patchUser, $user } = await openPage();
    localStorage.clear();
    for (const [key, value] of Object.entries(change)) localStorage.setItem(key, value);
    patchUser({ myreward: 84 });
    expect($user.get()?.myreward).toBe(84);
    expect({ ...localStorage }).toEqual(change);
  });

  test('in which another player signed in after a logout also clears the other pages of the same document', async () => {
    storeSession();
    const { $session } = await openPage();
    visit('/games/merge/play/desktop');
    leaves();
    becomes({});
    leaves();
    expect(wentTo).toEqual([]);
    becomes(jan);
    expect($session.get().state).toBe('signed-out');
    expect(wentTo).toEqual(['here again']);
  });

  test('that changes the user changes it here too, but not while it signs in as another player', async () => {
    storeSession();
    const { $user } = await openPage();
    localStorage.setItem('user', JSON.stringify({ ...user, myreward: 84 }));
    dispatch('user');
    expect($user.get()?.myreward).toBe(84);
    // Halfway through signing in as another user: the new user is stored, with the old token.
    localStorage.setItem('user_id', '6');
    localStorage.setItem('user', jan.user);
    dispatch('user');
    expect($user.get()?.id).toBe(5);
    localStorage.setItem('user', '{"id": 5, "na');
    dispatch('user');
    expect($user.get()).toMatchObject({ id: 5, myreward: 84 });
  });

  test('that logged out while this page was kept for Back also ends the session here', async () => {
    storeSession();
    const { $session } = await openPage();
    localStorage.clear();
    for (const [persisted, state] of [
      [false, 'signed-in'],
      [true, 'signed-out'],
    ] as const) {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
      expect($session.get().state).toBe(state);
    }
  });

  test('that logged out leads away again if Back shows this page once more', async () => {
    storeSession();
    await openPage();
    leaves();
    expect(wentTo).toHaveLength(1);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(wentTo).toHaveLength(2);
  });

  test('that stores something unrelated changes nothing', async () => {
    storeSession();
    const { $session } = await openPage();
    const before = $session.get();
    localStorage.setItem('theme', 'ink');
    dispatch('theme');
    expect($session.get()).toBe(before);
  });
});

test('changes to the user are kept in state and storage, and aren’t undone by a pending answer', async () => {
  storeSession();
  const { patchUser, refreshUser, $user } = await openPage();
  const give = host.hold(getUser);
  const asked = refreshUser();
  patchUser({ myreward: 84 });
  const kept = () => [$user.get(), JSON.parse(localStorage.getItem('user') ?? '')];
  expect(kept()).toEqual(Array(2).fill({ ...user, myreward: 84 }));
  give({ user: { ...user, name: 'Mira', myreward: null } });
  await asked;
  expect(kept()).toMatchObject(Array(2).fill({ name: 'Mira', myreward: 84 }));
});

test('a required second factor is reached from every player page, and the session stays', async () => {
  host.on(listOrders, () => refusal(403, 'second_factor_needed', 'Set one up.'));
  const { login, askForOrders, $session } = await openPage();
  await login(form);
  await expect(askForOrders()).rejects.toMatchObject({ code: 'second_factor_needed' });
  expect(wentTo).toEqual(['/user/settings']);
  // There, and on guests' pages, no one is redirected.
  for (const place of ['/user/settings', '/guest/rewards', '/login']) {
    visit(place);
    await expect(askForOrders()).rejects.toMatchObject({ status: 403 });
  }
  expect(wentTo).toEqual(['/user/settings']);
  expect($session.get().state).toBe('signed-in');
});
