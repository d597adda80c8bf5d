/** The one place where an error becomes a response. src/lib/contract/errors.ts has its form. */

import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, errorMessages } from '../../src/lib/contract/errors.ts';
import { DomainError } from '../platform/domain-error.ts';
import { errorText, errorTrace } from '../platform/error-text.ts';
import type { ApiEnv } from './app-deps.ts';
import { routeOf } from './observe.ts';
import { logRejection } from './security-log.ts';

/** The statuses of errors that aren't a conflict with the current state (409). */
const statuses: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  malformed_json: 400,
  unauthenticated: 401,
  forbidden: 403,
  suspended: 403,
  too_young: 403,
  second_factor_needed: 403,
  signature_refused: 403,
  not_found: 404,
  too_large: 413,
  more_work: 422,
  invalid: 422,
  round_refused: 422,
  too_many_requests: 429,
  internal: 500,
  // Either side can correct these, and partners then send the report again.
  partner_off: 503,
  click_unknown: 503,
  milestone_unknown: 503,
  transaction_reused: 503,
  provider_unavailable: 503,
  database_unavailable: 503,
  storage_full: 503,
  overloaded: 503,
};

export function answerError(c: Context<ApiEnv>, error: unknown, log: (text: string) => void): Response {
  const failure = error instanceof DomainError ? null : c.var.parts.readiness.domainErrorOf(error);
  if (failure) log(callText(c, errorText(error)));
  const refused = error instanceof DomainError ? error : failure;
  if (refused) {
    logRejection(c, refused);
    const { message, code, fields, retryAfter } = refused;
    c.set('errorCode', code);
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    if (code === 'unauthenticated') c.header('WWW-Authenticate', 'Bearer');
    return c.json(fields ? { message, errors: fields, code } : { message, code }, statuses[code] ?? 409);
  }
  if (error instanceof HTTPException)
    return c.json({ message: errorMessages.invalid, code: 'invalid' }, error.status);
  log(faultText(c, error));
  return c.json({ message: errorMessages.internal, code: 'internal' }, 500);
}

const callText = (c: Context, text: string) =>
  `${c.req.method} ${routeOf(c)} (${c.get('requestId')}): ${text}`;

/** Returns the log text of an unexpected error. Its number is the one in the answer's X-Request-Id. */
export const faultText = (c: Context, error: unknown): string => callText(c, errorTrace(error));
