import type { Context, Hono } from 'hono';
import type { reportLostFactor } from '../../src/lib/contract/lost-factor.ts';
import {
  getCaptcha,
  getSignInWays,
  loginGoogle,
  loginSteam,
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../src/lib/contract/sign-in.ts';
import { login, ownUser, register } from '../domain/accounts.ts';
import { resetPassword as changePassword, startPasswordReset } from '../domain/password-reset.ts';
import type { Provider } from '../domain/providers.ts';
import { countRequest } from '../domain/rate-limit.ts';
import { fieldRefusal, Refusal } from '../domain/refusal.ts';
import type { SignedIn } from '../domain/second-factor.ts';
import { type ApiEnv, addressOf, type Given, handle } from './route.ts';
import { noteSecurity } from './security-log.ts';
import { mailConfirmation, mailLater, noteAddress } from './settings.ts';

const TEN_MINUTES = 600;
const HOUR = 3600;

/** The browser's name, for the list of devices. */
export function deviceOf(c: Context): string {
  return c.req.header('User-Agent') ?? 'unknown device';
}

type Caller = Pick<Given<typeof loginUser>, 'parts' | 'now' | 'c'>;

/** Not too often from one address. */
export async function admitAddress({ parts, now, c }: Caller, key: string, max = 30): Promise<void> {
  if (!parts.rateLimit) return;
  await countRequest(parts.db.drizzle, `${key}:${addressOf(c)}`, max, TEN_MINUTES, now);
}

/**
 * What the forms ask before anything else: not too often, and a person. Tries for one account count only after the captcha, or
 * anybody could lock its owner out for nothing.
 */
export async function admit(
  given: Omit<
    Given<typeof loginUser | typeof registerUser | typeof requestPasswordReset | typeof reportLostFactor>,
    'userId'
  >,
  account: { key: string; max: number; seconds: number },
): Promise<void> {
  const { parts, now, body } = given;
  const { key, max, seconds } = account;
  await admitAddress(given, key);
  const refused = await parts.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldRefusal('captcha', refused, { event: 'captcha_refused' });
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${body.email}`, max, seconds, now);
}

export const signIn = { key: 'sign-in', max: 10, seconds: TEN_MINUTES };
/** Each is a mail in somebody's box. The last one's link always holds, so spending them all locks nobody out. */
const resetMail = { key: 'reset-mail', max: 5, seconds: HOUR };

/** Joining with one address, in an hour. Older mails' links hold as well, so spending them all takes nothing from its owner. */
const JOIN_MAILS = 5;

/** What every way in answers; where it came from is kept. */
async function enter({ parts, now, c }: Caller, { token, userId, mails, loss }: SignedIn) {
  noteSecurity(c, 'signed_in', { user: userId });
  if (loss === 'stopped') noteSecurity(c, 'factor_loss_stopped', { user: userId });
  if (loss === 'taken_off') {
    noteSecurity(c, 'factor_lost', { user: userId });
    parts.broadcast.publish({ kind: 'sessions', userId });
  }
  noteAddress(parts, userId, c, now);
  for (const mail of mails) mailLater(parts, 'a mail about a second factor', mail);
  return { success: { token, user: await ownUser(parts.db.drizzle, parts.vault, userId) } };
}

/** By what a provider gave the browser; refused where that provider isn't configured. */
async function enterBy(
  given: Given<typeof loginGoogle | typeof loginSteam>,
  name: Provider['label'],
  provider: Provider | undefined,
) {
  if (!provider)
    throw new Refusal('provider_unavailable', {
      message: `Signing in with ${name} isn't set up on this server. Use your e-mail address and password.`,
    });
  await admitAddress(given, signIn.key);
  const { body, parts, now, c } = given;
  return enter(
    given,
    await provider.signIn(body.token, { device: deviceOf(c), code: body.code, parts, now }),
  );
}

export function signInRoutes(app: Hono<ApiEnv>): void {
  handle(app, getCaptcha, async (given) => {
    await admitAddress(given, 'captcha', 120);
    return given.parts.captcha.challenge();
  });

  handle(app, getSignInWays, async ({ parts: { providers } }) => ({
    google: providers.google !== undefined,
    steam: providers.steam !== undefined,
  }));

  handle(app, loginUser, async (given) => {
    await admit(given, signIn);
    const { body, parts, now, c } = given;
    return enter(given, await login(parts.db, parts, { ...body, code: body.code, device: deviceOf(c), now }));
  });

  handle(app, registerUser, async (given) => {
    await admit(given, signIn);
    const { body, parts, now, c } = given;
    const { email, password, reflink } = body;
    // Each is a mail in somebody's box.
    if (parts.rateLimit) await countRequest(parts.db.drizzle, `join-mail:${email}`, JOIN_MAILS, HOUR, now);
    const made = await register(parts.db, parts, { email, password, reflink, device: deviceOf(c), now });
    mailConfirmation(parts, made.userId, now);
    return enter(given, made);
  });

  handle(app, requestPasswordReset, async (given) => {
    await admit(given, resetMail);
    const { body, parts, now } = given;
    // Nothing of this is waited for: neither the answer nor its time tells whether there is such an account.
    parts.background.run('a mail to choose a new password', async () => {
      const mail = await startPasswordReset(parts.db, { email: body.email, siteUrl: parts.siteUrl, now });
      if (mail) await parts.sendMail(mail);
    });
    return { accepted: true as const };
  });

  handle(app, resetPassword, async (given) => {
    // Not counted by account: nobody guesses 32 random bytes, and without a captcha anybody could lock its owner out.
    await admitAddress(given, 'reset');
    const { body, parts, now, c } = given;
    const form = { ...body, code: body.code, device: deviceOf(c), now };
    const entered = await changePassword(parts.db, parts, form);
    parts.broadcast.publish({ kind: 'sessions', userId: entered.userId });
    return enter(given, entered);
  });

  handle(app, loginGoogle, (given) => enterBy(given, 'Google', given.parts.providers.google));
  handle(app, loginSteam, (given) => enterBy(given, 'Steam', given.parts.providers.steam));
}
