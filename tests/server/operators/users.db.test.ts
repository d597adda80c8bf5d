import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { adjustments, clicks, ledger, users } from '../../../server/db/schema.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { credit, reverse } from '../../../server/features/ledger/ledger.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getBalance, getUser } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { getCase, listCases, openCase } from '../../../src/lib/contract/draws/cases.ts';
import { enterContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { startThread } from '../../../src/lib/contract/messages/messages.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { listOffers, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { MAX_ADJUSTMENT } from '../../../src/lib/contract/operator-limits.ts';
import {
  adjustBalance,
  approveAdjustment,
  declineAdjustment,
  endUserSessions,
  findUsers,
  getOperatorUser,
  liftSuspension,
  listAdjustments,
  listUserLedger,
  suspendUser,
} from '../../../src/lib/contract/operators/operator-users.ts';
import { buyAmount, buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { exportAccount } from '../../../src/lib/contract/settings/settings.ts';
import { submitProof } from '../../../src/lib/contract/social/social.ts';
import { saveSubmission, submitForReview } from '../../../src/lib/contract/submissions/submissions.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { articleDraft } from '../../support/article.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import type { TestOperator } from '../../support/operator.ts';
import { reported } from '../../support/partner.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';

const WHY = 'Two accounts were played from one device.';

let api: TestApi;
let mira: Player;
let ada: TestOperator;
let bo: TestOperator;

beforeEach(async () => {
  api = await testApi();
  mira = await api.addPlayer(6000);
  ada = await api.addOperator();
  bo = await api.addOperator();
  api.operateAs(ada);
  api.actAs(mira);
});

const adjust = async (points: number, key: string = randomUUID(), user_id = mira.id) =>
  (await request(adjustBalance, { body: { user_id, points, reason: WHY }, idempotencyKey: key })).adjustment;
const booked = () => api.db.drizzle.$count(ledger, eq(ledger.reason, 'adjustment'));

describe('users', () => {
  test('can be found by number, full address or part of a name, and by nothing else', async () => {
    await api.db.drizzle.update(users).set({ name: 'Mira 100%' }).where(eq(users.id, mira.id));
    for (const search of [String(mira.id), `#${mira.id}`, mira.email.toUpperCase(), 'mira', '100%'])
      expect((await request(findUsers, { body: { search } })).data, search).toMatchObject([{ id: mira.id }]);
    for (const search of ['%', mira.email.slice(0, -2), '99999999999', "' or 1=1"])
      expect(
        (await request(findUsers, { body: { search } })).data.map(({ id }) => id),
        search,
      ).not.toContain(search === '%' ? -1 : mira.id);
  });

  test('are shown with balance, orders and ledger', async () => {
    await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
    // Neither what is still pending nor what was reversed counts as earned.
    const partly = { userId: mira.id, points: 300, title: 'An offer', detail: '', at: api.now };
    await api.db.drizzle.transaction(async (tx) => {
      await credit(tx, { ...partly, key: 'pending', releasesAt: later(api, DAY) });
      await reverse(tx, (await credit(tx, { ...partly, key: 'reversed' })) ?? 0, 'by mistake', api.now);
    });
    const { user } = await request(getOperatorUser, { params: { id: mira.id } });
    expect(user).toMatchObject({
      email: mira.email,
      balance: { available: 5500 },
      earned: 6000,
      orders: 1,
      suspended_for: null,
    });
    expect((await request(listUserLedger, { params: { id: mira.id } })).data).toMatchObject([
      { points: -300 },
      { points: 300 },
      { points: 300 },
      { points: -500 },
      { points: 6000 },
    ]);
    const page = await request(listUserLedger, { params: { id: mira.id }, query: { per_page: 1 } });
    expect(page.next_page_url).toBe(`/api/operator/users/${mira.id}/ledger?page=2&per_page=1`);
    expect(await endOf(request(getOperatorUser, { params: { id: 99_999 } }))).toBe('not_found');
    expect(await endOf(request(listUserLedger, { params: { id: 99_999 } }))).toBe('not_found');
  });
});

describe('a suspended account', () => {
  test('can neither spend nor earn in any way, and reads why', async () => {
    await api.db.drizzle.update(users).set({ birthDate: '1990-01-01' }).where(eq(users.id, mira.id));
    const round = await request(startSession, { params: { id: 1 }, body: { daily: false } });
    const [contest] = (await request(listContests, {})).data;
    const [box] = (await request(listCases, {})).data;
    const { commitment } = (await request(getCase, { params: { id: box?.id ?? 0 } })).case;
    const [offer] = (await request(listOffers, {})).data;
    const key = randomUUID();
    await request(saveSubmission, { params: { key }, body: { ...articleDraft, version: 0 } });

    expect(
      (await request(suspendUser, { params: { id: mira.id }, body: { reason: WHY } })).user,
    ).toMatchObject({
      suspended_for: WHY,
      suspended_by: { id: ada.id },
    });
    const { balance: before } = await request(getBalance, {});
    const ways = await endsOf([
      request(buyReward, { params: { id: KEY.reward }, body: {} }),
      request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } }),
      request(startSession, { params: { id: 1 }, body: { daily: false } }),
      request(finishSession, { params: { id: round.id }, body: { inputs: [], score: 0 } }),
      request(enterContest, { params: { id: contest?.id ?? 0 }, body: { seed: '5eed' } }),
      request(openCase, {
        params: { id: box?.id ?? 0 },
        body: { commitment_id: commitment?.id ?? '', player_seed: '5eed' },
      }),
      request(openOffer, { params: { id: offer?.id ?? 0 } }),
      request(submitProof, {
        params: { id: 1 },
        body: { proof: 'https://x.com/somebody/status/1234567890' },
      }),
      request(submitForReview, { params: { key }, body: { version: 1 } }),
    ]);
    expect(ways).toEqual(Array(9).fill('suspended'));
    expect((await request(getBalance, {})).balance).toEqual(before);
    expect(await api.db.drizzle.$count(clicks)).toBe(0);

    // What it can still do.
    expect((await request(getUser, { params: { id: mira.id } })).user.suspended).toMatchObject({
      reason: WHY,
    });
    expect((await request(getReward, { params: { id: KEY.reward } })).status).toBe('suspended');
    expect(await request(checkRedemption, {})).toMatchObject({
      ready: false,
      blocks: [{ name: 'suspended' }],
    });
    await request(listOrders, {});
    expect(JSON.stringify(await request(exportAccount, {}))).toContain(WHY);
    const appeal = { topic: 'account', subject: 'Please look again', body: 'My brother plays too.' } as const;
    await request(startThread, { body: appeal });
  });

  test('gets points from others as pending, and receives them when the suspension is lifted', async () => {
    const [offer] = (await request(listOffers, {})).data;
    const { mine } = (await request(openOffer, { params: { id: offer?.id ?? 0 } })).offer;
    await request(suspendUser, { params: { id: mira.id }, body: { reason: WHY } });
    expect(await reported(api, { kind: 'credit', transaction: 't-1', click: mine?.click_id ?? '' })).toBe(
      'recorded credited',
    );
    await give(api, mira.id, 70);
    const { pending } = (await request(getBalance, {})).balance;
    expect(pending).toBeGreaterThan(70);
    pass(api, 29 * DAY);
    expect(await releaseHolds(api.db, api.now)).not.toContain(mira.id);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000, pending });
    api.operateAs({ token: (await api.addOperator()).token });
    await request(liftSuspension, { params: { id: mira.id }, body: { reason: 'The brother was real.' } });
    expect(await releaseHolds(api.db, api.now)).toContain(mira.id);
  });

  test('is suspended once and restored once, each with a reason, and never by its own player', {
    tags: 'concurrent',
  }, async () => {
    expect(await endOf(request(suspendUser, { params: { id: mira.id }, body: { reason: 'no' } }))).toBe(
      'invalid: reason',
    );
    expect(await endOf(request(liftSuspension, { params: { id: mira.id }, body: { reason: WHY } }))).toBe(
      'nothing_to_do',
    );
    const ends = await endsOf(
      [1, 2, 3].map(() => request(suspendUser, { params: { id: mira.id }, body: { reason: WHY } })),
    );
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do', 'nothing_to_do']);
    expect((await request(findUsers, { body: { show: 'suspended' } })).total).toBe(1);
    expect(await endOf(request(suspendUser, { params: { id: 99_999 }, body: { reason: WHY } }))).toBe(
      'not_found',
    );
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(request(liftSuspension, { params: { id: mira.id }, body: { reason: WHY } }))).toBe(
      'forbidden',
    );
    api.operateAs(bo);
    const lifted = { suspended_at: null, suspended_for: null };
    expect(
      (await request(liftSuspension, { params: { id: mira.id }, body: { reason: WHY } })).user,
    ).toMatchObject(lifted);
    await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
    expect((await request(listAuditEvents, { query: { user_id: mira.id } })).data).toMatchObject([
      { act: 'user.lift' },
      { act: 'user.suspend' },
    ]);
  });

  test('isn’t protected by an operator’s address that it never confirmed', async () => {
    const { id, email } = mira;
    const only = await api.addOperator('only@operators.test');
    api.operateAs(only);
    await api.db.drizzle
      .update(users)
      .set({ email: 'only+mira@operators.test', emailConfirmedAt: null })
      .where(eq(users.id, id));
    expect(await endOf(request(suspendUser, { params: { id }, body: { reason: WHY } }))).toBe('done');
    await api.db.drizzle.update(users).set({ email, emailConfirmedAt: api.now }).where(eq(users.id, id));
  });

  test('is suspended either before a purchase or after it', { tags: 'concurrent' }, async () => {
    const [bought] = await endsOf([
      request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } }),
      request(suspendUser, { params: { id: mira.id }, body: { reason: WHY } }),
    ]);
    expect((await request(getBalance, {})).balance.available).toBe(bought === 'done' ? 5500 : 6000);
  });
});

