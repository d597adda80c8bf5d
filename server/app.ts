/** The API as one Hono app. Everything it needs is handed in, so that tests run it in memory. */
import { Hono } from 'hono';
import type { Background } from './background.ts';
import type { PlayBudget } from './config-play.ts';
import type { TrustSettings } from './config-trust.ts';
import type { Database } from './db/database.ts';
import type { Captcha } from './domain/captcha.ts';
import type { Clock } from './domain/clock.ts';
import type { Providers } from './domain/providers.ts';
import { createReadiness, type Readiness } from './domain/readiness.ts';
import { Refusal } from './domain/refusal.ts';
import type { Texts } from './domain/rewards.ts';
import type { Vault } from './domain/vault.ts';
import { allowOrigin, limitBody, securityHeaders } from './headers.ts';
import type { SendMail } from './mail/mail.ts';
import type { Log } from './operate/log.ts';
import type { Metrics } from './operate/metrics.ts';
import { createRowFaults, type TellRowFault } from './operate/row-faults.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { accountRoutes } from './routes/account.ts';
import { articleRoutes } from './routes/articles.ts';
import { caseRoutes } from './routes/cases.ts';
import { confirmationRoutes } from './routes/confirmation.ts';
import { contestRoutes } from './routes/contests.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { demoPartnerRoutes } from './routes/demo-partner.ts';
import { docsRoutes } from './routes/docs.ts';
import { answerError } from './routes/errors.ts';
import { gameRoutes } from './routes/games.ts';
import { type Gates, queueCalls } from './routes/gates.ts';
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
import { operatorRewardRoutes } from './routes/operator-rewards.ts';
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
  /** Up to so many points an operator pays alone within 24 hours. */
  adjustAlone: number;
  /** Whether the demo partner's game has a page here: never in production. */
  demoPartner: boolean;
  /** What our own games may pay. */
  playBudget: PlayBudget;
  /** How many accounts a network may make. */
  trust: Pick<TrustSettings, 'joins'>;
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
  /** How many calls are let in at once, where it isn't as in routes/gates.ts. */
  gates?: Partial<Gates>;
  /** Whether the process was told to end. */
  isStopping?: () => boolean;
}

/** What calls are handed: the app's parts, and what it made of them. */
export interface CallParts extends AppParts {
  readonly readiness: Readiness;
  readonly tellRowFault: TellRowFault;
}

/** The largest body of a call: a round of 12,000 moves has some 150 kB. */
const MAX_BODY = 512 * 1024;

export function createApp(given: AppParts): Hono<ApiEnv> {
  const parts: CallParts = {
    ...given,
    readiness: createReadiness(given.db, given.clock, given.log),
    tellRowFault: createRowFaults(given),
  };
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => answerError(c, error, parts.log));
  app.notFound((c) => answerError(c, new Refusal('not_found'), parts.log));
  app.use((c, next) => {
    c.set('parts', parts);
    return next();
  });
  app.use(
    observe,
    securityHeaders,
    allowOrigin(parts),
    queueCalls(parts.gates),
    limitBody(MAX_BODY),
    secondFactorDoor,
  );

  operateRoutes(app);
  signInRoutes(app);
  providerRoutes(app);
  accountRoutes(app);
  settingsRoutes(app);
  confirmationRoutes(app);
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
  operatorRewardRoutes(app);
  operatorReviewRoutes(app);
  operatorOpinionRoutes(app);
  operatorUserRoutes(app);
  operatorSupportRoutes(app);
  operatorPartnerRoutes(app);
  operatorContestRoutes(app);
  realtimeRoutes(app);
  docsRoutes(app, parts.publicApiUrl);
  if (parts.demoPartner) demoPartnerRoutes(app, parts.siteUrl);
  return app;
}
