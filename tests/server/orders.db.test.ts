/** What becomes of an order after the buy: called off, sent, refused, disputed, given back. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { amounts, disputes, orders, users } from '../../server/db/schema.ts';
import { countDeliveryTimes } from '../../server/domain/delivery-times.ts';
import { answerDispute } from '../../server/domain/disputes.ts';
import { claimOrder, deliverOrder, refundOrder, refuseOrder } from '../../server/domain/fulfilment.ts';
import { reverse } from '../../server/domain/ledger.ts';
import { getBalance, saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import {
  appealDispute,
  cancelOrder,
  getOrder,
  listOrders,
  openDispute,
  revealCode,
} from '../../src/lib/api/orders.ts';
import { exportAccount } from '../../src/lib/api/settings.ts';
import { type TestApi, testApi } from '../support/api.ts';
import { buyKey, KEY, orderRobux, ROBUX } from '../support/api-orders.ts';

const DAY = 86_400_000;
const PROOF = 'The code says that it was used before: screenshot at https://pictures.example/1';

type Step = typeof claimOrder;
const operator = (api: TestApi, step: Step, id: number) =>
  api.db.drizzle.transaction((tx) => step(tx, id, api.now));
const refuse = (api: TestApi, id: number, why = 'the account does not exist') =>
  api.db.drizzle.transaction((tx) => refuseOrder(tx, id, why, api.now));
const answer = (
  api: TestApi,
  disputeId: number,
  accept: boolean,
  text = 'We looked at it: the code is good.',
) => api.db.drizzle.transaction((tx) => answerDispute(tx, { disputeId, accept, answer: text, at: api.now }));

async function withOrder(points = 6000) {
  const api = await testApi();
  const player = await api.addPlayer(points);
  api.actAs(player);
  return { api, player, id: await orderRobux() };
}

async function withCode() {
  const api = await testApi();
  const player = await api.addPlayer(1000);
  api.actAs(player);
  return { api, player, ...(await buyKey()) };
}

test('where an order goes is sealed in it, and its owner reads it everywhere', async () => {
  const { api, player, id } = await withOrder();
  const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, id));
  expect(row).toMatchObject({ details: expect.stringMatching(/^v1\./), detailsField: 'roblox_username' });
  expect(row?.details).not.toContain('Mira_k');
  expect((await listOrders()).data[0]?.details).toBe('Mira_k');
  expect((await getOrder(id)).order.details).toBe('Mira_k');
  // Saved anew, it changes nothing of where this one goes.
  await saveDeliveryDetail(ROBUX.reward, 'Another_one');
  expect((await getOrder(id)).order.details).toBe('Mira_k');
  expect(await exportAccount()).toMatchObject({
    profile: { id: player.id, delivery_details: { roblox_username: 'Another_one' } },
    orders: [{ id, details: 'Mira_k' }],
  });
  // Put into another's order in the database, it opens nothing.
  const other = await api.addPlayer(5000);
  api.actAs(other);
  const theirs = await orderRobux();
  await api.db.drizzle
    .update(orders)
    .set({ details: row?.details ?? null })
    .where(eq(orders.id, theirs));
  await expect(getOrder(theirs)).rejects.toMatchObject({ status: 500 });
  expect(JSON.stringify(api.logged)).not.toMatch(/mira/i);
});

describe('calling an order off', () => {
  test('gives points and piece back, and says so in list, receipt and ledger', async () => {
    const { api, player } = await withOrder();
    await api.db.drizzle.update(amounts).set({ stock: 1 }).where(eq(amounts.id, ROBUX.amount));
    const [first] = (await listOrders()).data;
    expect(first).toMatchObject({ state: 'pending', can_cancel: true, dispute_until: null });
    api.events.length = 0;
    const done = await cancelOrder(first?.id ?? 0);
    expect(done.balance).toEqual({ available: 6000, pending: 0, reserved: 0, debt: 0 });
    expect(done.order).toMatchObject({
      state: 'cancelled',
      can_cancel: false,
      ended_at: api.now.toISOString(),
      ended_for: expect.stringContaining('called off by you'),
    });
    expect(api.events).toContainEqual({ kind: 'order', userId: player.id, orderId: first?.id });
    const [amount] = await api.db.drizzle.select().from(amounts).where(eq(amounts.id, ROBUX.amount));
    expect(amount?.stock).toBe(2);
    const { entries } = await getOrder(first?.id ?? 0);
    expect(entries.map(({ points, state }) => [points, state])).toEqual([
      [-5000, 'returned'],
      [5000, 'returned'],
    ]);
  });

  test('a second time answers the same and gives nothing again', async () => {
    const { api, id } = await withOrder();
    await cancelOrder(id);
    api.events.length = 0;
    expect(await cancelOrder(id)).toMatchObject({
      order: { state: 'cancelled' },
      balance: { available: 6000 },
    });
    expect(api.events).toEqual([]);
  });

  test('fifty times at once gives the points back once', { tags: 'both' }, async () => {
    const { id } = await withOrder();
    await Promise.all(Array.from({ length: 50 }, () => cancelOrder(id)));
    expect(await getBalance()).toMatchObject({ available: 6000, reserved: 0 });
    expect((await listTransactions({ type: 'spent' })).data).toHaveLength(2);
  });

  test.each([
    ['being sent', claimOrder],
    ['delivered', deliverOrder],
    [
      'refused',
      (tx: Parameters<Step>[0], id: number, at: Date) => refuseOrder(tx, id, 'no such account', at),
    ],
  ] as const)('is refused once it is %s', async (_, step) => {
    const { api, id } = await withOrder();
    expect(await operator(api, step, id)).toBe(true);
    const before = await getBalance();
    await expect(cancelOrder(id)).rejects.toMatchObject({ status: 409, code: 'order_closed' });
    expect(await getBalance()).toEqual(before);
    expect((await listOrders()).data[0]?.can_cancel).toBe(false);
  });

  test('while an operator begins to send it: one of both happens', { tags: 'both' }, async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(60_000));
    const ids: number[] = [];
    for (let at = 0; at < 12; at++) ids.push(await orderRobux());
    const outcomes = await Promise.all(
      ids.flatMap((id) => [
        cancelOrder(id).then(
          () => 'cancelled',
          (error) => error.code,
        ),
        operator(api, claimOrder, id).then((claimed) => (claimed ? 'claimed' : 'too late')),
      ]),
    );
    for (let at = 0; at < ids.length; at++) {
      const pair = outcomes.slice(at * 2, at * 2 + 2);
      expect([
        ['cancelled', 'too late'],
        ['order_closed', 'claimed'],
      ]).toContainEqual(pair);
    }
  });

  test("of another's order finds nothing, and nothing happens to it", async () => {
    const { api, id, player } = await withOrder();
    api.actAs(await api.addPlayer(1000));
    const calls = [cancelOrder, getOrder, revealCode, (order: number) => appealDispute(order, PROOF)];
    for (const call of calls)
      await expect(call(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(openDispute(id, { reason: 'other', proof: PROOF })).rejects.toMatchObject({ status: 404 });
    api.actAs(player);
    expect((await listOrders()).data[0]?.state).toBe('pending');
    expect((await listOrders()).data[0]?.dispute).toBeNull();
  });

  test('settles what is owed first', async () => {
    const { api, player, id } = await withOrder(5500);
    const [entry] = (await listTransactions({ type: 'earned' })).data;
    await api.db.drizzle.transaction((tx) => reverse(tx, entry?.id ?? 0, 'taken back', api.now));
    expect(await getBalance()).toMatchObject({ available: 0, reserved: 5000, debt: 5000 });
    api.actAs(player);
    expect((await cancelOrder(id)).balance).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
  });
});

describe('what an operator does', () => {
  test('refuses with a reason that its owner reads, once', async () => {
    const { api, id } = await withOrder();
    await operator(api, claimOrder, id);
    expect(await refuse(api, id)).toBe(true);
    expect(await refuse(api, id)).toBe(false);
    expect(await operator(api, deliverOrder, id)).toBe(false);
    expect((await listOrders()).data[0]).toMatchObject({
      state: 'refunded',
      ended_for: 'the account does not exist',
      processing_at: api.now.toISOString(),
    });
    expect(await getBalance()).toMatchObject({ available: 6000, reserved: 0 });
  });

  test('fifty refusals and refunds at once give back once', { tags: 'both' }, async () => {
    const { api, id } = await withOrder();
    await operator(api, deliverOrder, id);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        api.db.drizzle.transaction((tx) =>
          at % 2 ? refundOrder(tx, id, 'gone wrong', api.now) : refuseOrder(tx, id, 'gone wrong', api.now),
        ),
      ),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await getBalance()).toMatchObject({ available: 6000, reserved: 0 });
  });

  test('sends nothing that its owner called off, and no code by hand', async () => {
    const { api, id } = await withOrder();
    await cancelOrder(id);
    expect(await operator(api, claimOrder, id)).toBe(false);
    expect(await operator(api, deliverOrder, id)).toBe(false);
    await expect(operator(api, claimOrder, 999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('how long it takes', () => {
  test('is measured from orders, and not told before there are five', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(60_000));
    const start = api.now.getTime();
    for (const [at, hours] of [1, 2, 3, 4, 30].entries()) {
      api.now = new Date(start + at * DAY);
      const id = await orderRobux();
      await countDeliveryTimes(api.db, api.now);
      expect((await listOrders()).data[0]?.delivery_time, `after ${at}`).toBeNull();
      api.now = new Date(api.now.getTime() + hours * 3_600_000);
      await operator(api, deliverOrder, id);
    }
    const refused = await orderRobux();
    await refuse(api, refused);
    await countDeliveryTimes(api.db, api.now);
    const [line] = (await listOrders()).data;
    expect(line?.delivery_time).toEqual({
      orders: 5,
      median_seconds: 3 * 3600,
      p90_seconds: Math.round(4 * 3600 + 0.6 * 26 * 3600),
    });
    await countDeliveryTimes(api.db, new Date(api.now.getTime() + 100 * DAY));
    expect((await listOrders()).data[0]?.delivery_time, 'old orders say nothing of today').toBeNull();
  });
});

describe('the code', () => {
  test('is encrypted at rest, and told to its owner alone', async () => {
    const { api, id, code } = await withCode();
    expect(code).toMatch(/^SAMPLE-/);
    const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, id));
    expect(row?.code).toMatch(/^v1\./);
    expect(JSON.stringify(await listOrders())).not.toContain(code);
    expect((await listOrders()).data[0]).toMatchObject({ has_code: true, state: 'delivered' });
    expect(await revealCode(id)).toBe(code);
    api.actAs(await api.addPlayer());
    await expect(revealCode(id)).rejects.toMatchObject({ status: 404 });
  });

  test('that was put in the place of another is not told', async () => {
    const { api, id } = await withCode();
    const { id: second } = await buyKey();
    // Somebody who can write to the database makes their code one of a dearer amount.
    await api.db.drizzle.execute(sql`UPDATE orders SET amount_id = 101, reward_id = 1 WHERE id = ${second}`);
    await expect(revealCode(second)).rejects.toMatchObject({ status: 500 });
    expect(api.logged.join()).not.toContain('SAMPLE');
    api.logged.length = 0;
    expect(await revealCode(id)).toMatch(/^SAMPLE-/);
    await api.db.drizzle.execute(
      sql`UPDATE orders SET amount_id = ${KEY.amount}, reward_id = ${KEY.reward} WHERE id = ${second}`,
    );
  });

  test('notes when it was first shown: with the purchase, or on the first request', async () => {
    const { api, id } = await withCode();
    const shownAt = async () => {
      const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, id));
      return row?.revealedAt;
    };
    expect(await shownAt()).toEqual(api.now);
    await api.db.drizzle.update(orders).set({ revealedAt: null });
    const first = api.now;
    await revealCode(id);
    api.now = new Date(api.now.getTime() + DAY);
    await revealCode(id);
    expect(await shownAt()).toEqual(first);
  });

  test('of what has none is refused in words', async () => {
    const { id } = await withOrder();
    await expect(revealCode(id)).rejects.toMatchObject({ status: 409, code: 'no_code' });
  });
});

describe('a dispute', () => {
  test('is opened with what shows it, has a deadline, and is accepted: the points come back once', async () => {
    const { api, id, player } = await withCode();
    const order = await openDispute(id, { reason: 'code_refused', proof: PROOF });
    expect(order.dispute).toMatchObject({
      state: 'open',
      reason: 'code_refused',
      proof: PROOF,
      due_at: new Date(api.now.getTime() + 5 * DAY).toISOString(),
      answer: null,
    });
    expect(order.dispute_until).toBeNull();
    const disputeId = order.dispute?.id ?? 0;
    expect(await answer(api, disputeId, true)).toEqual({ userId: player.id, orderId: id, state: 'accepted' });
    expect(await answer(api, disputeId, true)).toBeNull();
    expect(await getBalance()).toMatchObject({ available: 1000 });
    expect((await listOrders()).data[0]).toMatchObject({
      state: 'refunded',
      dispute: { state: 'accepted', answer: 'We looked at it: the code is good.' },
    });
    expect((await listTransactions()).data[0]).toMatchObject({ points: 500, state: 'returned' });
    expect((await listTransactions({ type: 'earned' })).data.map(({ points }) => points)).toEqual([1000]);
  });

  test('that is refused has a reason and one appeal, whose answer is the last word', async () => {
    const { api, id } = await withCode();
    const { dispute } = await openDispute(id, { reason: 'code_refused', proof: PROOF });
    await expect(appealDispute(id, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    await answer(api, dispute?.id ?? 0, false);
    api.now = new Date(api.now.getTime() + DAY);
    const appealed = await appealDispute(id, 'Valve’s own support says that it was used in June.');
    expect(appealed.dispute).toMatchObject({
      state: 'appealed',
      appeal: expect.stringContaining('June'),
      due_at: new Date(api.now.getTime() + 5 * DAY).toISOString(),
    });
    await expect(appealDispute(id, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    expect(
      await answer(api, dispute?.id ?? 0, false, 'It was shown to you, and used a day later.'),
    ).toMatchObject({
      state: 'closed',
    });
    await expect(appealDispute(id, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    expect(await answer(api, dispute?.id ?? 0, true)).toBeNull();
    expect(await getBalance()).toMatchObject({ available: 500 });
  });

  test('is opened once, also twenty times at once: the same words again change nothing, others are refused', {
    tags: 'both',
  }, async () => {
    const { api, id } = await withCode();
    const words = { reason: 'other', proof: PROOF } as const;
    const opened = api.now;
    const all = await Promise.all(Array.from({ length: 20 }, () => openDispute(id, words)));
    for (const { dispute } of all) expect(dispute).toEqual(all[0]?.dispute);
    const many = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => openDispute(id, { ...words, proof: `${PROOF} ${at}` })),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await api.db.drizzle.$count(disputes)).toBe(1);
    api.now = new Date(opened.getTime() + DAY);
    expect((await openDispute(id, words)).dispute).toMatchObject({ opened_at: opened.toISOString() });
    for (const other of [{ reason: 'too_late' }, { proof: `${PROOF} And more.` }] as const)
      await expect(openDispute(id, { ...words, ...other })).rejects.toMatchObject({
        status: 409,
        code: 'dispute_closed',
      });
  });

  test('that is appealed in the same words again stays as it was', async () => {
    const { api, id } = await withCode();
    const { dispute } = await openDispute(id, { reason: 'code_refused', proof: PROOF });
    await answer(api, dispute?.id ?? 0, false);
    const words = 'Valve’s own support says that it was used in June.';
    const appealed = await appealDispute(id, words);
    api.now = new Date(api.now.getTime() + DAY);
    expect(await appealDispute(id, words)).toEqual(appealed);
    await answer(api, dispute?.id ?? 0, false);
    await expect(appealDispute(id, words)).rejects.toMatchObject({ code: 'dispute_closed' });
  });

  test('is for thirty days after delivery, and not for what waits', async () => {
    const { api, id } = await withCode();
    expect((await listOrders()).data[0]?.dispute_until).toBe(
      new Date(api.now.getTime() + 30 * DAY).toISOString(),
    );
    // The order is made older, since a session doesn't last a month.
    await api.db.drizzle.update(orders).set({ deliveredAt: new Date(api.now.getTime() - 30 * DAY) });
    expect((await listOrders()).data[0]?.dispute_until).toBeNull();
    await expect(openDispute(id, { reason: 'other', proof: PROOF })).rejects.toMatchObject({
      status: 409,
      code: 'dispute_closed',
      message: expect.stringContaining('30 days'),
    });
    const { api: other, id: waiting } = await withOrder();
    await expect(openDispute(waiting, { reason: 'other', proof: PROOF })).rejects.toMatchObject({
      message: expect.stringContaining('call it off'),
    });
    await operator(other, claimOrder, waiting);
    const { dispute } = await openDispute(waiting, { reason: 'too_late', proof: PROOF });
    await answer(other, dispute?.id ?? 0, true);
    expect(await getBalance()).toMatchObject({ available: 6000, reserved: 0 });
  });

  test.each([
    ['no reason', { proof: PROOF }, 'reason'],
    ['a reason of its own', { reason: 'because', proof: PROOF }, 'reason'],
    ['too little', { reason: 'other', proof: ' it does not work   ' }, 'proof'],
    ['too much', { reason: 'other', proof: 'x'.repeat(2001) }, 'proof'],
    ['a NUL', { reason: 'other', proof: `${PROOF}\0` }, 'proof'],
    ['no text', { reason: 'other', proof: 7 }, 'proof'],
  ])('with %s is refused by its field, in words', async (_, body, field) => {
    const { api, id, player } = await withCode();
    const response = await api.send(player.token, 'POST', `/api/user/orders/${id}/dispute`, body);
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field][0]).not.toMatch(/Expected|received|undefined/);
  });

  test('is not answered without a reason, nor with points that went back already', async () => {
    const { api, id } = await withCode();
    const { dispute } = await openDispute(id, { reason: 'other', proof: PROOF });
    await expect(answer(api, dispute?.id ?? 0, false, '  no  ')).rejects.toMatchObject({
      fields: { answer: [expect.stringContaining('10 characters')] },
    });
    await api.db.drizzle.transaction((tx) => refundOrder(tx, id, 'gone wrong', api.now));
    await expect(answer(api, dispute?.id ?? 0, true)).rejects.toMatchObject({ code: 'order_closed' });
    await expect(answer(api, 999_999, true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getBalance()).toMatchObject({ available: 1000 });
  });
});

test('an order that is held for review can be called off too', async () => {
  const api = await testApi();
  const player = await api.addPlayer(6000);
  api.actAs(player);
  await api.db.drizzle.update(users).set({ reviewFor: 'device' }).where(eq(users.id, player.id));
  const id = await orderRobux();
  expect((await listOrders()).data[0]).toMatchObject({ state: 'held', can_cancel: true });
  expect((await cancelOrder(id)).balance).toMatchObject({ available: 6000, reserved: 0 });
});
