/** What deleting an account doesn't undo: its suspension, its debt, and that welcome points are paid once per person. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountMatches, accountSignals, disputes, identities, users } from '../../../server/db/schema.ts';
import { matchReturned } from '../../../server/features/fraud/deleted-accounts.ts';
import { noteOwner, noteSignal } from '../../../server/features/fraud/signals.ts';
import { suspendUser } from '../../../server/features/fraud/suspension.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { answerOfferDispute } from '../../../server/features/offers/offer-disputes.ts';
import { confirmProof } from '../../../server/features/social/social.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getPlayBudget } from '../../../src/lib/contract/arcade/play-budget.ts';
import { confirmEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import { noteDevice, requestPasswordReset, resetPassword } from '../../../src/lib/contract/auth/sign-in.ts';
import { KEPT_SIGNALS_DAYS, PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { disputeOffer, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { deleteAccount } from '../../../src/lib/contract/settings/settings.ts';
import { submitProof } from '../../../src/lib/contract/social/social.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey } from '../../support/api-orders.ts';
import { join, joinConfirmed, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { breakWrites } from '../../support/database.ts';
import { endOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import { report } from '../../support/partner.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const DEVICE = '5b0b6a3c-7a52-4c0a-9a3f-2d1f9b7e6c11';
const WELCOME = 100;

/** An account that leaves a sign of each kind, with welcome points. */
async function joined(api: TestApi): Promise<Player> {
  const player = await joinConfirmed(api, 'mira@test.example');
  await request(noteDevice, { body: { device: DEVICE } });
  await noteSignal(api.db, testVault, {
    userId: player.id,
    kind: 'payout',
    value: 'roblox mira',
    now: api.now,
  });
  await tieTo(api, player);
  await welcome(api, player);
  return player;
}

async function tieTo(api: TestApi, { id: userId }: Player): Promise<void> {
  const known = {
    userId,
    provider: 'google',
    subject: '7',
    createdAt: api.now,
    lastUsedAt: api.now,
  } as const;
  await api.db.drizzle.insert(identities).values(known);
  await noteOwner(api.db, testVault, userId, api.now);
}

const welcome = (api: TestApi, { id }: Player) =>
  give(api, id, WELCOME, { key: `quest:1:${id}:1970-01-01`, questId: 1 });

async function suspend(api: TestApi, { id: userId }: Player): Promise<void> {
  const { id: operatorId } = await api.addOperator();
  await suspendUser(api.db, { operatorId, userId, reason: 'Two accounts played.', now: api.now });
}

/** Takes back points that are spent. */
async function owe(api: TestApi, { id }: Player): Promise<void> {
  const wrongly = await give(api, id, 500);
  await buyKey();
  await api.db.drizzle.transaction((tx) => reverse(tx, wrongly, 'taken back', api.now));
}

const bad = [
  ['was suspended', suspend],
  ['owed points', owe],
] as const;

/** Deletes the account of the calls, and lets the days pass. */
async function leave(api: TestApi): Promise<void> {
  await request(deleteAccount, { body: { proof: PASSWORD, writings: 'keep' } });
  await mailed(api);
  pass(api, 14 * DAY);
  await eraseDue(api);
}

async function signKinds(api: TestApi): Promise<string[]> {
  const rows = await api.db.drizzle.select().from(accountSignals);
  return rows.map(({ kind }) => kind).sort();
}

async function reviewOf(api: TestApi, { id }: Player) {
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  return row?.reviewFor;
}

test('an account that waits for a review because of a second one with welcome points stays under review', async () => {
  const api = await testApi();
  const mira = await joined(api);
  const jan = await api.addPlayer();
  api.actAs(jan);
  await request(noteDevice, { body: { device: DEVICE } });
  api.actAs(mira);
  await leave(api);
  expect(await reviewOf(api, jan)).toBe('device');
  expect(await signKinds(api)).toEqual(['device', 'device', 'mailbox', 'payout', 'sign_in']);
});

