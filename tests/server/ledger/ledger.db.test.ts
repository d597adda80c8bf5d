import { globSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../server/db/database.ts';
import { ledger } from '../../../server/db/schema.ts';
import { liftSuspension, suspendUser } from '../../../server/features/fraud/suspension.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { confirm, credit, reverse } from '../../../server/features/ledger/ledger.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { asOwner } from '../../support/database.ts';

const inOne = <T>(api: TestApi, work: (tx: Transaction) => Promise<T>) => api.db.drizzle.transaction(work);

function pay(api: TestApi, player: Player, points: number, more: { key?: string; releasesAt?: Date } = {}) {
  const given = {
    key: crypto.randomUUID(),
    userId: player.id,
    points,
    title: 'Partner offer',
    detail: 'level 10',
    at: api.now,
    ...more,
  };
  return inOne(api, (tx) => credit(tx, given));
}

const WEEK = new Date('2026-11-25T12:00:00Z');
const lines = async () =>
  (await request(listTransactions, {})).data.map(
    ({ title, state, points }) => `${title}: ${points} ${state}`,
  );

describe('a credit', () => {
  test('arriving fifty times concurrently counts once', { tags: 'concurrent' }, async () => {
    const { api, player } = await playerApi();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => pay(api, player, 40, { key: 'test:credit:1' })),
    );
    expect(all.filter((id) => id !== null)).toHaveLength(1);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 40 });
  });

  test('waits as pending until it is confirmed, once', async () => {
    const { api, player } = await playerApi();
    const id = (await pay(api, player, 1200, { releasesAt: WEEK })) ?? 0;
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 1200 });
    expect((await request(listTransactions, { query: { type: 'pending' } })).data).toMatchObject([
      { state: 'pending', releases_at: WEEK.toISOString() },
    ]);
    expect(await inOne(api, (tx) => confirm(tx, id, api.now))).toBe(true);
    expect(await inOne(api, (tx) => confirm(tx, id, api.now))).toBe(false);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1200, pending: 0 });
    expect(await lines()).toEqual(['Partner offer: 1200 confirmed']);
  });

  test('stays pending if its account was suspended after the job found it, and is released afterwards', async () => {
    const { api, player } = await playerApi();
    const id = (await pay(api, player, 1200, { releasesAt: WEEK })) ?? 0;
    const { id: operatorId } = await api.addOperator();
    const act = { operatorId, userId: player.id, reason: 'Two accounts of one person.', now: api.now };
    await suspendUser(api.db, act);
    expect(await inOne(api, (tx) => confirm(tx, id, api.now))).toBe(false);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 1200 });
    await liftSuspension(api.db, act);
    expect(await releaseHolds(api.db, WEEK)).toContain(player.id);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1200, pending: 0 });
  });
});

describe('a reversal', () => {
  test('takes back exactly what was credited, once, and says why', async () => {
    const { api, player } = await playerApi();
    const id = (await pay(api, player, 150)) ?? 0;
    expect(await inOne(api, (tx) => reverse(tx, id, 'the account was closed within a day', api.now))).toBe(
      true,
    );
    expect(await inOne(api, (tx) => reverse(tx, id, 'again', api.now))).toBe(false);
    expect((await request(getBalance, {})).balance).toEqual({
      available: 0,
      pending: 0,
      reserved: 0,
      debt: 0,
    });
    expect((await request(listTransactions, { query: { type: 'reversed' } })).data).toMatchObject([
      { points: -150, state: 'reversed', detail: 'the account was closed within a day' },
      { points: 150, state: 'reversed' },
    ]);
  });

  test('of pending points takes them from there, and they can’t be confirmed afterwards', async () => {
    const { api, player } = await playerApi(10);
    const id = (await pay(api, player, 100, { releasesAt: WEEK })) ?? 0;
    await inOne(api, (tx) => reverse(tx, id, 'not finished', api.now));
    expect(await inOne(api, (tx) => confirm(tx, id, api.now))).toBe(false);
    expect((await request(getBalance, {})).balance).toEqual({
      available: 10,
      pending: 0,
      reserved: 0,
      debt: 0,
    });
  });

  test('of points that were spent becomes a debt, which new points settle first', async () => {
    const { api, player } = await playerApi();
    const id = (await pay(api, player, 600)) ?? 0;
    await request(buyReward, { params: { id: 12 }, body: {} });
    await inOne(api, (tx) => reverse(tx, id, 'fraud', api.now));
    expect((await request(getBalance, {})).balance).toEqual({
      available: 0,
      pending: 0,
      reserved: 0,
      debt: 500,
    });
    await pay(api, player, 300);
    expect((await request(getBalance, {})).balance).toEqual({
      available: 0,
      pending: 0,
      reserved: 0,
      debt: 200,
    });
    await pay(api, player, 300);
    expect((await request(getBalance, {})).balance).toEqual({
      available: 100,
      pending: 0,
      reserved: 0,
      debt: 0,
    });
  });
});

describe('the ledger itself', () => {
  test.each([
    ['changed', (tx: Transaction) => tx.update(ledger).set({ points: 1 }).where(eq(ledger.id, 1))],
    ['deleted', (tx: Transaction) => tx.delete(ledger).where(eq(ledger.id, 1))],
    ['emptied', (tx: Transaction) => tx.execute(sql`TRUNCATE ledger CASCADE`)],
  ])('can’t be %s', async (_, tamper) => {
    const api = await testApi();
    // As the owner: the API's role doesn't even have the right to try (database-role.pg.test.ts).
    const tampered = asOwner(api.db, (drizzle) => drizzle.transaction((tx) => tamper(tx)));
    await expect(tampered).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('append-only') }),
    });
  });

  test('rejects an entry that would take an account below zero', async () => {
    const api = await testApi();
    const { id } = await api.addPlayer(100);
    const entry = {
      key: 'x',
      userId: id,
      from: 'available',
      to: 'house:redeemed',
      points: 101,
      reason: 'capture',
      title: 'x',
      createdAt: api.now,
    } as const;
    await expect(inOne(api, (tx) => tx.insert(ledger).values(entry))).rejects.toThrow();
  });
});

test('ledger_post is the only writer of entries, and post the only code that calls it', async () => {
  const api = await testApi();
  const result: unknown = await api.db.value(
    "SELECT array_agg(proname::text) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'insert into ledger\\M'",
    [],
  );
  expect(result).toEqual(['ledger_post']);
  const writers = globSync('server/**/*.ts').filter((file) =>
    /insert\(ledger\)|insert into ledger\b|ledger_post\(/i.test(readFileSync(file, 'utf8')),
  );
  expect(writers).toEqual(['server/features/ledger/ledger.ts']);
});
