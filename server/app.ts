/** The API as one Hono app. Everything it needs is passed in, so tests run it in memory. */
import { Hono } from 'hono';
import { accountRoutes } from './features/account/routes.ts';
import { arcadeRoutes } from './features/arcade/routes.ts';
import { articleRoutes } from './features/articles/routes.ts';
import { confirmationRoutes } from './features/auth/confirmation-routes.ts';
import { factorRecoveryRoutes } from './features/auth/factor-recovery-routes.ts';
import { passkeyRoutes } from './features/auth/passkey-routes.ts';
import { providerRoutes } from './features/auth/provider-routes.ts';
import { requireSecondFactor } from './features/auth/require-second-factor.ts';
import { signInRoutes } from './features/auth/routes.ts';
import { secondFactorRoutes } from './features/auth/second-factor-routes.ts';
import { operatorRewardRoutes } from './features/catalogue/admin-routes.ts';
import { gameRoutes } from './features/catalogue/game-routes.ts';
import { rewardRoutes } from './features/catalogue/reward-routes.ts';
import { createRewardReader } from './features/catalogue/rewards.ts';
import { operatorContestRoutes } from './features/draws/admin-routes.ts';
import { caseRoutes } from './features/draws/case-routes.ts';
import { contestRoutes } from './features/draws/contest-routes.ts';
import { rejectActOfSuspended } from './features/fraud/reject-suspended.ts';
import { operatorSupportRoutes } from './features/messages/admin-routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { operatorPartnerRoutes } from './features/offers/admin-routes.ts';
import { demoPartnerRoutes } from './features/offers/demo-partner-routes.ts';
import { postbackRoutes } from './features/offers/postback-routes.ts';
import { offerRoutes } from './features/offers/routes.ts';
import { operatorRoutes } from './features/operators/routes.ts';
import { operatorUserRoutes } from './features/operators/user-routes.ts';
import { operatorOpinionRoutes } from './features/opinions/admin-routes.ts';
import { opinionRoutes } from './features/opinions/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { dashboardRoutes } from './features/progress/dashboard-routes.ts';
import { progressRoutes } from './features/progress/routes.ts';
import { operatorOrderRoutes } from './features/redemption/admin-routes.ts';
import { buyRoutes } from './features/redemption/buy-routes.ts';
import { orderRoutes } from './features/redemption/routes.ts';
import { inviteRoutes } from './features/referrals/routes.ts';
import { operatorReviewRoutes } from './features/reviews/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { socialRoutes } from './features/social/routes.ts';
import { submissionRoutes } from './features/submissions/routes.ts';
import { queueCalls } from './http/admission.ts';
import type { ApiEnv, AppDeps, CallDeps } from './http/app-deps.ts';
import { docsRoutes } from './http/docs.ts';
import { answerError } from './http/errors.ts';
import { allowOrigin, limitBody, securityHeaders } from './http/headers.ts';
import { healthRoutes } from './http/health.ts';
import { observe } from './http/observe.ts';
import { createRowFaults } from './observability/row-faults.ts';
import { DomainError } from './platform/domain-error.ts';
import { createReadiness } from './platform/readiness.ts';
import { realtimeRoutes } from './realtime/routes.ts';

/** The largest request body in bytes. A round of 12,000 moves has about 150 kB. */
const MAX_BODY = 512 * 1024;

export function createApp(given: AppDeps): Hono<ApiEnv> {
  const parts: CallDeps = {
    ...given,
    readiness: createReadiness(given.db, given.clock, given.log),
    reportRowFault: createRowFaults(given),
    admitAct: rejectActOfSuspended,
  };
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => answerError(c, error, parts.log));
  app.notFound((c) => answerError(c, new DomainError('not_found'), parts.log));
  app.use((c, next) => {
    c.set('parts', parts);
    return next();
  });
  app.use(
    observe,
    securityHeaders,
    allowOrigin(parts),
    limitBody(MAX_BODY),
    queueCalls(parts.gates),
    requireSecondFactor,
  );

  healthRoutes(app);
  signInRoutes(app);
  providerRoutes(app);
  accountRoutes(app);
  settingsRoutes(app);
  confirmationRoutes(app);
  secondFactorRoutes(app);
  passkeyRoutes(app);
  factorRecoveryRoutes(app);
  profileRoutes(app);
  const rewards = createRewardReader(parts.db, parts.texts);
  rewardRoutes(app, rewards);
  buyRoutes(app, parts, rewards);
  orderRoutes(app);
  gameRoutes(app);
  arcadeRoutes(app);
  dashboardRoutes(app);
  progressRoutes(app);
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
  notificationRoutes(app);
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
