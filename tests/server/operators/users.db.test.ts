import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { adjustments, clicks, ledger, users } from '../../../server/db/schema.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getBalance, getUser } from '../../../src/lib/api/account.ts';
import { getCase, listCases, openCase } from '../../../src/lib/api/cases.ts';
import { enterContest, listContests } from '../../../src/lib/api/contests.ts';
import { listNotifications, startThread } from '../../../src/lib/api/messages.ts';
import { listOffers, openOffer } from '../../../src/lib/api/offers.ts';
import { listAuditEvents } from '../../../src/lib/api/operator.ts';
import * as desk from '../../../src/lib/api/operator-users.ts';
import { checkRedemption, listOrders } from '../../../src/lib/api/orders.ts';
import { finishSession, startSession } from '../../../src/lib/api/play.ts';
import { buyAmount, buyReward, getReward } from '../../../src/lib/api/rewards.ts';
import { exportAccount } from '../../../src/lib/api/settings.ts';
import { handInProof } from '../../../src/lib/api/social.ts';
import { handInSubmission, saveSubmission } from '../../../src/lib/api/submissions.ts';
import { MAX_ADJUSTMENT } from '../../../src/lib/contract/limits.ts';
import { type Player, type TestApi, testApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import type { TestOperator } from '../../support/operator.ts';
import { reported } from '../../support/partner.ts';
import { give } from '../../support/points.ts';
import { DAY, pass } from '../../support/time.ts';

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

const adjust = (points: number, key: string = randomUUID(), user_id = mira.id) =>
  desk.adjustBalance({ user_id, points, reason: WHY }, key);
const booked = () => api.db.drizzle.$count(ledger, eq(ledger.reason, 'adjustment'));

describe('users', () => {
  test('are found by number, whole address or part of a name, and by nothing else', async () => {
    await api.db.drizzle.update(users).set({ name: 'Mira 100%' }).where(eq(users.id, mira.id));
    for (const search of [String(mira.id), `#${mira.id}`, mira.email.toUpperCase(), 'mira', '100%'])
      expect((await desk.findUsers({ search })).data, search).toMatchObject([{ id: mira.id }]);
    for (const search of ['%', mira.email.slice(0, -2), '99999999999', "' or 1=1"])
      expect(
        (await desk.findUsers({ search })).data.map(({ id }) => id),
        search,
      ).not.toContain(search === '%' ? -1 : mira.id);
  });

  test('are shown with balance, orders and ledger', async () => {
    await buyAmount(KEY.reward, KEY.amount, randomUUID());
    const { user } = await desk.getOperatorUser(mira.id);
    expect(user).toMatchObject({
      email: mira.email,
      balance: { available: 5500 },
      earned: 6000,
      orders: 1,
      suspended_for: null,
    });
    expect((await desk.listUserLedger(mira.id)).data).toMatchObject([{ points: -500 }, { points: 6000 }]);
    expect(await endOf(desk.getOperatorUser(99_999))).toBe('not_found');
    expect(await endOf(desk.listUserLedger(99_999))).toBe('not_found');
  });
});

describe('a suspended account', () => {
  test('neither spends nor earns, by any way, and is told why', async () => {
    await api.db.drizzle.update(users).set({ birthDate: '1990-01-01' }).where(eq(users.id, mira.id));
    const round = await startSession(1);
    const [contest] = (await listContests()).data;
    const [box] = (await listCases()).data;
    const { commitment } = await getCase(box?.id ?? 0);
    const [offer] = (await listOffers()).data;
    const draft = {
      title: 'Keep the largest tile in a corner',
      summary: 'Where the largest tile belongs, and why.',
      type: 'guide' as const,
      game_id: null,
      body: 'Move along two edges. '.repeat(40),
    };
    const key = randomUUID();
    await saveSubmission(key, draft, 0);

    expect(await desk.suspendUser(mira.id, WHY)).toMatchObject({
      suspended_for: WHY,
      suspended_by: { id: ada.id },
    });
    const before = await getBalance();
    const ways = await endsOf([
      buyReward(KEY.reward, randomUUID()),
      buyAmount(KEY.reward, KEY.amount, randomUUID()),
      startSession(1),
      finishSession(round.id, { inputs: [], score: 0 }, randomUUID()),
      enterContest(contest?.id ?? 0, 'seed'),
      openCase(box?.id ?? 0, { commitment_id: commitment?.id ?? '', player_seed: 'seed' }),
      openOffer(offer?.id ?? 0),
      handInProof(1, 'https://x.com/somebody/status/1234567890'),
      handInSubmission(key, 1),
    ]);
    expect(ways).toEqual(Array(9).fill('suspended'));
    expect(await getBalance()).toEqual(before);
    expect(await api.db.drizzle.$count(clicks)).toBe(0);

    // What stays open to it.
    expect((await getUser(mira.id)).suspended).toMatchObject({ reason: WHY });
    expect((await getReward(KEY.reward)).status).toBe('suspended');
    expect(await checkRedemption()).toMatchObject({ ready: false, blocks: [{ name: 'suspended' }] });
    await listOrders();
    expect(JSON.stringify(await exportAccount())).toContain(WHY);
    const appeal = { topic: 'account', subject: 'Please look again', body: 'My brother plays too.' } as const;
    await startThread(appeal, randomUUID());
  });

  test('gets what others bring as pending, and has it when the suspension is lifted', async () => {
    const [offer] = (await listOffers()).data;
    const { mine } = await openOffer(offer?.id ?? 0);
    await desk.suspendUser(mira.id, WHY);
    expect(await reported(api, { kind: 'credit', transaction: 't-1', click: mine?.click_id ?? '' })).toBe(
      'recorded credited',
    );
    await give(api, mira.id, 70);
    const { pending } = await getBalance();
    expect(pending).toBeGreaterThan(70);
    pass(api, 29 * DAY);
    expect(await releaseHolds(api.db, api.now)).not.toContain(mira.id);
    expect(await getBalance()).toMatchObject({ available: 6000, pending });
    api.operateAs({ token: (await api.addOperator()).token });
    await desk.liftSuspension(mira.id, 'The brother was real.');
    expect(await releaseHolds(api.db, api.now)).toContain(mira.id);
  });

  test('is suspended once and lifted once, with a reason each, and never one’s own', {
    tags: 'both',
  }, async () => {
    expect(await endOf(desk.suspendUser(mira.id, 'no'))).toBe('invalid: reason');
    expect(await endOf(desk.liftSuspension(mira.id, WHY))).toBe('nothing_to_do');
    const ends = await endsOf([1, 2, 3].map(() => desk.suspendUser(mira.id, WHY)));
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do', 'nothing_to_do']);
    expect((await desk.findUsers({ show: 'suspended' })).total).toBe(1);
    expect(await endOf(desk.suspendUser(99_999, WHY))).toBe('not_found');
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(desk.liftSuspension(mira.id, WHY))).toBe('forbidden');
    api.operateAs(bo);
    const lifted = { suspended_at: null, suspended_for: null };
    expect(await desk.liftSuspension(mira.id, WHY)).toMatchObject(lifted);
    await buyAmount(KEY.reward, KEY.amount, randomUUID());
    expect((await listAuditEvents({ user_id: mira.id })).data).toMatchObject([
      { act: 'user.lift' },
      { act: 'user.suspend' },
    ]);
  });

  test('comes wholly before a purchase or wholly after it', { tags: 'both' }, async () => {
    const [bought] = await endsOf([
      buyAmount(KEY.reward, KEY.amount, randomUUID()),
      desk.suspendUser(mira.id, WHY),
    ]);
    expect((await getBalance()).available).toBe(bought === 'done' ? 5500 : 6000);
  });
});

