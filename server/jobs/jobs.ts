/** The recurring jobs and how often they run (jobs/lease.ts runs each once for all processes). */

import type { NotificationKind } from '../../src/lib/contract/notifications/notification-kinds.ts';
import type { Database } from '../db/database.ts';
import { countPopularity } from '../db/seed.ts';
import { keepTournaments } from '../features/arcade/tournaments.ts';
import { deleteOldRecoveries } from '../features/auth/factor-recovery.ts';
import { countDeliveryTimes } from '../features/catalogue/delivery-times.ts';
import { keepContests } from '../features/draws/contest-draws.ts';
import { matchReturned } from '../features/fraud/deleted-accounts.ts';
import { releaseHolds } from '../features/ledger/holds.ts';
import { mailNotifications } from '../features/notifications/notification-mails.ts';
import { pushNotifications } from '../features/notifications/push.ts';
import { countPayouts } from '../features/offers/payouts.ts';
import { writeDigests } from '../features/progress/digest.ts';
import { forgetOldScores } from '../features/progress/leaderboard.ts';
import { dropExpiringCodes } from '../features/redemption/code-stock.ts';
import { releaseFirstOrders } from '../features/redemption/first-orders.ts';
import { cancelLateOrders } from '../features/redemption/late-orders.ts';
import { deliverReleased } from '../features/redemption/order-reviews.ts';
import { askForReviews } from '../features/redemption/review-requests.ts';
import { payReferrals } from '../features/referrals/referrals.ts';
import { eraseDueAccounts } from '../features/settings/erasure.ts';
import type { SendMail } from '../mail/mail.ts';
import type { Log } from '../observability/log.ts';
import { systemClock } from '../platform/clock.ts';
import { errorText } from '../platform/error-text.ts';
import type { PushSender } from '../platform/push-sender.ts';
import { HOUR, MINUTE } from '../platform/time.ts';
import { type Job, runJobs } from './lease.ts';
import { forgetOld } from './retention.ts';

/** How often to check whether a job is due. */
const JOBS_MS = 60_000;

interface Parts {
  readonly db: Database;
  readonly sendMail: SendMail;
  readonly unsubscribeUrl: (userId: number, kind: NotificationKind) => string;
  /** Null if push is off. */
  readonly push: (PushSender & { readonly idleDays: number }) | null;
  readonly log: Log;
}

export function jobsOf({ db, sendMail, unsubscribeUrl, push, log }: Parts): Job[] {
  return [
    { name: 'contests', every: MINUTE, run: (now) => keepContests(db, now) },
    { name: 'tournaments', every: MINUTE, run: (now) => keepTournaments(db, now) },
    { name: 'released orders', every: 10 * MINUTE, run: (now) => deliverReleased(db, now) },
    { name: 'returned players', every: 10 * MINUTE, run: (now) => matchReturned(db, now) },
    { name: 'first orders', every: 10 * MINUTE, run: (now) => releaseFirstOrders(db, now) },
    { name: 'late orders', every: HOUR, run: (now) => cancelLateOrders(db, now) },
    { name: 'referrals', every: HOUR, run: (now) => payReferrals(db, now) },
    { name: 'holds', every: MINUTE, run: (now) => releaseHolds(db, now) },
    {
      name: 'mail notifications',
      every: MINUTE,
      run: () => mailNotifications(db, { send: sendMail, unsubscribeUrl, clock: systemClock, log }),
    },
    ...(push
      ? [
          {
            name: 'push notifications',
            every: MINUTE,
            run: () => pushNotifications(db, { ...push, clock: systemClock, log }),
          },
        ]
      : []),
    { name: 'weekly digest', every: MINUTE, run: (now) => writeDigests(db, now) },
    { name: 'review requests', every: HOUR, run: (now) => askForReviews(db, now) },
    { name: 'payouts', every: 10 * MINUTE, run: (now) => countPayouts(db, now) },
    { name: 'popularity', every: 10 * MINUTE, run: () => countPopularity(db) },
    { name: 'delivery times', every: 10 * MINUTE, run: (now) => countDeliveryTimes(db, now) },
    { name: 'expiring codes', every: HOUR, run: (now) => dropExpiringCodes(db, now) },
    { name: 'old scores', every: HOUR, run: (now) => forgetOldScores(db, now) },
    { name: 'erase accounts', every: HOUR, run: (now) => eraseDueAccounts(db, now, log) },
    { name: 'lost factors', every: HOUR, run: (now) => deleteOldRecoveries(db, now) },
    { name: 'forget', every: HOUR, run: (now) => forgetOld(db, now) },
  ];
}

/**
 * Runs due jobs from time to time. `failed` gets the name of each job that fails. Returns a function that stops this, after the
 * current run is finished.
 */
export function startJobs(
  db: Database,
  jobs: readonly Job[],
  log: Log,
  failed?: (name: string) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  let busy = false;
  const run = async () => {
    busy = true;
    try {
      await runJobs(db, jobs, systemClock, log, failed);
    } catch (error) {
      log(`the jobs couldn’t run: ${errorText(error)}`);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => {
    if (!busy) running = run();
  }, JOBS_MS);
  running = run();
  return () => {
    clearInterval(timer);
    return running;
  };
}
