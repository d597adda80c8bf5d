import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeRegister, codes, operatorActs } from '../../../server/db/schema.ts';
import { dropExpiringCodes, openCode } from '../../../server/features/redemption/code-stock.ts';
import { cancelLateOrders } from '../../../server/features/redemption/late-orders.ts';
import { getBalance, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { noteDevice } from '../../../src/lib/contract/auth/sign-in.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import {
  cancelOperatorOrder,
  claimOrder,
  deliverOrder,
  findCodes,
  findOrders,
  getOperatorOrder,
  importCodes,
  listCodeStock,
  refuseOrder,
  releaseOrder,
  removeCodes,
  requeueOrder,
  showDeliveryDetails,
} from '../../../src/lib/contract/redemption/operator-orders.ts';
import { cancelOrder, getOrder, revealCode } from '../../../src/lib/contract/redemption/orders.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { KEY, ROBUX } from '../../support/api-orders.ts';
import { badStanding } from '../../support/bad-standing.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import type { TestOperator } from '../../support/operator.ts';
import { give } from '../../support/points.ts';
import { DAY, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

/** All matches were seen. */
const SEEN = 999_999;

const WHY = 'The username that you gave doesn’t exist.';
const NAME = 'Mira_k9000';

let api: TestApi;
let mira: Player;
let operator: TestOperator;

beforeEach(async () => {
  api = await testApi();
  mira = await api.addPlayer(6000);
  operator = await api.addOperator();
  api.operateAs(operator);
  api.actAs(mira);
});

async function order(what = ROBUX): Promise<number> {
  if (what === ROBUX) await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: NAME } });
  const { order: made } = await request(buyAmount, {
    params: { id: what.reward },
    body: { amount_id: what.amount },
  });
  return made?.id ?? 0;
}

/** A held order of a code, because two accounts used one device. */
async function held(): Promise<number> {
  const other = await api.addPlayer();
  for (const player of [other, mira]) {
    api.actAs(player);
    await request(noteDevice, { body: { device: '5b0b6a3c-7a52-4c0a-9a3f-2d1f9b7e6c11' } });
  }
  return order(KEY);
}

const emptyStock = () => api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount));
const acts = async () =>
  (await request(listAuditEvents, { query: { subject: 'order' } })).data.map(({ act }) => act);

