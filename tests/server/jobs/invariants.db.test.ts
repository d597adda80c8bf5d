/**
 * Random concurrent batches of everything that moves points: the invariants hold in any order. Also proves that the check can
 * fail, with the same batch and a buy without its lock and limits.
 */
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database, Transaction } from '../../../server/db/database.ts';
import { balances, caseOpenings, codes, ledger, orders } from '../../../server/db/schema.ts';
import { openCase } from '../../../server/features/draws/case-openings.ts';
import { getCase } from '../../../server/features/draws/cases.ts';
import { keepContests } from '../../../server/features/draws/contest-draws.ts';
import { enterContest, listContests } from '../../../server/features/draws/contests.ts';
import { confirm, credit, reverse } from '../../../server/features/ledger/ledger.ts';
import {
  cancelOrder,
  claimOrder,
  deliverOrder,
  refundOrder,
  refuseOrder,
} from '../../../server/features/redemption/fulfilment.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { DomainError } from '../../../server/platform/domain-error.ts';
import { addAccount } from '../../support/accounts.ts';
import { testDatabase } from '../../support/database.ts';
import { expectFound, type Fault } from '../../support/invariant-faults.ts';
import { testVault } from '../../support/vault.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const USERS = 3;

/** What can happen to an order. */
const orderSteps = {
  claim: claimOrder,
  deliver: deliverOrder,
  cancel: (tx: Transaction, id: number, at: Date) => cancelOrder(tx, id, 'x', at),
  refuse: (tx: Transaction, id: number, at: Date) => refuseOrder(tx, id, 'x', at),
  refund: (tx: Transaction, id: number, at: Date) => refundOrder(tx, id, 'x', at),
};
type OrderStep = keyof typeof orderSteps;
const isOrderStep = (kind: string): kind is OrderStep => kind in orderSteps;

type Act =
  | { kind: 'credit'; user: number; points: number; key: number; pending: boolean }
  | { kind: 'confirm' | 'reverse' | OrderStep; which: number }
  | { kind: 'buy'; user: number; reward: number; key: number }
  | { kind: 'open'; user: number; case: number };

const one = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds);
const user = fc.nat(USERS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: one('credit'),
      user,
      points: fc.integer({ min: 1, max: 3000 }),
      key: fc.nat(12),
      pending: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: one('buy'), user, reward: fc.constantFrom(12, 84), key: fc.nat(9) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: one('open'), user, case: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: one('confirm', 'reverse', 'claim', 'deliver', 'cancel', 'refuse', 'refund'),
      which: fc.nat(20),
    }),
  },
);

async function addUsers(db: Database): Promise<number[]> {
  const users: number[] = [];
  for (let at = 0; at < USERS; at++) {
    const id = await addAccount(db.drizzle, `${crypto.randomUUID()}@test.example`, NOW);
    users.push(id);
    await db.drizzle.execute(sql`UPDATE users SET birth_date = '1990-01-01' WHERE id = ${id}`);
    await db.drizzle.execute(sql`INSERT INTO delivery_details VALUES (${id}, 'roblox_username', 'Mira_k')`);
  }
  return users;
}

