import { eq, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as schema from '../../../server/db/schema.ts';
import {
  accountMatches,
  accountSignals,
  balances,
  deliveryDetails,
  ledger,
  messages,
  opinions,
  orders,
  threads,
  tokens,
  users,
} from '../../../server/db/schema.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { claimOrder, deliverOrder } from '../../../server/features/redemption/fulfilment.ts';
import { payReferrals } from '../../../server/features/referrals/referrals.ts';
import { eraseDueAccounts } from '../../../server/features/settings/erasure.ts';
import { saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { noteDevice, requestPasswordReset, resetPassword } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Body } from '../../../src/lib/contract/call.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { scheduleDeletion } from '../../../src/lib/contract/operators/operator-users.ts';
import {
  createRewardOpinion,
  likeRewardOpinion,
  rateReward,
} from '../../../src/lib/contract/opinions/opinions.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { deleteAccount, exportAccount, getSettings } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey, orderRobux } from '../../support/api-orders.ts';
import { join, joinConfirmed, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { asOwner, breakWrites } from '../../support/database.ts';
import { eraseDue } from '../../support/erase.ts';
import { wrong } from '../../support/field-errors.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';

const MIRA = 'mira@test.example';
const JAN = 'jan@test.example';

/** A new player with this many points makes the later calls. */
async function joined(api: TestApi, points = 0, email = MIRA): Promise<Player> {
  const player = await joinConfirmed(api, email);
  if (points > 0) await give(api, player.id, points);
  return player;
}

/** Requests the deletion. If it is granted, later calls are a guest's. */
async function ask(api: TestApi, given: Partial<Body<typeof deleteAccount>> = {}): Promise<string> {
  const { due_at: due } = await request(deleteAccount, {
    body: { proof: PASSWORD, writings: 'keep', ...given },
  });
  api.actAs(null);
  return due;
}

/** Lets time pass, and runs the job. */
async function daysPass(api: TestApi, days: number): Promise<void> {
  pass(api, days * DAY);
  await eraseDue(api);
}

async function rowOf(api: TestApi, id: number) {
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('the row is gone');
  return row;
}
const setUser = (api: TestApi, id: number, change: Partial<typeof users.$inferInsert>) =>
  api.db.drizzle.update(users).set(change).where(eq(users.id, id));

async function balanceOf(api: TestApi, id: number) {
  const [row] = await api.db.drizzle.select().from(balances).where(eq(balances.userId, id));
  return row;
}

async function orderOf(api: TestApi, userId: number) {
  const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.userId, userId));
  return row;
}

describe('requesting it', () => {
  test('takes the password, signs out every device and mails the owner the date and how to keep the account', async () => {
    const api = await testApi();
    const mira = await joined(api);
    for (const proof of ['', 'wrong horse 7'])
      await expect(ask(api, { proof })).rejects.toMatchObject(wrong('proof'));
    expect((await rowOf(api, mira.id)).deletionDueAt).toBeNull();
    expect(await ask(api)).toBe('2026-12-02T12:00:00.000Z');
    api.actAs(mira);
    await expect(request(getSettings, {})).rejects.toMatchObject({ status: 401 });
    const [mail, ...others] = await mailed(api);
    expect(mail).toMatchObject({ to: MIRA, subject: 'We’ll delete your Playtally account' });
    for (const words of ['2 December 2026 at 12:00 UTC', 'http://site.test/login'])
      expect(mail?.text).toContain(words);
    expect(others).toEqual([]);
  });

  test('isn’t mailed to an unconfirmed address: it may be a stranger’s', async () => {
    const api = await testApi();
    const mira = await joined(api);
    await setUser(api, mira.id, { emailConfirmedAt: null });
    await ask(api);
    expect(await mailed(api)).toEqual([]);
  });

  test('takes the address of an account without a password', async () => {
    const { api, player } = await playerApi();
    await expect(ask(api)).rejects.toMatchObject(wrong('proof', player.email));
    await expect(ask(api, { proof: ` ${player.email.toUpperCase()} ` })).resolves.toBeTruthy();
  });
});

