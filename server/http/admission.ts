/** The queues for calls. They limit the load when more calls arrive than this process can answer in time. */
import { availableParallelism } from 'node:os';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { loginSteam } from '../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { deleteAccount } from '../../src/lib/contract/settings/settings.ts';
import { createGate, type GateLimits } from '../platform/admission.ts';
import type { ApiEnv, Gates } from './app-deps.ts';
import { calls } from './docs.ts';

/** A read takes a few milliseconds, so even the last one in the queue is answered within half a second. */
const CALLS: GateLimits = { running: 32, waiting: 256, patience: 500 };
/** Hashing a password takes a core about 50 ms. This queue holds half a second of hashes. */
const PASSWORDS: GateLimits = {
  running: Math.max(1, Math.min(4, availableParallelism())),
  waiting: 12,
  patience: 500,
};
/** Operators have their own queue, so that overload doesn't lock out the person who fixes it. */
const OPERATORS: GateLimits = { running: 8, waiting: 64, patience: 2_000 };

const fieldsOf = ({ body }: Call) =>
  body && 'entries' in body && typeof body.entries === 'object' ? Object.keys(body.entries ?? {}) : [];

/** The proof of a deletion is a password, and the form of a sign-in with Steam isn't an object. */
const alsoHashing: ReadonlySet<Call> = new Set<Call>([deleteAccount, loginSteam]);

/**
 * Calls that hash: someone proves who they are or chooses a new password. A code may be a recovery code, and an app's first code
 * makes ten of them.
 */
export const passwordCalls: readonly Call[] = Object.values(calls).filter(
  (call) =>
    call.who !== 'operator' &&
    (alsoHashing.has(call) || fieldsOf(call).some((name) => /^(?:password|old_password|code)$/.test(name))),
);

/** The path prefix of operators' calls, and of no others (headers.ts). */
const OPERATOR_CALLS = '/api/operator/';
/** Health checks never wait. */
const unbounded = new Set(['/healthz', '/readyz', '/metrics']);

/** Reads the whole body, which Hono keeps for the handler. Signed bodies are read as bytes. */
const takeIn = ({ req }: Context<ApiEnv>): Promise<unknown> =>
  req.path.startsWith('/postback/') ? req.arrayBuffer() : req.text();

/**
 * Queues each call, or rejects it as overloaded. `limits` replaces the defaults above. The whole body is read before a call takes
 * its place; otherwise callers that never finish sending could hold all places.
 */
export function queueCalls(limits: Partial<Gates> = {}): MiddlewareHandler<ApiEnv> {
  const others = createGate(limits.calls ?? CALLS);
  const passwords = createGate(limits.passwords ?? PASSWORDS);
  const operators = createGate(limits.operators ?? OPERATORS);
  const hashing = new Set(passwordCalls.map(({ method, path }) => `${method} ${path}`));
  return async (c, next) => {
    const { path, method } = c.req;
    if (unbounded.has(path)) return next();
    const gate = path.startsWith(OPERATOR_CALLS)
      ? operators
      : hashing.has(`${method} ${routePath(c, -1)}`)
        ? passwords
        : others;
    if (method !== 'GET') await takeIn(c);
    const leave = await gate.enter();
    try {
      await next();
    } finally {
      leave();
    }
  };
}
