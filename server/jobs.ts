/** What has to happen without anybody asking for it, and how often (domain/jobs.ts: each once for all processes). */
import type { Database } from './db/database.ts';
import { countPopularity } from './db/seed.ts';
import { dropExpiringCodes } from './domain/code-stock.ts';
import { countDeliveryTimes } from './domain/delivery-times.ts';
import { eraseDueAccounts } from './domain/erasure.ts';
import { releaseHolds } from './domain/holds.ts';
import type { Job } from './domain/jobs.ts';
import { forgetOldScores } from './domain/leaderboard.ts';
import { forgetLosses } from './domain/lost-factor.ts';
import { mailNotices } from './domain/notices.ts';
import { countPayouts } from './domain/payouts.ts';
import { payReferrals } from './domain/referrals.ts';
import { forgetOld } from './domain/retention.ts';
import { deliverReleased } from './domain/reviews.ts';
import type { SendMail } from './mail/mail.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { drawDue } from './routes/contests.ts';

const MINUTE = 60;
const HOUR = 3600;

interface Parts {
  readonly db: Database;
  readonly broadcast: Broadcaster;
  readonly sendMail: SendMail;
  readonly siteUrl: string;
}

export function jobsOf({ db, broadcast, sendMail, siteUrl }: Parts): Job[] {
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
        await mailNotices(db, sendMail, siteUrl);
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
    { name: 'erase accounts', every: HOUR, run: (now) => eraseDueAccounts(db, now) },
    { name: 'lost factors', every: HOUR, run: (now) => forgetLosses(db, now) },
    { name: 'forget', every: HOUR, run: (now) => forgetOld(db, now) },
  ];
}
