/** Each call has a number of its own, which its answer carries, and which finds it in the log. */
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ApiEnv } from './route.ts';

/** Counts and logs each call by its route's pattern: an address can hold what is nobody's business, such as the token of a mail. */
export const observe: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { logCall, metrics } = c.var.parts;
  const id = randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  if (!logCall && !metrics) return next();
  const started = performance.now();
  await next();
  const seconds = (performance.now() - started) / 1000;
  const method = c.req.method;
  const path = routePath(c, -1);
  // What no route is for ends at a middleware, whose pattern is any path.
  const route = path.includes('*') ? 'none' : path;
  const { status } = c.res;
  metrics?.answered({ method, route, status, seconds });
  logCall?.(`${method} ${route} ${status}`, { id, method, route, status, ms: Math.round(seconds * 1000) });
};
