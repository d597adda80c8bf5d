/** Limits how often a user may do something. */

import type { getSettings } from '../../src/lib/contract/settings/settings.ts';
import { countRequest } from '../platform/rate-limit.ts';
import { MINUTE } from '../platform/time.ts';
import { tokenHash } from '../platform/tokens.ts';
import { bearerToken, type Given } from './route.ts';

type Caller = Pick<Given<typeof getSettings>, 'parts' | 'now' | 'userId'>;

/** Counts an action of the caller under `key`. Errors: too_many_requests after `max` of them in `within` milliseconds. */
export async function limit({ parts, now, userId }: Caller, key: string, max: number, within: number) {
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${userId}`, max, within, now);
}

const TRIES = 10;

/**
 * Counts a proof that the session is its owner's, because someone with another person's open session could guess the password. It
 * is counted by session: otherwise a thief could use up the tries with which the owner ends the stolen session. All sessions
 * together have ten times as many, for someone who can open new ones, such as by a provider.
 */
export async function limitProof(given: Caller & Pick<Given<typeof getSettings>, 'c'>) {
  const session = tokenHash(bearerToken(given.c) ?? '')
    ?.toString('hex')
    .slice(0, 16);
  await limit(given, `old-password:${session}`, TRIES, 10 * MINUTE);
  await limit(given, 'old-password', 10 * TRIES, 10 * MINUTE);
}
