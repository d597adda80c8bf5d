import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
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
} from '../../server/db/schema.ts';
import { eraseDueAccounts } from '../../server/domain/erasure.ts';
import { claimOrder, deliverOrder } from '../../server/domain/fulfilment.ts';
import { reverse } from '../../server/domain/ledger.ts';
import { saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { createRewardOpinion, likeRewardOpinion, rateReward } from '../../src/lib/api/opinions.ts';
import { getProfile } from '../../src/lib/api/profiles.ts';
import { buyAmount, getReward } from '../../src/lib/api/rewards.ts';
import { deleteAccount, exportAccount, getSettings } from '../../src/lib/api/settings.ts';
import {
  login,
  noteDevice,
  register,
  requestPasswordReset,
  resetPassword,
} from '../../src/lib/api/sign-in.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { asOwner } from '../support/database.ts';
import { eraseDue } from '../support/erase.ts';
import { give } from '../support/points.ts';

const password = 'correct horse 7';
const email = 'mira@test.example';
const KEY = { reward: 12, amount: 1201 };
const ROBUX = { reward: 84, amount: 8401 };
const DAY = 86_400_000;

/** Joins, is confirmed and has so many points; the calls that follow are theirs. */
async function joined(api: TestApi, points = 0, address = email): Promise<Player> {
  const { token, user } = await register({ email: address, password, captcha: 'off' });
  await api.background.idle();
  api.mails.length = 0;
  await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, user.id));
  if (points > 0) await give(api, user.id, points);
  const player = { id: user.id, email: address, token };
  api.actAs(player);
  return player;
}

/** Asks for the deletion; the calls that follow are a guest's where it was granted. */
async function ask(api: TestApi, given: Partial<Parameters<typeof deleteAccount>[0]> = {}): Promise<string> {
  const due = await deleteAccount({ proof: password, writings: 'keep', ...given });
  api.actAs(null);
  return due;
}

/** Time passes, and the job runs. */
async function daysPass(api: TestApi, days: number): Promise<void> {
  api.now = new Date(api.now.getTime() + days * DAY);
  await eraseDue(api);
}

async function rowOf(api: TestApi, id: number) {
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('the row is gone');
  return row;
}

async function balanceOf(api: TestApi, id: number) {
  const [row] = await api.db.drizzle.select().from(balances).where(eq(balances.userId, id));
  return row;
}

describe('asking for it', () => {
  test('takes the password, signs every device out and tells the owner when and how to keep it', async () => {
    const api = await testApi();
    const mira = await joined(api);
    for (const proof of ['', 'wrong horse 7'])
      await expect(ask(api, { proof })).rejects.toMatchObject({
        status: 422,
        fields: { proof: expect.any(String) },
      });
    expect((await rowOf(api, mira.id)).deletionDueAt).toBeNull();
    const due = await ask(api);
    api.actAs(mira);
    expect(due).toBe('2026-12-02T12:00:00.000Z');
    await expect(getSettings()).rejects.toMatchObject({ status: 401 });
    await api.background.idle();
    expect(api.mails).toMatchObject([{ to: email, subject: 'Your Playtally account will be deleted' }]);
    expect(api.mails[0]?.text).toContain('2 December 2026 at 12:00 UTC');
    expect(api.mails[0]?.text).toContain('http://site.test/login');
  });

  test('of an account whose address isn’t confirmed is mailed to nobody: it may be a stranger’s', async () => {
    const api = await testApi();
    const mira = await joined(api);
    await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, mira.id));
    await ask(api);
    await api.background.idle();
    expect(api.mails).toEqual([]);
  });

  test('of an account without a password takes its address', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    await expect(ask(api)).rejects.toMatchObject({
      fields: { proof: expect.stringContaining(player.email) },
    });
    await expect(ask(api, { proof: ` ${player.email.toUpperCase()} ` })).resolves.toBeTruthy();
  });
});

