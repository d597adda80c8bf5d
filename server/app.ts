/** The API as one Hono app. Everything it needs is handed in, so that tests run it in memory. */
import { Hono } from 'hono';
import type { Background } from './background.ts';
import type { Database } from './db/database.ts';
import type { Captcha } from './domain/captcha.ts';
import type { Clock } from './domain/clock.ts';
import type { Providers } from './domain/providers.ts';
import { Refusal } from './domain/refusal.ts';
import type { Texts } from './domain/rewards.ts';
import { allowOrigin, limitBody, securityHeaders } from './headers.ts';
import type { SendMail } from './mail/mail.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { accountRoutes } from './routes/account.ts';
import { articleRoutes } from './routes/articles.ts';
import { caseRoutes } from './routes/cases.ts';
import { contestRoutes } from './routes/contests.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { docsRoutes } from './routes/docs.ts';
import { answerError } from './routes/errors.ts';
import { gameRoutes } from './routes/games.ts';
import { opinionRoutes } from './routes/opinions.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { rewardRoutes } from './routes/rewards.ts';
import type { ApiEnv } from './routes/route.ts';

export interface AppParts {
  db: Database;
  /** The rewards' texts, from the catalogue's files. */
  texts: Texts;
  clock: Clock;
  captcha: Captcha;
  /** The other ways of signing in, where they are configured. */
  providers: Providers;
  sendMail: SendMail;
  background: Background;
  broadcast: Broadcaster;
  /** Signs the right to listen to a private channel. */
  realtimeKeys: { key: string; secret: string };
  rateLimit: boolean;
  /** The one origin whose pages may call, and where links in mails lead. */
  siteUrl: string;
  log(text: string): void;
}

/** The largest body of a call: a round of 20,000 moves has some 250 kB. */
const MAX_BODY = 512 * 1024;

export function createApp(parts: AppParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => answerError(c, error, parts.log));
  app.notFound((c) => answerError(c, new Refusal('not_found'), parts.log));
  app.use(securityHeaders, allowOrigin(parts.siteUrl), limitBody(MAX_BODY));
  app.use((c, next) => {
    c.set('parts', parts);
    return next();
  });

  app.get('/healthz', (c) => c.json({ ok: true }));
  accountRoutes(app);
  rewardRoutes(app, parts);
  gameRoutes(app);
  dashboardRoutes(app);
  opinionRoutes(app);
  articleRoutes(app, parts);
  contestRoutes(app);
  caseRoutes(app);
  realtimeRoutes(app);
  docsRoutes(app);
  return app;
}
