import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountMatches, ledger, referrals, users } from '../../../server/db/schema.ts';
import { liftSuspension, suspendUser } from '../../../server/features/fraud/suspension.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { admitReferral, payReferrals, refuseReferral } from '../../../server/features/referrals/referrals.ts';
import { refuseFriend } from '../../../server/features/reviews/decisions.ts';
import { mailboxOf } from '../../../server/platform/mailbox.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { REFERRAL_CAP, REFERRAL_DAYS, REFERRAL_PERCENT } from '../../../src/lib/contract/limits.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import {
  findUsers,
  getOperatorUser,
  settleUserMatches,
} from '../../../src/lib/contract/operators/operator-users.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { getInvite } from '../../../src/lib/contract/referrals/invite.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { join } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';

let made = 0;

/** A player who signs up with a link, and confirms the address. */
async function friendOf(api: TestApi, { id }: Player, email?: string): Promise<number> {
  const friend = await signUp(api, String(id), email);
  await confirmAddress(api, friend);
  return friend;
}

const signUp = async (api: TestApi, reflink: string | null, email = `friend-${++made}@test.example`) =>
  (await join(api, email, { reflink })).id;

const confirmAddress = (api: TestApi, userId: number) =>
  api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, userId));

/** Points won in our own games, as a counted round credits them. */
const win = (api: TestApi, userId: number, points: number) =>
  give(api, userId, points, { key: `quest:1:${userId}:${++made}`, title: 'Merge: a quest' });

async function inviter(): Promise<{ api: TestApi; me: Player }> {
  const api = await testApi();
  return { api, me: await api.addPlayer() };
}

const seenBy = (api: TestApi, player: Player) => {
  api.actAs(player);
  return request(getInvite, {});
};

