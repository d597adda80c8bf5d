/** An order after the buy: cancelled, sent, declined, disputed, refunded. */
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { amounts, balances, disputes, orders, playDays, users } from '../../../server/db/schema.ts';
import { countDeliveryTimes } from '../../../server/features/catalogue/delivery-times.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { releaseFirstOrders } from '../../../server/features/redemption/first-orders.ts';
import {
  claimOrder,
  deliverOrder,
  refundOrder,
  refuseOrder,
} from '../../../server/features/redemption/fulfilment.ts';
import { cancelLateOrders } from '../../../server/features/redemption/late-orders.ts';
import { answerDispute } from '../../../server/features/redemption/order-disputes.ts';
import { releaseHeld } from '../../../server/features/redemption/order-reviews.ts';
import { getBalance, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import {
  appealDispute,
  cancelOrder,
  getOrder,
  listOrders,
  openDispute,
  revealCode,
} from '../../../src/lib/contract/redemption/orders.ts';
import { exportAccount } from '../../../src/lib/contract/settings/settings.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { buyKey, KEY, orderRobux, ROBUX } from '../../support/api-orders.ts';
import { badStanding } from '../../support/bad-standing.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { DAY, HOUR, later, pass } from '../../support/time.ts';

const PROOF = 'The code says that it was used before: screenshot at https://pictures.example/1';
const nothing = { available: 0, pending: 0, reserved: 0, debt: 0 };

type Step = typeof claimOrder;
const operator = (api: TestApi, step: Step, id: number) =>
  api.db.drizzle.transaction((tx) => step(tx, id, api.now));
const refuse: Step = (tx, id, at) => refuseOrder(tx, id, 'the account does not exist', at);
const refund: Step = (tx, id, at) => refundOrder(tx, id, 'gone wrong', at);
const answer = (api: TestApi, disputeId: number, accept: boolean, text = 'We looked at it: it is good.') =>
  api.db.drizzle.transaction((tx) => answerDispute(tx, { disputeId, accept, answer: text, at: api.now }));

async function rich(points: number) {
  const { api, player } = await playerApi(points);
  return { api, player };
}
const withOrder = async (points = 6000) => ({ ...(await rich(points)), id: await orderRobux() });
const withCode = async () => ({ ...(await rich(1000)), ...(await buyKey()) });

async function withDispute() {
  const world = await withCode();
  const { dispute } = (
    await request(openDispute, { params: { id: world.id }, body: { reason: 'code_refused', proof: PROOF } })
  ).order;
  return { ...world, dispute: dispute?.id ?? 0 };
}

const firstListed = async () => (await request(listOrders, {})).data[0];

test('an order that nobody has started to send after 14 days is cancelled, once, and its points come back', async () => {
  const { api, id } = await withOrder(12_000);
  const claimed = await orderRobux();
  await operator(api, claimOrder, claimed);
  const cancelled = () => cancelLateOrders(api.db, api.now);
  pass(api, 14 * DAY);
  expect(await cancelled()).toEqual([]);
  pass(api, HOUR);
  expect(await cancelled()).toEqual([id]);
  expect(await cancelled()).toEqual([]);
  expect((await request(getOrder, { params: { id } })).order).toMatchObject({
    state: 'cancelled',
    ended_for: 'we couldn’t send it within 14 days',
  });
  expect((await request(getBalance, {})).balance).toMatchObject({ available: 7000, reserved: 5000 });
});

test.each(['pending', 'held'] as const)(
  'after a restore, the days of a %s order begin again',
  async (state) => {
    const { api, id } = await withOrder();
    await api.db.drizzle
      .update(orders)
      .set({ state, ...(state === 'held' && { heldFor: 'lost_factor' as const }) })
      .where(eq(orders.id, id));
    pass(api, 31 * DAY);
    const restore = readFileSync('deploy/restored.sql', 'utf8').match(/UPDATE orders .*;/)?.[0] ?? '';
    await api.db.drizzle.execute(sql.raw(restore.replaceAll('now()', `'${api.now.toISOString()}'`)));
    expect(await cancelLateOrders(api.db, api.now)).toEqual([]);
    pass(api, 31 * DAY);
    expect(await cancelLateOrders(api.db, api.now)).toEqual([id]);
  },
);

test.each(Object.entries(badStanding))(
  'a cancelled order says that its account %s',
  async (_, [begin, end]) => {
    const { api, player, id } = await withOrder();
    await begin(api, player);
    pass(api, 14 * DAY + HOUR);
    await cancelLateOrders(api.db, api.now);
    expect(await api.db.drizzle.select().from(orders).where(eq(orders.id, id))).toMatchObject([
      { endedFor: 'your account was suspended or owed points, so we couldn’t send it within 14 days' },
    ]);
    await end(api, player);
  },
);

test.each<[string, Partial<typeof orders.$inferInsert>, (api: TestApi, id: number) => Promise<unknown>]>([
  [
    'an operator releases it',
    { heldFor: 'lost_factor' },
    async (api, orderId) => {
      const { id: operatorId } = await api.addOperator();
      await api.db.drizzle.transaction((tx) =>
        releaseHeld(tx, { operatorId, orderId, matchedUpTo: 0, now: api.now }),
      );
    },
  ],
  [
    'its player has played on enough days',
    { heldFor: 'first_order', heldSigns: ['pace'] },
    ({ db, now }) => releaseFirstOrders(db, now),
  ],
])('the 14 days of a held order begin when %s', async (_, why, release) => {
  const { api, player, id } = await withOrder();
  await api.db.drizzle
    .update(orders)
    .set({ state: 'held', ...why })
    .where(eq(orders.id, id));
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20'])
    await api.db.drizzle.insert(playDays).values({ userId: player.id, day, playedMs: 60_000 });
  const cancelled = () => cancelLateOrders(api.db, api.now);
  pass(api, 30 * DAY);
  expect(await cancelled()).toEqual([]);
  await release(api, id);
  pass(api, 14 * DAY);
  expect(await cancelled()).toEqual([]);
  pass(api, HOUR);
  expect(await cancelled()).toEqual([id]);
});

test('an order is cancelled whose review isn’t over after 30 days', async () => {
  const { api, player, id } = await withOrder();
  await api.db.drizzle.update(orders).set({ state: 'held', heldFor: 'lost_factor' }).where(eq(orders.id, id));
  pass(api, 30 * DAY + HOUR);
  expect(await cancelLateOrders(api.db, api.now)).toEqual([id]);
  // Read from the database, because the session has ended by now.
  const { drizzle } = api.db;
  expect(await drizzle.select().from(orders).where(eq(orders.id, id))).toMatchObject([
    { state: 'cancelled', endedFor: 'we couldn’t finish our review within 30 days' },
  ]);
  expect(await drizzle.select().from(balances).where(eq(balances.userId, player.id))).toMatchObject([
    { available: 6000, reserved: 0 },
  ]);
});

test('an order from before releases were recorded gets the longest review on top of the 14 days', async () => {
  const { api, id } = await withOrder();
  await api.db.drizzle.update(orders).set({ heldFor: 'lost_factor' }).where(eq(orders.id, id));
  pass(api, 44 * DAY);
  expect(await cancelLateOrders(api.db, api.now)).toEqual([]);
  pass(api, HOUR);
  expect(await cancelLateOrders(api.db, api.now)).toEqual([id]);
});

test('an order’s delivery details are encrypted, and its owner can read them everywhere', async () => {
  const { api, player, id } = await withOrder();
  const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, id));
  expect(row).toMatchObject({ details: expect.stringMatching(/^v1\./), detailsField: 'roblox_username' });
  expect(row?.details).not.toContain('Mira_k');
  expect((await firstListed())?.details).toBe('Mira_k');
  // Saving it again doesn't change this order's details.
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Another_one' } });
  expect((await request(getOrder, { params: { id } })).order.details).toBe('Mira_k');
  expect(await request(exportAccount, {})).toMatchObject({
    profile: { id: player.id, delivery_details: { roblox_username: 'Another_one' } },
    orders: [{ id, details: 'Mira_k' }],
  });
  // Moved into another player's order in the database, it can't be decrypted.
  api.actAs(await api.addPlayer(5000));
  const theirs = await orderRobux();
  const details = row?.details ?? null;
  await api.db.drizzle.update(orders).set({ details }).where(eq(orders.id, theirs));
  expect(await endOf(request(getOrder, { params: { id: theirs } }))).toBe('internal');
  expect(JSON.stringify(api.logged)).not.toMatch(/mira/i);
});

