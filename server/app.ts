/** The API as one Hono app. Everything it needs is handed in, so that tests run it in memory. */
import { Hono } from 'hono';
import type { Background } from './background.ts';
import type { Database } from './db/database.ts';
import type { Captcha } from './domain/captcha.ts';
import type { Clock } from './domain/clock.ts';
import type { Providers } from './domain/providers.ts';
import { Refusal } from './domain/refusal.ts';
import type { Texts } from './domain/rewards.ts';
import type { Vault } from './domain/vault.ts';
import { allowOrigin, limitBody, securityHeaders } from './headers.ts';
import type { SendMail } from './mail/mail.ts';
import type { Log } from './operate/log.ts';
import type { Metrics } from './operate/metrics.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { accountRoutes } from './routes/account.ts';
import { articleRoutes } from './routes/articles.ts';
import { caseRoutes } from './routes/cases.ts';
import { contestRoutes } from './routes/contests.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { demoPartnerRoutes } from './routes/demo-partner.ts';
import { docsRoutes } from './routes/docs.ts';
import { answerError } from './routes/errors.ts';
import { gameRoutes } from './routes/games.ts';
import { inviteRoutes } from './routes/invite.ts';
import { lostFactorRoutes } from './routes/lost-factor.ts';
import { messageRoutes } from './routes/messages.ts';
import { observe } from './routes/observe.ts';
import { offerRoutes } from './routes/offers.ts';
import { operateRoutes } from './routes/operate.ts';
import { operatorRoutes } from './routes/operator.ts';
import { operatorContestRoutes } from './routes/operator-contests.ts';
import { operatorOpinionRoutes } from './routes/operator-opinions.ts';
import { operatorOrderRoutes } from './routes/operator-orders.ts';
import { operatorPartnerRoutes } from './routes/operator-partners.ts';
import { operatorReviewRoutes } from './routes/operator-reviews.ts';
import { operatorSupportRoutes } from './routes/operator-support.ts';
import { operatorUserRoutes } from './routes/operator-users.ts';
import { opinionRoutes } from './routes/opinions.ts';
import { orderRoutes } from './routes/orders.ts';
import { postbackRoutes } from './routes/postback.ts';
import { profileRoutes } from './routes/profiles.ts';
import { providerRoutes } from './routes/providers.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { rewardRoutes } from './routes/rewards.ts';
import type { ApiEnv } from './routes/route.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { secondFactorDoor } from './routes/second-factor-door.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { socialRoutes } from './routes/social.ts';
import { standingRoutes } from './routes/standing.ts';
import { submissionRoutes } from './routes/submissions.ts';

export interface AppParts {
  db: Database;
  /** The rewards' texts, from the catalogue's files. */
  texts: Texts;
  /** Opens and seals what is encrypted at rest. */
  vault: Vault;
  clock: Clock;
  captcha: Captcha;
  /** The one that operators meet, who log in from a command line too. */
  operatorCaptcha: Captcha;
  /** The other ways of signing in, where they are configured. */
  providers: Providers;
  sendMail: SendMail;
  background: Background;
  broadcast: Broadcaster;
  /** Signs the right to listen to a private channel. */
  realtimeKeys: { key: string; secret: string };
  /** A session that wasn't used for so long has ended. */
  sessionRestDays: number;
  /** Whether players must have a second factor (routes/second-factor-door.ts). */
  secondFactor: 'optional' | 'required';
  rateLimit: boolean;
  /** How many proxies of ours a request comes through. */
  trustedProxies: number;
  /** Up to so many points one operator adjusts alone. */
  adjustAlone: number;
  /** The one origin whose pages may make players' calls, and where links in mails lead. */
  siteUrl: string;
  /** The one origin whose pages may make operators' calls. */
  operatorUrl: string;
  /** Where browsers find this app. */
  publicApiUrl: string;
  log: Log;
  /** Where each call is logged, if it is. */
  logCall?: Log;
  /** Where what concerns safety is logged: sign-ins, refusals, limits (routes/security-log.ts). */
  logSecurity?: Log;
  metrics?: Metrics;
  /** What opens /metrics; without it there is none. */
  metricsToken?: string;
  /** Whether the process was told to end. */
  isStopping?: () => boolean;
}

/** The largest body of a call: a round of 20,000 moves has some 250 kB. */
const MAX_BODY = 512 * 1024;

export function createApp(parts: AppParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => answerError(c, error, parts.log));
  app.notFound((c) => answerError(c, new Refusal('not_found'), parts.log));
  app.use((c, next) => {
    c.set('parts', parts);
    return next();
  });
  app.use(observe, securityHeaders, allowOrigin(parts), limitBody(MAX_BODY), secondFactorDoor);

  operateRoutes(app);
  signInRoutes(app);
  providerRoutes(app);
  accountRoutes(app);
  settingsRoutes(app);
  secondFactorRoutes(app);
  lostFactorRoutes(app);
  profileRoutes(app);
  rewardRoutes(app, parts);
  orderRoutes(app);
  gameRoutes(app);
  dashboardRoutes(app);
  standingRoutes(app);
  opinionRoutes(app);
  articleRoutes(app, parts);
  contestRoutes(app);
  caseRoutes(app);
  inviteRoutes(app);
  socialRoutes(app);
  submissionRoutes(app);
  offerRoutes(app);
  postbackRoutes(app);
  messageRoutes(app);
  operatorRoutes(app);
  operatorOrderRoutes(app);
  operatorReviewRoutes(app);
  operatorOpinionRoutes(app);
  operatorUserRoutes(app);
  operatorSupportRoutes(app);
  operatorPartnerRoutes(app);
  operatorContestRoutes(app);
  realtimeRoutes(app);
  docsRoutes(app);
  demoPartnerRoutes(app, parts.siteUrl);
  return app;
}