describe('signing in', () => {
  test('calls it off, whichever way, and the settings say so', async () => {
    const api = await testApi();
    const mira = await joined(api, 800);
    await ask(api);
    api.now = new Date(api.now.getTime() + 13 * DAY);
    const { token } = await login({ email, password, captcha: 'off' });
    api.actAs({ ...mira, token });
    expect((await getSettings()).deletion).toEqual({ days: 14, undone_at: api.now.toISOString() });
    await ask(api);
    await requestPasswordReset({ email, captcha: 'off' });
    await api.background.idle();
    const link = /find\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const chosen = {
      token: link,
      email,
      password: 'battery staple 8',
      password_confirmation: 'battery staple 8',
    };
    await resetPassword(chosen);
    await daysPass(api, 20);
    expect((await rowOf(api, mira.id)).erasedAt).toBeNull();
    expect(await balanceOf(api, mira.id)).toMatchObject({ available: 800 });
  });

  test('with a wrong password calls nothing off', async () => {
    const api = await testApi();
    const mira = await joined(api);
    await ask(api);
    await expect(login({ email, password: 'wrong horse 7', captcha: 'off' })).rejects.toMatchObject({
      status: 422,
    });
    await daysPass(api, 14);
    expect((await rowOf(api, mira.id)).erasedAt).toEqual(api.now);
  });

  test('at the very moment of the erasure comes before or after it, never in between', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    const mira = await joined(api, 300);
    await ask(api);
    api.now = new Date(api.now.getTime() + 14 * DAY);
    const [way] = await Promise.allSettled([login({ email, password, captcha: 'off' }), eraseDue(api)]);
    const row = await rowOf(api, mira.id);
    if (way.status === 'fulfilled') {
      expect(row).toMatchObject({ erasedAt: null, deletionDueAt: null, email });
      expect(await balanceOf(api, mira.id)).toMatchObject({ available: 300 });
    } else {
      expect(row).toMatchObject({ email: null, passwordHash: null });
      expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, mira.id))).toBe(0);
    }
  });
});

