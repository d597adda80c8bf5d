import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/account/account.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { bearerToken, handle } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { countries } from '../../platform/countries.ts';
import { HOUR } from '../../platform/time.ts';
import { revokeToken } from '../../platform/tokens.ts';
import { textsOf } from '../catalogue/rewards.ts';
import { saveBirthDate } from './birth-date.ts';
import { saveDeliveryDetail } from './delivery-details.ts';
import { ownUser, publicUser } from './users.ts';

export function accountRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.logoutUser, async ({ parts, now, c }) => {
    await revokeToken(parts.db.drizzle, bearerToken(c) ?? '', now);
    noteSecurity(c, 'signed_out');
    return { signed_out: true as const };
  });

  handle(app, calls.getCountries, async () => ({ countries }));

  handle(app, calls.getUser, async ({ params, userId, parts }) => ({
    user:
      params.id === userId
        ? await ownUser(parts.db.drizzle, parts.vault, userId)
        : await publicUser(parts.db.drizzle, params.id),
  }));

  handle(app, calls.getBalance, async ({ userId, parts }) => {
    const { balance } = await ownUser(parts.db.drizzle, parts.vault, userId);
    if (!balance) throw new Error('a user without a balance');
    return { balance };
  });

  handle(app, calls.saveBirthDate, async ({ body, userId, parts, now }) => {
    await saveBirthDate(parts.db, userId, body.birth_date, now);
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });

  handle(app, calls.saveDeliveryDetail, async (given) => {
    await limit(given, 'delivery', 10, HOUR);
    const { body, userId, parts, now } = given;
    const { delivery } = textsOf(parts.texts, body.reward_id).page;
    await saveDeliveryDetail(parts.db.drizzle, parts.vault, { userId, delivery, value: body.value, now });
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });
}
