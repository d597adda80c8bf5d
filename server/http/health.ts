/** The calls for monitoring. None of them is for browsers. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { DomainError } from '../platform/domain-error.ts';
import type { ApiEnv } from './app-deps.ts';
import { bearerToken } from './route.ts';

const sum = (text: string) => createHash('sha256').update(text).digest();

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, so send it calls. It answers 503 with the reason while it
 * can't, and from the moment it is asked to stop. `/metrics`: for Prometheus, with the operator's token; without a configured
 * token the path doesn't exist.
 */
export function healthRoutes(app: Hono<ApiEnv>): void {
  app.get('/healthz', (c) => c.json({ ok: true }));

  app.get('/readyz', async (c) => {
    const { readiness, isStopping } = c.var.parts;
    if (isStopping?.()) return c.json({ ready: false, reason: 'stopping' }, 503);
    const reason = await readiness.check();
    if (reason !== null) return c.json({ ready: false, reason }, 503);
    return c.json({ ready: true });
  });

  app.get('/metrics', async (c) => {
    const { metrics, metricsToken } = c.var.parts;
    if (!metrics || metricsToken === undefined) throw new DomainError('not_found');
    if (!timingSafeEqual(sum(bearerToken(c) ?? ''), sum(metricsToken)))
      throw new DomainError('unauthenticated');
    c.header('Content-Type', metrics.contentType);
    return c.body(await metrics.text());
  });
}
