/** The events after each call that changes something: one for each change that a screen shows, and none after a rollback. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import {
  accountMatches,
  amounts,
  codeRegister,
  opinions,
  partners,
  referrals,
  rejectedReports,
  socialProofs,
  users,
} from '../../../server/db/schema.ts';
import { playMerge } from '../../../server/db/seed-players.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { keepContests } from '../../../server/features/draws/contest-draws.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { dropExpiringCodes } from '../../../server/features/redemption/code-stock.ts';
import { payReferrals } from '../../../server/features/referrals/referrals.ts';
import { calls } from '../../../server/http/docs.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { SOCIAL_TRIES } from '../../../src/lib/contract/limits.ts';
import { type Announced, announcedApi } from '../../support/announced.ts';
import { KEY, ROBUX } from '../../support/api-orders.ts';
import { PASSWORD } from '../../support/app-players.ts';
import { callSample } from '../../support/call-samples.ts';
import { report } from '../../support/partner.ts';
import { give } from '../../support/points.ts';
import { silent } from '../../support/silent-calls.ts';
import { DAY, later, pass } from '../../support/time.ts';

const covered = new Set(Object.values(silent).flat());
const WHY = 'Looked into, and this is so.';

async function start() {
  const watched = await announcedApi();
  const { api } = watched;
  const player = await api.addPlayer(60_000);
  const operator = await api.addOperator();
  return { ...watched, player: player.token, operator: operator.token, mira: player, ada: operator };
}

/** Finds a value in an answer: `at(answer, 'order', 'id')`. */
const at = (answer: unknown, ...path: string[]): number =>
  path.reduce<unknown>((found, name) => Object(found)[name], answer) as number;

const finish = ({ done }: Announced) => {
  for (const name of done) covered.add(name);
};

/** Returns the API's answer to a read, for its ids. */
async function read({ api }: Announced, token: string, path: string): Promise<unknown> {
  return (await api.send(token, 'GET', path)).json();
}

test('orders', async () => {
  const now = await start();
  const { api, call, player, operator } = now;
  await api.db.drizzle.update(amounts).set({ stock: 5 }).where(eq(amounts.id, ROBUX.amount));
  await api.send(player, 'PUT', '/api/user/delivery-details', { reward_id: ROBUX.reward, value: 'Mira_k' });
  const buy = async () => {
    const given = { path: { id: ROBUX.reward }, body: { amount_id: ROBUX.amount, points: ROBUX.points } };
    return { id: at(await call('buyAmount', player, given, 'balance order reward'), 'order', 'id') };
  };
  await call('cancelOrder', player, { path: await buy() }, 'balance order reward');
  const because = { reason: WHY };
  await call(
    'cancelOperatorOrder',
    operator,
    { path: await buy(), body: because },
    'balance notifications order reward',
  );

  const path = await buy();
  await call('claimOrder', operator, { path }, 'order');
  await call('requeueOrder', operator, { path, body: because }, 'order');
  await call('deliverOrder', operator, { path, body: { reference: 'GPA.1' } }, 'balance notifications order');
  await call('correctReference', operator, { path, body: { reference: 'GPA.2' } }, 'notifications order');
  await call('markUsed', player, { path, body: { used: true } }, 'order');
  const dispute = { reason: 'not_received', proof: 'It never arrived, and I waited for two days.' };
  const opened = await call('openDispute', player, { path, body: dispute }, 'order');
  const id = at(opened, 'order', 'dispute', 'id');
  const answer = (accept: boolean) => ({ path: { id }, body: { accept, answer: WHY } });
  await call('answerDispute', operator, answer(false), 'notifications order');
  const appeal = { path, body: { appeal: 'It is still not there, see my account.' } };
  await call('appealDispute', player, appeal, 'order');
  await call('answerDispute', operator, answer(true), 'balance notifications order');
  finish(now);
});