describe('the sessions of an account', () => {
  test('are ended by an operator, who says why: it stands in the log, and its owner reads it', async () => {
    const holds = async (token: string) => (await api.send(token, 'GET', '/api/user/balance')).status === 200;
    const elsewhere = await createToken(api.db.drizzle, mira.id, 'elsewhere', api.now);
    const other = await api.addPlayer();
    expect(await endOf(desk.endUserSessions(mira.id, 'no'))).toBe('invalid: reason');
    expect(await desk.endUserSessions(mira.id, WHY)).toBe(2);
    expect(await Promise.all([mira.token, elsewhere, other.token].map(holds))).toEqual([false, false, true]);
    expect(api.events).toContainEqual({ kind: 'sessions', userId: mira.id });
    expect((await listAuditEvents({ user_id: mira.id })).data).toMatchObject([
      { act: 'user.end_sessions', reason: WHY, operator: { id: ada.id }, after: { ended: 2 } },
    ]);
    expect(await endOf(desk.endUserSessions(mira.id, WHY))).toBe('nothing_to_do');
    expect(await endOf(desk.endUserSessions(99_999, WHY))).toBe('not_found');
    api.actAs({ ...mira, token: await createToken(api.db.drizzle, mira.id, 'again', api.now) });
    expect((await listNotifications()).data).toMatchObject([{ body: expect.stringContaining(WHY) }]);
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(desk.endUserSessions(mira.id, WHY))).toBe('forbidden');
  });
});