describe('cancelling an order', () => {
  test('returns the points once and only the stock that it took, and shows in list, receipt and ledger', async () => {
    const { api, player, id } = await withOrder();
    await api.db.drizzle.update(amounts).set({ stock: 1 }).where(eq(amounts.id, ROBUX.amount));
    expect(await firstListed()).toMatchObject({ state: 'pending', can_cancel: true, dispute_until: null });
    api.events.length = 0;
    const done = await request(cancelOrder, { params: { id } });
    expect(done).toMatchObject({
      balance: { ...nothing, available: 6000 },
      order: {
        state: 'cancelled',
        can_cancel: false,
        ended_at: api.now.toISOString(),
        ended_for: expect.stringContaining('cancelled before we sent it'),
      },
    });
    expect(api.events).toContainEqual({ kind: 'order', userId: player.id, orderId: id });
    const { entries } = await request(getOrder, { params: { id } });
    expect(entries).toMatchObject([
      { points: -5000, state: 'returned' },
      { points: 5000, state: 'returned' },
    ]);
    api.events.length = 0;
    expect(await request(cancelOrder, { params: { id } })).toEqual(done);
    expect(api.events).toEqual([]);
    const [amount] = await api.db.drizzle.select().from(amounts).where(eq(amounts.id, ROBUX.amount));
    expect(amount?.stock, 'was counted only after the order').toBe(1);
    for (const step of [claimOrder, deliverOrder]) expect(await operator(api, step, id)).toBe(false);
    expect(await endOf(operator(api, claimOrder, 999_999))).toBe('not_found');
  });

  test('fifty times concurrently returns the points once', { tags: 'concurrent' }, async () => {
    const { id } = await withOrder();
    await Promise.all(Array.from({ length: 50 }, () => request(cancelOrder, { params: { id } })));
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
    expect((await request(listTransactions, { query: { type: 'spent' } })).total).toBe(2);
  });

  test.each([
    ['being sent', claimOrder],
    ['delivered', deliverOrder],
    ['refused', refuse],
  ])('is rejected once it is %s', async (_, step) => {
    const { api, id } = await withOrder();
    expect(await operator(api, step, id)).toBe(true);
    const { balance: before } = await request(getBalance, {});
    expect(await endOf(request(cancelOrder, { params: { id } }))).toBe('order_closed');
    expect((await request(getBalance, {})).balance).toEqual(before);
    expect((await firstListed())?.can_cancel).toBe(false);
  });

  test('while an operator claims it: one of the two happens', { tags: 'concurrent' }, async () => {
    const { api } = await rich(60_000);
    const ids: number[] = [];
    while (ids.length < 12) ids.push(await orderRobux());
    const pairs = ids.map((id) =>
      Promise.all([endOf(request(cancelOrder, { params: { id } })), operator(api, claimOrder, id)]),
    );
    for (const [cancelled, claimed] of await Promise.all(pairs))
      expect(cancelled).toBe(claimed ? 'order_closed' : 'done');
  });

  test('doesn’t find another player’s order and leaves it unchanged', async () => {
    const { api, id, player } = await withOrder();
    api.actAs(await api.addPlayer(1000));
    const ends = await endsOf([
      request(cancelOrder, { params: { id } }),
      request(getOrder, { params: { id } }),
      request(revealCode, { params: { id } }),
      request(appealDispute, { params: { id }, body: { appeal: PROOF } }),
      request(openDispute, { params: { id }, body: { reason: 'other', proof: PROOF } }),
    ]);
    expect(ends).toEqual(Array(5).fill('not_found'));
    api.actAs(player);
    expect(await firstListed()).toMatchObject({ state: 'pending', dispute: null });
  });

  test('settles a debt first', async () => {
    const { api, id } = await withOrder(5500);
    const [entry] = (await request(listTransactions, { query: { type: 'earned' } })).data;
    await api.db.drizzle.transaction((tx) => reverse(tx, entry?.id ?? 0, 'taken back', api.now));
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, reserved: 5000, debt: 5000 });
    expect((await request(cancelOrder, { params: { id } })).balance).toEqual(nothing);
  });

  test('also works for one that is held for review', async () => {
    const { api, player } = await rich(6000);
    await api.db.drizzle.update(users).set({ reviewFor: 'device' }).where(eq(users.id, player.id));
    const id = await orderRobux();
    expect(await firstListed()).toMatchObject({ state: 'held', can_cancel: true });
    expect((await request(cancelOrder, { params: { id } })).balance).toMatchObject({
      available: 6000,
      reserved: 0,
    });
  });
});

