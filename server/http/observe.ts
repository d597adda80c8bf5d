/** Gives each call an ID, which is in its answer and in the log, and counts the call. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { REPORT_REJECTIONS } from '../../src/lib/contract/operator-limits.ts';
import { withOneWait } from '../platform/one-wait.ts';
import { withRowFaults } from '../platform/sound-rows.ts';
import type { ApiEnv } from './app-deps.ts';

/**
 * Returns the pattern of a call's route, for the log. The real path may contain private values, such as the token of a mailed
 * link. A request without a route ends at a middleware, whose pattern contains a star.
 */
export function routeOf(c: Context): string {
  const path = routePath(c, -1);
  return path.includes('*') ? 'none' : path;
}

/** Counts and logs each call by its route. */
export const observe: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { logCall, metrics, isStopping, reportRowFault } = c.var.parts;
  const id = randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  // So that clients don't reuse a connection that is about to close.
  if (isStopping?.()) c.header('Connection', 'close');
  const noted = () =>
    withOneWait(() =>
      withRowFaults((ids, error) => reportRowFault({ route: routeOf(c), id, ids, error }), next),
    );
  if (!logCall && !metrics) return noted();
  const started = performance.now();
  await noted();
  const seconds = (performance.now() - started) / 1000;
  const method = c.req.method;
  const route = routeOf(c);
  const { status } = c.res;
  metrics?.answered({ method, route, status, seconds });
  const code = c.get('errorCode');
  const ms = Math.round(seconds * 1000);
  // A partner's report that we can't use gets a 5xx, so that it is sent again, but isn't a fault of ours.
  const level = REPORT_REJECTIONS.some((reason) => reason === code) ? 'warn' : undefined;
  logCall?.(`${method} ${route} ${status}`, { id, method, route, status, code, ms }, level);
};
