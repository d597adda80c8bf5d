/**
 * Signing in with Google or Steam: out to the API's host, from there to the provider, and back here with a token behind the hash. A mark
 * that only this tab knows goes along, so that nobody is signed in by a link that somebody else made.
 */
import { atom } from 'nanostores';
import { getSignInWays } from '../../lib/api/sign-in.ts';
import { codeForm } from '../../lib/contract/sign-in.ts';
import { routes } from '../../lib/routing/routes.ts';
import { apiUrl, signInWays } from '../../lib/session/settings.ts';
import { type FormState, submitForm, wrongBy } from '../../lib/stores/form.ts';
import { asApiError } from '../../lib/stores/load.ts';
import { enterBy } from './session-store.ts';

export const providers = { google: 'Google', steam: 'Steam' } as const;
export type ProviderName = keyof typeof providers;

const names = ['google', 'steam'] as const satisfies readonly ProviderName[];

/** Those that are set up where the API is: at first as the site was built, so that they stand where they will stay. */
export const $ways = atom<readonly ProviderName[]>(names.filter((name) => signInWays.includes(name)));

export type ProviderVisit =
  | { readonly state: 'none' }
  /** On the way out. */
  | { readonly state: 'leaving'; readonly by: ProviderName }
  /** Back with a token, which the server looks at. */
  | { readonly state: 'sending'; readonly by: ProviderName }
  /** The account asks for a code as well: see `$providerCode`. */
  | { readonly state: 'asked'; readonly by: ProviderName; readonly token: string }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done' };

export const $providerVisit = atom<ProviderVisit>({ state: 'none' });

/** Why it could not be asked which there are, as a sentence; null where it is known, or there were none to lose. */
export const $waysLost = atom<string | null>(null);

/** Asks which there are. Without an answer there are none: no button is better than one that leads nowhere. */
export async function loadWays(): Promise<void> {
  try {
    const ways = await getSignInWays();
    $ways.set(names.filter((name) => ways[name]));
    $waysLost.set(null);
  } catch (error) {
    const { code, message } = asApiError(error);
    const had = $ways.get().length > 0 || $waysLost.get() !== null;
    $ways.set([]);
    $waysLost.set(had && code !== 'not_offered' ? message : null);
  }
}

const KEY = 'sign-in-visit';
const LOST =
  'This answer belongs to another tab or browser, or took too long. Nothing was done; please start again.';

/** What this tab set out with. */
interface Kept {
  readonly visit: string;
  /** The query of the login page: where one came from, and who invited. */
  readonly query: string;
}

/** Leaves for the provider. */
export function setOut(by: ProviderName, reflink: string | null): void {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const visit = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  const kept: Kept = { visit, query: location.search };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    const message = `Your browser stores nothing for this site, and without that ${providers[by]} can’t bring you back. Use your e-mail address and password.`;
    fail(message);
    return;
  }
  $providerVisit.set({ state: 'leaving', by });
  const query = new URLSearchParams({ visit, ...(reflink !== null && { ref: reflink }) });
  location.assign(`${apiUrl}/login/${by}?${query}`);
}

/** The page came back by Back, as it was left. */
export function stayHere(): void {
  if ($providerVisit.get().state === 'leaving') $providerVisit.set({ state: 'none' });
}

/** Takes what came back out of the address, and signs in by it. To be called once the page stands; does nothing on any other visit. */
export async function takeReturn(): Promise<void> {
  const told = new URLSearchParams(location.hash.slice(1));
  const by = names.find((name) => name === told.get('by'));
  if (!by) return;
  const kept = takeKept();
  // Out of the address bar and the history, before anything else.
  history.replaceState(history.state, '', routes.login.pattern + (kept?.query ?? ''));
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  const token = told.get('token');
  if (token === null) return fail(wordsFor(told.get('failed'), by));
  if (!kept || kept.visit !== told.get('visit')) return fail(LOST);
  $providerVisit.set({ state: 'sending', by });
  try {
    await enterBy(by, token);
    $providerVisit.set({ state: 'done' });
  } catch (error) {
    const { fields, message } = asApiError(error);
    if (fields.code === undefined) return fail(fields.token ?? message);
    $providerCode.set({ state: 'open' });
    $providerVisit.set({ state: 'asked', by, token });
  }
}

/** The form for the code of an account's app, of whoever came back from a provider. */
export const $providerCode = atom<FormState>({ state: 'open' });

/** Signs in by what came back and a code. Never rejects: see `$providerCode`; what the provider gave may be too old by then. */
export async function submitProviderCode(code: string): Promise<void> {
  const visit = $providerVisit.get();
  if (visit.state !== 'asked') return;
  await submitForm($providerCode, wrongBy(codeForm, { code }), () => enterBy(visit.by, visit.token, code));
  const form = $providerCode.get();
  if (form.state === 'done') $providerVisit.set({ state: 'done' });
  else if (form.state === 'refused' && form.fields.token !== undefined) fail(form.fields.token);
}

/** Back to the other ways in. */
export function dropReturn(): void {
  $providerVisit.set({ state: 'none' });
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

function wordsFor(why: string | null, by: ProviderName): string {
  const label = providers[by];
  if (why === 'cancelled') return `You stopped at ${label}. Nothing was done.`;
  if (why === 'unavailable')
    return `${label} can’t be reached right now. Try again in a moment, or use your e-mail address and password.`;
  if (why === 'busy') return 'That was too many tries. Please wait ten minutes.';
  if (why === 'lost') return LOST;
  return `What ${label} answered could not be confirmed. Please start again.`;
}
