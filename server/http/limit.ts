/** Limits how often a user may do something. */

import type { getSettings } from '../../src/lib/contract/settings/settings.ts';
import { countRequest } from '../platform/rate-limit.ts';
import type { Given } from './route.ts';

type Caller = Pick<Given<typeof getSettings>, 'parts' | 'now' | 'userId'>;

/** Counts an action of the caller under `key`. Errors: too_many_requests after `max` of them within `seconds`. */
export async function limit({ parts, now, userId }: Caller, key: string, max: number, seconds: number) {
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${userId}`, max, seconds, now);
}
