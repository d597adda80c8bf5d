/**
 * The log of security events: sign-ins, rejections, limits, wrong proofs. Each is one line in the process's log, next to the line
 * of its call and with the same id. It never contains what was sent: no email addresses, passwords or tokens. Operators' actions
 * have their own audit log in the database. docs/developers/security.md, "What is logged", lists the events.
 */
import type { Context } from 'hono';
import type { ErrorCode } from '../../src/lib/contract/errors.ts';
import { coarseNetwork } from '../platform/client-address.ts';
import type { DomainError } from '../platform/domain-error.ts';
import type { ApiEnv } from './app-deps.ts';
import { routeOf } from './observe.ts';
import { addressOf, bearerToken } from './route.ts';

/** The names of successful actions. A rejected one is named by its rejection. */
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
  | 'login_removed'
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

/** Fields that are only wrong if someone tries to get in, whatever call or rule rejects them. */
const refusedFields = { captcha: 'captcha_refused', setup_code: 'set_up_refused' } as const;

/** The one place that recognises a rejection as an attempt at someone else's account or data, so rules needn't do it. */
function refusedEvent(c: Context<ApiEnv>, { code, suspect, fields = {} }: DomainError): string | undefined {
  if (suspect) return suspect.event;
  if (code === 'unauthenticated') return bearerToken(c) === null ? 'access_refused' : 'session_refused';
  // Other users' data answers as if it didn't exist.
  if (code === 'not_found' && bearerToken(c) !== null && routeOf(c).includes(':')) return 'unknown_asked';
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
  const route = routeOf(c);
  parts.logSecurity(`security: ${event}${whose} from ${from}`, {
    ...{ event, outcome, user, operator, from, route, id },
  });
}

/** Logs a security event of the token's owner, or of `who`. */
export function noteSecurity(c: Context<ApiEnv>, event: DoneEvent, who: Who = {}): void {
  write(c, event, 'done', who);
}

/** Logs a rejection that may be an attempt at unauthorised access. Others, such as a mistake in a form, aren't logged. */
export function logRejection(c: Context<ApiEnv>, error: DomainError): void {
  const event = refusedEvent(c, error);
  const user = error.suspect?.userId;
  if (event !== undefined) write(c, event, 'refused', user === undefined ? {} : { user });
}
