import type { Context, Hono } from 'hono';
import {
  getBalance,
  getCountries,
  getUser,
  logoutUser,
  saveBirthDate,
  saveDeliveryDetail,
} from '../../src/lib/contract/account.ts';
import {
  getCaptcha,
  loginGoogle,
  loginSteam,
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../src/lib/contract/sign-in.ts';
import {
  saveBirthDate as keepBirthDate,
  saveDeliveryDetail as keepDetail,
  login,
  ownUser,
  publicUser,
  register,
} from '../domain/accounts.ts';
import { countries } from '../domain/countries.ts';
import { resetPassword as changePassword, startPasswordReset } from '../domain/password-reset.ts';
import type { ProviderSignIn } from '../domain/providers.ts';
import { countRequest } from '../domain/rate-limit.ts';
import { fieldRefusal, Refusal } from '../domain/refusal.ts';
import { textsOf } from '../domain/rewards.ts';
import { revokeToken } from '../domain/tokens.ts';
import { type ApiEnv, addressOf, bearerToken, type Given, handle } from './route.ts';

const TEN_MINUTES = 600;
const HOUR = 3600;

function deviceOf(c: Context): string {
  return c.req.header('User-Agent') ?? 'unknown device';
}

type Caller = Pick<Given<typeof loginUser>, 'parts' | 'now' | 'c'>;

/** Not too often from one address. */
async function admitAddress({ parts, now, c }: Caller, key: string): Promise<void> {
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${addressOf(c)}`, 30, TEN_MINUTES, now);
}

/**
 * What the forms ask before anything else: not too often, and a person. Tries for one account count only after the captcha, or
 * anybody could lock its owner out for nothing.
 */
async function admit(
  given: Given<typeof loginUser | typeof registerUser | typeof requestPasswordReset>,
  account: { key: string; max: number; seconds: number },
): Promise<void> {
  const { parts, now, body } = given;
  const { key, max, seconds } = account;
  await admitAddress(given, key);
  const refused = await parts.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldRefusal('captcha', refused);
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${body.email}`, max, seconds, now);
}

const signIn = { key: 'sign-in', max: 10, seconds: TEN_MINUTES };
/** Each is a mail in somebody's box. The last one's link always holds, so spending them all locks nobody out. */
const resetMail = { key: 'reset-mail', max: 5, seconds: HOUR };

/** By what a provider gave the browser; refused where that provider isn't configured. */
async function enterBy(
  given: Given<typeof loginGoogle | typeof loginSteam>,
  name: string,
  provider: ProviderSignIn | undefined,
) {
  if (!provider)
    throw new Refusal('provider_unavailable', {
      message: `Signing in with ${name} isn't set up on this server. Use your e-mail address and password.`,
    });
  await admitAddress(given, signIn.key);
  return { success: await provider(given.body.token, deviceOf(given.c), given.now) };
}

export function accountRoutes(app: Hono<ApiEnv>): void {
  handle(app, getCaptcha, async ({ parts, c, now }) => {
    if (parts.rateLimit)
      await countRequest(parts.db.drizzle, `captcha:${addressOf(c)}`, 120, TEN_MINUTES, now);
    return parts.captcha.challenge();
  });

  handle(app, loginUser, async (given) => {
    await admit(given, signIn);
    const { body, parts, now, c } = given;
    return {
      success: await login(parts.db, {
        email: body.email,
        password: body.password,
        device: deviceOf(c),
        now,
      }),
    };
  });

  handle(app, registerUser, async (given) => {
    await admit(given, signIn);
    const { body, parts, now, c } = given;
    const { email, password, reflink } = body;
    return { success: await register(parts.db, { email, password, reflink, device: deviceOf(c), now }) };
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
    const { token, email, password } = given.body;
    const { parts, now, c } = given;
    return {
      success: await changePassword(parts.db, { token, email, password, device: deviceOf(c), now }),
    };
  });

  handle(app, loginGoogle, (given) => enterBy(given, 'Google', given.parts.providers.google));
  handle(app, loginSteam, (given) => enterBy(given, 'Steam', given.parts.providers.steam));

  handle(app, logoutUser, async ({ parts, now, c }) => {
    await revokeToken(parts.db.drizzle, bearerToken(c) ?? '', now);
    return { signed_out: true as const };
  });

  handle(app, getCountries, async () => ({ countries }));

  handle(app, getUser, async ({ params, userId, parts }) => ({
    user:
      params.id === userId
        ? await ownUser(parts.db.drizzle, userId)
        : await publicUser(parts.db.drizzle, params.id),
  }));

  handle(app, getBalance, async ({ userId, parts }) => {
    const { balance } = await ownUser(parts.db.drizzle, userId);
    if (!balance) throw new Error('a user without a balance');
    return { balance };
  });

  handle(app, saveBirthDate, async ({ body, userId, parts, now }) => ({
    user: await keepBirthDate(parts.db.drizzle, userId, body.birth_date, now),
  }));

  handle(app, saveDeliveryDetail, async ({ body, userId, parts }) => ({
    user: await keepDetail(
      parts.db.drizzle,
      userId,
      textsOf(parts.texts, body.reward_id).page.delivery,
      body.value,
    ),
  }));
}
