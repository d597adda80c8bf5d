/**
 * Locks are always taken in one order: the account's row, its balance, then other rows of its owner.
 * @module-tag postgres
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Transaction } from '../../../server/db/database.ts';
import { identities, socialProofs, submissions, tokens, users } from '../../../server/db/schema.ts';
import { beginAttempt, sealIdentity, signInByToken } from '../../../server/features/auth/identities.ts';
import { suspendUser } from '../../../server/features/fraud/suspension.ts';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { notify } from '../../../server/features/notifications/notifications.ts';
import { setLeaderboard } from '../../../server/features/progress/leaderboard.ts';
import { confirmProof, submitProof } from '../../../server/features/social/social.ts';
import { acceptSubmission } from '../../../server/features/submissions/decisions.ts';
import { testApi } from '../../support/api.ts';
import { eraseDue } from '../../support/erase.ts';
import { untilWaiting } from '../../support/locks.ts';
import { addOperator } from '../../support/operator.ts';
import { testVault } from '../../support/vault.ts';

const PROOF = 'https://x.com/somebody/status/1234567890';

/** A player with a waiting proof and article, and an operator. */
async function scene() {
  const api = await testApi();
  const { drizzle } = api.db;
  const { id: userId } = await api.addPlayer();
  const { id: operatorId } = await addOperator(api.db, api.now);
  await submitProof(api.db, testVault, { taskId: 1, userId, proof: PROOF, now: api.now });
  await drizzle.insert(submissions).values({
    key: crypto.randomUUID(),
    userId,
    state: 'submitted',
    title: 'Keep the largest tile in a corner',
    summary: 'Where it belongs, and why.',
    type: 'guide',
    body: 'Move along two edges.',
    points: 300,
    submittedAt: api.now,
  });
  const act = { operatorId, reason: 'Looks right to me.', now: api.now, alone: 5000 };
  const lock = (rows: SQL) => async (tx: Transaction) => void (await tx.execute(rows));
  const found = (tx: Transaction) =>
    notify(tx, userId, { kind: 'quest', key: 'quest:1', title: 'A quest', now: api.now });
  return {
    api,
    userId,
    /** An action, and what the holder of the balance does next, like a round, an order or an erasure. */
    acts: {
      suspend: { run: () => suspendUser(api.db, { ...act, userId }), next: found },
      erase: {
        run: async () => {
          await drizzle.update(users).set({ deletionDueAt: api.now }).where(eq(users.id, userId));
          await eraseDue(api);
        },
        next: found,
      },
      'confirm a proof': {
        run: () =>
          drizzle.transaction((tx) =>
            confirmProof(tx, { ...act, proofId: 1, proof: PROOF, vault: testVault }),
          ),
        next: lock(sql`SELECT 1 FROM ${socialProofs} WHERE ${socialProofs.userId} = ${userId} FOR UPDATE`),
      },
      'accept an article': {
        run: () => drizzle.transaction((tx) => acceptSubmission(tx, { ...act, submissionId: 1, version: 1 })),
        next: lock(sql`SELECT 1 FROM ${submissions} WHERE ${submissions.userId} = ${userId} FOR UPDATE`),
      },
    },
  };
}

test.for(['suspend', 'erase', 'confirm a proof', 'accept an article'] as const)(
  'to %s waits for the holder of the balance, and doesn’t block it',
  async (name) => {
    const { api, userId, acts } = await scene();
    const { run, next } = acts[name];
    const { drizzle } = api.db;
    const { running } = await drizzle.transaction(async (tx) => {
      await lockBalance(tx, userId);
      const running = Promise.allSettled([run()]);
      await untilWaiting(api.db, 1);
      await next(tx);
      return { running };
    });
    expect(await running).toMatchObject([{ status: 'fulfilled' }]);
  },
);

test.for(['suspend', 'erase'] as const)('to %s and to leave the leaderboard never deadlock', async (name) => {
  const { api, userId, acts } = await scene();
  const { ended } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, userId);
    const left = setLeaderboard(api.db, userId, 'left');
    await untilWaiting(api.db, 1);
    const ended = Promise.allSettled([left, acts[name].run()]);
    await untilWaiting(api.db, 2);
    return { ended };
  });
  expect(await ended).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});

test.for(['by an identity that is known', 'by the address alone'] as const)(
  'signing in %s while the deletion runs makes a new account',
  async (way) => {
    const { api, userId, acts } = await scene();
    const { drizzle } = api.db;
    const [mira] = await drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const who = { provider: 'google', subject: '4711' } as const;
    const dates = { createdAt: api.now, lastUsedAt: api.now };
    if (way !== 'by the address alone') await drizzle.insert(identities).values({ ...who, userId, ...dates });
    await beginAttempt(drizzle, { provider: 'google', state: 'a state', reflink: null, now: api.now });
    const identity = { subject: who.subject, email: mira?.email ?? null, hostsEmail: true };
    const token = sealIdentity(testVault, who.provider, 'a state', identity);
    const parts = { vault: testVault, rateLimit: false };
    const enter = () =>
      signInByToken(api.db, who.provider, token, {
        device: 'a test',
        code: undefined,
        parts,
        place: null,
        from: async () => 'a test',
        now: api.now,
      });
    const { erased, entered } = await drizzle.transaction(async (tx) => {
      await lockBalance(tx, userId);
      const erased = Promise.allSettled([acts.erase.run()]);
      await untilWaiting(api.db, 1);
      const entered = Promise.allSettled([enter()]);
      await untilWaiting(api.db, 2);
      return { erased, entered };
    });
    expect(await erased).toMatchObject([{ status: 'fulfilled' }]);
    const [signedIn] = await entered;
    expect(signedIn).toMatchObject({ status: 'fulfilled', value: { userId: expect.any(Number) } });
    const [old] = await drizzle.select().from(users).where(eq(users.id, userId));
    expect(old?.erasedAt).toEqual(api.now);
    const owners = await drizzle.select({ userId: identities.userId }).from(identities);
    expect(owners).toEqual([{ userId: expect.any(Number) }]);
    expect(owners).not.toEqual([{ userId }]);
    expect(await drizzle.$count(tokens, eq(tokens.userId, userId)), 'it has no session').toBe(0);
  },
);
