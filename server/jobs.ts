/** What has to happen without anybody asking for it, and how often (domain/jobs.ts: each once for all processes). */

import type { Database } from './db/database.ts';
import { countPopularity } from './db/seed.ts';
import { systemClock } from './domain/clock.ts';
import { dropExpiringCodes } from './domain/code-stock.ts';
import { countDeliveryTimes } from './domain/delivery-times.ts';
import { eraseDueAccounts } from './domain/erasure.ts';
import { releaseFirstOrders } from './domain/first-orders.ts';
import { releaseHolds } from './domain/holds.ts';
import { type Job, runJobs } from './domain/jobs.ts';
import { forgetOldScores } from './domain/leaderboard.ts';
import { forgetLosses } from './domain/lost-factor.ts';
import { mailNotices } from './domain/notices.ts';
import { countPayouts } from './domain/payouts.ts';
import { payReferrals } from './domain/referrals.ts';
import { forgetOld } from './domain/retention.ts';
import { deliverReleased } from './domain/reviews.ts';
import { errorText } from './error-text.ts';
import type { SendMail } from './mail/mail.ts';
import type { Log } from './operate/log.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { drawDue } from './routes/contests.ts';

const MINUTE = 60;
const HOUR = 3600;

/** How often to look whether something is due. */
const JOBS_MS = 60_000;

interface Parts {
  readonly db: Database;
  readonly broadcast: Broadcaster;
  readonly sendMail: SendMail;
  readonly siteUrl: string;
  readonly log: Log;
}

export function jobsOf({ db, broadcast, sendMail, siteUrl, log }: Parts): Job[] {
  return [
    {
      name: 'contests',
      every: MINUTE,
      run: (now) => drawDue({ db, broadcast }, now),
    },
    {
      name: 'released orders',
      every: 10 * MINUTE,
      async run(now) {
        for (const { userId, orderId } of await deliverReleased(db, now)) {
          broadcast.publish({ kind: 'balance', userId });
          broadcast.publish({ kind: 'order', userId, orderId });
        }
      },
    },
    {
      name: 'first orders',
      every: 10 * MINUTE,
      async run(now) {
        for (const { userId, orderId } of await releaseFirstOrders(db, now)) {
          broadcast.publish({ kind: 'balance', userId });
          broadcast.publish({ kind: 'order', userId, orderId });
        }
      },
    },
    {
      name: 'referrals',
      every: HOUR,
      async run(now) {
        for (const userId of await payReferrals(db, now)) broadcast.publish({ kind: 'balance', userId });
      },
    },
    {
      name: 'holds',
      every: MINUTE,
      async run(now) {
        for (const userId of await releaseHolds(db, now)) broadcast.publish({ kind: 'balance', userId });
      },
    },
    {
      name: 'mail notices',
      every: MINUTE,
      async run() {
        await mailNotices(db, { send: sendMail, siteUrl, clock: systemClock, log });
      },
    },
    { name: 'payouts', every: 10 * MINUTE, run: (now) => countPayouts(db, now) },
    { name: 'popularity', every: 10 * MINUTE, run: () => countPopularity(db) },
    { name: 'delivery times', every: 10 * MINUTE, run: (now) => countDeliveryTimes(db, now) },
    {
      name: 'expiring codes',
      every: HOUR,
      async run(now) {
        await dropExpiringCodes(db, now);
      },
    },
    { name: 'old scores', every: HOUR, run: (now) => forgetOldScores(db, now) },
    { name: 'erase accounts', every: HOUR, run: (now) => eraseDueAccounts(db, now, log) },
    { name: 'lost factors', every: HOUR, run: (now) => forgetLosses(db, now) },
    { name: 'forget', every: HOUR, run: (now) => forgetOld(db, now) },
  ];
}

/** Runs what is due now and then; what it answers ends that, once a run that is under way is over. */
export function startJobs(db: Database, jobs: readonly Job[], log: Log): () => Promise<void> {
  let running = Promise.resolve();
  let busy = false;
  const run = async () => {
    busy = true;
    try {
      await runJobs(db, jobs, systemClock(), log);
    } catch (error) {
      log(`the jobs could not be run: ${errorText(error)}`);
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