const ways = [
  {
    sign: 'mailbox',
    again: (api: TestApi) => joinConfirmed(api, 'Mira+2@test.example'),
    reason: 'returned',
  },
  {
    sign: 'mailbox, confirmed by a new password',
    async again(api: TestApi) {
      const email = 'mira+3@test.example';
      const player = await join(api, email);
      await request(requestPasswordReset, { body: { email, captcha: 'off' } });
      const [, token = ''] = /find\/([\w-]{43})/.exec((await mailed(api)).at(-1)?.text ?? '') ?? [];
      const password = 'battery staple 8';
      await request(resetPassword, { body: { token, email, password, password_confirmation: password } });
      return player;
    },
    reason: 'returned',
  },
  {
    sign: 'login with a provider',
    async again(api: TestApi) {
      const player = await api.addPlayer();
      await tieTo(api, player);
      return player;
    },
    reason: 'returned',
  },
  {
    sign: 'device',
    async again(api: TestApi) {
      const player = await api.addPlayer();
      api.actAs(player);
      await request(noteDevice, { body: { device: DEVICE } });
      return player;
    },
    reason: 'device',
  },
  {
    sign: 'delivery detail',
    async again(api: TestApi) {
      const player = await api.addPlayer();
      const signal = { kind: 'payout', value: 'Roblox  Mira' } as const;
      await noteSignal(api.db, testVault, { userId: player.id, ...signal, now: api.now });
      return player;
    },
    reason: 'payout',
  },
];

describe.each(ways)('an account with the $sign of a deleted one', ({ again, reason }) => {
  test.each(bad)('is reviewed if that %s', async (_, spoil) => {
    const api = await testApi();
    await spoil(api, await joined(api));
    await leave(api);
    expect(await reviewOf(api, await again(api))).toBe(reason);
  });

  test('isn’t reviewed otherwise', async () => {
    const api = await testApi();
    await joined(api);
    await leave(api);
    expect(await reviewOf(api, await again(api))).toBeNull();
  });
});

const owners = ways
  .filter(({ reason }) => reason === 'returned')
  .map(({ sign, again }) => [sign, again] as const);

const takeBack = (api: TestApi, credit: number) =>
  api.db.drizzle.transaction((tx) => reverse(tx, credit, 'taken back', api.now));

test.each(owners)(
  'a debt that arises only after the deletion has the account with the same %s reviewed',
  async (_, again) => {
    const api = await testApi();
    const wrongly = await give(api, (await joined(api)).id, 500);
    await buyKey();
    await leave(api);
    await takeBack(api, wrongly);
    expect(await reviewOf(api, await again(api))).toBe('returned');
  },
);

test('points that lapsed pay for what is reversed after the deletion, and only more than them is a debt', async () => {
  const api = await testApi();
  const { id } = await joined(api);
  const [first, second] = [await give(api, id, 500), await give(api, id, 500)];
  await buyKey();
  await leave(api);
  await takeBack(api, first);
  const player = await joinConfirmed(api, 'mira@test.example');
  expect(await reviewOf(api, player)).toBeNull();
  await takeBack(api, second);
  await matchReturned(api.db, api.now);
  expect(await reviewOf(api, player)).toBe('returned');
});

test.each(owners)(
  'a debt that arises after the player came back with the same %s has them reviewed',
  async (_, again) => {
    const api = await testApi();
    const wrongly = await give(api, (await joined(api)).id, 500);
    await buyKey();
    await leave(api);
    const player = await again(api);
    await matchReturned(api.db, api.now);
    expect(await reviewOf(api, player)).toBeNull();
    await takeBack(api, wrongly);
    await matchReturned(api.db, api.now);
    expect(await reviewOf(api, player)).toBe('returned');
  },
);

/** An account without welcome points that started an offer. Returns the id of its click. */
async function startOffer(api: TestApi): Promise<string> {
  await tieTo(api, await joinConfirmed(api, 'mira@test.example'));
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  return mine?.click_id ?? '';
}

const credited = (api: TestApi, click: string) => report(api, { kind: 'credit', transaction: 'T1', click });
const reversed = (api: TestApi) => report(api, { kind: 'reversal', transaction: 'R1', reference: 'T1' });

