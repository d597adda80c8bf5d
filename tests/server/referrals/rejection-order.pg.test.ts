/**
 * A referral that is rejected while it is being paid.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { referrals, users } from '../../../server/db/schema.ts';
import {
  payReferrals,
  recordReferral,
  refuseReferral,
} from '../../../server/features/referrals/referrals.ts';
import { testApi } from '../../support/api.ts';
import { untilWaiting } from '../../support/locks.ts';
import { give } from '../../support/points.ts';
import { DAY, pass } from '../../support/time.ts';

test('a payment waits for the operator who is rejecting the friend, and pays nothing', async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const [inviter, friend] = [await api.addPlayer(), await api.addPlayer()];
  const operator = await api.addOperator();
  await recordReferral(drizzle, { inviterId: inviter.id, friendId: friend.id, now: api.now });
  await drizzle.update(users).set({ invitedBy: inviter.id }).where(eq(users.id, friend.id));
  await give(api, friend.id, 100, { key: `quest:1:${friend.id}:1`, title: 'Merge: a quest' });
  pass(api, DAY);
  const { paying } = await drizzle.transaction(async (tx) => {
    const reason = 'Both play from one phone.';
    await refuseReferral(tx, { friendId: friend.id, operatorId: operator.id, reason, now: api.now });
    const paying = Promise.allSettled([payReferrals(api.db, api.now)]);
    await untilWaiting(api.db, 1);
    return { paying };
  });
  expect(await paying).toEqual([{ status: 'fulfilled', value: [] }]);
  expect(await drizzle.select({ earned: referrals.earned }).from(referrals)).toEqual([{ earned: 0 }]);
});
