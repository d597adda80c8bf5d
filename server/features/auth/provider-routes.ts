/**
 * The pages of the API host that send a browser to an auth provider and take it back. They only redirect. The outcome goes to the
 * site's login page in the URL fragment, which no server and no log sees.
 */
import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type AuthProvider, authProviderNames } from '../../../src/lib/contract/auth/sign-in.ts';
import { PROVIDER_MINUTES } from '../../../src/lib/contract/limits.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { faultText } from '../../http/errors.ts';
import { logRejection } from '../../http/security-log.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { beginAttempt, sealIdentity } from './identities.ts';
import type { Attempt, Provider } from './providers.ts';

/** Why it failed. The site has the texts. */
type Failure = 'cancelled' | 'lost' | 'refused' | 'unavailable' | 'busy';

const secret = /^[\w-]{43}$/;
/** The fields of a provider's form that are passed on. */
const ANSWER = ['state', 'code', 'error', 'iss'];

/** Only a local host works without https. */
const isSecure = (c: Context<ApiEnv>) => c.var.parts.publicApiUrl.startsWith('https:');

/** One cookie per attempt, so two tabs don't overwrite each other's. The prefix binds it to this host. */
const cookieOf = (c: Context<ApiEnv>, state: string) =>
  `${isSecure(c) ? '__Host-' : ''}sign_in_${hashOf(state).toString('hex').slice(0, 16)}`;

export function providerRoutes(app: Hono<ApiEnv>): void {
  for (const name of authProviderNames) {
    app.get(`/login/${name}`, (c) => redirect(c, name, () => leave(c, name)));
    app.get(`/login/${name}/callback`, (c) => redirect(c, name, () => finishSignIn(c, name)));
    // A form posted from another site carries no cookies, so the answer is repeated as a GET, which does.
    app.post(`/login/${name}/callback`, async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const answer = new URLSearchParams([...form].filter(([field]) => ANSWER.includes(field)));
      return c.redirect(`${c.var.parts.publicApiUrl}/login/${name}/callback?${answer}`, 303);
    });
  }
}

function toSite(c: Context<ApiEnv>, outcome: Readonly<Record<string, string>>): URL {
  const url = new URL(hrefs.logIn(), c.var.parts.siteUrl);
  url.hash = new URLSearchParams(outcome).toString();
  return url;
}

/** Redirects. A person is waiting, so every error leads to a page with a message, never to JSON. */
async function redirect(c: Context<ApiEnv>, by: AuthProvider, where: () => Promise<URL>): Promise<Response> {
  try {
    return c.redirect((await where()).href, 303);
  } catch (error) {
    if (error instanceof DomainError) logRejection(c, error);
    else c.var.parts.log(faultText(c, error));
    return c.redirect(toSite(c, { failed: failureOf(error), by }).href, 303);
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof DomainError)) return 'unavailable';
  if (error.code === 'too_many_requests') return 'busy';
  return error.code === 'invalid' ? 'refused' : 'unavailable';
}

async function admit(c: Context<ApiEnv>, name: AuthProvider): Promise<{ provider: Provider; now: Date }> {
  const { parts } = c.var;
  const now = parts.clock();
  const provider = parts.providers[name];
  if (!provider) throw new DomainError('provider_unavailable');
  await admitAddress({ parts, now, c }, 'provider');
  return { provider, now };
}

/** `?visit=` is a random value of the page, which accepts only the outcome with the same value. `?ref=` names the inviter. */
async function leave(c: Context<ApiEnv>, name: AuthProvider): Promise<URL> {
  const { provider, now } = await admit(c, name);
  const visit = c.req.query('visit') ?? '';
  if (!secret.test(visit)) return toSite(c, { failed: 'lost', by: name });
  const { state, verifier }: Attempt = { state: randomToken(), verifier: randomToken() };
  const url = await provider.begin({ state, verifier });
  const reflink = c.req.query('ref')?.slice(0, 64) || null;
  await beginAttempt(c.var.parts.db.drizzle, { provider: name, state, reflink, now });
  setCookie(c, cookieOf(c, state), `${state}.${verifier}.${visit}`, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    // The cookie must come with a link from the provider's page, and with no other cross-site request.
    sameSite: 'Lax',
    maxAge: PROVIDER_MINUTES * 60,
  });
  return url;
}

async function finishSignIn(c: Context<ApiEnv>, name: AuthProvider): Promise<URL> {
  const { provider, now } = await admit(c, name);
  const answer = new URL(c.req.url).searchParams;
  const attempt = takeCookie(c, answer.getAll('state'));
  // The attempt belongs to another browser or has expired, so the answer isn't read at all.
  if (!attempt) return toSite(c, { failed: 'lost', by: name });
  const identity = await provider.finish(attempt, answer, now);
  if (identity === null) return toSite(c, { failed: 'cancelled', by: name });
  const token = sealIdentity(c.var.parts.vault, name, attempt.state, identity);
  return toSite(c, { by: name, token, visit: attempt.visit });
}

/** Returns what this browser saved under the returned state, once. */
function takeCookie(c: Context<ApiEnv>, states: readonly string[]): (Attempt & { visit: string }) | null {
  const [state, ...more] = states;
  if (state === undefined || more.length > 0 || !secret.test(state)) return null;
  const cookie = cookieOf(c, state);
  const [kept, verifier = '', visit = ''] = (getCookie(c, cookie) ?? '').split('.');
  if (kept !== state) return null;
  deleteCookie(c, cookie, { path: '/', secure: isSecure(c) });
  return { state, verifier, visit };
}