test('an operator declines an order once, with a reason that its owner reads', async () => {
  const { api, id } = await withOrder();
  for (const [step, done] of [
    [claimOrder, true],
    [refuse, true],
    [refuse, false],
    [deliverOrder, false],
  ] as const)
    expect(await operator(api, step, id)).toBe(done);
  expect(await firstListed()).toMatchObject({
    state: 'refunded',
    ended_for: 'the account does not exist',
    processing_at: api.now.toISOString(),
  });
  expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
});

test('fifty concurrent rejections and refunds return the points once', {
  tags: 'concurrent',
}, async () => {
  const { api, id } = await withOrder();
  await operator(api, deliverOrder, id);
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, at) => operator(api, at % 2 ? refund : refuse, id)),
  );
  expect(all.filter(Boolean)).toHaveLength(1);
  expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
});

test('delivery time is measured from orders without their reviews, and shown from the fifth', async () => {
  const { api } = await rich(60_000);
  const start = api.now;
  const found = async (now = api.now) => {
    await countDeliveryTimes(api.db, now);
    return (await firstListed())?.delivery_time;
  };
  for (const [at, hours] of [1, 2, 3, 4, 30].entries()) {
    api.now = later({ now: start }, at * DAY);
    const id = await orderRobux();
    expect(await found(), `after ${at}`).toBeNull();
    if (at === 0) {
      pass(api, 9 * DAY);
      await api.db.drizzle.update(orders).set({ releasedAt: api.now }).where(eq(orders.id, id));
    }
    pass(api, hours * HOUR);
    await operator(api, deliverOrder, id);
  }
  await operator(api, refuse, await orderRobux());
  const p90 = Math.round(4 * 3600 + 0.6 * 26 * 3600);
  expect(await found()).toEqual({ orders: 5, median_seconds: 3 * 3600, p90_seconds: p90 });
  expect(await found(later(api, 100 * DAY)), 'old orders say nothing of today').toBeNull();
});

