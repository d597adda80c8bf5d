/** The API as one Hono app. Everything it needs is handed in, so that tests run it in memory. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { errorMessages } from '../src/lib/contract/errors.ts';
import type { Database } from './db/database.ts';
import type { Captcha } from './domain/captcha.ts';
import type { Clock } from './domain/clock.ts';
import { Refusal } from './domain/refusal.ts';
import type { Texts } from './domain/rewards.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { docsRoutes } from './routes/docs.ts';
import { accountRoutes } from './routes/account.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { answerError } from './routes/errors.ts';
import { gameRoutes } from './routes/games.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { rewardRoutes } from './routes/rewards.ts';
import type { ApiEnv } from './routes/route.ts';

export interface AppParts {
  db: Database;
  /** The rewards' texts, from the catalogue's files. */
  texts: Texts;
  clock: Clock;
  captcha: Captcha;
  broadcast: Broadcaster;
  /** Signs the right to listen to a private channel. */
  realtimeKeys: { key: string; secret: string };
  rateLimit: boolean;
  /** The one origin whose pages may call. */
  siteUrl: string;
  log(text: string): void;
}

/** The largest body of a call: a round of 20,000 moves has some 250 kB. */
const MAX_BODY = 512 * 1024;

export function createApp(parts: AppParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => answerError(c, error, parts.log));
  app.notFound((c) => answerError(c, new Refusal('not_found'), parts.log));
  app.use(
    secureHeaders({ crossOriginResourcePolicy: 'cross-origin', contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }),
  );
  app.use(
    cors({
      origin: parts.siteUrl,
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Socket-Id', 'X-Requested-With'],
      exposeHeaders: ['Retry-After'],
      maxAge: 7200,
    }),
  );
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.json({ message: errorMessages.too_large, code: 'too_large' }, 413) }));
  app.use(async (c, next) => {
    c.set('parts', parts);
    // Balances and codes stay out of the caches of browsers and proxies.
    c.header('Cache-Control', 'no-store');
    await next();
  });

  app.get('/healthz', (c) => c.json({ ok: true }));
  accountRoutes(app);
  rewardRoutes(app);
  gameRoutes(app);
  dashboardRoutes(app);
  realtimeRoutes(app);
  docsRoutes(app);
  return app;
}