describe('the erasure', () => {
  test('waits for its day, and takes what leads to a person', async () => {
    const api = await testApi();
    const mira = await joined(api, 7000);
    const friend = await api.addPlayer();
    await api.db.drizzle.update(users).set({ invitedBy: mira.id }).where(eq(users.id, friend.id));
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    await noteDevice(crypto.randomUUID());
    const { order } = await buyAmount(ROBUX.reward, ROBUX.amount, crypto.randomUUID());
    await api.db.drizzle.transaction((tx) => deliverOrder(tx, order?.id ?? 0, api.now));
    await ask(api);
    await daysPass(api, 13);
    expect((await rowOf(api, mira.id)).email).toBe(email);
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
    const [kept] = await api.db.drizzle.select().from(orders).where(eq(orders.userId, mira.id));
    expect(kept).toMatchObject({ state: 'delivered', details: null });
    const dump: unknown = await api.db.drizzle.execute(
      sql`SELECT (SELECT json_agg(u) FROM users u WHERE id = ${mira.id})::text || (SELECT json_agg(o) FROM orders o WHERE user_id = ${mira.id})::text
        || (SELECT json_agg(l) FROM ledger l WHERE user_id = ${mira.id})::text AS dump`,
    );
    expect(JSON.stringify(dump)).not.toMatch(/mira/i);
    await expect(login({ email, password, captcha: 'off' })).rejects.toMatchObject({ status: 422 });
    api.actAs(friend);
    await expect(getProfile(mira.id)).rejects.toMatchObject({ status: 404 });
    expect((await joined(api)).id).not.toBe(mira.id);
  });

  test('lapses what was left, and the books still add up', async () => {
    const api = await testApi();
    const mira = await joined(api, 2000);
    await give(api, mira.id, 900, { releasesAt: new Date(api.now.getTime() + 30 * DAY) });
    await saveDeliveryDetail(49, 'https://steamcommunity.com/tradeoffer/new/?partner=123456&token=AbCdEf12');
    const { order } = await buyAmount(49, 4901, crypto.randomUUID());
    expect(order?.state).toBe('pending');
    await ask(api);
    await daysPass(api, 14);
    expect(await balanceOf(api, mira.id)).toEqual({
      userId: mira.id,
      available: 0,
      pending: 0,
      reserved: 0,
      debt: 0,
    });
    const [ended] = await api.db.drizzle
      .select()
      .from(orders)
      .where(eq(orders.id, order?.id ?? 0));
    expect(ended).toMatchObject({ state: 'cancelled', endedFor: 'The account was deleted.' });
    const lapsed = await api.db.drizzle
      .select()
      .from(ledger)
      .where(eq(ledger.key, `lapse:${mira.id}:available`));
    expect(lapsed).toMatchObject([{ points: 2000, to: 'house:adjustments', reason: 'adjustment' }]);
    await eraseDue(api);
    expect(await api.brokenInvariants()).toEqual([]);
  });

  test('lets a debt lapse too', async () => {
    const api = await testApi();
    const mira = await joined(api);
    const id = await give(api, mira.id, 500);
    await buyAmount(KEY.reward, KEY.amount, crypto.randomUUID());
    await api.db.drizzle.transaction((tx) => reverse(tx, id, 'taken back', api.now));
    expect(await balanceOf(api, mira.id)).toMatchObject({ debt: -500 });
    await ask(api);
    await daysPass(api, 14);
    expect(await balanceOf(api, mira.id)).toMatchObject({ available: 0, debt: 0 });
  });

  test('waits for an order that is just being sent', async () => {
    const api = await testApi();
    const mira = await joined(api, 6000);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    const { order } = await buyAmount(ROBUX.reward, ROBUX.amount, crypto.randomUUID());
    await api.db.drizzle.transaction((tx) => claimOrder(tx, order?.id ?? 0, api.now));
    await ask(api);
    await daysPass(api, 14);
    expect((await rowOf(api, mira.id)).erasedAt).toBeNull();
    await api.db.drizzle.transaction((tx) => deliverOrder(tx, order?.id ?? 0, api.now));
    await daysPass(api, 0);
    expect((await rowOf(api, mira.id)).erasedAt).toEqual(api.now);
  });

  test('while an order is placed leaves either the order or the points, never half of each', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    const mira = await joined(api, 500);
    await api.db.drizzle.update(users).set({ deletionDueAt: api.now }).where(eq(users.id, mira.id));
    const [bought] = await Promise.allSettled([
      buyAmount(KEY.reward, KEY.amount, crypto.randomUUID()),
      eraseDue(api),
    ]);
    const made = await api.db.drizzle.$count(orders, eq(orders.userId, mira.id));
    expect(made).toBe(bought.status === 'fulfilled' ? 1 : 0);
    expect(await balanceOf(api, mira.id)).toMatchObject({ available: 0, reserved: 0, debt: 0 });
    expect(await api.brokenInvariants()).toEqual([]);
  });

  test('runs once for an account, however many do it at once', { tags: 'both' }, async () => {
    const api = await testApi();
    const mira = await joined(api, 500);
    await ask(api);
    api.now = new Date(api.now.getTime() + 14 * DAY);
    await Promise.all(Array.from({ length: 5 }, () => eraseDue(api)));
    expect(await api.db.drizzle.$count(ledger, eq(ledger.key, `lapse:${mira.id}:available`))).toBe(1);
  });

  test('that fails for one account is told of, keeps none of the others waiting and comes again', async () => {
    const api = await testApi();
    const [jan, mira] = [await joined(api, 0, 'jan@test.example'), await joined(api)];
    await api.db.drizzle.update(users).set({ deletionDueAt: api.now });
    await asOwner(api.db, async (db) => {
      await db.execute(
        sql`CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken on purpose''; END'`,
      );
      await db.execute(
        sql.raw(
          `CREATE TRIGGER break_one BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = ${jan.id}) EXECUTE FUNCTION break_one()`,
        ),
      );
    });
    const logged: string[] = [];
    await eraseDueAccounts(api.db, api.now, (text) => void logged.push(text));
    expect(logged).toEqual([expect.stringMatching(`account ${jan.id} could not be erased`)]);
    expect((await rowOf(api, mira.id)).erasedAt).toEqual(api.now);
    expect((await rowOf(api, jan.id)).erasedAt).toBeNull();
    await asOwner(api.db, (db) => db.execute(sql`DROP TRIGGER break_one ON users`));
    await eraseDue(api);
    expect((await rowOf(api, jan.id)).erasedAt).toEqual(api.now);
  });

  test('frees whoever was held for having something in common with it', async () => {
    const api = await testApi();
    const device = crypto.randomUUID();
    const jan = await joined(api, 0, 'jan@test.example');
    await noteDevice(device);
    await joined(api);
    await noteDevice(device);
    expect((await rowOf(api, jan.id)).reviewFor).toBe('device');
    await ask(api);
    await daysPass(api, 14);
    expect((await rowOf(api, jan.id)).reviewFor).toBeNull();
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
  });

  test.each(['keep', 'remove'] as const)('with what was written: %s', async (writings) => {
    const api = await testApi();
    const jan = await joined(api, 0, 'jan@test.example');
    const his = await createRewardOpinion(12, jan.id, 'It took a day.');
    const before = (await getReward(12)).reward;
    const mira = await joined(api);
    await createRewardOpinion(12, mira.id, 'It came at once.');
    await likeRewardOpinion(his.id, mira.id);
    await rateReward(12, 5, mira.id);
    await ask(api, { writings });
    await daysPass(api, 14);
    api.actAs(null);
    const { opinions: shown, reward } = await getReward(12);
    const said = shown.data.map(({ opinion, user, likes }) => [opinion, user?.name, likes]);
    if (writings === 'keep') {
      expect(said).toContainEqual(['It came at once.', 'deleted account', 0]);
      expect(said.find(([text]) => text === 'It took a day.')?.[2]).toBe(1);
      expect(reward.rate_count).toBe(before.rate_count + 1);
    } else {
      expect(said.map(([text]) => text)).not.toContain('It came at once.');
      expect(said.find(([text]) => text === 'It took a day.')?.[2]).toBe(0);
      expect(reward).toMatchObject({ rate: before.rate, rate_count: before.rate_count });
      expect(await api.db.drizzle.$count(opinions, eq(opinions.userId, mira.id))).toBe(0);
    }
  });

  test('leaves no table with a row of its owner but those that the books need', async () => {
    const api = await testApi();
    const mira = await joined(api, 2000);
    const [thread] = await api.db.drizzle
      .insert(threads)
      .values({
        userId: mira.id,
        topic: 'other',
        subject: 'A question',
        createdAt: api.now,
        updatedAt: api.now,
      })
      .returning();
    const message = { sender: 'user', body: 'Where is it?', key: 'a', createdAt: api.now } as const;
    await api.db.drizzle
      .insert(messages)
      .values({ ...message, threadId: thread?.id ?? 0, writtenBy: mira.id });
    expect(await exportAccount()).toMatchObject({ messages: [{ body: 'Where is it?', sender: 'user' }] });
    await ask(api);
    await daysPass(api, 14);
    expect(await api.db.drizzle.$count(messages, eq(messages.writtenBy, mira.id))).toBe(0);
    const columns: unknown = await api.db.drizzle.execute(
      sql`SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'`,
    );
    if (
      typeof columns !== 'object' ||
      columns === null ||
      !('rows' in columns) ||
      !Array.isArray(columns.rows)
    )
      throw new Error('no columns');
    const left: string[] = [];
    for (const { table_name: table } of columns.rows) {
      const found: unknown = await api.db.drizzle.execute(
        sql`SELECT 1 FROM ${sql.raw(table)} WHERE user_id = ${mira.id} LIMIT 1`,
      );
      if (
        typeof found === 'object' &&
        found &&
        'rows' in found &&
        Array.isArray(found.rows) &&
        found.rows.length > 0
      )
        left.push(table);
    }
    expect(left.sort()).toEqual(['balances', 'ledger', 'scores']);
  });
});
