/** What operators can still do with a delivered order. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import {
  claimOrder,
  correctReference,
  deliverOrder,
  findOrders,
  getOperatorOrder,
  refundOrder,
} from '../../../src/lib/contract/redemption/operator-orders.ts';
import { getOrder, openDispute, revealCode } from '../../../src/lib/contract/redemption/orders.ts';
import { answerDispute, findDisputes } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey, orderRobux } from '../../support/api-orders.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import type { TestOperator } from '../../support/operator.ts';
import { HOUR, pass } from '../../support/time.ts';

const WHY = 'The code that we sent was void.';

let api: TestApi;
let mira: Player;
let [ada, bo]: TestOperator[] = [];

beforeEach(async () => {
  api = await testApi();
  mira = await api.addPlayer(6000);
  [ada, bo] = [await api.addOperator(), await api.addOperator()];
  api.actAs(mira);
  as(ada);
});

const as = (operator: TestOperator | undefined) => operator && api.operateAs(operator);
const refund = async (id: number) =>
  (await request(refundOrder, { params: { id }, body: { reason: WHY } })).order;
const correct = (id: number, reference: string) =>
  request(correctReference, { params: { id }, body: { reference } });
const available = async () => (await request(getBalance, {})).balance.available;

async function delivered(reference = 'gift 77-12'): Promise<number> {
  const id = await orderRobux();
  await request(claimOrder, { params: { id } });
  await request(deliverOrder, { params: { id }, body: { reference } });
  return id;
}

/** Leaves nothing of what Ada may pay alone today. */
const useUp = () =>
  request(adjustBalance, { body: { user_id: mira.id, points: -1, reason: 'A test of the limit.' } });

