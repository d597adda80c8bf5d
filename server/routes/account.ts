import type { Context, Hono } from 'hono';
import {
  getBalance,
  getCaptcha,
  getCountries,
  getUser,
  loginUser,
  logoutUser,
  registerUser,
  saveBirthDate,
  saveDeliveryDetail,
} from '../../src/lib/contract/account.ts';
import {
  saveBirthDate as keepBirthDate,
  saveDeliveryDetail as keepDetail,
  login,
  ownUser,
  publicUser,
  register,
} from '../domain/accounts.ts';
import { countries } from '../domain/countries.ts';
import { countRequest } from '../domain/rate-limit.ts';
import { fieldRefusal } from '../domain/refusal.ts';
import { textsOf } from '../domain/rewards.ts';
import { revokeToken } from '../domain/tokens.ts';
import { type ApiEnv, addressOf, bearerToken, type Given, handle } from './route.ts';

const TEN_MINUTES = 600;

function deviceOf(c: Context): string {
  return c.req.header('User-Agent') ?? 'unknown device';
}

/**
 * What both forms ask before anything else: not too often, and a person. Tries for one account count only after the captcha, or
 * anybody could lock its owner out for nothing.
 */
async function admit(given: Given<typeof loginUser | typeof registerUser>): Promise<void> {
  const { parts, now, c, body } = given;
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `sign-in:${addressOf(c)}`, 30, TEN_MINUTES, now);
  const refused = await parts.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldRefusal('captcha', refused);
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `sign-in:${body.email}`, 10, TEN_MINUTES, now);
}

export function accountRoutes(app: Hono<ApiEnv>): void {
  handle(app, getCaptcha, async ({ parts, c, now }) => {
    if (parts.rateLimit)
      await countRequest(parts.db.drizzle, `captcha:${addressOf(c)}`, 120, TEN_MINUTES, now);
    return parts.captcha.challenge();
  });

  handle(app, loginUser, async (given) => {
    await admit(given);
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
    await admit(given);
    const { body, parts, now, c } = given;
    const { email, password, reflink } = body;
    return { success: await register(parts.db, { email, password, reflink, device: deviceOf(c), now }) };
  });

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