test('codes and paused rewards', async () => {
  const now = await start();
  const { api, call, player, operator, mira } = now;
  const key = { path: { id: KEY.reward }, body: { points: KEY.points } };
  const first = await call('buyReward', player, key, 'balance order reward');
  await call('revealCode', player, { path: { id: at(first, 'order', 'id') } }, '');
  const refunded = { path: { id: at(first, 'order', 'id') }, body: { reason: WHY } };
  await call('refundOrder', operator, refunded, 'balance notifications order');
  // Two accounts on one device: new orders wait for review.
  const other = await api.addPlayer(2000);
  for (const { token } of [other, mira])
    await api.send(token, 'PUT', '/api/user/device', { device: '5b0b6a3c-7a52-4c0a-9a3f-2d1f9b7e6c11' });
  const order = async () => {
    const held = await call('buyReward', player, key, 'balance order reward');
    return { path: { id: at(held, 'order', 'id') }, body: { reason: WHY } };
  };
  await call('refuseOrder', operator, await order(), 'balance notifications order');
  const released = await order();
  const release = { ...released, body: { ...released.body, matched_up_to: 999_999 } };
  await call('releaseOrder', operator, release, 'balance notifications order reward');
  await call('revealCode', player, { path: released.path }, 'order');
  const codes = { csv: 'code\nAAAA-BBBB-CCCC', amount_id: KEY.amount };
  await call('importCodes', operator, { body: codes }, 'reward');
  await call('removeCodes', operator, { body: { csv: codes.csv, reason: WHY } }, 'reward');
  const path = { id: KEY.reward };
  await call('pauseReward', operator, { path }, 'reward');
  await call('resumeReward', operator, { path }, 'reward');
  await call('pauseReward', operator, { path }, 'reward');
  await call('resumeAllRewards', operator, {}, 'reward');
  await call('pauseAllRewards', operator, {}, 'reward');
  await api.db.drizzle.update(codeRegister).set({ expiresOn: '2026-11-20' });
  expect(await now.watch('dropping codes', () => dropExpiringCodes(api.db, api.now))).toBe('reward');
  finish(now);
});

test('offers', async () => {
  const now = await start();
  const { api, call, watch, player, ada } = now;
  const [ATLAS, OTHER] = [{ id: 2 }, { id: 4 }];
  const opened = await call('openOffer', player, { path: ATLAS }, 'offer');
  const click = String(Object(Object(Object(opened).offer).mine).click_id);
  const credit = { kind: 'credit', transaction: 'T1', click };
  const reversal = { kind: 'reversal', transaction: 'R1', reference: 'T1' };
  expect(await watch('a report', () => report(api, credit))).toBe('balance notifications offer');
  expect(await watch('the same report', () => report(api, credit))).toBe('');
  expect(await watch('a reversal', () => report(api, reversal))).toBe('balance notifications offer');
  const again = { ...credit, transaction: 'T2' };
  expect(await watch('a credit after that', () => report(api, again))).toBe('balance notifications offer');

  await watch('its reversal', () => report(api, { ...reversal, transaction: 'R2', reference: 'T2' }));
  await api.db.drizzle.update(partners).set({ disabledAt: api.now });
  await report(api, { ...credit, transaction: 'T3' });
  await api.db.drizzle.update(partners).set({ disabledAt: null });
  const [rejected] = await api.db.drizzle.select().from(rejectedReports);
  const session = await createOperatorSession(api.db.drizzle, ada.id, 'a test', api.now);
  const take = { path: { id: rejected?.id ?? 0 }, body: { reason: WHY } };
  await call('takeRejectedReport', session.token, take, 'balance notifications offer');

  await call('openOffer', player, { path: OTHER }, 'offer');
  pass(api, DAY);
  const proof = { proof: 'I did all of it on Tuesday, my name there is mira_k.' };
  const disputed = await call('disputeOffer', player, { path: OTHER, body: proof }, 'offer');
  const id = at(disputed, 'offer', 'mine', 'dispute', 'id');
  const { token } = await createOperatorSession(api.db.drizzle, ada.id, 'a test', api.now);
  const answer = (accept: boolean) => ({ path: { id }, body: { accept, answer: WHY } });
  await call('answerDispute', token, answer(false), 'notifications offer');
  const appeal = { appeal: 'The partner is wrong, as the picture shows.' };
  await call('appealOffer', player, { path: OTHER, body: appeal }, 'offer');
  await call('answerDispute', token, answer(true), 'balance notifications offer');
  pass(api, 60 * DAY);
  expect(await watch('the end of a hold', () => releaseHolds(api.db, api.now))).toBe('balance notifications');
  finish(now);
});

