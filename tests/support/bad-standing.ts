/** Reasons that keep orders from being sent automatically: how each begins and ends. */
import { and, desc, eq } from 'drizzle-orm';
import { ledger, users } from '../../server/db/schema.ts';
import { reverse } from '../../server/features/ledger/ledger.ts';
import type { Player, TestApi } from './api.ts';
import { give } from './points.ts';

type Change = (api: TestApi, player: Player) => Promise<unknown>;

const suspended =
  (suspendedFor: string | null): Change =>
  ({ db, now }, { id }) =>
    db.drizzle
      .update(users)
      .set({ suspendedAt: suspendedFor === null ? null : now, suspendedFor })
      .where(eq(users.id, id));

/** The points that paid for an order are reversed. */
const owes: Change = async ({ db, now }, { id: userId }) => {
  const [paid] = await db.drizzle
    .select()
    .from(ledger)
    .where(and(eq(ledger.userId, userId), eq(ledger.reason, 'credit')))
    .orderBy(desc(ledger.points));
  return db.drizzle.transaction((tx) => reverse(tx, paid?.id ?? 0, 'A refund.', now));
};

export const badStanding: Readonly<Record<string, readonly [begin: Change, end: Change]>> = {
  'is suspended': [suspended('Two accounts of one person.'), suspended(null)],
  'owes points': [owes, (api, { id }) => give(api, id, 10_000)],
};
