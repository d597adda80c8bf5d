/** Points that still arrive for a deleted account: the ledger records them, and the account keeps none. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { balances, contestEntries, disputes, ledger, users } from '../../../server/db/schema.ts';
import { keepContests } from '../../../server/features/draws/contest-draws.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { answerOfferDispute } from '../../../server/features/offers/offer-disputes.ts';
import { payReferrals } from '../../../server/features/referrals/referrals.ts';
import { registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { enterContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { disputeOffer, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { type Player, playerApi, request, type TestApi } from '../../support/api.ts';
import { eraseDue } from '../../support/erase.ts';
import { report } from '../../support/partner.ts';
import { give } from '../../support/points.ts';

const DAY = 86_400_000;
const nothing = { available: 0, pending: 0, reserved: 0, debt: 0 };

async function erased(api: TestApi, player: Player): Promise<void> {
  await api.db.drizzle.update(users).set({ deletionDueAt: api.now }).where(eq(users.id, player.id));
  await eraseDue(api);
  api.actAs(null);
}

async function balanceOf(api: TestApi, { id }: Player) {
  const [row] = await api.db.drizzle.select().from(balances).where(eq(balances.userId, id));
  return row;
}

async function start() {
  const { api, player } = await playerApi();
  return { api, player };
}

test('a contest that an erased account entered is drawn as announced, and its prize lapses', async () => {
  const { api, player } = await start();
  const open =
    (await request(listContests, {})).data.find(({ state }) => state === 'open') ??
    expect.fail('none is open');
  await request(enterContest, { params: { id: open.id }, body: { seed: '5eed' } });
  await erased(api, player);
  api.now = new Date(Date.parse(open.ends_at ?? '') + 1000);
  await keepContests(api.db, api.now);
  const [entry] = await api.db.drizzle
    .select()
    .from(contestEntries)
    .where(eq(contestEntries.userId, player.id));
  expect(entry?.place).toBe(1);
  expect(await balanceOf(api, player)).toMatchObject(nothing);
  expect(await api.brokenInvariants()).toEqual([]);
});

test('a partner’s credit is recorded and lapses, and its reversal leaves no debt', async () => {
  const { api, player } = await start();
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  await erased(api, player);
  const click = mine?.click_id ?? '';
  expect(await (await report(api, { kind: 'credit', transaction: 'T1', click })).json()).toMatchObject({
    outcome: 'credited',
  });
  expect(await balanceOf(api, player)).toMatchObject(nothing);
  await releaseHolds(api.db, new Date(api.now.getTime() + 60 * DAY));
  const back = await report(api, { kind: 'reversal', transaction: 'R1', reference: 'T1' });
  expect(await back.json()).toMatchObject({ outcome: 'reversed' });
  expect(await balanceOf(api, player)).toMatchObject(nothing);
  expect(await api.brokenInvariants()).toEqual([]);
});

test('a reversal of points that lapsed leaves no debt', async () => {
  const { api, player } = await start();
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  await report(api, { kind: 'credit', transaction: 'T1', click: mine?.click_id ?? '' });
  api.now = new Date(api.now.getTime() + 60 * DAY);
  await releaseHolds(api.db, api.now);
  expect(await balanceOf(api, player)).toMatchObject({ available: 900 });
  await erased(api, player);
  await report(api, { kind: 'reversal', transaction: 'R1', reference: 'T1' });
  expect(await balanceOf(api, player)).toMatchObject(nothing);
  expect(await api.brokenInvariants()).toEqual([]);
});

test('a report that counts as what a dispute paid still has its entry', async () => {
  const { api, player } = await start();
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  api.now = new Date(api.now.getTime() + 2 * DAY);
  await request(disputeOffer, { params: { id: 2 }, body: { proof: 'I reached it on the first day.' } });
  const [dispute] = await api.db.drizzle.select().from(disputes);
  await api.db.drizzle.transaction((tx) =>
    answerOfferDispute(tx, { disputeId: dispute?.id ?? 0, accept: true, answer: 'You did.', at: api.now }),
  );
  await report(api, { kind: 'credit', transaction: 'T1', click: mine?.click_id ?? '' });
  expect(await api.brokenInvariants()).toEqual([]);
  await erased(api, player);
  expect(await api.brokenInvariants()).toEqual([]);
});

test('its invited friends no longer bring it points', async () => {
  const { api, player } = await start();
  api.actAs(null);
  const { user } = (
    await request(registerUser, {
      body: {
        email: 'friend@test.example',
        password: 'a-long-password',
        captcha: 'off',
        reflink: String(player.id),
      },
    })
  ).success;
  await give(api, user.id, 5000, { key: `quest:1:${user.id}:1` });
  await erased(api, player);
  expect(await payReferrals(api.db, new Date(api.now.getTime() + 2 * DAY))).toEqual([]);
  expect(await api.db.drizzle.$count(ledger, eq(ledger.userId, player.id))).toBe(0);
});

test('the invariants find an erased account with points', async () => {
  const { api, player } = await start();
  await erased(api, player);
  const common = {
    userId: player.id,
    points: 5,
    reason: 'adjustment',
    title: 'x',
    createdAt: api.now,
  } as const;
  await api.db.drizzle
    .insert(ledger)
    .values({ ...common, key: 'a mistake', from: 'house:adjustments', to: 'available' });
  expect(await api.brokenInvariants()).toEqual([
    `an erased account holds and owes no points: user ${player.id}`,
  ]);
  await api.db.drizzle
    .insert(ledger)
    .values({ ...common, key: 'mended', from: 'available', to: 'house:adjustments' });
});
