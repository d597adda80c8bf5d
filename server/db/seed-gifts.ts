/** What the demo account has besides its rounds. All of it says that it is a sample. */
import { routes } from '../../src/lib/routing/routes.ts';
import { credit } from '../features/ledger/ledger.ts';
import { answerThread } from '../features/messages/support.ts';
import { notify } from '../features/notifications/notifications.ts';
import { DAY, earlier, HOUR, later, MINUTE } from '../platform/time.ts';
import type { Transaction } from './database.ts';
import { messages, threads } from './schema.ts';

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
  { daysAgo: 0, give: addMessages },
];

/** Adds a thread of `userId` with an answer, and a notification that is already read. */
async function addMessages(tx: Transaction, userId: number, now: Date): Promise<void> {
  const asked = earlier(now, 90 * MINUTE);
  await notify(tx, userId, {
    kind: 'order',
    key: 'demo:welcome',
    title: 'Sample notification: 6,000 points to try things with',
    body: 'They are sample data of the demo account, and so is this notification. Notifications about your orders look like it.',
    href: routes.userRewards.pattern,
    seen: true,
    now: asked,
  });
  const [thread] = await tx
    .insert(threads)
    .values({
      userId,
      topic: 'points',
      subject: 'Sample: when do pending points arrive?',
      createdAt: asked,
      updatedAt: asked,
    })
    .returning();
  if (!thread) throw new Error('the sample thread was not made');
  const [question] = await tx
    .insert(messages)
    .values({
      threadId: thread.id,
      sender: 'user',
      writtenBy: userId,
      body: 'I reached level 10 for an offer, and the points are pending. When can I spend them?',
      key: 'demo:question',
      createdAt: asked,
    })
    .returning();
  await answerThread(tx, {
    operatorId: null,
    threadId: thread.id,
    body: 'This is a sample answer. Partners ask us to hold points for a while, because they may reverse them. Your points history shows the day they unlock.',
    readUpTo: question?.id ?? 0,
    key: 'demo:answer',
    now: later(asked, HOUR),
  });
}
