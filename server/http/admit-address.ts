import type { Context } from 'hono';
import { countFrom } from '../platform/rate-limit.ts';
import { MINUTE } from '../platform/time.ts';
import type { ApiEnv, AppDeps } from './app-deps.ts';
import { addressOf } from './route.ts';

interface Caller {
  readonly parts: AppDeps;
  readonly now: Date;
  readonly c: Context<ApiEnv>;
}

/** Limits calls from one network, and from the wider one around it. Errors: too_many_requests. */
export async function admitAddress({ parts, now, c }: Caller, key: string, max = 30): Promise<void> {
  if (!parts.rateLimit) return;
  await countFrom(parts.db.drizzle, { key, network: addressOf(c), max, within: 10 * MINUTE, now });
}
