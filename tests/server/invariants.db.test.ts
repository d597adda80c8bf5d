/**
 * Random batches of everything that moves points, run at once: whatever order the database finds, what must hold holds. And the
 * proof that the check can fail: the same batch against a buy whose lock and limits were taken away.
 */
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { balances, codes, ledger, orders } from '../../server/db/schema.ts';
import { createUser } from '../../server/domain/accounts.ts';
import { findBrokenInvariants } from '../../server/domain/invariants.ts';
import { confirm, credit, reverse } from '../../server/domain/ledger.ts';
import { cancelOrder, deliverOrder } from '../../server/domain/orders.ts';
import { testDatabase } from '../support/database.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const USERS = 3;

type Act =
  | { kind: 'credit'; user: number; points: number; key: number; pending: boolean }
  | { kind: 'confirm' | 'reverse' | 'deliver' | 'cancel'; which: number }
  | { kind: 'buy'; user: number; reward: number; key: number };

const which = fc.nat(20);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      user: fc.nat(USERS - 1),
      points: fc.integer({ min: 1, max: 3000 }),
      key: fc.nat(12),
      pending: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      user: fc.nat(USERS - 1),
      reward: fc.constantFrom(12, 84),
      key: fc.nat(9),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'reverse' as const, 'deliver' as const, 'cancel' as const),
      which,
    }),
  },
);

async function addUsers(db: Database): Promise<number[]> {
  const users: number[] = [];
  for (let at = 0; at < USERS; at++) {
    const id = await createUser(db.drizzle, {
      email: `${crypto.randomUUID()}@test.example`,
      passwordHash: null,
      now: NOW,
    });
    if (id === null) throw new Error('the user exists');
    users.push(id);
    await db.drizzle.execute(sql`INSERT INTO delivery_details VALUES (${id}, 'roblox_username', 'Mira_k')`);
  }
  return users;
}

/** Runs one act; what the rules refuse is as good as done. */
async function perform(db: Database, users: number[], given: Act, run: string): Promise<void> {
  const userOf = (at: number) => users[at] ?? 0;
  switch (given.kind) {
    case 'buy':
      await db.value('test_buy', 'SELECT outcome FROM buy($1, $2, NULL, $3, $4)', [
        userOf(given.user),
        given.reward,
        `${run}-${given.key}`,
        NOW,
      ]);
      return;
    case 'credit':
      await db.drizzle.transaction((tx) =>
        credit(tx, {
          key: `${run}:${given.user}:${given.key}`,
          userId: userOf(given.user),
          points: given.points,
          title: 'x',
          detail: '',
          at: NOW,
          ...(given.pending && { releasesAt: NOW }),
        }),
      );
      return;
    case 'deliver':
    case 'cancel': {
      const found = await db.drizzle
        .select({ id: orders.id })
        .from(orders)
        .orderBy(orders.id)
        .limit(1)
        .offset(given.which % 5);
      const [order] = found;
      if (order)
        await db.drizzle.transaction((tx) =>
          given.kind === 'deliver' ? deliverOrder(tx, order.id, NOW) : cancelOrder(tx, order.id, 'x', NOW),
        );
      return;
    }
    default: {
      const credits = await db.drizzle
        .select({ id: ledger.id })
        .from(ledger)
        .where(sql`reason = 'credit' AND key LIKE ${`${run}%`}`);
      const found = credits[given.which % Math.max(1, credits.length)];
      if (found)
        await db.drizzle.transaction((tx) =>
          given.kind === 'confirm' ? confirm(tx, found.id, NOW) : reverse(tx, found.id, 'x', NOW),
        );
    }
  }
}

/** Sixteen at a time: with one connection they interleave by statement, with a pool truly. */
async function performAll(db: Database, users: number[], acts: Act[]): Promise<void> {
  const run = crypto.randomUUID().slice(0, 8);
  for (let at = 0; at < acts.length; at += 16)
    await Promise.all(acts.slice(at, at + 16).map((given) => perform(db, users, given, run)));
}