describe('the sessions of an account', () => {
  test('can be ended by an operator with a reason, which is logged and shown to the owner', async () => {
    const holds = async (token: string) => (await api.send(token, 'GET', '/api/user/balance')).status === 200;
    const elsewhere = await createToken(api.db.drizzle, mira.id, 'elsewhere', api.now);
    const other = await api.addPlayer();
    expect(await endOf(request(endUserSessions, { params: { id: mira.id }, body: { reason: 'no' } }))).toBe(
      'invalid: reason',
    );
    expect((await request(endUserSessions, { params: { id: mira.id }, body: { reason: WHY } })).ended).toBe(
      2,
    );
    expect(await Promise.all([mira.token, elsewhere, other.token].map(holds))).toEqual([false, false, true]);
    expect(api.events).toContainEqual({ kind: 'sessions', userId: mira.id });
    expect((await request(listAuditEvents, { query: { user_id: mira.id } })).data).toMatchObject([
      { act: 'user.end_sessions', reason: WHY, operator: { id: ada.id }, after: { ended: 2 } },
    ]);
    expect(await endOf(request(endUserSessions, { params: { id: mira.id }, body: { reason: WHY } }))).toBe(
      'nothing_to_do',
    );
    expect(await endOf(request(endUserSessions, { params: { id: 99_999 }, body: { reason: WHY } }))).toBe(
      'not_found',
    );
    api.actAs({ ...mira, token: await createToken(api.db.drizzle, mira.id, 'again', api.now) });
    expect((await request(listNotifications, {})).data).toMatchObject([
      { body: expect.stringContaining(WHY) },
    ]);
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(request(endUserSessions, { params: { id: mira.id }, body: { reason: WHY } }))).toBe(
      'forbidden',
    );
  });
});