describe('an order', () => {
  test('is listed with its age, oldest first, without delivery details', async () => {
    const first = await order();
    pass(api, 90_000);
    const { data } = await request(findOrders, { body: {} });
    expect(data).toMatchObject([
      {
        id: first,
        user: { id: mira.id },
        state: 'pending',
        age_seconds: 90,
        has_details: true,
        is_code: false,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(NAME);
    expect((await request(findOrders, { body: { state: 'delivered' } })).total).toBe(0);
    expect((await request(findOrders, { body: { state: 'all', user_id: mira.id + 1 } })).total).toBe(0);
    expect(await endOf(request(findOrders, { body: { state: 'lost' as 'all' } }))).toBe('invalid: state');
  });

  test('is found by part of its reward’s name, together with what else is asked for', async () => {
    const ids = [await order(), await order(KEY)];
    const found = async (more: object) =>
      (await request(findOrders, { body: { state: 'all', ...more } })).data.map(({ id }) => id);
    expect(await found({ reward: 'robu' })).toEqual([ids[0]]);
    expect(await found({ reward: ' STEAM ' })).toEqual([ids[1]]);
    expect(await found({ reward: 'robu', state: 'delivered' })).toEqual([]);
    expect(await found({ reward: '%' })).toEqual([]);
  });

  test('shows an operator the delivery details, and logs that without the details', async () => {
    const id = await order();
    expect(await request(showDeliveryDetails, { params: { id } })).toEqual({
      label: 'Roblox username',
      details: NAME,
    });
    const [line] = (await request(listAuditEvents, {})).data;
    expect(line).toMatchObject({
      act: 'order.show_details',
      subject_id: String(id),
      user_id: mira.id,
      operator: { id: operator.id },
    });
    expect(JSON.stringify(await api.db.drizzle.select().from(operatorActs))).not.toContain(NAME);
    expect(await endOf(request(showDeliveryDetails, { params: { id: id + 1 } }))).toBe('not_found');
  });

  test('is claimed, which its owner can’t undo, and sent with a reference', async () => {
    const id = await order();
    expect((await request(claimOrder, { params: { id } })).order).toMatchObject({
      state: 'processing',
      processing_by: { id: operator.id },
    });
    expect(await endOf(request(cancelOrder, { params: { id } }))).toBe('order_closed');
    await expect(request(claimOrder, { params: { id } })).rejects.toMatchObject({
      code: 'order_closed',
      message: 'You can only start orders waiting to be sent by our team. It’s being sent.',
    });
    expect(
      (await request(deliverOrder, { params: { id }, body: { reference: 'gift 77-12' } })).order,
    ).toMatchObject({
      state: 'delivered',
      reference: 'gift 77-12',
    });
    expect((await request(getOrder, { params: { id } })).order).toMatchObject({ reference: 'gift 77-12' });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1000, reserved: 0 });
    expect(await endOf(request(deliverOrder, { params: { id }, body: {} }))).toBe('order_closed');
    expect(await endOf(request(cancelOperatorOrder, { params: { id }, body: { reason: WHY } }))).toBe(
      'order_closed',
    );
    expect(await acts()).toEqual(['order.deliver', 'order.claim']);
    expect(api.events).toContainEqual({ kind: 'order', userId: mira.id, orderId: id });
  });

  test('is put back in the queue by one of two operators, and is cancelled there once it’s late', {
    tags: 'concurrent',
  }, async () => {
    const id = await order();
    const back = { params: { id }, body: { reason: 'Started by mistake.', processing_by: operator.id } };
    expect(await endOf(request(requeueOrder, back))).toBe('order_closed');
    await request(claimOrder, { params: { id } });
    pass(api, 15 * DAY);
    expect(await cancelLateOrders(api.db, api.now)).toEqual([]);
    // Sessions have ended meanwhile.
    api.operateAs(await api.addOperator());
    expect((await endsOf([request(requeueOrder, back), request(requeueOrder, back)])).toSorted()).toEqual([
      'done',
      'order_closed',
    ]);
    expect((await request(getOperatorOrder, { params: { id } })).order).toMatchObject({
      state: 'pending',
      processing_at: null,
      processing_by: null,
    });
    const [line] = (await request(listAuditEvents, {})).data;
    expect(line).toMatchObject({
      act: 'order.requeue',
      reason: 'Started by mistake.',
      before: { state: 'processing' },
      after: { state: 'pending' },
    });
    // Whoever is quicker: the operator who sends it after all, or the job.
    const [sent, late] = await Promise.all([
      endOf(request(claimOrder, { params: { id } })),
      cancelLateOrders(api.db, api.now),
    ]);
    expect(late).toEqual(sent === 'done' ? [] : [id]);
  });

  test('that another operator is sending is neither ended nor put back from a page that is older', async () => {
    const id = await order();
    await request(claimOrder, { params: { id } });
    const bo = await api.addOperator();
    api.operateAs(bo);
    const acts = (processing_by?: number) => {
      const seen = processing_by === undefined ? {} : { processing_by };
      return [
        () => request(cancelOperatorOrder, { params: { id }, body: { reason: WHY, ...seen } }),
        () => request(requeueOrder, { params: { id }, body: { reason: WHY, ...seen } }),
        () => request(deliverOrder, { params: { id }, body: { ...seen } }),
      ];
    };
    for (const act of [...acts(), ...acts(bo.id)])
      await expect(act()).rejects.toMatchObject({
        fields: { processing_by: expect.stringContaining('has started to send it') },
      });
    expect((await request(getOperatorOrder, { params: { id } })).order.state).toBe('processing');
    await acts(operator.id)[1]?.();
    await request(claimOrder, { params: { id } });
    // Who started it first has an older page now.
    api.operateAs(operator);
    for (const act of acts()) expect(await endOf(act())).toBe('invalid: processing_by');
    await acts(bo.id)[2]?.();
  });

  test.each(Object.entries(badStanding))(
    'isn’t sent while its account %s, unless it was claimed before',
    async (name, [begin, end]) => {
      const standing = async () =>
        new Set((await request(findOrders, { body: {} })).data.map((one) => one.standing));
      await give(api, mira.id, 5000);
      const [begun, id] = [await order(), await order()];
      await request(claimOrder, { params: { id: begun } });
      const release = {
        params: { id: await held() },
        body: { reason: 'Brothers who share a phone.', matched_up_to: SEEN },
      };
      expect(await standing()).toEqual(new Set(['good']));
      await begin(api, mira);
      // So that operators see it before they start.
      expect(await standing()).toEqual(new Set([name.includes('suspended') ? 'suspended' : 'debt']));
      for (const call of [
        () => request(claimOrder, { params: { id } }),
        () => request(releaseOrder, release),
        () => request(deliverOrder, { params: { id }, body: { reference: 'T-1' } }),
      ])
        await expect(call()).rejects.toMatchObject({
          code: 'order_closed',
          message: expect.stringContaining('suspended or owes points'),
        });
      await request(deliverOrder, { params: { id: begun }, body: { reference: 'T-2' } });
      await end(api, mira);
      await request(claimOrder, { params: { id } });
      expect((await request(releaseOrder, release)).order.state).toBe('delivered');
    },
  );

  test('is cancelled with a reason that its owner reads, from each open state', async () => {
    for (const begun of [false, true]) {
      const id = await order();
      if (begun) await request(claimOrder, { params: { id } });
      expect(await endOf(request(cancelOperatorOrder, { params: { id }, body: { reason: 'no' } }))).toBe(
        'invalid: reason',
      );
      expect(
        (await request(cancelOperatorOrder, { params: { id }, body: { reason: WHY } })).order,
      ).toMatchObject({
        state: begun ? 'refunded' : 'cancelled',
        ended_for: WHY,
      });
      expect((await request(getOrder, { params: { id } })).order).toMatchObject({ ended_for: WHY });
      expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
    }
    expect((await request(listAuditEvents, {})).data[0]).toMatchObject({
      act: 'order.cancel',
      before: { state: 'processing' },
      after: { state: 'refunded' },
    });
  });

  test('ends once, by the first of many callers', { tags: 'concurrent' }, async () => {
    const id = await order();
    const [first, calledOff, own, second] = await endsOf([
      request(deliverOrder, { params: { id }, body: {} }),
      request(cancelOperatorOrder, { params: { id }, body: { reason: WHY } }),
      request(cancelOrder, { params: { id } }),
      request(deliverOrder, { params: { id }, body: {} }),
    ]);
    const isSent = (await request(getOrder, { params: { id } })).order.state === 'delivered';
    expect([first, second].filter((end) => end === 'done')).toHaveLength(isSent ? 1 : 0);
    // It is the same for its owner, who cancels it after an operator did.
    expect([calledOff, own].includes('done')).toBe(!isSent);
    expect((await request(getBalance, {})).balance).toMatchObject({
      available: isSent ? 1000 : 6000,
      reserved: 0,
    });
    expect((await acts()).length).toBeLessThanOrEqual(1);
  });

  test('can’t be decided by their own operator', async () => {
    const id = await order();
    api.operateAs(await api.addOperator(mira.email.toUpperCase().replace('@', '+admin@').toLowerCase()));
    const ends = await endsOf([
      request(claimOrder, { params: { id } }),
      request(deliverOrder, { params: { id }, body: {} }),
      request(cancelOperatorOrder, { params: { id }, body: { reason: WHY } }),
    ]);
    expect(ends).toEqual(Array(3).fill('forbidden'));
    expect(await acts()).toEqual([]);
  });
});

describe('a held order', () => {
  test('shows which accounts its owner matches and why, and continues once when it is released', {
    tags: 'concurrent',
  }, async () => {
    const id = await held();
    expect(await request(getOperatorOrder, { params: { id } })).toMatchObject({
      order: { state: 'held', held_for: 'device' },
      entries: [{ points: -500 }],
      matches: [{ reason: 'device' }],
    });
    expect(await endOf(request(deliverOrder, { params: { id }, body: { code: 'ABCD-1234' } }))).toBe(
      'order_closed',
    );
    const reason = 'Two players of one household, both known.';
    const ends = await endsOf(
      [1, 2, 3].map(() => request(releaseOrder, { params: { id }, body: { reason, matched_up_to: SEEN } })),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect((await request(getOrder, { params: { id } })).order).toMatchObject({
      state: 'delivered',
      has_code: true,
    });
    expect((await request(getOperatorOrder, { params: { id } })).matches).toEqual([]);
    expect(await acts()).toEqual(['order.release']);
  });

  test('is declined with a reason, and its points are returned', async () => {
    const id = await held();
    expect((await request(refuseOrder, { params: { id }, body: { reason: WHY } })).order).toMatchObject({
      state: 'cancelled',
      ended_for: WHY,
    });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, reserved: 0 });
    expect(
      await endOf(request(releaseOrder, { params: { id }, body: { reason: WHY, matched_up_to: SEEN } })),
    ).toBe('order_closed');
  });

  test('that was released with no code left gets exactly the code that an operator gives', async () => {
    const id = await held();
    await emptyStock();
    expect(
      (await request(releaseOrder, { params: { id }, body: { reason: WHY, matched_up_to: SEEN } })).order,
    ).toMatchObject({
      state: 'pending',
    });
    expect(await endOf(request(deliverOrder, { params: { id }, body: {} }))).toBe('invalid: code');
    await expect(request(deliverOrder, { params: { id }, body: { code: 'x' } })).rejects.toMatchObject({
      fields: { code: expect.stringContaining('too short') },
    });
    await request(importCodes, { body: { csv: `code,amount_id\nTAKEN-0001,801`, amount_id: null } });
    await expect(
      request(deliverOrder, { params: { id }, body: { code: 'taken 0001' } }),
    ).rejects.toMatchObject({
      fields: { code: expect.stringContaining('it was added before') },
    });
    expect(
      (await request(deliverOrder, { params: { id }, body: { code: 'HAND-0001-XYZ' } })).order,
    ).toMatchObject({ state: 'delivered' });
    expect((await request(revealCode, { params: { id } })).code).toBe('HAND-0001-XYZ');
    expect(JSON.stringify(await api.db.drizzle.select().from(operatorActs))).not.toContain('HAND-0001');
  });
});

