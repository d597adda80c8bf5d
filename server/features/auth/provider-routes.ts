/**
 * Where a browser sets out to a provider and comes back from it: pages of the API's host that only lead on. What comes of it is told
 * to the site's login behind the hash, which no server and no log ever sees.
 */
import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { faultText } from '../../http/errors.ts';
import { logRejection } from '../../http/security-log.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { stateHash } from './identities.ts';
import type { Attempt, Provider, Providers } from './providers.ts';

const names = ['google', 'steam'] as const satisfies readonly (keyof Providers)[];

/** Why it led nowhere; the site has the words. */
type Trouble = 'cancelled' | 'lost' | 'refused' | 'unavailable' | 'busy';

const COOKIE_SECONDS = 15 * 60;
const random = () => randomBytes(32).toString('base64url');
const secret = /^[\w-]{43}$/;

/** Where browsers come by https, as in production; on this machine alone they don't. */
const isSecure = (c: Context<ApiEnv>) => c.var.parts.publicApiUrl.startsWith('https:');

/** A cookie for each attempt, so that two tabs don't take each other's; by its prefix this host's alone, where browsers hold to that. */
const cookieOf = (c: Context<ApiEnv>, state: string) =>
  `${isSecure(c) ? '__Host-' : ''}sign_in_${stateHash(state).toString('hex').slice(0, 16)}`;

export function providerRoutes(app: Hono<ApiEnv>): void {
  for (const name of names) {
    app.get(`/login/${name}`, (c) => lead(c, name, () => setOut(c, name)));
    app.get(`/login/${name}/callback`, (c) => lead(c, name, () => comeBack(c, name)));
  }
}

/** To the site's login with what came of it. */
function home(c: Context<ApiEnv>, told: Readonly<Record<string, string>>): URL {
  const url = new URL(hrefs.logIn(), c.var.parts.siteUrl);
  url.hash = new URLSearchParams(told).toString();
  return url;
}

/** A person is at the other end: whatever goes wrong leads to a page that says so, never to JSON. */
async function lead(c: Context<ApiEnv>, name: keyof Providers, where: () => Promise<URL>): Promise<Response> {
  try {
    return c.redirect((await where()).href, 303);
  } catch (error) {
    if (error instanceof DomainError) logRejection(c, error);
    else c.var.parts.log(faultText(c, error));
    return c.redirect(home(c, { failed: troubleOf(error), by: name }).href, 303);
  }
}

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof DomainError)) return 'unavailable';
  if (error.code === 'too_many_requests') return 'busy';
  return error.code === 'invalid' ? 'refused' : 'unavailable';
}

function providerOf(c: Context<ApiEnv>, name: keyof Providers): Provider {
  const provider = c.var.parts.providers[name];
  if (!provider) throw new DomainError('provider_unavailable');
  return provider;
}

/** ?visit= is the page's own mark: it takes back only what it set out for itself. ?ref= is who invited. */
async function setOut(c: Context<ApiEnv>, name: keyof Providers): Promise<URL> {
  const { parts } = c.var;
  const provider = providerOf(c, name);
  const visit = c.req.query('visit') ?? '';
  if (!secret.test(visit)) return home(c, { failed: 'lost', by: name });
  const now = parts.clock();
  await admitAddress({ parts, now, c }, 'provider');
  const attempt: Attempt = { state: random(), verifier: random() };
  const url = await provider.begin(attempt, c.req.query('ref')?.slice(0, 64) || null, now);
  setCookie(c, cookieOf(c, attempt.state), `${attempt.state}.${attempt.verifier}.${visit}`, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    // The way back is a link from another's page, and no more than that.
    sameSite: 'Lax',
    maxAge: COOKIE_SECONDS,
  });
  return url;
}

async function comeBack(c: Context<ApiEnv>, name: keyof Providers): Promise<URL> {
  const { parts } = c.var;
  const provider = providerOf(c, name);
  await admitAddress({ parts, now: parts.clock(), c }, 'provider');
  const answer = new URL(c.req.url).searchParams;
  const kept = takeCookie(c, answer.getAll('state'));
  // Another browser's, or one that took too long: nothing of the answer is looked at.
  if (!kept) return home(c, { failed: 'lost', by: name });
  const token = await provider.finish(kept, answer);
  if (token === null) return home(c, { failed: 'cancelled', by: name });
  return home(c, { by: name, token, visit: kept.visit });
}

/** What this browser set out with under the state that came back, once. */
function takeCookie(c: Context<ApiEnv>, states: readonly string[]): (Attempt & { visit: string }) | null {
  const [state, ...more] = states;
  if (state === undefined || more.length > 0 || !secret.test(state)) return null;
  const cookie = cookieOf(c, state);
  const [kept, verifier = '', visit = ''] = (getCookie(c, cookie) ?? '').split('.');
  if (kept !== state) return null;
  deleteCookie(c, cookie, { path: '/', secure: isSecure(c) });
  return { state, verifier, visit };
}
