import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { demoAccount } from '../../server/db/seed.ts';
import { byPlayer } from './ask.ts';
import { mailsTo } from './outbox.ts';
import type { Product } from './product.ts';
import { solvedCaptcha } from './solve-captcha.ts';

const sessionSchema = v.object({
  success: v.object({ token: v.string(), user: v.looseObject({ id: v.number() }) }),
});

export interface Entered {
  readonly token: string;
  readonly user: { readonly id: number; readonly email_confirmed?: boolean };
}

/** Signs up or logs in with the real call and a solved captcha. */
async function enter(product: Product, call: string, form: object, device = 'a test'): Promise<Entered> {
  const challenge = await (await fetch(`${product.apiUrl}/api/captcha`)).json();
  const captcha = await solvedCaptcha(challenge);
  const answer = await fetch(product.apiUrl + call, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device },
    body: JSON.stringify({ ...form, captcha }),
  });
  return v.parse(sessionSchema, await answer.json()).success;
}

/** A new account, and its first session. `device`: its browser's User-Agent. */
export function join(
  product: Product,
  form: { email: string; password: string },
  device?: string,
): Promise<Entered> {
  return enter(product, '/api/registration-user', form, device);
}

/** The same, with its address confirmed by the mailed link. */
export async function joinConfirmed(
  product: Product,
  form: { email: string; password: string },
): Promise<Entered> {
  const entered = await join(product, form);
  await expect.poll(() => mailsTo(product, form.email)).toHaveLength(1);
  const [, token] = /confirm-email\/([\w-]{43})/.exec(mailsTo(product, form.email)[0] ?? '') ?? [];
  await byPlayer(product, entered, 'POST', '/api/confirm-email', { token });
  return { ...entered, user: { ...entered.user, email_confirmed: true } };
}

/** Gives a session to a page before it opens anything. */
export async function giveSession(page: Page, { token, user }: Entered): Promise<void> {
  await page.addInitScript(
    ([token, id, user]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('user_id', id ?? '');
      localStorage.setItem('user', user ?? '');
    },
    [token, String(user.id), JSON.stringify(user)],
  );
}

/** Another session of an account, as on another device. */
export function logIn(product: Product, form: { email: string; password: string }): Promise<Entered> {
  return enter(product, '/api/login-user', form, 'another device');
}

/** A session of the demo account. */
export function logInDemo(product: Product): Promise<Entered> {
  return enter(product, '/api/login-user', demoAccount);
}

/** A browser's stored session for Playwright's `storageState`. Once cleared, it stays cleared. */
export function storedSession({ siteUrl }: Pick<Product, 'siteUrl'>, { token, user }: Entered) {
  const stored = { token, user_id: String(user.id), user: JSON.stringify(user) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: siteUrl, localStorage }] };
}

/** One session for all tests of a worker that only use it, by the URL of its API. */
const demoSessions = new Map<string, Promise<Entered>>();

/** A shared session of the demo account. A test that ends it or changes its user uses `logInDemo` instead. */
export function demoSession(product: Product): Promise<Entered> {
  const known = demoSessions.get(product.apiUrl) ?? logInDemo(product);
  demoSessions.set(product.apiUrl, known);
  return known;
}

/** Gives that session to a page before it opens anything, and returns it. */
export async function signInAsDemo(page: Page, product: Product): Promise<Entered> {
  const session = await demoSession(product);
  await giveSession(page, session);
  return session;
}

/** Gives the browser an authenticator that makes and uses passkeys without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
