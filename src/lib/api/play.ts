import { request } from '../client/client.ts';
import type { Answer, Body } from '../contract/call.ts';
import * as contract from '../contract/games.ts';

/** Begins a counted round of an own game; `daily`: on today's seed, which everyone shares. Errors: not_found, too_many_requests. */
export function startSession(gameId: number, daily = false): Promise<Answer<typeof contract.startSession>> {
  return request(contract.startSession, { params: { id: gameId }, body: { daily } });
}

/**
 * Ends it. Sent again with the same key it answers the same result.
 * Errors: round_refused, session_finished, session_expired, not_found.
 */
export function finishSession(
  id: string,
  body: Body<typeof contract.finishSession>,
  idempotencyKey: string,
): Promise<contract.FinishedRound> {
  return request(contract.finishSession, { params: { id }, body, idempotencyKey });
}