/** Runs one action; a rejection by the rules counts as done. */
async function perform(db: Database, users: number[], given: Act, run: string): Promise<void> {
  const userOf = (at: number) => users[at] ?? 0;
  switch (given.kind) {
    case 'buy':
      await db.value('SELECT outcome FROM buy($1, $2, NULL, $3, $4)', [
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
    case 'open': {
      const userId = userOf(given.user);
      const { commitment } = await getCase(db.drizzle, given.case, userId, NOW);
      const commitmentId = commitment?.id ?? '';
      await openCase(db, { caseId: given.case, userId, commitmentId, playerSeed: run, now: NOW }).catch(
        (error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
        },
      );
      return;
    }
    default: {
      if (isOrderStep(given.kind)) {
        const step = orderSteps[given.kind];
        const [order] = await db.drizzle
          .select({ id: orders.id })
          .from(orders)
          .orderBy(orders.id)
          .limit(1)
          .offset(given.which % 8);
        if (order) await db.drizzle.transaction((tx) => step(tx, order.id, NOW));
        return;
      }
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

/** Sixteen at a time: with one connection they interleave between statements, and with a pool they are really parallel. */
async function performAll(db: Database, users: number[], acts: Act[]): Promise<void> {
  const run = crypto.randomUUID().slice(0, 8);
  for (let at = 0; at < acts.length; at += 16)
    await Promise.all(acts.slice(at, at + 16).map((given) => perform(db, users, given, run)));
}

test('random concurrent batches of credits, buys and reversals leave the invariants true', {
  tags: 'concurrent',
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
  expect(await db.drizzle.$count(caseOpenings), 'and opened something').toBeGreaterThan(3);
});

/** The buy in a naive form: it reads the balance, makes the order, and writes the balance that it read minus the price. */
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

test('the same check fails without the lock', { tags: 'concurrent' }, async () => {
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

test('the invariants find what is wrong with a purchase', async () => {
  const db = await testDatabase();
  await db.value("SELECT outcome FROM buy(1, 12, NULL, 'a-first-one', $1)", [NOW]);
  const more = sql`UPDATE balances SET available = available + 1`;
  const CODE = 'a delivered code order has its code';
  await expectFound(db, [
    ['a balance changed past the ledger', more, 'stored balances equal the sums'],
    ['points from nowhere', more, "the house's side and the users' side"],
    ['a delivered order without its code', sql`UPDATE orders SET code = NULL`, CODE],
    [
      'a code that is still in stock',
      sql`INSERT INTO codes (id, amount_id, code) OVERRIDING SYSTEM VALUE SELECT code_id, amount_id, code FROM orders`,
      CODE,
    ],
    ['an order of nobody', sql`UPDATE orders SET user_id = 999999`, 'existing users and rewards'],
    [
      'an order nobody paid',
      sql`INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, idempotency_key, created_at) VALUES (1, 84, 8401, 500, 50, 'delivered', 'free-one', now())`,
      'each order was paid once',
    ],
    [
      'reserved points of no order',
      sql`UPDATE orders SET state = 'pending' WHERE id = 1`,
      'reserved points equal the prices',
    ],
  ]);
});

/** A database with opened cases and a drawn contest. */
async function played(): Promise<Database> {
  const db = await testDatabase();
  const users = await addUsers(db);
  await keepContests(db, NOW);
  const page = { page: 1, per_page: 20, search: 'lanterns', sort: 'popular' } as const;
  const id = (await listContests(db, null, page, NOW)).data[0]?.id ?? 0;
  for (const userId of users) {
    await db.drizzle.transaction((tx) =>
      credit(tx, { key: `start:${userId}`, userId, points: 5000, title: 'x', detail: '', at: NOW }),
    );
    for (let at = 0; at < 2; at++) {
      const { commitment } = await getCase(db.drizzle, 1, userId, NOW);
      const commitmentId = commitment?.id ?? '';
      await openCase(db, { caseId: 1, userId, commitmentId, playerSeed: 'f', now: NOW });
    }
    await enterContest(db, testVault, { id, userId, seed: `seed-${userId}`, now: NOW });
  }
  await keepContests(db, new Date('2026-11-23T00:00:00Z'));
  return db;
}

const STAKES = 'each case opening has its stake';
const ACCOUNT = "the cases' account equals";
const NONCES = "a player's openings are numbered";
const NUMBERS = "a contest's entries are numbered";
const PRIZES = 'a drawn contest has its winners';
const movement = (key: string, from: string, to: string, reason: string) =>
  sql`INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, created_at) VALUES (${key}, 1, ${from}, ${to}, 10, ${reason}, 'x', now())`;

test('the invariants find what is wrong with cases and contests', async () => {
  const db = await played();
  const faults: Fault[] = [
    [
      'an opening that nobody paid',
      sql`INSERT INTO case_openings SELECT gen_random_uuid(), user_id, case_id, items, item, cost, points, seed, seed_hash, player_seed, 3, opened_at FROM case_openings WHERE nonce = 2`,
      STAKES,
    ],
    ['an opening at another price', sql`UPDATE case_openings SET cost = cost + 1`, STAKES],
    [
      'an opening of another user',
      sql`UPDATE case_openings SET user_id = 2 WHERE id = (SELECT id FROM case_openings WHERE nonce = 2 LIMIT 1)`,
      STAKES,
    ],
    ['an item that pays something else', sql`UPDATE case_openings SET item = (item + 1) % 6`, STAKES],
    ['a stake of no opening', movement('case:x:stake', 'available', 'house:cases', 'stake'), ACCOUNT],
    ['a prize of no opening', movement('case:x:prize', 'house:cases', 'available', 'prize'), ACCOUNT],
    ['a draw left out', sql`UPDATE case_openings SET nonce = nonce + 10`, NONCES],
    ['a draw in between', sql`UPDATE case_openings SET nonce = 4 WHERE nonce = 2`, NONCES],
    ['a next draw that leaves one out', sql`UPDATE case_commitments SET nonce = nonce + 1`, NONCES],
    ['no next draw', sql`DELETE FROM case_commitments`, NONCES],
    [
      'a seed that was published before',
      sql`UPDATE case_commitments c SET seed = (SELECT seed FROM case_openings o WHERE o.user_id = c.user_id LIMIT 1)`,
      NONCES,
    ],
    ['a number left out', sql`UPDATE contest_entries SET number = number + 1 WHERE number = 3`, NUMBERS],
    ['numbers from zero', sql`UPDATE contest_entries SET number = 0 WHERE number = 1`, NUMBERS],
    ['an entry too many', sql`UPDATE contests SET entries = entries + 1`, NUMBERS],
    ['a place given to nobody', sql`UPDATE contest_entries SET place = NULL WHERE place = 2`, PRIZES],
    ['places from two', sql`UPDATE contest_entries SET place = 4 WHERE place = 1`, PRIZES],
    ['winners before the draw', sql`UPDATE contests SET drawn_at = NULL`, PRIZES],
    ['another prize than was paid', sql`UPDATE contests SET prizes = '[2000, 1000, 501]'`, PRIZES],
    [
      'a prize paid to another',
      sql`UPDATE contest_entries SET place = CASE place WHEN 1 THEN 12 ELSE 11 END WHERE place IN (1, 2)`,
      PRIZES,
    ],
    ['a prize without a place', movement('contest:1:9', 'house:earnings', 'available', 'credit'), PRIZES],
  ];
  await expectFound(db, faults);
});

test('the invariants find what is wrong after the buy', async () => {
  const db = await testDatabase();
  const buy = (key: string) => db.value('SELECT (buy(1, 12, NULL, $1, $2)).outcome', [key, NOW]);
  await buy('the-first-one');
  await buy('the-second-one');
  await db.drizzle.execute(sql`INSERT INTO delivery_details VALUES (1, 'genshin_uid', '700123456')`);
  await db.value("SELECT (buy(1, 31, NULL, 'the-third-one', $1)).outcome", [NOW]);
  const placed = await db.drizzle.select({ id: orders.id }).from(orders).orderBy(orders.id);
  const [first = 0, second = 0, third = 0] = placed.map(({ id }) => id);
  await db.drizzle.transaction((tx) => refundOrder(tx, first, 'x', NOW));
  await db.drizzle.transaction((tx) => cancelOrder(tx, third, 'x', NOW));
  const ENDS = 'cancelled and refunded orders were paid back once';
  const CODES = 'each code was imported once';
  const SCORES = 'leaderboard scores equal';
  const back = (id: number, from: string, reason: string) =>
    sql`INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, order_id, created_at)
      VALUES ('more:back', 1, ${from}, 'available', 500, ${reason}, 'x', ${id}, now())`;
  const faults: Fault[] = [
    ['a refund that nobody decided', back(second, 'house:redeemed', 'refund'), ENDS],
    ['a second refund', back(first, 'house:redeemed', 'refund'), ENDS],
    [
      'an order that ended without its points',
      sql`UPDATE orders SET state = 'refunded', ended_at = now(), ended_for = 'x' WHERE id = ${second}`,
      ENDS,
    ],
    [
      'an order that has both, its points and its reward',
      sql`UPDATE orders SET state = 'delivered', ended_at = NULL, ended_for = NULL WHERE id = ${first}`,
      ENDS,
    ],
    [
      'an accepted dispute of an order that was kept',
      sql`INSERT INTO disputes (user_id, subject, subject_id, proof, state, due_at, answer, answered_at)
        VALUES (1, 'order', ${second}, 'x', 'accepted', now(), 'x', now())`,
      'an accepted dispute refunded its order',
    ],
    [
      "a dispute of another's order",
      sql`INSERT INTO disputes (user_id, subject, subject_id, proof, due_at) VALUES (2, 'order', ${second}, 'x', now())`,
      'an accepted dispute refunded its order',
    ],
    [
      'a code that came in by a back door',
      sql`INSERT INTO codes (amount_id, code) VALUES (1201, 'x')`,
      CODES,
    ],
    ['an order whose code never came in', sql`DELETE FROM code_register WHERE amount_id = 1201`, CODES],
    [
      'points on the leaderboard that nobody earned',
      sql`UPDATE scores SET points = points + 1 WHERE span = 'week'`,
      SCORES,
    ],
    ['earned points that don’t count', sql`DELETE FROM scores WHERE span = 'all'`, SCORES],
    [
      'more points in a game than in all',
      sql`INSERT INTO scores (span, period, game_id, user_id, points, reached_at) VALUES ('all', '1970-01-01', 1, 1, 99999, now())`,
      SCORES,
    ],
    [
      'a score that is hidden, of somebody who is listed',
      sql`UPDATE scores SET hidden = true WHERE user_id = 1`,
      SCORES,
    ],
  ];
  await expectFound(db, faults);
});
