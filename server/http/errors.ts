/** The one place where an error becomes a response. src/lib/contract/errors.ts has its form. */

import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, errorMessages } from '../../src/lib/contract/errors.ts';
import { DomainError } from '../platform/domain-error.ts';
import { errorTrace } from '../platform/error-text.ts';
import type { ApiEnv } from './app-deps.ts';
import { routeOf } from './observe.ts';
import { logRejection } from './security-log.ts';

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  unauthenticated: 401,
  forbidden: 403,
  suspended: 403,
  not_found: 404,
  too_many_requests: 429,
  more_work: 422,
  invalid: 422,
  malformed_json: 400,
  too_large: 413,
  not_enough_points: 409,
  out_of_stock: 409,
  reward_paused: 409,
  too_young: 403,
  birth_date_needed: 409,
  email_unconfirmed: 409,
  second_factor_needed: 403,
  end_unknown: 409,
  session_finished: 409,
  session_expired: 409,
  round_refused: 422,
  contest_closed: 409,
  already_entered: 409,
  commitment_stale: 409,
  limit_reached: 409,
  draft_changed: 409,
  not_a_draft: 409,
  nothing_to_do: 409,
  price_changed: 409,
  order_closed: 409,
  dispute_closed: 409,
  no_code: 409,
  offer_closed: 409,
  signature_refused: 403,
  // Either side can correct these, and partners then send the report again.
  partner_off: 503,
  click_unknown: 503,
  milestone_unknown: 503,
  transaction_reused: 503,
  provider_unavailable: 503,
  database_unavailable: 503,
  storage_full: 503,
  overloaded: 503,
  internal: 500,
};

export function answerError(c: Context<ApiEnv>, error: unknown, log: (text: string) => void): Response {
  const refused = error instanceof DomainError ? error : c.var.parts.readiness.domainErrorOf(error);
  if (refused) {
    logRejection(c, refused);
    const { message, code, fields, retryAfter } = refused;
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    if (code === 'unauthenticated') c.header('WWW-Authenticate', 'Bearer');
    return c.json(fields ? { message, errors: fields, code } : { message, code }, statuses[code]);
  }
  if (error instanceof HTTPException)
    return c.json({ message: errorMessages.invalid, code: 'invalid' }, error.status);
  log(faultText(c, error));
  return c.json({ message: errorMessages.internal, code: 'internal' }, 500);
}

/** Returns the log text of an unexpected error. Its number is the one in the answer's X-Request-Id. */
export function faultText(c: Context, error: unknown): string {
  return `${c.req.method} ${routeOf(c)} (${c.get('requestId')}): ${errorTrace(error)}`;
}