test('support schedules it for an owner who asks for it: with the same mail, and a login cancels it', async () => {
  const api = await testApi();
  const mira = await joined(api);
  const operator = await api.addOperator();
  api.operateAs(operator);
  const given = {
    params: { id: mira.id },
    body: { reason: 'They asked for it in conversation 12.', writings: 'remove' },
  } as const;
  expect((await request(scheduleDeletion, given)).user.deletion_due_at).toBe('2026-12-02T12:00:00.000Z');
  expect(await rowOf(api, mira.id)).toMatchObject({ removesWritings: true, deletionAskedAt: api.now });
  expect(await mailed(api)).toMatchObject([{ to: MIRA, subject: 'We’ll delete your Playtally account' }]);
  await expect(request(getSettings, {})).rejects.toMatchObject({ status: 401 });
  await expect(request(scheduleDeletion, given)).rejects.toMatchObject({ code: 'nothing_to_do' });
  expect((await request(listAuditEvents, { query: { act: 'user.schedule_deletion' } })).data).toMatchObject([
    { user_id: mira.id, reason: given.body.reason, after: { due: '2026-12-02T12:00:00.000Z' } },
  ]);
  api.actAs(null);
  await logIn(MIRA);
  expect((await rowOf(api, mira.id)).deletionDueAt).toBeNull();
  api.operateAs(await api.addOperator(MIRA));
  await expect(request(scheduleDeletion, given)).rejects.toMatchObject({ code: 'forbidden' });
  api.operateAs(operator);
  await request(scheduleDeletion, given);
  await daysPass(api, 14);
  expect((await rowOf(api, mira.id)).erasedAt).not.toBeNull();
});

describe('signing in', () => {
  test('cancels it, in any way of signing in, and the settings say so', async () => {
    const api = await testApi();
    const mira = await joined(api, 800);
    await ask(api);
    pass(api, 13 * DAY);
    api.actAs(await logIn(MIRA));
    expect((await request(getSettings, {})).deletion).toEqual({ days: 14, undone_at: api.now.toISOString() });
    await ask(api);
    await request(requestPasswordReset, { body: { email: MIRA, captcha: 'off' } });
    const [, token = ''] = /find\/([\w-]{43})/.exec((await mailed(api)).at(-1)?.text ?? '') ?? [];
    const password = 'battery staple 8';
    await request(resetPassword, { body: { token, email: MIRA, password, password_confirmation: password } });
    await daysPass(api, 20);
    expect((await rowOf(api, mira.id)).erasedAt).toBeNull();
    expect(await balanceOf(api, mira.id)).toMatchObject({ available: 800 });
  });

  test('at the very moment of the erasure comes before or after it, never in between', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const mira = await joined(api, 300);
    await ask(api);
    pass(api, 14 * DAY);
    const [way] = await Promise.allSettled([logIn(MIRA), eraseDue(api)]);
    const row = await rowOf(api, mira.id);
    if (way.status === 'fulfilled') {
      expect(row).toMatchObject({ erasedAt: null, deletionDueAt: null, email: MIRA });
      expect(await balanceOf(api, mira.id)).toMatchObject({ available: 300 });
    } else {
      expect(row).toMatchObject({ email: null, passwordHash: null });
      expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, mira.id))).toBe(0);
    }
  });
});

