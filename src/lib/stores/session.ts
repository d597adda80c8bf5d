/**
 * Who is signed in (spec section 4): signed in = a token is stored. Token, user id, user and countries stand in local storage
 * under the spec's names; before that a placeholder token stands in state only, neither stored nor sent.
 */
import { atom, computed, onMount } from 'nanostores';
import * as v from 'valibot';
import * as api from '../api/account.ts';
import { connectApi } from '../api/client.ts';
import { type User, userSchema } from '../contract/account.ts';
import { hrefs, internalTarget, matchRoute, routes } from '../routes.ts';
import { apiUrl, sendsIdempotencyKey } from './settings.ts';
import { forget, readStored, store } from './storage.ts';

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
/** The stored session; what can't be read (corrupt, half there) counts as none and is cleared. */
function restore(): Session {
  const token = readStored('token');
  if (token === null) return signedOut;
  try {
    const user = v.parse(userSchema, JSON.parse(readStored('user') ?? ''));
    if (String(user.id) !== readStored('user_id')) throw new Error('user_id belongs to another user');
    return { state: 'signed-in', token, userId: user.id, user };
  } catch {
    clear();
    return signedOut;
  }
}

function clear(): void {
  for (const key of ['token', 'user_id', 'user']) forget(key);
}

/** Puts the user to state and storage, and keeps it the same in both. */
function keepUser(user: User): void {
  const session = $session.get();
  if (session.state !== 'signed-in' || session.userId !== user.id) return;
  store('user', JSON.stringify(user));
  $session.set({ ...session, user });
}

/** The way out on a 401, which may come twenty times at once: only the first one finds the token still there. */
function dropSession(token: string): void {
  if ($session.get().token !== token) return;
  clear();
  $session.set(signedOut);
  // The forms for those who are signed out: going to /login would only take from them what they are about.
  const forms = [routes.login.pattern, routes.forgotPassword.pattern, routes.findPassword.pattern];
  if (forms.some((pattern) => matchRoute(pattern, location.pathname))) return;
  location.assign(hrefs.logIn(internalTarget(location.pathname + location.search)));
}

connectApi({
  baseUrl: apiUrl,
  idempotency: sendsIdempotencyKey,
  token: () => {
    const session = $session.get();
    return session.state === 'signed-in' ? session.token : null;
  },
  onUnauthorized: dropSession,
});

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($session, () => {
  if (typeof window === 'undefined') return;
  $session.set(restore());
  const follow = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) $session.set(restore());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
});

/** Saves the birth date ("2001-05-31") where the account has none. Rejects with an ApiError: `fields.birth_date` says why. */
export async function saveBirthDate(birthDate: string): Promise<void> {
  keepUser(await api.saveBirthDate(birthDate));
}

/** Ends the session here even when the server can't be told. */
export async function logout(): Promise<void> {
  try {
    await api.logout();
  } finally {
    clear();
    $session.set(signedOut);
  }
}

/** Fetches the user anew, balance included. */
export async function refreshUser(): Promise<void> {
  const session = $session.get();
  if (session.state === 'signed-in') keepUser(await api.getUser(session.userId));
}

/** Changes the stored user by what a call answered of it. */
export function patchUser(change: Partial<User>): void {
  const session = $session.get();
  if (session.state === 'signed-in') keepUser({ ...session.user, ...change });
}