describe.each([
  {
    paid: 'as its partner reported',
    async pay(api: TestApi) {
      await credited(api, await startOffer(api));
      await releaseHolds(api.db, later(api, 60 * DAY));
    },
  },
  {
    paid: 'after the player reported a problem',
    async pay(api: TestApi) {
      const click = await startOffer(api);
      pass(api, 2 * DAY);
      await request(disputeOffer, { params: { id: 2 }, body: { proof: 'I reached it on the first day.' } });
      const [dispute] = await api.db.drizzle.select().from(disputes);
      const answer = { disputeId: dispute?.id ?? 0, accept: true, answer: 'You did.', at: api.now };
      await api.db.drizzle.transaction((tx) => answerOfferDispute(tx, answer));
      await credited(api, click);
    },
  },
])('points for an offer that were paid $paid', ({ pay }) => {
  test.each(owners)(
    'have the account with the same %s reviewed if they were spent and are reversed after the deletion',
    async (_, again) => {
      const api = await testApi();
      await pay(api);
      await buyKey();
      await leave(api);
      await reversed(api);
      expect(await reviewOf(api, await again(api))).toBe('returned');
    },
  );

  test('don’t have whoever comes back reviewed if they lapsed at the deletion', async () => {
    const api = await testApi();
    await pay(api);
    await leave(api);
    await reversed(api);
    expect(await reviewOf(api, await joinConfirmed(api, 'mira@test.example'))).toBeNull();
  });

  test('keep mailbox and logins, unless they were reversed before', async () => {
    const api = await testApi();
    await pay(api);
    await leave(api);
    expect(await signKinds(api)).toEqual(['mailbox', 'sign_in']);
    const other = await testApi();
    await pay(other);
    await reversed(other);
    await leave(other);
    expect(await signKinds(other)).toEqual([]);
  });

  test('aren’t welcome points: whoever comes back and gets those isn’t reviewed', async () => {
    const api = await testApi();
    await pay(api);
    await leave(api);
    const player = await api.addPlayer();
    await welcome(api, player);
    await tieTo(api, player);
    expect(await reviewOf(api, player)).toBeNull();
  });
});

test('points for an offer that are pending at the deletion keep nothing, because it reverses them', async () => {
  const api = await testApi();
  await credited(api, await startOffer(api));
  await leave(api);
  expect(await signKinds(api)).toEqual([]);
});

test('an address is confirmed together with what its mailbox says, or not at all', async () => {
  const api = await testApi();
  const { id } = await join(api, 'mira@test.example');
  const [, token = ''] = /confirm-email\/([\w-]{43})/.exec((await mailed(api)).at(-1)?.text ?? '') ?? [];
  await breakWrites(api.db, 'INSERT ON account_signals', `NEW.user_id = ${id} AND NEW.kind = 'mailbox'`);
  expect(await endOf(request(confirmEmail, { body: { token } }))).toBe('internal');
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  expect(row?.emailConfirmedAt).toBeNull();
  // Nor is anyone logged in before it is known whose mailbox it is.
  await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, id));
  expect(await endOf(logIn('mira@test.example'))).toBe('internal');
});

test('what linked a suspended account to another stays when it is deleted', async () => {
  const { api, player: other } = await playerApi();
  await request(noteDevice, { body: { device: DEVICE } });
  await suspend(api, await joined(api));
  await leave(api);
  expect(await reviewOf(api, other)).toBe('device');
});

describe('welcome points', () => {
  const withoutReset = owners.filter(([sign]) => !/new password/.test(sign));
  const left = async () => (await request(getPlayBudget, {})).welcome.left;

  test.each(withoutReset)('are paid once, also after the account was deleted: %s', async (_, again) => {
    const api = await testApi();
    await joined(api);
    await leave(api);
    const player = await again(api);
    api.actAs(player);
    expect(await left()).toBe(PLAY_BUDGET.welcome - WELCOME);
    await welcome(api, player);
    expect(await left()).toBe(PLAY_BUDGET.welcome - 2 * WELCOME);
    await noteOwner(api.db, testVault, player.id, api.now);
    expect(await reviewOf(api, player)).toBeNull();
  });

  test.each(withoutReset)('are reviewed if they were paid before the owner was known: %s', async (sign) => {
    const api = await testApi();
    await joined(api);
    await leave(api);
    const player = await api.addPlayer();
    await welcome(api, player);
    if (sign === 'mailbox') {
      await api.db.drizzle
        .update(users)
        .set({ email: 'mira@test.example', emailConfirmedAt: api.now })
        .where(eq(users.id, player.id));
      await noteOwner(api.db, testVault, player.id, api.now);
    } else await tieTo(api, player);
    expect(await reviewOf(api, player)).toBe('returned');
  });
});

