/**
 * What is written about an account while it is erased.
 * @module-tag postgres
 */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountSignals, notifications, users } from '../../../server/db/schema.ts';
import { noteSignal } from '../../../server/features/fraud/signals.ts';
import { notify } from '../../../server/features/notifications/notifications.ts';
import { testApi } from '../../support/api.ts';
import { eraseDue } from '../../support/erase.ts';
import { untilWaiting } from '../../support/locks.ts';
import { HOUR, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

test('is deleted by the next run of the job', async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const { id: userId } = await api.addPlayer();
  const rows = async () => [
    await drizzle.$count(notifications, eq(notifications.userId, userId)),
    await drizzle.$count(accountSignals, eq(accountSignals.userId, userId)),
  ];
  await drizzle.update(users).set({ deletionDueAt: api.now }).where(eq(users.id, userId));
  const { written } = await drizzle.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE notifications, account_signals IN SHARE MODE`);
    const written = Promise.all([
      notify(drizzle, userId, { kind: 'message', key: 'a job', title: 'Your week', now: api.now }),
      noteSignal(api.db, testVault, { userId, kind: 'device', value: 'a phone', now: api.now }),
    ]);
    await untilWaiting(api.db, 2);
    // What the erasure does to the account's row; its own deletions would find nothing yet.
    await tx.update(users).set({ deletionDueAt: null, erasedAt: api.now }).where(eq(users.id, userId));
    return { written };
  });
  await written;
  expect(await rows()).toEqual([1, 1]);
  pass(api, HOUR);
  await eraseDue(api);
  expect(await rows()).toEqual([0, 0]);
});