describe('an adjustment', () => {
  test('is booked with its reason in the ledger, once per key', { tags: 'concurrent' }, async () => {
    const key = randomUUID();
    const [one, two] = await Promise.all([adjust(300, key), adjust(300, key)]);
    expect(one.id).toBe(two.id);
    expect(one).toMatchObject({ state: 'done', points: 300, decided_by: null, can_decide: false });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6300 });
    expect((await request(listUserLedger, { params: { id: mira.id } })).data[0]).toMatchObject({
      points: 300,
      detail: WHY,
    });
    expect(await endOf(adjust(301, key))).toBe('invalid: Idempotency-Key');
    expect((await request(listAuditEvents, { query: { act: 'adjustment' } })).data).toMatchObject([
      { act: 'adjustment.book', reason: WHY, after: { points: 300 } },
    ]);
  });

  test('that takes more than the balance leaves a debt, which new points settle', async () => {
    await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
    await request(adjustBalance, { body: { user_id: mira.id, points: -5000, reason: WHY } });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 500, debt: 0 });
    const { id } = await adjust(-2000);
    api.operateAs(bo);
    await request(approveAdjustment, { params: { id } });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, debt: 1500 });
  });

  test('explains why it is invalid', async () => {
    for (const points of [0, 1.5, MAX_ADJUSTMENT + 1, -MAX_ADJUSTMENT - 1])
      expect(await endOf(adjust(points))).toBe('invalid: points');
    expect(await endOf(adjust(5, randomUUID(), 99_999))).toBe('invalid: user_id');
    const short = request(adjustBalance, { body: { user_id: mira.id, points: 5, reason: 'short' } });
    expect(await endOf(short)).toBe('invalid: reason');
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(adjust(5))).toBe('forbidden');
    expect(await booked()).toBe(0);
  });

  test('above the limit waits for a second operator, and operators can’t approve their own', {
    tags: 'concurrent',
  }, async () => {
    const { id, state } = await adjust(5001);
    expect(state).toBe('waiting');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000 });
    expect(await endOf(request(approveAdjustment, { params: { id } }))).toBe('forbidden');
    // Nor for the operator's own player account, nor by a second account of the proposer.
    for (const email of [mira.email, ada.email.replace('@', '+again@')]) {
      api.operateAs(await api.addOperator(email));
      expect(await endOf(request(approveAdjustment, { params: { id } }))).toBe('forbidden');
    }
    api.operateAs(bo);
    expect((await request(listAdjustments, { query: { state: 'waiting' } })).data).toMatchObject([
      { id, can_decide: true },
    ]);
    const ends = await endsOf([1, 2, 3, 4].map(() => request(approveAdjustment, { params: { id } })));
    expect(ends.toSorted()).toEqual(['done', ...Array(3).fill('nothing_to_do')]);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 11_001 });
    expect(await booked()).toBe(1);
    expect(await endOf(request(declineAdjustment, { params: { id }, body: { reason: WHY } }))).toBe(
      'nothing_to_do',
    );
  });

  test('that takes points can’t be declined by the player who would lose them', async () => {
    const { id } = await adjust(-5001);
    api.operateAs(await api.addOperator(mira.email));
    const decline = () => request(declineAdjustment, { params: { id }, body: { reason: WHY } });
    expect(await endOf(decline())).toBe('forbidden');
    api.operateAs(bo);
    expect((await decline()).adjustment).toMatchObject({ state: 'declined' });
  });

  test('can’t be split among players to stay below the limit, in sequence or concurrently', {
    tags: 'concurrent',
  }, async () => {
    expect((await adjust(3000)).state).toBe('done');
    const other = await api.addPlayer();
    expect((await adjust(-2001, randomUUID(), other.id)).state).toBe('waiting');
    expect((await adjust(2000, randomUUID(), other.id)).state).toBe('done');
    api.operateAs(bo);
    const players = [mira, other, await api.addPlayer()];
    const parts = await Promise.all(players.map(({ id }) => adjust(2500, randomUUID(), id)));
    expect(parts.filter(({ state }) => state === 'done')).toHaveLength(2);
    pass(api, DAY);
    api.operateAs(await api.addOperator());
    expect((await adjust(5000)).state).toBe('done');
  });

  test('approved and declined at the same moment ends in one of the two', {
    tags: 'concurrent',
  }, async () => {
    const { id } = await adjust(9000);
    api.operateAs(bo);
    const ends = await endsOf([
      request(approveAdjustment, { params: { id } }),
      request(declineAdjustment, { params: { id }, body: { reason: 'The ticket names another account.' } }),
    ]);
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do']);
    expect(await booked()).toBe(ends[0] === 'done' ? 1 : 0);
  });

  test('can be withdrawn by its proposer', async () => {
    const { id } = await adjust(9000);
    expect(
      (await request(declineAdjustment, { params: { id }, body: { reason: 'It was the wrong account.' } }))
        .adjustment,
    ).toMatchObject({
      state: 'declined',
    });
    api.operateAs(bo);
    expect(await endOf(request(approveAdjustment, { params: { id } }))).toBe('nothing_to_do');
  });

  test('above the limit by one operator is also rejected by the table itself', async () => {
    const { id } = await adjust(9000);
    for (const change of [
      { state: 'done' as const },
      { state: 'done' as const, decidedBy: ada.id, decidedAt: api.now },
    ])
      await expect(
        api.db.drizzle.update(adjustments).set(change).where(eq(adjustments.id, id)),
      ).rejects.toMatchObject({ cause: { constraint: 'adjustments_two_persons' } });
  });
});
