/**
 * The session (spec section 4). Signed in means that a token is stored. Token, user id, user and countries are in local storage
 * under the spec's names. Before sign-in, a placeholder token exists in memory only and is neither stored nor sent.
 */
import { atom, computed, onMount } from 'nanostores';
import { connectApi, request } from '../client/client.ts';
import { readKept } from '../client/read.ts';
import { specOnly } from '../client/spec-only.ts';
import * as calls from '../contract/account/account.ts';
import { extensions } from '../host.ts';
import { findRoute, hrefs, internalTarget, routes } from '../routing/routes.ts';
import { dropTexts } from './kept-texts.ts';
import { noteLoggedOut } from './logged-out.ts';
import { apiTimeout, apiUrl } from './settings.ts';
import { forget, isInMemory, readParsed, readStored, store, storeAll } from './storage.ts';

export const PLACEHOLDER_TOKEN = 'guest';

export type Session =
  | { readonly state: 'signed-out'; readonly token: typeof PLACEHOLDER_TOKEN }
  | {
      readonly state: 'signed-in';
      readonly token: string;
      readonly userId: number;
      readonly user: calls.User;
    };

const signedOut: Session = { state: 'signed-out', token: PLACEHOLDER_TOKEN };

export const $session = atom<Session>(signedOut);
export const $user = computed($session, (session) => (session.state === 'signed-in' ? session.user : null));
/** Returns the user id that the spec's calls require. 0 for a guest, whom the server rejects. */
export function callerId(): number {
  const session = $session.get();
  return session.state === 'signed-in' ? session.userId : 0;
}

/**
 * Personal details that aren't stored, so that another user of the browser can't read them. They are in memory after the host
 * sends them.
 */
type Details = Pick<calls.User, 'birth_date' | 'delivery_details'>;
const withoutDetails = ({ birth_date, delivery_details, ...user }: calls.User): calls.User => user;
const textOf = (user: calls.User) => JSON.stringify(withoutDetails(user));
function detailsOf({ birth_date, delivery_details }: calls.User): Details {
  return {
    ...(birth_date !== undefined && { birth_date }),
    ...(delivery_details !== undefined && { delivery_details }),
  };
}
/** Sends other tabs what isn't in storage. */
let tabs: BroadcastChannel | undefined;
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('playtally');
  } catch {
    // Some browsers have no channel if storage is blocked. Then each tab is on its own anyway.
    return undefined;
  }
}

/** Restores the stored session. If there is a token but no user id, the session is cleared. */
function restore(): Session {
  const token = readStored('token');
  if (token === null) return signedOut;
  const user = storedUser();
  if (user) return { state: 'signed-in', token, userId: user.id, user: withoutDetails(user) };
  clear();
  return signedOut;
}

/** Returns the stored user. If it can't be read or has another id, only the stored id is used, and the host sends the rest. */
function storedUser(): calls.User | undefined {
  const id = readStored('user_id');
  const user = readKept(calls.userSchema, readParsed('user'));
  return user && String(user.id) === id ? user : readKept(calls.userSchema, { id });
}

function clear(): void {
  for (const key of ['token', 'user_id', 'user']) forget(key);
  reportMemory();
}

declare global {
  interface Window {
    /** Set if the session is in memory only. Scripts outside the stores (inline scripts) read it. */
    playtallyInMemory?: boolean;
  }
}

function reportMemory(): void {
  if (typeof window === 'undefined' || isInMemory('token') === Boolean(window.playtallyInMemory)) return;
  window.playtallyInMemory = isInMemory('token');
  // src/components/inline/network.js shows a message, and inline/first-paint.js shows the page as signed in.
  window.dispatchEvent(new Event('playtally:memory'));
}

/** Whether the session is only in this page's memory because the browser stores nothing. A new document would be signed out. */
export const isSessionInMemory = () => isInMemory('token');

function storeSession(token: string, user: calls.User): void {
  // The token comes last: other tabs react to it and need the rest by then.
  storeAll({ user_id: String(user.id), user: textOf(user), token });
  reportMemory();
}

/** Starts a session: in storage, for other tabs and the next page, and in state. */
export function keepSession(token: string, user: calls.User): void {
  storeSession(token, user);
  owner = user.id;
  dropTexts(user.id);
  tabs?.postMessage(user);
  $session.set({ state: 'signed-in', token, userId: user.id, user });
}

/**
 * Updates the user in state, and in storage too unless another tab has signed in or out since: its storage event may not have
 * arrived yet.
 * Ignored if another user is signed in.
 */
function keepUser(user: calls.User): void {
  const session = $session.get();
  if (session.state !== 'signed-in' || session.userId !== user.id) return;
  if (readStored('token') === session.token) {
    if (isInMemory('token')) storeSession(session.token, user);
    // Only the user: if storage is full by now, the session stays in it.
    else store('user', textOf(user));
  }
  tabs?.postMessage(user);
  $session.set({ ...session, user });
}

/** True once this page is on its way to the login or the settings. */
let leaving = false;

/**
 * Handles a 401 (spec section 8). Many calls may fail together; only the first still finds the token. A guest is sent to the
 * login after a failed change, or on a page of the user area. On other pages, a guest's failed read changes nothing.
 */