describe('the code', () => {
  test('is encrypted at rest and shown only to its owner, with the time of the first view recorded', async () => {
    const { api, id, code } = await withCode();
    const row = async () => (await api.db.drizzle.select().from(orders).where(eq(orders.id, id)))[0];
    const bought = api.now;
    expect(code).toMatch(/^SAMPLE-/);
    expect(await row()).toMatchObject({ code: expect.stringMatching(/^v1\./), revealedAt: bought });
    expect(await firstListed()).toMatchObject({ has_code: true, state: 'delivered' });
    expect(JSON.stringify(await request(listOrders, {}))).not.toContain(code);
    await api.db.drizzle.update(orders).set({ revealedAt: null });
    for (let day = 0; day < 2; day++) {
      expect((await request(revealCode, { params: { id } })).code).toBe(code);
      pass(api, DAY);
    }
    expect((await row())?.revealedAt).toEqual(bought);
    api.actAs(await api.addPlayer(5000));
    expect(await endOf(request(revealCode, { params: { id } }))).toBe('not_found');
    expect(await endOf(request(revealCode, { params: { id: await orderRobux() } })), 'of what has none').toBe(
      'no_code',
    );
  });

  test('that replaced another isn’t shown', async () => {
    const { api, id } = await withCode();
    const { id: second } = await buyKey();
    const becomes = ({ amount, reward }: Pick<typeof KEY, 'amount' | 'reward'>) =>
      api.db.drizzle.execute(
        sql`UPDATE orders SET amount_id = ${amount}, reward_id = ${reward} WHERE id = ${second}`,
      );
    // Someone with write access to the database turns their code into one of a higher amount.
    await becomes({ amount: 101, reward: 1 });
    expect(await endOf(request(revealCode, { params: { id: second } }))).toBe('internal');
    expect(api.logged.join()).not.toContain('SAMPLE');
    expect((await request(revealCode, { params: { id } })).code).toMatch(/^SAMPLE-/);
    await becomes(KEY);
  });
});