test('random concurrent batches of credits, buys and reversals leave the invariants true', {
  timeout: 180_000,
}, async () => {
  const db = await testDatabase();
  await db.drizzle
    .delete(codes)
    .where(sql`amount_id = 1201 AND id NOT IN (SELECT id FROM codes WHERE amount_id = 1201 LIMIT 12)`);
  const users = await addUsers(db);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      await performAll(db, users, acts);
      expect(await findBrokenInvariants(db)).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  const [made] = await db.drizzle.select({ orders: sql<number>`count(*)::integer` }).from(orders);
  expect(made?.orders, 'the batches bought something').toBeGreaterThan(3);
});

/** The buy as one would write it at first: reads the balance, makes the order, writes what is left of what it had read. */
async function carelessBuy(db: Database, user: number, price: number): Promise<void> {
  const [had] = await db.drizzle.select().from(balances).where(eq(balances.userId, user));
  if (!had || had.available < price) return;
  const order = {
    userId: user,
    rewardId: 84,
    amountId: 8401,
    points: price,
    cents: 50,
    state: 'pending' as const,
    idempotencyKey: crypto.randomUUID(),
    createdAt: NOW,
  };
  const [made] = await db.drizzle.insert(orders).values(order).returning({ id: orders.id });
  if (!made) return;
  const hold = {
    key: `order:${made.id}:hold`,
    userId: user,
    from: 'available',
    to: 'reserved',
    points: price,
    reason: 'hold',
    title: 'x',
    orderId: made.id,
    createdAt: NOW,
  } as const;
  await db.drizzle.insert(ledger).values(hold);
  await db.drizzle
    .update(balances)
    .set({ available: had.available - price })
    .where(eq(balances.userId, user));
}

test('without the lock the same check fails', async () => {
  const db = await testDatabase();
  const [user = 0] = await addUsers(db);
  await db.drizzle.transaction((tx) =>
    credit(tx, { key: 'start', userId: user, points: 5000, title: 'x', detail: '', at: NOW }),
  );
  await Promise.all(Array.from({ length: 8 }, () => carelessBuy(db, user, 500)));
  expect(await findBrokenInvariants(db)).toContainEqual(
    expect.stringContaining('stored balances equal the sums'),
  );
});

test.each([
  [
    'a balance changed past the ledger',
    sql`UPDATE balances SET available = available + 1`,
    'stored balances equal the sums',
  ],
  [
    'points from nowhere',
    sql`UPDATE balances SET available = available + 1`,
    "the house's side and the users' side",
  ],
  [
    'a delivered order without its code',
    sql`UPDATE orders SET code = NULL`,
    'a delivered order of a code has its code',
  ],
  [
    'a code that is still in stock',
    sql`INSERT INTO codes (id, amount_id, code) OVERRIDING SYSTEM VALUE SELECT code_id, amount_id, code FROM orders`,
    'a delivered order of a code has its code',
  ],
  ['an order of nobody', sql`UPDATE orders SET user_id = 999999`, 'users and rewards that exist'],
  [
    'an order nobody paid',
    sql`INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, idempotency_key, created_at) VALUES (1, 84, 8401, 500, 50, 'delivered', 'free-one', now())`,
    'each order was paid once',
  ],
  [
    'reserved points of no order',
    sql`UPDATE orders SET state = 'pending' WHERE id = 1`,
    'the reserved points are those',
  ],
])('the check finds %s', async (_, fault, name) => {
  const db = await testDatabase();
  await db.value('b', "SELECT outcome FROM buy(1, 12, NULL, 'a-first-one', $1)", [NOW]);
  expect(await findBrokenInvariants(db)).toEqual([]);
  await db.drizzle.execute(fault);
  expect(await findBrokenInvariants(db)).toContainEqual(expect.stringContaining(name));
});
