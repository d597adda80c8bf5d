/**
 * Who is signed in (spec section 4): signed in = a token is stored. Token, user id, user and countries are in local storage
 * under the spec's names; before that a placeholder token is in memory only, neither stored nor sent.
 */
import { atom, computed, onMount } from 'nanostores';
import { connectApi, request } from '../client/client.ts';
import { readKept } from '../client/read.ts';
import { specOnly } from '../client/spec-only.ts';
import * as calls from '../contract/account.ts';
import { type User, userSchema } from '../contract/account.ts';
import { extensions } from '../host.ts';
import { findRoute, hrefs, internalTarget, routes } from '../routing/routes.ts';
import { dropTexts } from './kept-texts.ts';
import { noteLoggedOut } from './logged-out.ts';
import { apiTimeout, apiUrl } from './settings.ts';
import { forget, isInMemory, readStored, storeAll } from './storage.ts';

export const PLACEHOLDER_TOKEN = 'guest';

export type Session =
  | { readonly state: 'signed-out'; readonly token: typeof PLACEHOLDER_TOKEN }
  | { readonly state: 'signed-in'; readonly token: string; readonly userId: number; readonly user: User };

const signedOut: Session = { state: 'signed-out', token: PLACEHOLDER_TOKEN };

export const $session = atom<Session>(signedOut);
export const $user = computed($session, (session) => (session.state === 'signed-in' ? session.user : null));
/** The id that the spec's calls want to hear again; 0 for a guest, whom the server refuses. */
export function callerId(): number {
  const session = $session.get();
  return session.state === 'signed-in' ? session.userId : 0;
}

/** What isn't stored, so that somebody who finds the browser doesn't get it: it is in memory once the host has sent it again. */
type Details = Pick<User, 'birth_date' | 'delivery_details'>;
const withoutDetails = ({ birth_date, delivery_details, ...user }: User): User => user;
function detailsOf({ birth_date, delivery_details }: User): Details {
  return {
    ...(birth_date !== undefined && { birth_date }),
    ...(delivery_details !== undefined && { delivery_details }),
  };
}
/** Sends other tabs what storage doesn't. */
let tabs: BroadcastChannel | undefined;
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('playtally');
  } catch {
    // Some browsers have none where storage is blocked: each tab is by itself then anyhow.
    return undefined;
  }
}

/** The stored session: signed in means that a token is stored (spec section 4). If nothing says whose it is, it is cleared. */
function restore(): Session {
  const token = readStored('token');
  if (token === null) return signedOut;
  const user = storedUser();
  if (user) return { state: 'signed-in', token, userId: user.id, user: withoutDetails(user) };
  clear();
  return signedOut;
}

/** The stored user. If it can't be read or belongs to someone else, only the stored id is used; the host sends the rest. */
function storedUser(): User | undefined {
  const id = readStored('user_id');
  const user = readKept(userSchema, parsed(readStored('user')));
  return user && String(user.id) === id ? user : readKept(userSchema, { id });
}

function clear(): void {
  for (const key of ['token', 'user_id', 'user']) forget(key);
  reportMemory();
}

declare global {
  interface Window {
    /** Somebody is signed in, and only this page knows: what runs before the stores, and beside them, goes by it. */
    playtallyInMemory?: boolean;
  }
}

function reportMemory(): void {
  if (typeof window === 'undefined' || isInMemory('token') === Boolean(window.playtallyInMemory)) return;
  window.playtallyInMemory = isInMemory('token');
  // src/components/inline/network.js shows it, inline/first-paint.js lets them in.
  window.dispatchEvent(new Event('playtally:memory'));
}

/** Whether the session is this page's alone, since the browser stores nothing: a new document would be signed out. */
export const isSessionInMemory = () => isInMemory('token');

/** Begins a session, or keeps what changed in it: in storage, for other tabs and the next page, and in state. */
export function keepSession(token: string, user: User): void {
  // The token last, since its arrival is what other tabs look at: by then the rest must be there.
  storeAll({ user_id: String(user.id), user: JSON.stringify(withoutDetails(user)), token });
  owner = user.id;
  dropTexts(user.id);
  tabs?.postMessage(user);
  reportMemory();
  $session.set({ state: 'signed-in', token, userId: user.id, user });
}

/** Puts the user to state and storage, and keeps it the same in both. */
function keepUser(user: User): void {
  const session = $session.get();
  if (session.state !== 'signed-in' || session.userId !== user.id) return;
  keepSession(session.token, user);
}

