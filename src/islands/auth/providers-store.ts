/**
 * Signing in with an auth provider. The browser goes to the API's host, then to the provider, and returns here with a token in
 * the hash. A random value that only this tab knows goes along, so that nobody can be signed in by another person's link.
 */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import {
  type AuthProvider,
  authProviderNames,
  authProviders,
  codeForm,
  getAuthProviders,
} from '../../lib/contract/auth/sign-in.ts';
import { extensions } from '../../lib/host.ts';
import { routes } from '../../lib/routing/routes.ts';
import { apiUrl, builtProviders, googleClientId } from '../../lib/session/settings.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { asApiError } from '../shared/stores/load.ts';
import { captchaValue, renewCaptcha } from './captcha-store.ts';
import { completeSignIn, knownDevice, loginBy } from './session-store.ts';

export { type AuthProvider, authProviders };

/** A way to sign in: a passkey or a provider. */
export type SignInMethod = AuthProvider | 'passkey';
const signInMethods: readonly SignInMethod[] = ['passkey', ...authProviderNames];
const knownOf = (names: readonly string[]) => signInMethods.filter((name) => names.includes(name));

/** What the API offers. Initially the build's list, so that the buttons don't move. */
export const $providers = atom<readonly SignInMethod[]>(knownOf(builtProviders));

export type ProviderVisit =
  | { readonly state: 'none' }
  /** Leaving for the provider, or waiting for the browser's passkey dialog. */
  | { readonly state: 'leaving'; readonly by: SignInMethod }
  /** Returned with a token, which the server is checking. */
  | { readonly state: 'sending'; readonly by: AuthProvider }
  /** The account also needs a code: see `$providerCode`. */
  | { readonly state: 'asked'; readonly by: AuthProvider; readonly token: string }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done' };

export const $providerVisit = atom<ProviderVisit>({ state: 'none' });

/** Why the providers couldn't be loaded. Null if they are known, or if none were shown before. */
export const $providersError = atom<string | null>(null);

/** Fetches the providers. If that fails there are none, because a button that leads nowhere is worse. */
export async function loadProviders(): Promise<void> {
  if (!extensions) return;
  try {
    const { providers } = await request(getAuthProviders, {});
    // Unsupported browsers and insecure pages don't have passkeys.
    const can = 'PublicKeyCredential' in globalThis;
    $providers.set(knownOf(providers).filter((way) => way !== 'passkey' || can));
    $providersError.set(null);
  } catch (error) {
    const { code, message } = asApiError(error);
    const had = $providers.get().length > 0 || $providersError.get() !== null;
    $providers.set([]);
    $providersError.set(had && code !== 'not_offered' ? message : null);
  }
}

const KEY = 'sign-in-visit';
const LOST = 'This took too long, or you started in another tab or browser. Please start again.';

/** What this tab stored before leaving. */
interface Kept {
  readonly visit: string;
  /** The query of the login page: the return address and the inviter. */
  readonly query: string;
}

/** Leaves for the provider. */
export function startProviderSignIn(by: AuthProvider, reflink: string | null): void {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const visit = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  const kept: Kept = { visit, query: location.search };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    const message = `Your browser blocks storage for this site, so ${authProviders[by]} can’t bring you back here. Use your email address and password.`;
    fail(message);
    return;
  }
  $providerVisit.set({ state: 'leaving', by });
  location.assign(extensions ? ourSignInUrl(by, visit, reflink) : providerSignInUrl(by, visit));
}

function ourSignInUrl(by: AuthProvider, visit: string, reflink: string | null): string {
  const query = new URLSearchParams({ visit, ...(reflink !== null && { ref: reflink }) });
  return `${apiUrl}/login/${by}?${query}`;
}

/**
 * Returns the provider's own address, for a host that knows only the specification. Google returns through that host's address
 * (section 7), which redirects to the login page; the fragment survives that. Steam returns its answer in the query.
 */
function providerSignInUrl(by: AuthProvider, visit: string): string {
  const login = location.origin + routes.login.pattern;
  if (by === 'steam')
    return `https://steamcommunity.com/openid/login?${new URLSearchParams({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
      'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
      'openid.realm': location.origin,
      'openid.return_to': `${login}?state=${encodeURIComponent(visit)}`,
    })}`;
  return `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: googleClientId,
    redirect_uri: `${apiUrl}/login/google/callback`,
    response_type: 'token',
    scope: 'openid email profile',
    state: visit,
  })}`;
}

