import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '../../src/lib/routes.ts';

const user = { id: 5, name: 'player-48213', email: 'mira@test.example' };
const TOKEN = '7|secret';
const countries = [{ code: 'CI', name: 'Côte d’Ivoire' }];
const form = { email: user.email, password: 'correct horse 7', captcha: 'x' };

type Answer = (request: Request) => Response | Promise<Response>;
let answers: Record<string, Answer>;
let sent: Request[];
/** Where the browser was sent: happy-dom would go there and fetch the page. */
let wentTo: string[];

const gone: Answer = () =>
  Response.json({ message: 'Your session has ended.', code: 'unauthenticated' }, { status: 401 });

beforeEach(() => {
  localStorage.clear();
  window.playtallyInMemory = false;
  sent = [];
  wentTo = [];
  answers = {
    '/api/login-user': () => Response.json({ success: { token: TOKEN, user } }),
    '/api/user/get-countries': () => Response.json({ countries }),
    '/api/user/logout': () => Response.json({ signed_out: true }),
    '/api/user/orders': gone,
  };
  history.replaceState(null, '', '/user/rewards?page=2');
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void wentTo.push(String(to)));
  vi.spyOn(window.location, 'reload').mockImplementation(() => void wentTo.push('here again'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page as a browser opens it: its modules anew, over what is stored. */
async function openPage() {
  vi.resetModules();
  const session = await import('../../src/lib/stores/session.ts');
  const ways = await import('../../src/lib/stores/enter.ts');
  const { $countries } = await import('../../src/lib/stores/countries.ts');
  const { connectApi } = await import('../../src/lib/api/client.ts');
  const { isStorageBlocked } = await import('../../src/lib/stores/storage.ts');
  const { listOrders } = await import('../../src/lib/api/orders.ts');
  const { listRewards } = await import('../../src/lib/api/rewards.ts');
  connectApi({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(request);
      return (
        answers[new URL(request.url).pathname]?.(request) ??
        Response.json({ message: 'no', code: 'not_found' }, { status: 404 })
      );
    },
  });
  session.$session.listen(() => {});
  // At once, and not a second after: the next test's storage is none of its business.
  onTestFinished(() => cleanStores(session.$session));
  return { ...session, ...ways, $countries, listOrders, listRewards, isStorageBlocked };
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

/** localStorage as some browsers have it: `what` throws. */
function breakStorage(...what: ('getItem' | 'setItem' | 'removeItem')[]): void {
  const real = localStorage;
  const fail = (): never => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: what.includes('getItem') ? fail : (key: string) => real.getItem(key),
    setItem: what.includes('setItem') ? fail : (key: string, value: string) => real.setItem(key, value),
    removeItem: what.includes('removeItem') ? fail : (key: string) => real.removeItem(key),
  });
}

describe('signing in', () => {
  test('puts token, user id, user and countries to state and storage, and the token to the calls after', async () => {
    const { login, $session, $user, $countries, listRewards } = await openPage();
    expect($session.get()).toEqual({ state: 'signed-out', token: 'guest' });
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
    await listRewards().catch(() => {});
    const [first, ...later] = sent.map(({ headers }) => headers.get('authorization'));
    expect(first).toBeNull();
    expect(new Set(later)).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  test('leaves a birth date and where rewards go out of storage: they are in state, here and in the other tabs', async () => {
    const details = { birth_date: '2001-05-31', delivery_details: { roblox_username: 'Mira_k' } };
    const full = { ...user, ...details };
    answers['/api/login-user'] = () => Response.json({ success: { token: TOKEN, user: full } });
    const { login, $user, patchUser } = await openPage();
    await login(form);
    expect($user.get()).toEqual(full);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/2001|Mira_k/);
    // Another tab begins without them, and hears of them.
    const other = await openPage();
    expect(other.$user.get()).toEqual(user);
    patchUser({ myreward: 84 });
    await vi.waitFor(() => expect(other.$user.get()).toEqual({ ...full, myreward: 84 }));
    // What it stores takes nothing from the first.
    other.patchUser({ name: 'Mira' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect($user.get()).toMatchObject({ ...details, name: 'Mira' });
  });

  test('goes on where a browser that stores nothing has no way to tell other tabs', async () => {
    breakStorage('getItem', 'setItem', 'removeItem');
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('no', 'SecurityError');
        }
      },
    );
    const { login, $session } = await openPage();
    await login(form);
    expect($session.get()).toMatchObject({ state: 'signed-in', user });
  });

  test('a stored copy that has them all the same is read without them', async () => {
    storeSession({ user: JSON.stringify({ ...user, birth_date: '2001-05-31' }) });
    const { $user } = await openPage();
    expect($user.get()).toEqual(user);
  });

  test('stands though the countries could not be had', async () => {
    const { login, $session } = await openPage();
    answers['/api/user/get-countries'] = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await login(form);
    expect($session.get().state).toBe('signed-in');
    expect(stored()).toMatchObject({ token: TOKEN, countries: null });
  });

  test('that is refused stores nothing and goes nowhere', async () => {
    const { login, $session } = await openPage();
    answers['/api/login-user'] = () =>
      Response.json({ message: 'no', errors: { email: ['no'] } }, { status: 422 });
    await expect(login(form)).rejects.toMatchObject({ fields: { email: 'no' } });
    expect($session.get().token).toBe('guest');
    expect(stored()).toMatchObject(nothing);
    expect(wentTo).toEqual([]);
  });

  test('is remembered by the next page', async () => {
    await (await openPage()).login(form);
    const { $user } = await openPage();
    expect($user.get()).toEqual(user);
  });
});

describe('the placeholder token', () => {
  test('stands in state alone: neither stored nor sent', async () => {
    const { $session, listRewards } = await openPage();
    await listRewards().catch(() => {});
    expect($session.get().token).toBe('guest');
    expect(localStorage.length).toBe(0);
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('a session that is gone', () => {
  test('by twenty 401s at once clears token, user id and user, and leads to the login once', async () => {
    storeSession();
    const { $session, listOrders } = await openPage();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => listOrders()));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect($session.get()).toEqual({ state: 'signed-out', token: 'guest' });
    expect(stored()).toEqual({ ...nothing, countries: JSON.stringify(countries) });
    expect(wentTo).toEqual(['/login?from=%2Fuser%2Frewards%3Fpage%3D2']);
  });

  test('by a 401 that is a page and no form of ours ends as well', async () => {
    storeSession();
    answers['/api/user/orders'] = () => new Response('<h1>Unauthorized</h1>', { status: 401 });
    const { $session, listOrders } = await openPage();
    await listOrders().catch(() => {});
    expect($session.get().state).toBe('signed-out');
    expect(wentTo).toHaveLength(1);
  });

  test('that never was, of a guest whom a host refuses, leads to the login once as well', async () => {
    const { listOrders } = await openPage();
    await Promise.allSettled(Array.from({ length: 20 }, () => listOrders()));
    expect(wentTo).toEqual(['/login?from=%2Fuser%2Frewards%3Fpage%3D2']);
  });

  test.each(
    Object.values(routes).flatMap(({ area, pattern }) =>
      area === 'account' ? [pattern.replace('{token?}', 'a-token')] : [],
    ),
  )('is cleared away on %s, and neither it nor a guest there is sent elsewhere', async (place) => {
    history.replaceState(null, '', place);
    storeSession();
    const { $session, listOrders } = await openPage();
    await listOrders().catch(() => {});
    expect($session.get().state).toBe('signed-out');
    expect(stored()).toMatchObject(nothing);
    await listOrders().catch(() => {});
    expect(wentTo).toEqual([]);
  });

  test('is not the one that was begun meanwhile', async () => {
    storeSession({ token: '6|older' });
    const { $session, login, listOrders } = await openPage();
    let answer = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { connectApi } = await import('../../src/lib/api/client.ts');
    connectApi({
      fetch: async (input, init) =>
        new Request(input, init).url.endsWith('/orders')
          ? late
          : (answers[new URL(String(input)).pathname]?.(new Request(input, init)) ?? Response.error()),
    });
    const old = listOrders().catch(() => {});
    await login(form);
    answer(Response.json({ message: 'gone', code: 'unauthenticated' }, { status: 401 }));
    await old;
    expect($session.get().token).toBe(TOKEN);
    expect(stored()).toMatchObject({ token: TOKEN });
    expect(wentTo).toEqual([]);
  });
});

describe('logging out', () => {
  test.each([
    ['when the server knows', () => Response.json({ signed_out: true })],
    ["when the server can't be told", () => new Response('', { status: 503 })],
  ])('clears the session, %s', async (_, answer) => {
    storeSession();
    answers['/api/user/logout'] = answer;
    const { logout, $session } = await openPage();
    await logout().catch(() => {});
    expect($session.get().state).toBe('signed-out');
    expect(stored()).toMatchObject(nothing);
  });
});

describe('a store that is', () => {
  test.each([
    ['a user that is no JSON', { user: '{"id": 5, "na' }],
    ['a user that is none', { user: '"mira"' }],
    ['the user of another', { user_id: '6' }],
    ['a user without an id', { user: '{"name": "mira"}' }],
  ])('corrupt, with %s, counts as none and is cleared', async (_, change) => {
    storeSession(change);
    const { $session } = await openPage();
    expect($session.get()).toEqual({ state: 'signed-out', token: 'guest' });
    expect(stored()).toMatchObject(nothing);
  });

  test('half there counts as none', async () => {
    localStorage.setItem('token', TOKEN);
    const { $session } = await openPage();
    expect($session.get().state).toBe('signed-out');
    expect(stored()).toMatchObject(nothing);
  });

  test('full keeps the session for as long as the page lives', async () => {
    const { login, $session, $user, isStorageBlocked, patchUser } = await openPage();
    breakStorage('setItem');
    await login(form);
    expect($session.get().token).toBe(TOKEN);
    expect(isStorageBlocked()).toBe(true);
    patchUser({ myreward: 84 });
    expect($user.get()?.myreward).toBe(84);
  });

  test('full for the user alone keeps no half of the session, which other tabs would take for a broken one', async () => {
    const { login, $session, logout, isSessionInMemory } = await openPage();
    const real = localStorage;
    let told = 0;
    const count = () => {
      told++;
    };
    window.addEventListener('playtally:memory', count);
    onTestFinished(() => window.removeEventListener('playtally:memory', count));
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem(key: string, value: string) {
        if (key === 'user') throw new DOMException('no', 'QuotaExceededError');
        real.setItem(key, value);
      },
    });
    real.setItem('token', '6|of somebody before');
    await login(form);
    expect($session.get().token).toBe(TOKEN);
    expect(isSessionInMemory()).toBe(true);
    expect(window.playtallyInMemory).toBe(true);
    expect(stored()).toMatchObject(nothing);
    await logout();
    expect(isSessionInMemory()).toBe(false);
    expect(window.playtallyInMemory).toBe(false);
    expect(told).toBe(2);
  });

  test('blocked altogether lets people sign in and out', async () => {
    breakStorage('getItem', 'setItem', 'removeItem');
    const { login, logout, $session, isStorageBlocked } = await openPage();
    expect($session.get().state).toBe('signed-out');
    expect(isStorageBlocked()).toBe(true);
    await login(form);
    expect($session.get().state).toBe('signed-in');
    await logout();
    expect($session.get().state).toBe('signed-out');
  });

  test('blocked still leads to the login once', async () => {
    breakStorage('getItem', 'setItem', 'removeItem');
    const { login, listOrders } = await openPage();
    await login(form);
    await Promise.allSettled(Array.from({ length: 20 }, () => listOrders()));
    expect(wentTo).toHaveLength(1);
  });
});

describe('another tab', () => {
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  test('that logs out ends the session here too, and one that logs in begins it', async () => {
    storeSession();
    const { $session } = await openPage();
    localStorage.removeItem('token');
    tell('token');
    expect($session.get().state).toBe('signed-out');
    expect(wentTo).toContain('/login?from=%2Fuser%2Frewards%3Fpage%3D2');
    storeSession({ token: '9|other' });
    tell('token');
    expect($session.get()).toMatchObject({ state: 'signed-in', token: '9|other' });
    localStorage.clear();
    tell(null);
    expect($session.get().state).toBe('signed-out');
  });

  test('in which somebody else signed in leaves nothing of the one before on a page of an account', async () => {
    storeSession();
    const { $session } = await openPage();
    const jan = { token: '9|other', user_id: '6', user: JSON.stringify({ ...user, id: 6 }) };
    storeSession({ token: '8|fresh' });
    tell('token');
    expect(wentTo).toEqual([]);
    storeSession(jan);
    tell('token');
    expect($session.get()).toMatchObject({ userId: 6 });
    expect(wentTo).toEqual(['here again']);
  });

  test('in which somebody else signed in after the one before left does so on the other pages of the same document as well', async () => {
    storeSession();
    const { $session } = await openPage();
    history.replaceState(null, '', '/games/merge/play/desktop');
    localStorage.removeItem('token');
    tell('token');
    expect(wentTo).toEqual([]);
    storeSession();
    tell('token');
    expect(wentTo).toEqual([]);
    localStorage.removeItem('token');
    tell('token');
    storeSession({ token: '9|other', user_id: '6', user: JSON.stringify({ ...user, id: 6 }) });
    tell('token');
    expect($session.get()).toMatchObject({ userId: 6 });
    expect(wentTo).toEqual(['here again']);
  });

  test('that changes the user changes it here too, but not while it signs in as somebody else', async () => {
    storeSession();
    const { $user, $session } = await openPage();
    localStorage.setItem('user', JSON.stringify({ ...user, myreward: 84 }));
    tell('user');
    expect($user.get()?.myreward).toBe(84);
    // Half way through signing in as another: the new user stands there, and still the old token.
    localStorage.setItem('user_id', '6');
    localStorage.setItem('user', JSON.stringify({ ...user, id: 6 }));
    tell('user');
    expect($user.get()?.id).toBe(5);
    localStorage.setItem('token', '9|other');
    tell('token');
    expect($session.get()).toMatchObject({ token: '9|other', userId: 6 });
    localStorage.setItem('user', '{"id": 6, "na');
    tell('user');
    expect($user.get()?.id).toBe(6);
  });

  test('that logged out while this page was kept for Back has ended the session here as well', async () => {
    storeSession();
    const { $session } = await openPage();
    localStorage.clear();
    const comeBack = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    comeBack(false);
    expect($session.get().state).toBe('signed-in');
    comeBack(true);
    expect($session.get().state).toBe('signed-out');
  });

  test('that stores something else changes nothing', async () => {
    storeSession();
    const { $session } = await openPage();
    const before = $session.get();
    localStorage.setItem('theme', 'ink');
    tell('theme');
    expect($session.get()).toBe(before);
  });
});

test('what a call answers of the user is kept in state and storage', async () => {
  storeSession();
  const { patchUser, $user } = await openPage();
  patchUser({ myreward: 84 });
  expect($user.get()).toEqual({ ...user, myreward: 84 });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ ...user, myreward: 84 });
});

