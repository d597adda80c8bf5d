import type { Context } from 'hono';
import { countRequest } from '../platform/rate-limit.ts';
import type { ApiEnv, AppDeps } from './app-deps.ts';
import { addressOf } from './route.ts';

const TEN_MINUTES = 600;

interface Caller {
  readonly parts: AppDeps;
  readonly now: Date;
  readonly c: Context<ApiEnv>;
}

/** Limits calls from one network address. Errors: too_many_requests. */
export async function admitAddress({ parts, now, c }: Caller, key: string, max = 30): Promise<void> {
  if (!parts.rateLimit) return;
  await countRequest(parts.db.drizzle, `${key}:${addressOf(c)}`, max, TEN_MINUTES, now);
}