test('messages', async () => {
  const now = await start();
  const { call, player, operator } = now;
  const text = { body: 'Where do I find my code?' };
  const thread = { topic: 'other', subject: 'My code', order_id: null, ...text };
  const path = { id: at(await call('startThread', player, { body: thread }, 'message'), 'thread', 'id') };
  const answer = { path, body: { body: 'On your inventory page.', read_up_to: 999_999, close: false } };
  const read = { path, body: { up_to: 999_999 } };
  await call('answerThread', operator, answer, 'message notifications');
  await call('readThread', player, read, 'unread');
  await call('readThread', player, read, '');
  await call('answerThread', operator, answer, 'message notifications');
  await call('readNotifications', player, { body: read.body }, 'unread');
  await call('reply', player, { path, body: text }, 'message');
  const first = { path: { id: now.mira.id }, body: { subject: 'Your order', ...text } };
  await call('writeToUser', operator, first, 'message notifications');
  await call('closeSupportThread', operator, { path, body: { reason: WHY, read_up_to: 999_999 } }, 'message');
  await call('reply', player, { path, body: text }, 'message');
  await call('closeThread', player, { path }, 'message');
  finish(now);
});

test('rounds, contests and cases', async () => {
  const now = await start();
  const { api, call, watch, player, ada } = now;
  const round = async (moves: number, kinds: string) => {
    const session = await call('startSession', player, { path: { id: 1 }, body: { daily: false } }, '');
    const { inputs, score, lasted } = playMerge(at(session, 'seed'), (state) => state.moves >= moves);
    pass(api, lasted);
    const path = { id: Object(session).id };
    await call('finishSession', player, { path, body: { inputs, score } }, kinds);
  };
  await round(150, 'balance quest');
  await round(20, 'quest');

  const list = await read(now, player, '/api/user/contests');
  const contest = { id: at(list, 'data', '0', 'id') };
  await call('enterContest', player, { path: contest, body: { seed: '5eed' } }, 'contest');
  const { token } = await createOperatorSession(api.db.drizzle, ada.id, 'a test', api.now);
  const plan = callSample(calls.createContest?.body ?? v.object({}));
  const made = { id: at(await call('createContest', token, { body: plan }, ''), 'contest', 'id') };
  await call('editContest', token, { path: made, body: plan }, 'contest');
  await call('callOffContest', token, { path: made, body: { reason: WHY } }, 'contest');
  const other = { id: at(list, 'data', '1', 'id') };
  await call('enterContest', player, { path: other, body: { seed: '5eed' } }, 'contest');
  await call('callOffContest', token, { path: other, body: { reason: WHY } }, 'contest notifications');
  await api.send(player, 'PUT', '/api/user/birth-date', { birth_date: '1990-02-28' });
  const found = await read(now, player, '/api/user/cases/1');
  const body = { commitment_id: Object(Object(Object(found).case).commitment).id, player_seed: '5eed' };
  await call('openCase', player, { path: { id: 1 }, body }, 'balance');
  pass(api, 8 * DAY);
  expect(await watch('a draw', () => keepContests(api.db, api.now))).toBe('balance contest notifications');
  finish(now);
});