/** Confirms the only proof that waits, so that it is paid. */
const confirm = (api: TestApi, operatorId: number, proof: string, proofId = 1) =>
  api.db.drizzle.transaction((tx) =>
    confirmProof(tx, {
      proofId,
      proof,
      operatorId,
      reason: 'Shows a whole round.',
      now: api.now,
      alone: 5000,
      vault: testVault,
    }),
  );

test('a proof that was paid isn’t paid again to another account after the first was deleted', async () => {
  const api = await testApi();
  const { id: operatorId } = await api.addOperator();
  const proof = 'https://x.com/somebody/status/100001';
  const submit = (link: string) => request(submitProof, { params: { id: 1 }, body: { proof: link } });
  await joinConfirmed(api, 'mira@test.example');
  await submit(proof);
  await confirm(api, operatorId, proof);
  await leave(api);
  await joinConfirmed(api, 'jan@test.example');
  expect(await endOf(submit(proof.replace('x.com/somebody', 'twitter.com/someone')))).toBe('invalid: proof');
  expect(await endOf(submit(proof.replace('100001', '100002')))).toBe('done');
});

const submit = (post: number) =>
  request(submitProof, { params: { id: 1 }, body: { proof: `https://x.com/somebody/status/${post}` } });

/** Has a social task paid to an account that is deleted then. Returns a function that confirms another proof of the task. */
async function paidTask(api: TestApi): Promise<(post: number) => Promise<unknown>> {
  const { id: operatorId } = await api.addOperator();
  const confirmPost = (post: number, proofId: number) =>
    confirm(api, operatorId, `https://x.com/somebody/status/${post}`, proofId);
  await tieTo(api, await joinConfirmed(api, 'mira@test.example'));
  await submit(100001);
  await confirmPost(100001, 1);
  await leave(api);
  return (post) => confirmPost(post, 2);
}

test.each(owners)(
  'a task that was paid isn’t paid again to an account with the same %s',
  async (_, again) => {
    const api = await testApi();
    await paidTask(api);
    const player = await again(api);
    // A new password has ended its session.
    api.actAs({ ...player, token: await createToken(api.db.drizzle, player.id, 'a test', api.now) });
    expect(await endOf(submit(100002))).toBe('nothing_to_do');
  },
);

test('a task that was paid isn’t paid again if its owner is known only after a new submission', async () => {
  const api = await testApi();
  const confirmAgain = await paidTask(api);
  const player = await api.addPlayer();
  api.actAs(player);
  await submit(100002);
  await tieTo(api, player);
  expect(await endOf(confirmAgain(100002))).toBe('nothing_to_do');
});

test('an unpaid proof can be submitted by its owner after an account that had also submitted it was deleted', async () => {
  const api = await testApi();
  const { id: operatorId } = await api.addOperator();
  const proofOf = (post: number) => `https://x.com/somebody/status/${post}`;
  const submit = (post: number) =>
    request(submitProof, { params: { id: 1 }, body: { proof: proofOf(post) } });
  await joinConfirmed(api, 'mira@test.example');
  for (const post of [100001, 100002, 100003]) await submit(post);
  await confirm(api, operatorId, proofOf(100003));
  await leave(api);
  await joinConfirmed(api, 'jan@test.example');
  expect(await endOf(submit(100003))).toBe('invalid: proof');
  expect(await endOf(submit(100001))).toBe('done');
});

test('signs of a deleted account are hashes, and go when they are of no use', async () => {
  const api = await testApi();
  const kinds = () => signKinds(api);
  await joined(api);
  await leave(api);
  expect(await kinds()).toEqual(['mailbox', 'sign_in']);
  await suspend(api, await joined(api));
  await leave(api);
  expect(await kinds()).toEqual(['device', 'mailbox', 'mailbox', 'payout', 'sign_in', 'sign_in']);
  await joinConfirmed(api, 'jan@test.example');
  await leave(api);
  expect(await kinds()).toHaveLength(6);
  const back = await joinConfirmed(api, 'mira@test.example');
  expect(await reviewOf(api, back)).toBe('returned');
  pass(api, KEPT_SIGNALS_DAYS * DAY);
  await forgetOld(api.db, api.now);
  expect(await kinds()).toEqual(['mailbox']);
  expect(await reviewOf(api, back)).toBeNull();
  expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
});