describe('the stock', () => {
  const stock = () => api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount));

  test('is counted by amount, with delivered and waiting codes', async () => {
    await order(KEY);
    const { data, total } = await request(listCodeStock, { query: { per_page: 100 } });
    expect(data).toHaveLength(total);
    const mine = data.find(({ amount_id }) => amount_id === KEY.amount);
    expect(mine).toMatchObject({ in_stock: 24, sold_30_days: 1, waiting: 0, active: true });
    expect(data[0]?.in_stock).toBe(0);
    expect((await request(listCodeStock, { query: { search: '100%' } })).total).toBe(0);
  });

  test.each(Object.entries(badStanding))(
    'counts no waiting order of an account that %s, which gets no code',
    async (_, [begin, end]) => {
      const id = await held();
      await emptyStock();
      await request(releaseOrder, { params: { id }, body: { reason: WHY, matched_up_to: SEEN } });
      const waiting = async () =>
        (await request(listCodeStock, { query: { per_page: 100 } })).data.find(
          ({ amount_id }) => amount_id === KEY.amount,
        )?.waiting;
      expect(await waiting()).toBe(1);
      await begin(api, mira);
      expect(await waiting()).toBe(0);
      await end(api, mira);
    },
  );

  test('imports a file’s good lines, and reports bad ones by number', async () => {
    const before = await stock();
    const csv = [
      '\uFEFFExpires_On, Amount_ID ,CODE',
      `2027-12-31,${KEY.amount},GOOD-0001`,
      `,${KEY.amount},"GOOD, ""0002"""`,
      '',
      `,${KEY.amount},good 0001`,
      `2026-11-20,${KEY.amount},LATE-0001`,
      `31.12.2027,${KEY.amount},DATE-0001`,
      `,${KEY.amount}`,
      ',,NONE-0001',
      ',99999999999,FAR-0001',
      `,${ROBUX.amount},WRONG-001`,
      `,${KEY.amount},"=HYPERLINK(""http://evil"")"`,
      `,${KEY.amount},"MULTI\nLINE"`,
      `,${KEY.amount},GOOD-0003`,
    ].join('\r\n');
    const done = await request(importCodes, { body: { csv, amount_id: null } });
    expect(done).toMatchObject({ added: 3, amounts: [{ amount_id: KEY.amount, added: 3 }], delivered: [] });
    const why = new Map(done.refused.map((one) => [one.line, one.why]));
    expect([...why.keys()]).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(why.get(5)).toBe('the same as line 2');
    expect(why.get(11)).toContain(`amount ${ROBUX.amount} doesn’t exist`);
    expect(await stock()).toBe(before + 3);
    const again = await request(importCodes, { body: { csv, amount_id: null } });
    expect(again.added).toBe(0);
    expect(again.refused).toContainEqual({ line: 2, why: 'it was added before' });
    const kept = await api.db.drizzle.select().from(codes).where(eq(codes.amountId, KEY.amount));
    const open = kept.map(({ code }) => openCode(testVault, KEY.amount, code));
    expect(open).toContain('GOOD, "0002"');
    for (const code of ['GOOD-0001', 'GOOD, ', 'GOOD-0003']) expect(JSON.stringify(kept)).not.toContain(code);
    expect((await request(listAuditEvents, { query: { act: 'amount' } })).data).toMatchObject([
      { act: 'amount.import_codes', subject_id: String(KEY.amount), after: { added: 3 } },
    ]);
  });

  test('says of each line of a file where its code is', async () => {
    await emptyStock();
    const csv = 'code,expires_on\nFIND-0001,2026-12-19\nFIND-0002,2026-12-20\nFIND-0003,2027-12-31';
    await request(importCodes, { body: { csv, amount_id: KEY.amount } });
    const id = await order(KEY);
    await dropExpiringCodes(api.db, new Date('2026-12-14T00:00:00Z'));
    const more = 'NEVER-0001,\nfind 0001,\nFIND-0003';
    expect((await request(findCodes, { body: { csv: `${csv}\n${more}` } })).lines).toEqual([
      { line: 2, where: 'order', order_id: id },
      { line: 3, where: 'gone', order_id: null },
      { line: 4, where: 'stock', order_id: null },
      { line: 5, where: 'unknown', order_id: null },
      { line: 6, where: 'order', order_id: id },
      { line: 7, where: 'unreadable', order_id: null },
    ]);
    expect(await endOf(request(findCodes, { body: { csv: 'amount_id\n1' } }))).toBe('invalid: csv');
  });

  test('takes codes of a wrong import out again, but none that a player has, and they can be added for another amount', async () => {
    await emptyStock();
    const csv = `code,amount_id\nFALSE-0001,${KEY.amount}\nFALSE-0002,${KEY.amount}\nFALSE-0003,801`;
    await request(importCodes, { body: { csv, amount_id: null } });
    await order(KEY);
    const more = `NEVER-0001,\nFALSE-0002\nfalse-0002,${KEY.amount}`;
    const remove = () => request(removeCodes, { body: { csv: `${csv}\n${more}`, reason: WHY } });
    expect(await remove()).toMatchObject({
      removed: 2,
      amounts: [
        { amount_id: 801, removed: 1 },
        { amount_id: KEY.amount, removed: 1 },
      ],
      refused: [
        { line: 2, why: expect.stringContaining('not in stock') },
        { line: 5, why: expect.stringContaining('not in stock') },
        { line: 6, why: expect.stringContaining('cells') },
        { line: 7, why: expect.stringContaining('not in stock') },
      ],
    });
    expect(await api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount))).toBe(0);
    expect((await request(listAuditEvents, { query: { act: 'amount.remove_codes' } })).data).toMatchObject([
      { subject_id: String(KEY.amount), reason: WHY, after: { removed: 1 } },
      { subject_id: '801', reason: WHY, after: { removed: 1 } },
    ]);
    expect(await remove()).toMatchObject({ removed: 0 });
    await expect(order(KEY)).rejects.toMatchObject({ code: 'out_of_stock' });
    const again = await request(importCodes, {
      body: { csv: 'code\nFALSE-0002\nFALSE-0001', amount_id: 801 },
    });
    expect(again).toMatchObject({ added: 1, refused: [{ line: 3, why: 'it was added before' }] });
  });

  test('rejects a malformed file as a whole, with an explanation', async () => {
    const before = await api.db.drizzle.$count(codeRegister);
    const files: [string, string | RegExp][] = [
      ['', 'empty'],
      ['GOOD-0001\nGOOD-0002', '“code” is missing'],
      ['code,amount_id', 'no rows below'],
      ['code,amount_id,price\nA-0001,1,2', '“price” is unknown'],
      ['code,code,amount_id\nA-0001,B,1', 'twice'],
      [`code,amount_id\n"OPEN-0001,${KEY.amount}\nGOOD-0001,${KEY.amount}`, 'opened after line 1'],
      [`code,amount_id\n"A-0001"x,${KEY.amount}`, 'Line 2 can’t be read'],
      ['code\nGOOD-0001', '“amount_id” is missing'],
      [`code,amount_id\n${`X,1\n`.repeat(5001)}`, '5,001 lines'],
    ];
    for (const [csv, words] of files)
      await expect(
        request(importCodes, { body: { csv, amount_id: null } }),
        csv.slice(0, 30),
      ).rejects.toMatchObject({
        status: 422,
        fields: { csv: expect.stringMatching(words) },
      });
    expect(await api.db.drizzle.$count(codeRegister)).toBe(before);
  });

  test('needs no column for a single amount, and accepts semicolons', async () => {
    expect(
      await request(importCodes, {
        body: { csv: 'code;expires_on\r\nSEMI-0001;2027-12-31\r\n', amount_id: KEY.amount },
      }),
    ).toMatchObject({
      added: 1,
      refused: [],
    });
  });

  test('goes to the waiting order', async () => {
    const id = await held();
    await emptyStock();
    await request(releaseOrder, { params: { id }, body: { reason: WHY, matched_up_to: SEEN } });
    expect(
      await request(importCodes, { body: { csv: 'code\nWAIT-0001', amount_id: KEY.amount } }),
    ).toMatchObject({
      added: 1,
      delivered: [id],
    });
    expect((await request(revealCode, { params: { id } })).code).toBe('WAIT-0001');
  });
});
