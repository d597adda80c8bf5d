/**
 * Security events: who signed in or was refused, what limits stopped, where somebody's proof was wrong. A line each in the process's
 * log, beside the line of its call, which has the same number. Never what was sent: no addresses of mail, no passwords, no tokens. What
 * operators do has a log of its own in the database. docs/developers/security.md, "What is logged", lists the events.
 */
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { ErrorCode } from '../../src/lib/contract/errors.ts';
import { coarseNetwork } from '../platform/client-address.ts';
import type { DomainError } from '../platform/domain-error.ts';
import type { ApiEnv } from './app-deps.ts';
import { addressOf, bearerToken } from './route.ts';

/** What was done, by name; what was rejected is named by its rejection. */
type DoneEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sessions_ended'
  | 'password_changed'
  | 'address_changed'
  | 'address_confirmed'
  | 'account_refused'
  | 'deletion_asked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factor_loss_reported'
  | 'factor_loss_begun'
  | 'factor_loss_stopped'
  | 'factor_lost';

const refusedCodes: Partial<Record<ErrorCode, string>> = {
  forbidden: 'access_refused',
  suspended: 'access_refused',
  second_factor_needed: 'access_refused',
  too_many_requests: 'limit_reached',
  signature_refused: 'signature_refused',
  round_refused: 'round_refused',
};

/** Fields that are wrong only where somebody tries, by whichever call and rule they are refused. */
const refusedFields = { captcha: 'captcha_refused', setup_code: 'set_up_refused' } as const;

/** The one place where a rejection is recognized as an attempt at what isn't the caller's: rules needn't think of it. */
function refusedEvent(c: Context<ApiEnv>, { code, suspect, fields = {} }: DomainError): string | undefined {
  if (suspect) return suspect.event;
  if (code === 'unauthenticated') return bearerToken(c) === null ? 'access_refused' : 'session_refused';
  // Another's things answer a session as if they weren't there.
  if (code === 'not_found' && bearerToken(c) !== null && routePath(c, -1).includes(':'))
    return 'unknown_asked';
  const field = Object.entries(refusedFields).find(([name]) => name in fields);
  return field?.[1] ?? refusedCodes[code];
}

interface Who {
  readonly user?: number;
  readonly operator?: number;
}

function write(c: Context<ApiEnv>, event: string, outcome: 'done' | 'refused', who: Who): void {
  const { parts, requestId: id, caller = {} } = c.var;
  if (!parts.logSecurity) return;
  const { user, operator } = { ...caller, ...who };
  const whose = user !== undefined ? ` user ${user}` : operator !== undefined ? ` operator ${operator}` : '';
  const from = coarseNetwork(addressOf(c));
  const path = routePath(c, -1);
  const route = path.includes('*') ? 'none' : path;
  parts.logSecurity(`security: ${event}${whose} from ${from}`, {
    ...{ event, outcome, user, operator, from, route, id },
  });
}

/** Something that concerns safety was done by whom the call's token names, or by `who`. */
export function noteSecurity(c: Context<ApiEnv>, event: DoneEvent, who: Who = {}): void {
  write(c, event, 'done', who);
}

/** Logs a rejection that may be an attempt at unauthorized access; others, such as a mistake in a form, aren't logged. */
export function logRejection(c: Context<ApiEnv>, refusal: DomainError): void {
  const event = refusedEvent(c, refusal);
  const user = refusal.suspect?.userId;
  if (event !== undefined) write(c, event, 'refused', user === undefined ? {} : { user });
}