describe('a refund', () => {
  test('returns the points of a delivered code once, hides the code, and tells its player why', {
    tags: 'concurrent',
  }, async () => {
    const { id } = await buyKey();
    expect(await available()).toBe(5500);
    const ends = await endsOf([refund(id), refund(id), refund(id)]);
    expect(ends.toSorted()).toEqual(['done', 'order_closed', 'order_closed']);
    expect(await available()).toBe(6000);
    expect((await request(getOrder, { params: { id } })).order).toMatchObject({
      state: 'refunded',
      ended_for: WHY,
      has_code: false,
    });
    await expect(request(revealCode, { params: { id } })).rejects.toBeTruthy();
    expect((await request(listNotifications, {})).data[0]).toMatchObject({
      title: expect.stringMatching(/^Refunded: /),
      body: `Order ${id}: ${WHY} You got your 500 points back.`,
    });
    expect((await request(listAuditEvents, { query: { subject: 'order' } })).data).toMatchObject([
      {
        act: 'order.refund',
        reason: WHY,
        user_id: mira.id,
        before: { state: 'delivered' },
        after: { state: 'refunded', points: 500 },
      },
    ]);
    expect(await endOf(refund(99_999))).toBe('not_found');
  });

  test('above the daily limit waits for a second operator, who sees it among what waits', async () => {
    const id = await delivered();
    await useUp();
    expect((await refund(id)).state).toBe('delivered');
    expect(await endOf(refund(id))).toBe('nothing_to_do');
    const waiting = async () => ({
      listed: (await request(findOrders, { body: { state: 'to_refund' } })).data.map((order) => order.id),
      counted: (await request(getOverview, {})).overview.refund_proposals,
      shown: (await request(getOperatorOrder, { params: { id } })).refund,
    });
    expect(await waiting()).toEqual({
      listed: [id],
      counted: 0,
      shown: { proposed_by: { id: ada?.id, name: expect.any(String) }, reason: WHY },
    });
    as(bo);
    expect(await waiting()).toMatchObject({ listed: [id], counted: 1 });
    expect((await refund(id)).state).toBe('refunded');
    expect(await waiting()).toEqual({ listed: [], counted: 0, shown: null });
    expect(await available()).toBe(5999);
    expect(
      (await request(listAuditEvents, { query: { subject: 'order' } })).data
        .map(({ act }) => act)
        .slice(0, 2),
    ).toEqual(['order.refund', 'order.propose_refund']);
  });

  test('that nobody approved in 72 hours lapses', async () => {
    const id = await delivered();
    await useUp();
    await refund(id);
    pass(api, 72 * HOUR);
    // Sessions have ended meanwhile.
    const cat = await api.addOperator();
    as(cat);
    expect((await request(getOverview, {})).overview.refund_proposals).toBe(0);
    expect((await request(findOrders, { body: { state: 'to_refund' } })).total).toBe(0);
    expect((await request(getOperatorOrder, { params: { id } })).refund).toBeNull();
    await useUp();
    expect((await refund(id)).state).toBe('delivered');
    expect((await request(getOperatorOrder, { params: { id } })).refund?.proposed_by.id).toBe(cat.id);
  });

  test('isn’t possible before delivery, while a report waits, on one’s own order, or of a deleted account', async () => {
    const open = await orderRobux();
    expect(await endOf(refund(open))).toBe('order_closed');
    await request(claimOrder, { params: { id: open } });
    expect(await endOf(refund(open))).toBe('order_closed');
    await request(deliverOrder, { params: { id: open }, body: {} });
    expect(await endOf(request(refundOrder, { params: { id: open }, body: { reason: 'no' } }))).toBe(
      'invalid: reason',
    );
    const proof = 'My inventory shows nothing since.';
    await request(openDispute, { params: { id: open }, body: { reason: 'not_received', proof } });
    await expect(refund(open)).rejects.toMatchObject({
      code: 'order_closed',
      message: expect.stringContaining('Answer that report'),
    });
    const [report] = (await request(findDisputes, { body: {} })).data;
    await request(answerDispute, {
      params: { id: report?.id ?? 0 },
      body: { accept: false, answer: 'It is in your inventory now.' },
    });
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(refund(open))).toBe('forbidden');
    as(bo);
    await api.db.drizzle
      .update(users)
      .set({ deletionAskedAt: api.now, deletionDueAt: api.now })
      .where(eq(users.id, mira.id));
    await eraseDue(api);
    expect(await endOf(refund(open))).toBe('nothing_to_do');
  });

  test('that was proposed ends when a report about the order is accepted', async () => {
    const id = await delivered();
    await useUp();
    await refund(id);
    const proof = 'My inventory shows nothing since.';
    await request(openDispute, { params: { id }, body: { reason: 'not_received', proof } });
    const [report] = (await request(findDisputes, { body: {} })).data;
    as(bo);
    await request(answerDispute, {
      params: { id: report?.id ?? 0 },
      body: { accept: true, answer: 'You are right, it went to another account.' },
    });
    expect((await request(getOverview, {})).overview.refund_proposals).toBe(0);
    expect(await available()).toBe(5999);
  });
});

describe('a reference', () => {
  test('is corrected after delivery, which its player is told', async () => {
    const id = await delivered('gift 77-21');
    expect((await correct(id, ' gift 77-12 ')).order).toMatchObject({
      state: 'delivered',
      reference: 'gift 77-12',
    });
    expect((await request(getOrder, { params: { id } })).order).toMatchObject({ reference: 'gift 77-12' });
    expect((await request(listNotifications, {})).data[0]).toMatchObject({
      title: 'Reference corrected: Robux, 400 Robux',
      body: `The correct reference of order ${id} is gift 77-12.`,
    });
    expect((await request(listAuditEvents, { query: { subject: 'order' } })).data[0]).toMatchObject({
      act: 'order.correct',
      before: { reference: 'gift 77-21' },
      after: { reference: 'gift 77-12' },
    });
    expect(await endOf(correct(id, 'gift 77-12'))).toBe('invalid: reference');
    expect(await endOf(correct(id, ' '))).toBe('invalid: reference');
    pass(api, 60_000);
    await correct(id, 'gift 77-13');
    expect((await request(listNotifications, {})).data[0]?.body).toContain('gift 77-13');
  });

  test('isn’t corrected before delivery, or by the order’s own player', async () => {
    const id = await orderRobux();
    expect(await endOf(correct(id, 'gift 1'))).toBe('order_closed');
    await request(deliverOrder, { params: { id }, body: {} });
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(correct(id, 'gift 1'))).toBe('forbidden');
  });
});