describe('a friend', () => {
  test('who joined with the link is listed with the day’s terms, only for their inviter, and brings nothing yet', async () => {
    const { api, me } = await inviter();
    expect(await seenBy(api, me)).toMatchObject({
      reflink: String(me.id),
      percent: REFERRAL_PERCENT,
      earned: 0,
      coming: 0,
      friends: { total: 0, data: [] },
    });
    const friend = await friendOf(api, me);
    const { friends } = await seenBy(api, me);
    expect(friends.data).toEqual([
      {
        user: { id: friend, name: expect.stringMatching(/^player-/), avatar: null, sample: false },
        state: 'joined',
        joined_at: '2026-11-18T12:00:00.000Z',
        counts_until: later(api, REFERRAL_DAYS * DAY).toISOString(),
        percent: REFERRAL_PERCENT,
        cap: REFERRAL_CAP,
        earned: 0,
        coming: 0,
        reason: null,
      },
    ]);

    // The list is paged, newest first, and the sums cover all pages.
    for (const more of [friend, await friendOf(api, me), await friendOf(api, me)]) await win(api, more, 100);
    api.actAs(me);
    const page = await request(getInvite, { query: { page: 2, per_page: 2 } });
    expect(page.friends.data.map(({ user }) => user.id)).toEqual([friend]);
    expect(page).toMatchObject({ coming: 30, friends: { total: 3, last_page: 2 } });
    const other = await api.addPlayer();
    expect((await seenBy(api, other)).friends.total).toBe(0);
  });

  test('brings a share of their winnings after midnight, once, paid by the house, and keeps all of their own', {
    tags: 'concurrent',
  }, async () => {
    const { api, me } = await inviter();
    const friend = await friendOf(api, me);
    await win(api, friend, 430);
    expect(await seenBy(api, me)).toMatchObject({ earned: 0, coming: 43 });
    pass(api, DAY);
    const looks = await Promise.all([
      request(getInvite, {}),
      request(getInvite, {}),
      request(getInvite, {}),
      request(getInvite, {}),
    ]);
    for (const look of looks) expect(look).toMatchObject({ earned: 43, coming: 0 });
    expect(looks[0]?.friends.data[0]).toMatchObject({ state: 'playing', earned: 43, coming: 0 });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 43 });
    const [line] = (await request(listTransactions, {})).data;
    expect(line).toMatchObject({
      points: 43,
      state: 'confirmed',
      title: 'Invited friend',
    });
    expect(line?.detail).toContain('10% of 430 points earned in our games up to 18 November 2026');
    const theirs = await api.db.drizzle.select().from(ledger).where(eq(ledger.userId, friend));
    expect(theirs.map(({ points, from }) => [points, from])).toEqual([[430, 'house:earnings']]);
    expect(api.events).toContainEqual({ kind: 'balance', userId: me.id });
  });

  test('loses no fraction of a point over the days, and makes up for skipped days', async () => {
    const { api, me } = await inviter();
    const friend = await friendOf(api, me);
    for (let day = 0; day < 4; day += 1) {
      await win(api, friend, 25);
      pass(api, DAY);
      if (day === 1) expect(await seenBy(api, me)).toMatchObject({ earned: 5 });
    }
    expect(await seenBy(api, me)).toMatchObject({ earned: 10 });
  });

  test('brings no more than the cap, and nothing after the last paid day', async () => {
    const { api, me } = await inviter();
    const rich = await friendOf(api, me);
    const late = await friendOf(api, me);
    await win(api, rich, REFERRAL_CAP * 20);
    await win(api, late, 100);
    pass(api, (REFERRAL_DAYS + 1) * DAY);
    await win(api, late, 1000);
    pass(api, DAY);
    // The first session has ended by now.
    const again = { ...me, token: await createToken(api.db.drizzle, me.id, 'a test', api.now) };
    const { friends, earned, coming } = await seenBy(api, again);
    expect(friends.data.map(({ state, earned }) => [state, earned])).toEqual([
      ['ended', 10],
      ['complete', REFERRAL_CAP],
    ]);
    expect([earned, coming]).toEqual([REFERRAL_CAP + 10, 0]);
  });

  test('counts only our own games: other points and reversed ones bring nothing', async () => {
    const { api, me } = await inviter();
    const friend = await friendOf(api, me);
    await give(api, friend, 5000);
    const wrong = await win(api, friend, 1000);
    await win(api, friend, 200);
    await api.db.drizzle.transaction((tx) => reverse(tx, wrong, 'a mistake', api.now));
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 20 });
  });

  test('whose points are reversed after the share was paid makes up for it with their next winnings', async () => {
    const { api, me } = await inviter();
    const friend = await friendOf(api, me);
    const wrong = await win(api, friend, 1000);
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 100 });
    await api.db.drizzle.transaction((tx) => reverse(tx, wrong, 'a mistake', api.now));
    await win(api, friend, 900);
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 100 });
    await win(api, friend, 150);
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 105 });
  });

  test('is paid for by the job if the inviter never looks, once, however many processes run it', {
    tags: 'concurrent',
  }, async () => {
    const { api, me } = await inviter();
    const other = await api.addPlayer();
    await win(api, await friendOf(api, me), 300);
    await win(api, await friendOf(api, me), 300);
    await win(api, await friendOf(api, other), 300);
    await friendOf(api, other);
    pass(api, DAY);
    const runs = await Promise.all([1, 2, 3].map(() => payReferrals(api.db, api.now)));
    expect(runs.flat().toSorted((a, b) => a - b)).toEqual([me.id, other.id]);
    expect(await payReferrals(api.db, api.now)).toEqual([]);
    api.actAs(me);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 60 });
  });

  test('brings only a share of points from after the address was confirmed', async () => {
    const { api, me } = await inviter();
    const friend = await signUp(api, String(me.id));
    await win(api, friend, 500);
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 0, coming: 0 });
    await confirmAddress(api, friend);
    await win(api, friend, 200);
    expect(await seenBy(api, me)).toMatchObject({ earned: 0, coming: 20 });
    pass(api, DAY);
    expect(await seenBy(api, me)).toMatchObject({ earned: 20 });
  });
});