function dropSession(token: string | null, isRead: boolean): void {
  if ($session.get().token !== (token ?? PLACEHOLDER_TOKEN) || leaving) return;
  const area = areaHere();
  if (token === null && isRead && area !== 'user') return;
  clear();
  $session.set(signedOut);
  // The sign-in pages work without a session. Going to /login would lose their address, such as a mailed link.
  if (area !== 'account') leadToLogin(token !== null);
}

const areaHere = () => findRoute(location.pathname)?.area;

function leadToLogin(hasEnded: boolean): void {
  const to = hrefs.logIn(internalTarget(location.pathname + location.search));
  if (hasEnded && !leaving) noteLoggedOut(to);
  leave(to);
}

function leave(to: string): void {
  if (leaving) return;
  leaving = true;
  location.assign(to);
}

/**
 * Goes to the settings to set up a second factor, because other pages of the user area don't work before that. A session that is
 * only in this page's memory would be lost, so then the page stays and shows the error, which says where to go.
 */
function leadToFactor(): void {
  const { pattern } = routes.userSettings;
  if (areaHere() === 'user' && location.pathname !== pattern && !isInMemory('token')) leave(pattern);
}

connectApi({
  baseUrl: apiUrl,
  timeout: apiTimeout,
  only: extensions ? undefined : specOnly,
  token: () => {
    const session = $session.get();
    return session.state === 'signed-in' ? session.token : null;
  },
  onUnauthorized: dropSession,
  onFactorNeeded: leadToFactor,
});

// Also mounts during the build, without a window.
onMount($session, () => {
  if (typeof window === 'undefined') return;
  // Without a token, the page's guard has already redirected (src/components/inline/guard-user.js).
  if (readStored('token') !== null) follow(restore());
  else $session.set(signedOut);
  const hear = ({ key }: StorageEvent) => {
    if (key === 'token' || key === null) follow(restore());
    else if (key === 'user') followUser();
  };
  // A page restored by the back button has missed the events, and may have been on its way elsewhere.
  const wake = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    leaving = false;
    if (!isInMemory('token')) follow(restore());
  };
  tabs = openTabs();
  if (tabs) tabs.onmessage = ({ data }) => hearUser(readKept(calls.userSchema, data));
  // A signal instead of removeEventListener, because `window` may be gone by the time the store unmounts (in tests).
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('storage', hear, { signal });
  window.addEventListener('pageshow', wake, { signal });
  return () => {
    tabs?.close();
    tabs = undefined;
    ending.abort();
  };
});

/**
 * The id of the account that this document has shown, and whose data its stores hold. It also owns
 * what is written between the end of its session and the login.
 */
export let owner: number | undefined;

/** Adopts the stored session. If there is none, pages of the user area redirect to the login. */
function follow(stored: Session): void {
  const before = $session.get();
  if (stored.state === 'signed-in') {
    owner ??= stored.userId;
    if (owner !== stored.userId) {
      // Another user has signed in. Until this page is gone, what is done on it is still done by the user whose data it shows.
      leaving = true;
      location.reload();
      return;
    }
    dropTexts(owner);
  }
  const isSame = before.state === 'signed-in' && stored.state === 'signed-in';
  $session.set(isSame ? { ...stored, user: { ...detailsOf(before.user), ...stored.user } } : stored);
  if (stored.state === 'signed-out' && areaHere() === 'user') leadToLogin(true);
}

/**
 * Adopts the user that another tab stored in the same session. While that tab is signing in, only part is written: the token
 * decides.
 */
function followUser(): void {
  const session = $session.get();
  const next = readKept(calls.userSchema, readParsed('user'));
  if (session.state !== 'signed-in' || !next) return;
  if (readStored('token') !== session.token || next.id !== session.userId) return;
  $session.set({ ...session, user: { ...detailsOf(session.user), ...withoutDetails(next) } });
}

/** Adopts what another tab knows about the same user. */
function hearUser(user: calls.User | undefined): void {
  const session = $session.get();
  if (!user || session.state !== 'signed-in' || user.id !== session.userId) return;
  $session.set({ ...session, user });
}

/**
 * Saves the birth date ("2001-05-31") of an account that has none. Rejects with an ApiError; `fields.birth_date` has the reason.
 */
export async function saveBirthDate(birthDate: string): Promise<void> {
  patchUser((await request(calls.saveBirthDate, { body: { birth_date: birthDate } })).user);
}

/** Ends the session, even if the server can't be reached. */
export async function logout(): Promise<void> {
  try {
    if (extensions) await request(calls.logoutUser, {});
  } finally {
    forgetSession();
  }
}

/** Removes the session and all drafts after the user has signed out. */
export function forgetSession(): void {
  clear();
  dropTexts();
  $session.set(signedOut);
}

/** One entry per pending fetch of the user: the changes made since, which the answer may not include. */
const asking = new Set<Partial<calls.User>>();

/** Fetches the user again, balance included. */
export async function refreshUser(): Promise<void> {
  const session = $session.get();
  if (session.state !== 'signed-in') return;
  const since: Partial<calls.User> = {};
  asking.add(since);
  try {
    keepUser({ ...(await request(calls.getUser, { params: { id: session.userId } })).user, ...since });
  } finally {
    asking.delete(since);
  }
}

/** Updates the stored user with what a call returned. */
export function patchUser(change: Partial<calls.User>): void {
  const session = $session.get();
  if (session.state !== 'signed-in') return;
  for (const since of asking) Object.assign(since, change);
  keepUser({ ...session.user, ...change });
}