test('what changed while the user was asked for isn’t undone by the answer', async () => {
  storeSession();
  const { patchUser, refreshUser, $user } = await openPage();
  const answer = Promise.withResolvers<Response>();
  answers[`/api/user/specific-user/${user.id}`] = () => answer.promise;
  const asked = refreshUser();
  patchUser({ myreward: 84 });
  answer.resolve(Response.json({ user: { ...user, name: 'Mira', myreward: null } }));
  await asked;
  expect($user.get()).toMatchObject({ name: 'Mira', myreward: 84 });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ name: 'Mira', myreward: 84 });
});

test('a second factor that the site asks for is led to from every page of a player’s, and the session stays', async () => {
  const needed: Answer = () =>
    Response.json({ message: 'Set one up.', code: 'second_factor_needed' }, { status: 403 });
  answers['/api/user/orders'] = needed;
  const { login, listOrders, $session } = await openPage();
  await login(form);
  await expect(listOrders()).rejects.toMatchObject({ code: 'second_factor_needed' });
  expect(wentTo).toEqual(['/user/settings']);
  // There, and where guests are, nobody is sent anywhere.
  for (const place of ['/user/settings', '/guest/rewards', '/login']) {
    history.replaceState(null, '', place);
    await expect(listOrders()).rejects.toMatchObject({ status: 403 });
  }
  expect(wentTo).toEqual(['/user/settings']);
  expect($session.get().state).toBe('signed-in');
});