/** Returns the result: from the hash for our own host and Google, from the query for Steam. */
function returned(): URLSearchParams {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (extensions || hash.has('by')) return hash;
  const query = new URLSearchParams(location.search);
  const isSteam = query.has('openid.mode');
  if (!isSteam && !hash.has('state')) return hash;
  const given = isSteam ? query : hash;
  const token = isSteam ? query.get('openid.sig') && String(query) : hash.get('access_token');
  return new URLSearchParams({
    by: isSteam ? 'steam' : 'google',
    visit: given.get('state') ?? '',
    ...(token ? { token } : { failed: 'cancelled' }),
  });
}

/** Resets the state after the back button has restored the page. */
export function resetAfterBack(): void {
  if ($providerVisit.get().state === 'leaving') $providerVisit.set({ state: 'none' });
}

/**
 * Takes the result out of the address and signs in with it. Call it after the page has mounted. Does nothing on a normal visit.
 */
export async function finishProviderSignIn(): Promise<void> {
  const outcome = returned();
  const by = authProviderNames.find((name) => name === outcome.get('by'));
  if (!by) return;
  const kept = takeKept();
  // First remove it from the address bar and the history.
  history.replaceState(history.state, '', routes.login.pattern + (kept?.query ?? ''));
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  const token = outcome.get('token');
  if (token === null) return fail(wordsFor(outcome.get('failed'), by));
  if (!kept || kept.visit !== outcome.get('visit')) return fail(LOST);
  $providerVisit.set({ state: 'sending', by });
  try {
    await loginBy(by, token);
    $providerVisit.set({ state: 'done' });
  } catch (error) {
    const { fields, message } = asApiError(error);
    if (fields.code === undefined) return fail(fields.token ?? message);
    $providerCode.set({ state: 'open' });
    $providerVisit.set({ state: 'asked', by, token });
  }
}

/** The form for the second-factor code, after the return from a provider. */
export const $providerCode = atom<FormState>({ state: 'open' });

/** Signs in with the provider's token and a code. Never rejects: see `$providerCode`. The token may have expired by then. */
export async function submitProviderCode(code: string): Promise<void> {
  const visit = $providerVisit.get();
  if (visit.state !== 'asked') return;
  await submitForm($providerCode, wrongBy(codeForm, { code }), () => loginBy(visit.by, visit.token, code));
  const form = $providerCode.get();
  if (form.state === 'done') $providerVisit.set({ state: 'done' });
  else if (form.state === 'refused' && form.fields.token !== undefined) fail(form.fields.token);
}

/** Returns to the login form. */
export function dropReturn(): void {
  $providerVisit.set({ state: 'none' });
}

/** Signs in or up with a passkey. Never rejects: see `$providerVisit`. */
export async function goByPasskey(joins: boolean, reflink: string | null): Promise<void> {
  if ($providerVisit.get().state === 'leaving') return;
  $providerVisit.set({ state: 'leaving', by: 'passkey' });
  try {
    const { joinByPasskey, loginByPasskey } = await import('./passkey-store.ts');
    // Signing up uses the form's captcha.
    await completeSignIn(
      await (joins ? joinByPasskey(await captchaValue(), reflink) : loginByPasskey(knownDevice())),
    );
    $providerVisit.set({ state: 'done' });
  } catch (error) {
    // A captcha works only once.
    if (joins) renewCaptcha();
    const { fields, message } = asApiError(error);
    fail(fields.captcha ?? fields.passkey ?? message);
  }
}

function fail(message: string): void {
  $providerVisit.set({ state: 'failed', message });
}

function takeKept(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (typeof kept !== 'object' || kept === null || !('visit' in kept) || !('query' in kept)) return null;
    const { visit, query } = kept;
    return typeof visit === 'string' && typeof query === 'string' ? { visit, query } : null;
  } catch {
    return null;
  }
}

function wordsFor(why: string | null, by: AuthProvider): string {
  const label = authProviders[by];
  if (why === 'cancelled') return `You cancelled at ${label}.`;
  if (why === 'unavailable')
    return `${label} can’t be reached right now. Try again in a moment, or use your email address and password.`;
  if (why === 'busy') return 'That was too many tries. Please wait ten minutes.';
  if (why === 'lost') return LOST;
  return `We couldn’t confirm your login with ${label}. Please start again.`;
}