describe('an adjustment', () => {
  test('is booked with its reason in the ledger, once for a key', { tags: 'both' }, async () => {
    const key = randomUUID();
    const [one, two] = await Promise.all([adjust(300, key), adjust(300, key)]);
    expect(one.id).toBe(two.id);
    expect(one).toMatchObject({ state: 'done', points: 300, decided_by: null, can_decide: false });
    expect(await getBalance()).toMatchObject({ available: 6300 });
    expect((await desk.listUserLedger(mira.id)).data[0]).toMatchObject({ points: 300, detail: WHY });
    expect(await endOf(adjust(301, key))).toBe('invalid: Idempotency-Key');
    expect((await listAuditEvents({ act: 'adjustment' })).data).toMatchObject([
      { act: 'adjustment.book', reason: WHY, after: { points: 300 } },
    ]);
  });

  test('that takes more than is there leaves a debt, which new points settle', async () => {
    await buyAmount(KEY.reward, KEY.amount, randomUUID());
    await desk.adjustBalance({ user_id: mira.id, points: -5000, reason: WHY }, randomUUID());
    expect(await getBalance()).toMatchObject({ available: 500, debt: 0 });
    const { id } = await adjust(-2000);
    api.operateAs(bo);
    await desk.approveAdjustment(id);
    expect(await getBalance()).toMatchObject({ available: 0, debt: 1500 });
  });

  test('has words for what it can’t be', async () => {
    for (const points of [0, 1.5, MAX_ADJUSTMENT + 1, -MAX_ADJUSTMENT - 1])
      expect(await endOf(adjust(points))).toBe('invalid: points');
    expect(await endOf(adjust(5, randomUUID(), 99_999))).toBe('invalid: user_id');
    const short = desk.adjustBalance({ user_id: mira.id, points: 5, reason: 'short' }, randomUUID());
    expect(await endOf(short)).toBe('invalid: reason');
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(adjust(5))).toBe('forbidden');
    expect(await booked()).toBe(0);
  });

  test('above the limit waits for a second person, and nobody approves their own', {
    tags: 'both',
  }, async () => {
    const { id, state } = await adjust(5001);
    expect(state).toBe('waiting');
    expect(await getBalance()).toMatchObject({ available: 6000 });
    expect(await endOf(desk.approveAdjustment(id))).toBe('forbidden');
    // Nor as one’s own player, nor by a second account of who proposed it.
    for (const email of [mira.email, ada.email.replace('@', '+again@')]) {
      api.operateAs(await api.addOperator(email));
      expect(await endOf(desk.approveAdjustment(id))).toBe('forbidden');
    }
    api.operateAs(bo);
    expect((await desk.listAdjustments({ state: 'waiting' })).data).toMatchObject([{ id, can_decide: true }]);
    const ends = await endsOf([1, 2, 3, 4].map(() => desk.approveAdjustment(id)));
    expect(ends.toSorted()).toEqual(['done', ...Array(3).fill('nothing_to_do')]);
    expect(await getBalance()).toMatchObject({ available: 11_001 });
    expect(await booked()).toBe(1);
    expect(await endOf(desk.declineAdjustment(id, WHY))).toBe('nothing_to_do');
  });

  test('can’t be split to stay below the limit, among players, one after the other or at once', {
    tags: 'both',
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

  test('approved and declined at the same moment is one of the two', { tags: 'both' }, async () => {
    const { id } = await adjust(9000);
    api.operateAs(bo);
    const ends = await endsOf([
      desk.approveAdjustment(id),
      desk.declineAdjustment(id, 'The ticket names another account.'),
    ]);
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do']);
    expect(await booked()).toBe(ends[0] === 'done' ? 1 : 0);
  });

  test('is withdrawn by who proposed it', async () => {
    const { id } = await adjust(9000);
    expect(await desk.declineAdjustment(id, 'It was the wrong account.')).toMatchObject({
      state: 'declined',
    });
    api.operateAs(bo);
    expect(await endOf(desk.approveAdjustment(id))).toBe('nothing_to_do');
  });

  test('can’t be booked alone above the limit past the rules either: the table refuses it', async () => {
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