/** The way to the login, or to the settings, is taken, and this page is only left. */
let leaving = false;

/**
 * The way out on a 401 (spec section 8), which may come twenty times at once: only the first one finds the token still there. A guest
 * whom a host refuses is led to the login by an act, or on a page of the user area. What their other pages read by themselves leaves
 * them where they are.
 */
function dropSession(token: string | null, isRead: boolean): void {
  if ($session.get().token !== (token ?? PLACEHOLDER_TOKEN) || leaving) return;
  const area = areaHere();
  if (token === null && isRead && area !== 'user') return;
  clear();
  $session.set(signedOut);
  // The forms for those who are signed out: going to /login would only take from them what they are about, such as a mailed link.
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
  // Back may bring this page again as it was.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaving = false;
  });
  location.assign(to);
}

/**
 * To where a second factor is set up: what else is of a player's pages can't be had before, and the settings say so. A session that only this
 * page holds would be lost on the way; then the refusal's own words lead there.
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

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($session, () => {
  if (typeof window === 'undefined') return;
  // Without a token the page's own guard has led on already (src/components/inline/guard-user.js).
  if (readStored('token') !== null) follow(restore());
  else $session.set(signedOut);
  const hear = ({ key }: StorageEvent) => {
    if (key === 'token' || key === null) follow(restore());
    else if (key === 'user') followUser();
  };
  // A page that Back brings again as it was has heard of nothing meanwhile.
  const wake = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !isInMemory('token')) follow(restore());
  };
  tabs = openTabs();
  if (tabs) tabs.onmessage = ({ data }) => hearUser(readKept(userSchema, data));
  // Ends without the page, which may be gone by the time that nobody listens any more.
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

/** Whose account this document has shown, on whichever of its pages: what its stores keep is theirs. */
let owner: number | undefined;

/** Takes over what is stored. Without a session the pages of an account have nothing to show, so they lead to the login. */
function follow(stored: Session): void {
  const before = $session.get();
  const isSame =
    before.state === 'signed-in' && stored.state === 'signed-in' && before.userId === stored.userId;
  $session.set(isSame ? { ...stored, user: { ...detailsOf(before.user), ...stored.user } } : stored);
  if (stored.state === 'signed-in') {
    dropTexts(stored.userId);
    // Somebody else is in by now.
    if (owner !== undefined && owner !== stored.userId) location.reload();
    owner = stored.userId;
    return;
  }
  if (areaHere() === 'user') leadToLogin(true);
}

/** What another tab stored of the same session's user. While one signs in there, the rest isn't written yet: then the token decides. */
function followUser(): void {
  const session = $session.get();
  const next = readKept(userSchema, parsed(readStored('user')));
  if (session.state !== 'signed-in' || !next) return;
  if (readStored('token') !== session.token || next.id !== session.userId) return;
  $session.set({ ...session, user: { ...detailsOf(session.user), ...withoutDetails(next) } });
}

/** What another tab knows of the same user. */
function hearUser(user: User | undefined): void {
  const session = $session.get();
  if (!user || session.state !== 'signed-in' || user.id !== session.userId) return;
  $session.set({ ...session, user });
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Saves the birth date ("2001-05-31") where the account has none. Rejects with an ApiError: `fields.birth_date` says why. */
export async function saveBirthDate(birthDate: string): Promise<void> {
  patchUser((await request(calls.saveBirthDate, { body: { birth_date: birthDate } })).user);
}

/** Ends the session here even when the server can't be reached. */
export async function logout(): Promise<void> {
  try {
    if (extensions) await request(calls.logoutUser, {});
  } finally {
    forgetSession();
  }
}

/** Takes the session away here, where somebody has left on purpose, and with it what they were writing. */
export function forgetSession(): void {
  clear();
  dropTexts();
  $session.set(signedOut);
}

/** For each time that the user is being asked for: what was changed since, which the answer may not know of. */
const asking = new Set<Partial<User>>();

/** Fetches the user again, balance included. */
export async function refreshUser(): Promise<void> {
  const session = $session.get();
  if (session.state !== 'signed-in') return;
  const since: Partial<User> = {};
  asking.add(since);
  try {
    keepUser({ ...(await request(calls.getUser, { params: { id: session.userId } })).user, ...since });
  } finally {
    asking.delete(since);
  }
}

/** Changes the stored user by what a call answered of it. */
export function patchUser(change: Partial<User>): void {
  const session = $session.get();
  if (session.state !== 'signed-in') return;
  for (const since of asking) Object.assign(since, change);
  keepUser({ ...session.user, ...change });
}