describe('a second account of the inviter', () => {
  test('at the same mailbox brings nothing and says why, but holds nobody: anyone can claim an address', async () => {
    const { api, me } = await inviter();
    await api.db.drizzle.update(users).set({ email: 'Jo.Doe@gmail.com' }).where(eq(users.id, me.id));
    const friend = await signUp(api, String(me.id), 'jodoe+second@googlemail.com');
    await win(api, friend, 1000);
    pass(api, DAY);
    const { friends, earned, coming } = await seenBy(api, me);
    expect([earned, coming]).toEqual([0, 0]);
    expect(friends.data[0]).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('shares a mailbox'),
    });
    expect(await api.db.drizzle.$count(users, isNotNull(users.reviewFor))).toBe(0);
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
  });

  test('with a sign that both are one person waits for review, and is paid if they aren’t', async () => {
    const { api, me } = await inviter();
    const friend = await friendOf(api, me);
    await api.db.drizzle
      .insert(accountMatches)
      .values({ userId: me.id, otherId: friend, reason: 'self_referral', foundAt: api.now });
    await win(api, friend, 1000);
    pass(api, DAY);
    const held = await seenBy(api, me);
    expect(held).toMatchObject({ earned: 0, coming: 0 });
    expect(held.friends.data[0]).toMatchObject({
      state: 'held',
      reason: expect.stringContaining('We’re reviewing it'),
    });
    expect(await payReferrals(api.db, api.now)).toEqual([]);
    // No order is held, so operators find it on their first screen.
    api.operateAs(await api.addOperator());
    const waiting = async () => (await request(getOverview, {})).overview.shares_held;
    const listed = async () =>
      (await request(findUsers, { body: { show: 'shares_held' } })).data.map(({ id }) => id);
    const shown = async () => request(getOperatorUser, { params: { id: me.id } });
    expect([await waiting(), await listed()]).toEqual([1, [me.id]]);
    const { matches, friends } = await shown();
    expect(friends).toMatchObject([{ user: { id: friend }, held: true, refused_for: null }]);
    const settle = (matched_up_to: number) =>
      request(settleUserMatches, { params: { id: me.id }, body: { reason: 'Two sisters.', matched_up_to } });
    expect(await endOf(settle(0))).toBe('invalid: matched_up_to');
    // A match is about both of its accounts.
    const [row] = await api.db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, friend));
    api.operateAs(await api.addOperator(row?.email ?? ''));
    expect(await endOf(settle(999_999)), 'the operator’s own other account').toBe('forbidden');
    api.operateAs(await api.addOperator());
    await settle(matches[0]?.id ?? 0);
    expect(await endOf(settle(999_999))).toBe('nothing_to_do');
    expect([await waiting(), await listed()]).toEqual([0, []]);
    expect((await shown()).friends).toMatchObject([{ held: false }]);
    expect((await request(listAuditEvents, { query: { act: 'user' } })).data).toMatchObject([
      { act: 'user.settle_matches', reason: 'Two sisters.', user_id: me.id, after: { settled: 1 } },
    ]);
    expect(await seenBy(api, me)).toMatchObject({ earned: 100 });
  });

  test('who is suspended brings nothing until the suspension ends', async () => {
    const { api, me } = await inviter();
    const { id: operatorId } = await api.addOperator();
    const friend = await friendOf(api, me);
    await win(api, friend, 1000);
    const act = { operatorId, userId: friend, reason: 'It played with a bot.' };
    await suspendUser(api.db, { ...act, now: api.now });
    pass(api, DAY);
    const held = await seenBy(api, me);
    expect(held).toMatchObject({ earned: 0, coming: 0 });
    expect(held.friends.data[0]).toMatchObject({
      state: 'held',
      reason: expect.stringContaining('We’re reviewing this account'),
    });
    expect(await payReferrals(api.db, api.now)).toEqual([]);
    await liftSuspension(api.db, { ...act, now: api.now });
    expect(await payReferrals(api.db, api.now)).toEqual([me.id]);
  });

  test('is rejected by an operator with a reason and accepted again, each once', async () => {
    const { api, me } = await inviter();
    const operator = await api.addOperator();
    const friend = await friendOf(api, me);
    const act = {
      friendId: friend,
      operatorId: operator.id,
      reason: 'Both play from one phone.',
      now: api.now,
    };
    const refuse = (change = {}) =>
      api.db.drizzle.transaction((tx) => refuseReferral(tx, { ...act, ...change }));
    await expect(refuse({ reason: ' no ' })).rejects.toMatchObject({
      fields: { reason: [expect.any(String)] },
    });
    const own = { ...act, operatorId: (await api.addOperator(me.email)).id };
    await expect(refuseFriend(api.db, own)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(refuse({ friendId: me.id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await refuse()).toEqual({ userId: me.id });
    await expect(refuse()).rejects.toMatchObject({ code: 'nothing_to_do' });
    await win(api, friend, 500);
    pass(api, DAY);
    expect((await seenBy(api, me)).friends.data[0]).toMatchObject({
      state: 'refused',
      reason: act.reason,
      earned: 0,
    });
    const admit = () => api.db.drizzle.transaction((tx) => admitReferral(tx, act));
    expect(await admit()).toEqual({ userId: me.id });
    await expect(admit()).rejects.toMatchObject({ code: 'nothing_to_do' });
    expect(await seenBy(api, me)).toMatchObject({ earned: 50 });
  });

  test('a link without a valid inviter still lets a player sign up', async () => {
    const { api } = await inviter();
    for (const reflink of ['999999999', 'x', "1' or 1=1", null]) {
      const id = await signUp(api, reflink);
      const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
      expect(row?.invitedBy).toBeNull();
    }
    expect(await api.db.drizzle.$count(referrals)).toBe(0);
  });

  test('a mailbox ignores what follows a plus, and dots only at Gmail', () => {
    expect(mailboxOf('Jo.Doe+play@googlemail.com')).toBe('jodoe@gmail.com');
    expect(mailboxOf('jo.doe+x@example.com')).toBe('jo.doe@example.com');
    expect(mailboxOf('jodoe@example.com')).not.toBe(mailboxOf('jo.doe@example.com'));
  });
});
