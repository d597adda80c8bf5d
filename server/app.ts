/** The API as one Hono app. Everything it needs is handed in, so that tests run it in memory. */
import { Hono } from 'hono';
import type { ApiEnv, AppParts, CallParts } from './app-parts.ts';
import { createReadiness } from './domain/readiness.ts';
import { Refusal } from './domain/refusal.ts';
import { allowOrigin, limitBody, securityHeaders } from './headers.ts';
import { createRowFaults } from './operate/row-faults.ts';
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
import { queueCalls } from './routes/gates.ts';
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
import { secondFactorRoutes } from './routes/second-factor.ts';
import { secondFactorDoor } from './routes/second-factor-door.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { socialRoutes } from './routes/social.ts';
import { standingRoutes } from './routes/standing.ts';
import { submissionRoutes } from './routes/submissions.ts';

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