describe('a dispute', () => {
  test('is opened with proof, has a deadline, and is accepted: the points are returned once', async () => {
    const { api, id, player } = await withCode();
    const { order } = await request(openDispute, {
      params: { id },
      body: { reason: 'code_refused', proof: PROOF },
    });
    expect(order).toMatchObject({
      dispute: {
        state: 'open',
        reason: 'code_refused',
        proof: PROOF,
        due_at: later(api, 5 * DAY).toISOString(),
        answer: null,
      },
      dispute_until: null,
    });
    const disputeId = order.dispute?.id ?? 0;
    expect(await endOf(answer(api, disputeId, false, '  no  '))).toBe('invalid: answer');
    expect(await answer(api, disputeId, true)).toMatchObject({
      userId: player.id,
      orderId: id,
      state: 'accepted',
    });
    expect(await answer(api, disputeId, true)).toBeNull();
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1000 });
    expect(await firstListed()).toMatchObject({
      state: 'refunded',
      has_code: false,
      dispute: { state: 'accepted', answer: 'We looked at it: it is good.' },
    });
    expect(await endOf(request(revealCode, { params: { id } }))).toBe('no_code');
    expect(JSON.stringify(await request(exportAccount, {}))).not.toContain('SAMPLE');
    expect((await request(listTransactions, {})).data[0]).toMatchObject({ points: 500, state: 'returned' });
    expect((await request(listTransactions, { query: { type: 'earned' } })).data).toMatchObject([
      { points: 1000 },
    ]);
  });

  test('that is declined has one appeal, which is the same if it is sent again, and its answer is final', async () => {
    const { api, id, dispute } = await withDispute();
    const words = 'Valve’s own support says that it was used in June.';
    expect(await endOf(request(appealDispute, { params: { id }, body: { appeal: words } }))).toBe(
      'dispute_closed',
    );
    await answer(api, dispute, false);
    pass(api, DAY);
    const { order: appealed } = await request(appealDispute, { params: { id }, body: { appeal: words } });
    expect(appealed.dispute).toMatchObject({
      state: 'appealed',
      appeal: words,
      due_at: later(api, 5 * DAY).toISOString(),
    });
    pass(api, DAY);
    expect((await request(appealDispute, { params: { id }, body: { appeal: words } })).order).toEqual(
      appealed,
    );
    expect(await endOf(request(appealDispute, { params: { id }, body: { appeal: PROOF } }))).toBe(
      'dispute_closed',
    );
    expect(await answer(api, dispute, false, 'It was shown to you.')).toMatchObject({ state: 'closed' });
    for (const again of [words, PROOF])
      expect(await endOf(request(appealDispute, { params: { id }, body: { appeal: again } }))).toBe(
        'dispute_closed',
      );
    expect(await answer(api, dispute, true)).toBeNull();
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 500 });
  });

  test('is opened once, even twenty times concurrently: the same text changes nothing, and another is rejected', {
    tags: 'concurrent',
  }, async () => {
    const { api, id } = await withCode();
    const words = { reason: 'other', proof: PROOF } as const;
    const [first, ...same] = await Promise.all(
      Array.from({ length: 20 }, () => request(openDispute, { params: { id }, body: words })),
    );
    for (const { order } of same) expect(order.dispute).toEqual(first?.order.dispute);
    pass(api, DAY);
    expect((await request(openDispute, { params: { id }, body: words })).order.dispute).toMatchObject({
      opened_at: first?.order.dispute?.opened_at,
    });
    const others = [{ reason: 'too_late' }, ...[1, 2, 3].map((n) => ({ proof: `${PROOF} ${n}` }))] as const;
    const ends = await endsOf(
      others.map((other) => request(openDispute, { params: { id }, body: { ...words, ...other } })),
    );
    expect(ends).toEqual(Array(4).fill('dispute_closed'));
    expect(await api.db.drizzle.$count(disputes)).toBe(1);
  });

  test('is possible for sixty days after delivery, and not for a waiting order unless it is being sent', async () => {
    const { api, id } = await withCode();
    expect((await firstListed())?.dispute_until).toBe(later(api, 60 * DAY).toISOString());
    // The order is backdated, because a session doesn't last a month.
    await api.db.drizzle.update(orders).set({ deliveredAt: later(api, -60 * DAY) });
    expect((await firstListed())?.dispute_until).toBeNull();
    const late = request(openDispute, { params: { id }, body: { reason: 'other', proof: PROOF } });
    await expect(late).rejects.toMatchObject({
      code: 'dispute_closed',
      message: expect.stringContaining('60 days'),
    });
    api.actAs(await api.addPlayer(6000));
    const waiting = await orderRobux();
    const early = request(openDispute, { params: { id: waiting }, body: { reason: 'other', proof: PROOF } });
    await expect(early).rejects.toMatchObject({ message: expect.stringContaining('you can cancel it') });
    await operator(api, claimOrder, waiting);
    const { dispute } = (
      await request(openDispute, { params: { id: waiting }, body: { reason: 'too_late', proof: PROOF } })
    ).order;
    await answer(api, dispute?.id ?? 0, true);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
  });

  test.each([
    ['no reason', { proof: PROOF }, 'reason'],
    ['a reason of its own', { reason: 'because', proof: PROOF }, 'reason'],
    ['too little', { reason: 'other', proof: ' it does not work   ' }, 'proof'],
    ['too much', { reason: 'other', proof: 'x'.repeat(2001) }, 'proof'],
    ['a NUL', { reason: 'other', proof: `${PROOF}\0` }, 'proof'],
    ['no text', { reason: 'other', proof: 7 }, 'proof'],
  ])('with %s is rejected at its field, with an explanation', async (_, body, field) => {
    const { api, player } = await rich(0);
    const response = await api.send(player.token, 'POST', '/api/user/orders/1/dispute', body);
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field][0]).not.toMatch(/Expected|received|undefined/);
  });

  test('can’t be accepted if the points were already returned', async () => {
    const { api, id, dispute } = await withDispute();
    await operator(api, refund, id);
    expect(await endOf(answer(api, dispute, true))).toBe('order_closed');
    expect(await endOf(answer(api, 999_999, true))).toBe('not_found');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1000 });
  });
});