test('contributions of players', async () => {
  const now = await start();
  const { api, call, watch, player, operator, mira } = now;
  const decided = { reason: WHY };
  const proofs = [
    { id: 1, proof: 'https://x.com/mira/status/100001' },
    { id: 2, proof: 'https://youtu.be/abcdefghijk' },
  ];
  for (const [name, kinds] of [
    ['confirmProof', 'balance notifications'],
    ['refuseProof', 'notifications'],
  ] as const) {
    const { id = 0, proof = '' } = proofs.pop() ?? {};
    await call('submitProof', player, { path: { id }, body: { proof } }, '');
    const [waits] = Object(await read(now, operator, '/api/operator/social-proofs')).data;
    await call(name, operator, { path: waits, body: { ...decided, proof: waits.proof } }, kinds);
  }
  for (const [name, kinds] of [
    ['acceptSubmission', 'balance notifications'],
    ['refuseSubmission', 'notifications'],
  ] as const) {
    const path = { key: crypto.randomUUID() };
    const text = {
      title: `Keep the largest tile in a corner, ${name}`,
      summary: 'Where the largest tile belongs, and why it should stay there.',
      type: 'guide',
      game_id: 1,
      body: `${name}: ${'move along two edges as long as you can. '.repeat(20)}`,
    };
    await call('saveSubmission', player, { path, body: { ...text, version: 0 } }, '');
    await call('submitForReview', player, { path, body: { version: 1 } }, '');
    const [waits] = Object(await read(now, operator, '/api/operator/submissions')).data;
    await call(name, operator, { path: waits, body: { ...decided, version: waits.version } }, kinds);
  }
  await api.db.drizzle.update(socialProofs).set({ tries: SOCIAL_TRIES });
  const refused = Object(await read(now, operator, '/api/operator/social-proofs?show=used_up')).data[0];
  await call('giveTries', operator, { path: refused, body: decided }, 'notifications');
  const [article] = Object(await read(now, operator, '/api/operator/published-articles')).data;
  for (const name of ['hideArticle', 'showArticle'] as const)
    await call(name, operator, { path: article, body: decided }, 'notifications');
  const reader = await api.addPlayer();
  const opinion = { opinion: 'Came within an hour.', user_id: mira.id };
  await call('createRewardOpinion', player, { path: { id: 84 }, body: opinion }, '');
  const [path = { id: 0 }] = await api.db.drizzle
    .select({ id: opinions.id })
    .from(opinions)
    .where(eq(opinions.userId, mira.id));
  const reported = { path, body: { reason: 'abuse', note: '' } };
  const act = { path, body: { ...decided, version: 1 } };
  await call('reportOpinion', reader.token, reported, '');
  await call('keepOpinion', operator, act, 'notifications');
  await call('hideOpinion', operator, act, 'notifications');
  await call('showOpinion', operator, act, 'notifications');

  const friend = await api.addPlayer();
  await api.db.drizzle.update(users).set({ invitedBy: mira.id }).where(eq(users.id, friend.id));
  await api.db.drizzle.insert(referrals).values({
    ...{ friendId: friend.id, inviterId: mira.id, percent: 10, cap: 2000, joinedAt: api.now },
    ...{ endsAt: later(api, 90 * DAY), paidThrough: '2026-11-17' },
  });
  const referral = { path: { id: friend.id }, body: decided };
  await call('refuseReferral', operator, referral, '');
  await call('admitReferral', operator, referral, '');
  await give(api, friend.id, 500, { key: `quest:1:${friend.id}:1`, title: 'Merge: a quest' });
  pass(api, 2 * DAY);
  expect(await watch('referrals', () => payReferrals(api.db, api.now))).toBe('balance');
  finish(now);
});

