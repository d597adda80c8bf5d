/** What the demo account has besides its rounds. All of it says that it is a sample. */
import { credit } from '../features/ledger/ledger.ts';
import { DAY, later } from '../platform/time.ts';
import type { Transaction } from './database.ts';
import { seedMessages } from './seed-messages.ts';

interface Gift {
  /** How long ago the demo account got it, if it has a history. */
  readonly daysAgo: number;
  readonly give: (tx: Transaction, userId: number, at: Date) => Promise<unknown>;
}

/** Oldest first. */
export const demoGifts: readonly Gift[] = [
  {
    daysAgo: 12,
    give: (tx, userId, at) =>
      credit(tx, {
        key: `demo:${userId}`,
        userId,
        points: 6000,
        title: 'Welcome gift of the demo',
        detail: 'sample data, so that there is something to redeem',
        quiet: true,
        at,
      }),
  },
  {
    daysAgo: 2,
    give: (tx, userId, at) =>
      credit(tx, {
        key: `demo-pending:${userId}`,
        userId,
        points: 1200,
        title: 'Demo partner: reached level 10',
        detail: "sample data, held for 7 days by the demo partner's terms",
        releasesAt: later(at, 7 * DAY),
        at,
      }),
  },
  { daysAgo: 0, give: (tx, userId, now) => seedMessages(tx, { userId, now }) },
];