describe('the erasure', () => {
  test('waits for its day, and deletes what identifies a person', async () => {
    const api = await testApi();
    const mira = await joined(api, 7000);
    const friend = await api.addPlayer();
    await setUser(api, friend.id, { invitedBy: mira.id });
    await request(noteDevice, { body: { device: crypto.randomUUID() } });
    const order = await orderRobux();
    await api.db.drizzle.transaction((tx) => deliverOrder(tx, order, api.now));
    await ask(api);
    await daysPass(api, 13);
    // A wrong password cancels nothing.
    await expect(logIn(MIRA, { password: 'wrong horse 7' })).rejects.toMatchObject({ status: 422 });
    expect((await rowOf(api, mira.id)).email).toBe(MIRA);
    await daysPass(api, 1);
    expect(await rowOf(api, mira.id)).toMatchObject({
      email: null,
      passwordHash: null,
      name: 'deleted account',
      country: null,
      birthDate: null,
      invitedBy: null,
      deletionDueAt: null,
      erasedAt: api.now,
    });
    for (const table of [tokens, deliveryDetails, accountSignals])
      expect(await api.db.drizzle.$count(table, eq(table.userId, mira.id))).toBe(0);
    expect((await rowOf(api, friend.id)).invitedBy).toBeNull();
    expect(await orderOf(api, mira.id)).toMatchObject({ state: 'delivered', details: null });
    const dump: unknown = await api.db.drizzle.execute(
      sql`SELECT (SELECT json_agg(u) FROM users u WHERE id = ${mira.id})::text || (SELECT json_agg(o) FROM orders o WHERE user_id = ${mira.id})::text
        || (SELECT json_agg(l) FROM ledger l WHERE user_id = ${mira.id})::text AS dump`,
    );
    expect(JSON.stringify(dump)).not.toMatch(/mira/i);
    await expect(logIn(MIRA)).rejects.toMatchObject({ status: 422 });
    api.actAs(friend);
    await expect(request(getProfile, { params: { id: mira.id } })).rejects.toMatchObject({ status: 404 });
    expect((await joined(api)).id).not.toBe(mira.id);
  });

  test('leaves name and address in no table, not even in what others earned by the account', async () => {
    const api = await testApi();
    const inviter = await joined(api, 0, JAN);
    const mira = await join(api, MIRA, { reflink: String(inviter.id) });
    await setUser(api, mira.id, { emailConfirmedAt: api.now, name: 'Zaphira' });
    await give(api, mira.id, 5000, { key: `quest:1:${mira.id}:1`, questId: 1 });
    pass(api, DAY);
    expect(await payReferrals(api.db, api.now)).toEqual([inviter.id]);
    await ask(api);
    await daysPass(api, 14);
    const holding: string[] = [];
    for (const [name, table] of Object.entries(schema)) {
      if (!is(table, PgTable)) continue;
      const rows: unknown = await api.db.drizzle.select().from(table);
      if (/zaphira|mira@test/i.test(JSON.stringify(rows))) holding.push(name);
    }
    expect(holding).toEqual([]);
  });

  test('lapses remaining points and debts, and the books still add up', async () => {
    const api = await testApi();
    const jan = await joined(api, 0, JAN);
    const wrongly = await give(api, jan.id, 500);
    await buyKey();
    await api.db.drizzle.transaction((tx) => reverse(tx, wrongly, 'taken back', api.now));
    expect(await balanceOf(api, jan.id)).toMatchObject({ debt: -500 });
    await ask(api);
    const mira = await joined(api, 2000);
    await give(api, mira.id, 900, { releasesAt: later(api, 30 * DAY) });
    await request(saveDeliveryDetail, {
      body: {
        reward_id: 49,
        value: 'https://steamcommunity.com/tradeoffer/new/?partner=123456&token=AbCdEf12',
      },
    });
    expect((await request(buyAmount, { params: { id: 49 }, body: { amount_id: 4901 } })).order?.state).toBe(
      'pending',
    );
    await ask(api);
    await daysPass(api, 14);
    for (const userId of [jan.id, mira.id])
      expect(await balanceOf(api, userId)).toEqual({
        userId,
        available: 0,
        pending: 0,
        reserved: 0,
        debt: 0,
      });
    expect(await orderOf(api, mira.id)).toMatchObject({
      state: 'cancelled',
      endedFor: 'The account was deleted.',
    });
    const key = `lapse:${mira.id}:available`;
    expect(await api.db.drizzle.select().from(ledger).where(eq(ledger.key, key))).toMatchObject([
      { points: 2000, to: 'house:adjustments', reason: 'adjustment' },
    ]);
    await eraseDue(api);
  });

  test('waits for an order that is being sent', async () => {
    const api = await testApi();
    const mira = await joined(api, 6000);
    const order = await orderRobux();
    await api.db.drizzle.transaction((tx) => claimOrder(tx, order, api.now));
    await ask(api);
    await daysPass(api, 14);
    expect((await rowOf(api, mira.id)).erasedAt).toBeNull();
    await api.db.drizzle.transaction((tx) => deliverOrder(tx, order, api.now));
    await eraseDue(api);
    expect((await rowOf(api, mira.id)).erasedAt).toEqual(api.now);
  });

  test('during a purchase leaves either the order or the points, never half of each', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const mira = await joined(api, 500);
    await setUser(api, mira.id, { deletionDueAt: api.now });
    const [bought] = await Promise.allSettled([buyKey(), eraseDue(api)]);
    const made = await api.db.drizzle.$count(orders, eq(orders.userId, mira.id));
    expect(made).toBe(bought.status === 'fulfilled' ? 1 : 0);
    expect(await balanceOf(api, mira.id)).toMatchObject({ available: 0, reserved: 0, debt: 0 });
  });

  test('runs once per account, however many processes do it concurrently', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const mira = await joined(api, 500);
    await ask(api);
    pass(api, 14 * DAY);
    await Promise.all(Array.from({ length: 5 }, () => eraseDue(api)));
    expect(await api.db.drizzle.$count(ledger, eq(ledger.key, `lapse:${mira.id}:available`))).toBe(1);
  });

  test('that fails for one account is logged, doesn’t delay the others and runs again', async () => {
    const api = await testApi();
    const [jan, mira] = [await joined(api, 0, JAN), await joined(api)];
    await api.db.drizzle.update(users).set({ deletionDueAt: api.now });
    await breakWrites(api.db, 'UPDATE ON users', `OLD.id = ${jan.id}`);
    const logged: string[] = [];
    await eraseDueAccounts(api.db, api.now, (text) => void logged.push(text));
    expect(logged).toEqual([expect.stringMatching(`account ${jan.id} could not be erased`)]);
    const erased = async ({ id }: Player) => (await rowOf(api, id)).erasedAt;
    expect([await erased(mira), await erased(jan)]).toEqual([api.now, null]);
    await asOwner(api.db, (db) => db.execute(sql`DROP TRIGGER broken ON users`));
    await eraseDue(api);
    expect(await erased(jan)).toEqual(api.now);
  });

  test('releases accounts that were held only for matching it', async () => {
    const api = await testApi();
    const device = crypto.randomUUID();
    const jan = await joined(api, 0, JAN);
    await request(noteDevice, { body: { device } });
    await joined(api);
    await request(noteDevice, { body: { device } });
    expect((await rowOf(api, jan.id)).reviewFor).toBe('device');
    await ask(api);
    await daysPass(api, 14);
    expect((await rowOf(api, jan.id)).reviewFor).toBeNull();
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
  });

  test.each(['keep', 'remove'] as const)('with what was written: %s', async (writings) => {
    const api = await testApi();
    const jan = await joined(api, 0, JAN);
    const { opinion: his } = await request(createRewardOpinion, {
      params: { id: 12 },
      body: { user_id: jan.id, opinion: 'It took a day.' },
    });
    const before = (await request(getReward, { params: { id: 12 } })).reward;
    const mira = await joined(api);
    await request(createRewardOpinion, {
      params: { id: 12 },
      body: { user_id: mira.id, opinion: 'It came at once.' },
    });
    await request(likeRewardOpinion, { params: { id: his.id }, body: { userId: mira.id } });
    await request(rateReward, { params: { id: 12, rate: 5 }, body: { user_id: mira.id } });
    await ask(api, { writings });
    await daysPass(api, 14);
    const { opinions: shown, reward } = await request(getReward, { params: { id: 12 } });
    const said = shown.data.map(({ opinion, user, likes }) => [opinion, user?.name, likes]);
    const kept = writings === 'keep';
    expect(said.filter(([text]) => text === 'It came at once.')).toEqual(
      kept ? [['It came at once.', 'deleted account', 0]] : [],
    );
    expect(said.find(([text]) => text === 'It took a day.')?.[2]).toBe(kept ? 1 : 0);
    expect(reward.rate_count).toBe((before.rate_count ?? 0) + (kept ? 1 : 0));
    if (!kept) expect(reward.rate).toBe(before.rate);
    const left = await api.db.drizzle.$count(opinions, eq(opinions.userId, mira.id));
    expect(left).toBe(kept ? 1 : 0);
  });

  test('leaves rows of its owner only in the tables that the ledger needs', async () => {
    const api = await testApi();
    const mira = await joined(api, 2000);
    const thread = {
      userId: mira.id,
      topic: 'other',
      subject: 'A question',
      createdAt: api.now,
      updatedAt: api.now,
    } as const;
    const [made] = await api.db.drizzle.insert(threads).values(thread).returning();
    const message = { sender: 'user', body: 'Where is it?', key: 'a', createdAt: api.now } as const;
    await api.db.drizzle.insert(messages).values({ ...message, threadId: made?.id ?? 0, writtenBy: mira.id });
    expect(await request(exportAccount, {})).toMatchObject({
      messages: [{ body: 'Where is it?', sender: 'user' }],
    });
    await ask(api);
    await daysPass(api, 14);
    expect(await api.db.drizzle.$count(messages, eq(messages.writtenBy, mira.id))).toBe(0);
    const tables = v.parse(
      v.array(v.string()),
      await api.db.value(
        "SELECT json_agg(table_name) FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'",
        [],
      ),
    );
    const left: string[] = [];
    for (const table of tables) {
      const query = `SELECT count(*)::integer FROM ${table} WHERE user_id = $1`;
      if ((await api.db.value(query, [mira.id])) !== 0) left.push(table);
    }
    expect(left.sort()).toEqual(['balances', 'ledger', 'scores']);
  });
});
