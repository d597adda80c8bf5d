/**
 * Matches between accounts that are found and settled at the same moment.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountMatches, users } from '../../../server/db/schema.ts';
import { setReview, settleMatches } from '../../../server/features/fraud/signals.ts';
import { testApi } from '../../support/api.ts';
import { untilWaiting } from '../../support/locks.ts';

test('a match found while an operator settles the others still holds the account’s orders', async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const [one, two, three] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
  const match = (otherId: number, reason: 'device' | 'address') => ({
    ...{ userId: one.id, otherId, reason, foundAt: api.now },
  });
  const { id: operatorId } = await api.addOperator();
  await drizzle.insert(accountMatches).values(match(two.id, 'address'));
  await setReview(drizzle, one.id);
  const { settling } = await drizzle.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, one.id)).for('no key update');
    const settling = drizzle.transaction((other) =>
      settleMatches(other, { operatorId, userId: one.id, matchedUpTo: 999_999, now: api.now }),
    );
    await untilWaiting(api.db, 1);
    await tx.insert(accountMatches).values(match(three.id, 'device'));
    await setReview(tx, one.id);
    return { settling };
  });
  await settling;
  const [found] = await drizzle.select().from(users).where(eq(users.id, one.id));
  expect(found?.reviewFor).toBe('device');
});