test('accounts', async () => {
  const now = await start();
  const { api, call, player, operator, mira } = now;
  const second = await api.addOperator();
  const body = { reason: WHY };
  const adjust = async (points: number, kinds: string) => {
    const given = { body: { ...body, user_id: mira.id, points } };
    return { id: at(await call('adjustBalance', operator, given, kinds), 'adjustment', 'id') };
  };
  await adjust(100, 'balance notifications');
  await call('approveAdjustment', second.token, { path: await adjust(9000, '') }, 'balance notifications');
  await call('declineAdjustment', second.token, { path: await adjust(9000, ''), body }, '');
  const plan = callSample(calls.createContest?.body ?? v.object({}));
  for (const [name, prizes] of [
    ['approveContestProposal', [90_000]],
    ['declineContestProposal', [80_000]],
  ] as const) {
    await call('createContest', operator, { body: { ...Object(plan), prizes } }, '');
    const waiting = await read(now, second.token, '/api/operator/contest-proposals');
    await call(name, second.token, { path: { id: at(waiting, 'proposals', '0', 'id') }, body }, '');
  }
  await call('suspendUser', operator, { path: mira, body }, 'balance notifications');
  await call('liftSuspension', operator, { path: mira, body }, 'balance notifications');
  const later = await createToken(api.db.drizzle, mira.id, 'a test', api.now);
  await api.db.drizzle.update(users).set({ birthDate: '2001-05-31' }).where(eq(users.id, mira.id));
  await call('clearBirthDate', operator, { path: mira, body }, 'notifications');
  const other = await api.addPlayer();
  const pair = { userId: mira.id, otherId: other.id, reason: 'device' as const, foundAt: api.now };
  await api.db.drizzle.insert(accountMatches).values(pair);
  const settled = { path: mira, body: { ...body, matched_up_to: 999_999 } };
  await call('settleUserMatches', operator, settled, '');
  await call('endUserSessions', operator, { path: mira, body }, 'notifications sessions');
  expect((await api.send(player, 'POST', '/api/user/logout')).status).toBe(401);
  expect((await api.send(later, 'POST', '/api/user/logout')).status).toBe(401);
  const token = await createToken(api.db.drizzle, mira.id, 'a test', api.now);
  await call('logoutUser', token, {}, 'sessions');
  await createToken(api.db.drizzle, mira.id, 'a test', api.now);
  const deletion = { ...body, writings: 'keep' };
  await call('scheduleDeletion', operator, { path: mira, body: deletion }, 'sessions');
  finish(now);
});

test('sessions', async () => {
  const now = await start();
  const { api, call } = now;
  const link = () => /\/([\w-]{43})\?email/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const email = 'mira@test.example';
  const password = PASSWORD;
  const signUp = async (as: string, by = password) => {
    const given = { email: as, password: by, captcha: 'off' };
    return String(Object(Object(await call('registerUser', null, { body: given }, '')).success).token);
  };
  const signIn = async () => {
    const given = { email, password, captcha: 'off' };
    return String(Object(Object(await call('loginUser', null, { body: given }, '')).success).token);
  };
  const askReset = async (of: string) => {
    await api.raw('/api/password/email', {
      method: 'POST',
      body: JSON.stringify({ email: of, captcha: 'off' }),
    });
    await api.background.idle();
  };
  await signUp('somebody-else@test.example');
  await call('refuseAccount', null, { body: { token: link() } }, 'sessions');
  const mine = await signUp(email);
  await call('confirmEmail', mine, { body: { token: link() } }, 'balance');
  const [, other] = [await signIn(), await signIn()];
  const { devices } = Object(await read(now, mine, '/api/user/devices'));
  const path = devices.find(({ current }: { current: boolean }) => !current);
  await call('revokeDevice', mine, { path, body: { password } }, 'sessions');
  await call('revokeOtherDevices', mine, { body: { password } }, 'sessions');
  expect((await api.send(other, 'GET', '/api/user/devices')).status).toBe(401);
  await signIn();
  const fresh = {
    old_password: password,
    password: 'another horse 8',
    password_confirmation: 'another horse 8',
  };
  await call('changePassword', mine, { body: fresh }, 'sessions');
  await askReset(email);
  const reset = { email, token: link(), password, password_confirmation: password };
  await call('resetPassword', null, { body: reset }, 'sessions');
  // Two unconfirmed accounts.
  await signUp('mira@another.example');
  await signUp('mira@another.example', 'another horse 8');
  await askReset('mira@another.example');
  const mailed = { email: 'mira@another.example', token: link() };
  const [twin] = await api.db.drizzle.select().from(users).where(eq(users.email, 'mira@another.example'));
  const close = { ...mailed, account: twin?.id };
  await call('closeResetAccount', null, { body: close }, 'sessions');
  await call('deleteAccount', await signIn(), { body: { proof: password, writings: 'keep' } }, 'sessions');
  finish(now);
});

// Not a test of its own, which a shuffled run could put first. A run of some tests covers less.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters, and wants a pattern first
afterAll(({}, { tasks }) => {
  if (tasks.some(({ mode }) => mode !== 'run')) return;
  const changing = Object.entries(calls).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  // Every call that changes something has its events above, or is known to change nothing that a screen shows live.
  expect([...covered].toSorted()).toEqual(changing.toSorted());
});
