/** Which calls queue behind which others when more come than this process can answer in time. */
import { availableParallelism } from 'node:os';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Call } from '../../src/lib/contract/call.ts';
import { createGate, type GateLimits } from '../platform/admission.ts';
import type { ApiEnv, Gates } from './app-deps.ts';
import { calls } from './docs.ts';

/** A read takes a few milliseconds, so that the last in the queue is answered within half a second. */
const CALLS: GateLimits = { running: 32, waiting: 256, patience: 500 };
/** A password's hash takes a core for some 50 ms: half a second of them. */
const PASSWORDS: GateLimits = {
  running: Math.max(1, Math.min(4, availableParallelism())),
  waiting: 12,
  patience: 500,
};
/** Separate, so that overload doesn't lock out the person who fixes it. */
const OPERATORS: GateLimits = { running: 8, waiting: 64, patience: 2_000 };

const fieldsOf = ({ body }: Call) =>
  body && 'entries' in body && typeof body.entries === 'object' ? Object.keys(body.entries ?? {}) : [];

/** Calls in which somebody proves who they are or chooses a password: each takes a hash. */
export const passwordCalls: readonly Call[] = Object.values(calls).filter(
  (call) =>
    call.who !== 'operator' && fieldsOf(call).some((name) => /^(?:password|old_password|proof)$/.test(name)),
);

/** What every operators' call begins with, and no other (headers.ts). */
const OPERATOR_CALLS = '/api/operator/';
/** Who asks how the process fares is never kept waiting. */
const unbounded = new Set(['/healthz', '/readyz', '/metrics']);

/** Takes in the whole body, which is kept for the handler: as bytes where a signature is over them. */
const takeIn = ({ req }: Context<ApiEnv>): Promise<unknown> =>
  req.path.startsWith('/postback/') ? req.arrayBuffer() : req.text();

/**
 * Waits for its turn, or refuses (overloaded). `limits`: where they differ from the above. The body has arrived before: or callers who
 * never send the rest of theirs would hold all places.
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
