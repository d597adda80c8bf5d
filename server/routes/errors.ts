/** The one place where an error becomes a response (shared calls page, "Forms"). */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, errorMessages } from '../../src/lib/contract/errors.ts';
import { isConnectionError } from '../domain/connection.ts';
import { Refusal } from '../domain/refusal.ts';

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_many_requests: 429,
  invalid: 422,
  malformed_json: 400,
  too_large: 413,
  not_enough_points: 409,
  out_of_stock: 409,
  too_young: 403,
  birth_date_needed: 409,
  session_finished: 409,
  session_expired: 409,
  round_refused: 422,
  contest_closed: 409,
  already_entered: 409,
  commitment_stale: 409,
  limit_reached: 409,
  provider_unavailable: 503,
  database_unavailable: 503,
  internal: 500,
};

export function answerError(c: Context, error: unknown, log: (text: string) => void): Response {
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    if (error.code === 'unauthenticated') c.header('WWW-Authenticate', 'Bearer');
    const body = error.fields
      ? { message: error.message, errors: error.fields, code: error.code }
      : { message: error.message, code: error.code };
    return c.json(body, statuses[error.code]);
  }
  if (error instanceof HTTPException)
    return c.json({ message: errorMessages.invalid, code: 'invalid' }, error.status);
  if (isConnectionError(error)) {
    c.header('Retry-After', '5');
    return c.json({ message: errorMessages.database_unavailable, code: 'database_unavailable' }, 503);
  }
  log(
    `${c.req.method} ${c.req.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return c.json({ message: errorMessages.internal, code: 'internal' }, 500);
}
