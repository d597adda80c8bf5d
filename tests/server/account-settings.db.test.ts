import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../server/db/schema.ts';
import { deviceName } from '../../server/domain/devices.ts';
import { createToken } from '../../server/domain/tokens.ts';
import { getUser, saveBirthDate, saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { createRewardOpinion } from '../../src/lib/api/opinions.ts';
import { getOrder } from '../../src/lib/api/orders.ts';
import { buyAmount, getReward } from '../../src/lib/api/rewards.ts';
import {
  changePassword,
  exportAccount,
  forgetDetail,
  getSettings,
  listDevices,
  revokeDevice,
  revokeOtherDevices,
  saveNotification,
  saveProfile,
} from '../../src/lib/api/settings.ts';
import { login, register } from '../../src/lib/api/sign-in.ts';
import { FRESH_LOG_IN_MINUTES } from '../../src/lib/contract/limits.ts';
import { NOTIFICATION_KINDS } from '../../src/lib/contract/notification-kinds.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { orderRobux, ROBUX } from '../support/api-orders.ts';

const OLD = 'correct horse 7';
const NEW = 'battery staple 8';
const email = 'mira@test.example';
const DAY = 86_400_000;

const session = (made: Awaited<ReturnType<typeof login>>): Player => ({
  id: made.user.id,
  email: made.user.email ?? '',
  token: made.token,
});

/** Joins with a password and acts as its owner. */
async function joined(api: TestApi, address = email): Promise<Player> {
  const player = session(await register({ email: address, password: OLD, captcha: 'off' }));
  await api.background.idle();
  api.mails.length = 0;
  api.actAs(player);
  return player;
}

const another = async (address = email) =>
  session(await login({ email: address, password: OLD, captcha: 'off' }));

async function holds(api: TestApi, { token }: Player): Promise<boolean> {
  return (await api.send(token, 'GET', '/api/user/balance')).status === 200;
}

const form = { name: 'Mira K', country: 'NL', avatar: 'otter-3', private: false };

describe('the profile', () => {
  test('is saved, and the creature stands beside what one writes', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    const saved = await saveProfile({ ...form, name: ' Mira K ' });
    expect(saved).toMatchObject({ name: 'Mira K', country: 'NL', avatar: 'otter-3', private: false });
    expect((await getSettings()).user).toEqual(saved);
    await createRewardOpinion(12, player.id, 'It came at once.');
    const { opinions } = await getReward(12);
    expect(opinions.data[0]?.user).toMatchObject({ id: player.id, name: 'Mira K', avatar: 'otter-3' });
  });

  test('is refused in words, by field', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    const table: readonly [field: string, value: string, words: string][] = [
      ['name', 'ab', '3 to 24'],
      ['name', 'x'.repeat(25), '3 to 24'],
      ['name', '-mira', 'begins and ends'],
      ['name', 'mira  k', 'next to each other'],
      ['name', 'mira\u202Ek', 'letters'],
      ['name', '<b>mira</b>', 'letters'],
      ['name', 'Playtally Support', 'one of ours'],
      ['name', 'deleted account', 'one of ours'],
      ['name', 'admin', 'one of ours'],
      ['country', 'XX', 'list'],
      ['country', 'Netherlands', 'list'],
      ['avatar', '../x', 'creatures'],
      ['avatar', 'x'.repeat(25), 'creatures'],
    ];
    for (const [field, value, words] of table)
      await expect(saveProfile({ ...form, [field]: value }), value).rejects.toMatchObject({
        status: 422,
        fields: { [field]: expect.stringContaining(words) },
      });
  });

  test('keeps a name from before the rules, and may go back to none of country and creature', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    await api.db.drizzle.update(users).set({ name: 'support-fan' }).where(eq(users.id, player.id));
    expect(await saveProfile({ ...form, name: 'support-fan', country: null, avatar: null })).toMatchObject({
      name: 'support-fan',
      country: null,
      avatar: null,
    });
  });

  test('has the birth date, which is saved once', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await saveBirthDate('2001-05-31');
    expect((await getSettings()).user.birth_date).toBe('2001-05-31');
    await expect(saveBirthDate('1990-05-31')).rejects.toMatchObject({ status: 422 });
  });
});

describe('notices', () => {
  test('are on but for news, and each kind is chosen by itself', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    const { notifications } = await getSettings();
    expect(notifications.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS]);
    expect(notifications.find(({ kind }) => kind === 'news')).toEqual({
      kind: 'news',
      site: false,
      mail: false,
    });
    const after = await saveNotification({ kind: 'order', site: true, mail: false });
    expect(after.find(({ kind }) => kind === 'order')).toEqual({ kind: 'order', site: true, mail: false });
    const news = { kind: 'news', site: true, mail: true } as const;
    await saveNotification(news);
    expect((await getSettings()).notifications.find(({ kind }) => kind === 'news')).toEqual(news);
    api.actAs(await api.addPlayer());
    expect((await getSettings()).notifications).toEqual(notifications);
  });

  test('of a kind that is never mailed can’t be asked for by mail', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    await expect(saveNotification({ kind: 'quest', site: true, mail: true })).rejects.toMatchObject({
      fields: { mail: expect.stringContaining('never mailed') },
    });
    await saveNotification({ kind: 'quest', site: false, mail: null });
    expect((await getSettings()).notifications.find(({ kind }) => kind === 'quest')).toMatchObject({
      site: false,
    });
    const wrong = await api.send(player.token, 'PUT', '/api/user/settings/notifications', {
      kind: 'spam',
      site: true,
      mail: true,
    });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ errors: { kind: [expect.stringContaining('order, quest')] } });
  });
});

describe('the password', () => {
  const change = (given: Partial<Parameters<typeof changePassword>[0]> = {}) =>
    changePassword({ old_password: OLD, password: NEW, password_confirmation: NEW, ...given });

  test('changes by the old one, signs out every other device of this account and tells its owner', async () => {
    const api = await testApi();
    const jan = await joined(api, 'jan@test.example');
    const mira = await joined(api);
    await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, mira.id));
    const others = [await another(), await another()];
    expect(await change()).toBe(2);
    expect(await holds(api, mira)).toBe(true);
    expect(await holds(api, jan)).toBe(true);
    for (const other of others) expect(await holds(api, other)).toBe(false);
    await expect(another()).rejects.toMatchObject({ status: 422 });
    await expect(login({ email, password: NEW, captcha: 'off' })).resolves.toMatchObject({
      user: { id: mira.id },
    });
    await api.background.idle();
    expect(api.mails).toMatchObject([{ to: email, subject: 'Your Playtally password was changed' }]);
    expect(api.mails[0]?.text).toContain('18 November 2026 at 12:00 UTC');
  });

  test('of an account whose address isn’t confirmed changes without a mail: it may be a stranger’s', async () => {
    const api = await testApi();
    await joined(api);
    expect(await change()).toBe(0);
    await api.background.idle();
    expect(api.mails).toEqual([]);
  });

  test('stays without the old one, and the session does too', async () => {
    const api = await testApi();
    const mira = await joined(api);
    for (const old_password of ['', 'wrong horse 7', NEW, 'x'.repeat(201)])
      await expect(change({ old_password })).rejects.toMatchObject({
        status: 422,
        fields: { old_password: expect.any(String) },
      });
    expect(await holds(api, mira)).toBe(true);
    expect(api.unauthorized).toEqual([]);
    await expect(another()).resolves.toBeTruthy();
    expect(api.mails).toEqual([]);
  });

  test('follows the rules of joining', async () => {
    const api = await testApi();
    await joined(api);
    for (const password of ['too short', 'x'.repeat(201), 'password123'])
      await expect(change({ password, password_confirmation: password })).rejects.toMatchObject({
        status: 422,
        fields: { password: expect.any(String) },
      });
    await expect(change({ password_confirmation: `${NEW} ` })).rejects.toMatchObject({
      fields: { password_confirmation: expect.stringContaining('same password') },
    });
  });

  test('by the same old one, five times at once, changes once', { tags: 'both' }, async () => {
    const api = await testApi();
    await joined(api);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) =>
        change({ password: `${NEW} ${at}`, password_confirmation: `${NEW} ${at}` }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of an account without one is chosen by a link', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    expect((await getSettings()).has_password).toBe(false);
    await expect(change()).rejects.toMatchObject({
      fields: { old_password: expect.stringContaining('link') },
    });
  });

  test('can’t be guessed from an open session', async () => {
    const api = await testApi({ rateLimit: true });
    await joined(api);
    for (let at = 0; at < 10; at++)
      await change({ old_password: `guess number ${at}` }).catch((error) => expect(error.status).toBe(422));
    await expect(change()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  });
});

describe('devices', () => {
  test('are named by browser and system, without a place', () => {
    const table: readonly [string, string][] = [
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
        'Firefox on Windows',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
        'Safari on iPhone',
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0',
        'Edge on Mac',
      ],
      [
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
        'Chrome on Android',
      ],
      ['curl/8.9.1', 'curl/8.9.1'],
      ['', 'Unknown device'],
    ];
    for (const [agent, name] of table) expect(deviceName(agent)).toBe(name);
  });

  test('list this one first, with its last use, and nothing that has ended', async () => {
    const api = await testApi();
    const mira = await joined(api);
    const second = await another();
    const third = await another();
    api.now = new Date(api.now.getTime() + 10 * 60_000);
    api.actAs(second);
    const devices = await listDevices();
    expect(devices).toHaveLength(3);
    expect(devices[0]).toMatchObject({ current: true, last_used_at: api.now.toISOString() });
    expect(devices.filter(({ current }) => current)).toHaveLength(1);
    expect(JSON.stringify(devices)).not.toMatch(/hash|address|ip/i);
    const gone = devices.find(({ current }) => !current)?.id ?? 0;
    expect(await revokeDevice(gone, OLD)).toHaveLength(2);
    expect([await holds(api, mira), await holds(api, third)].filter(Boolean)).toHaveLength(1);
  });

  test('end when they weren’t used for two weeks, and say when', async () => {
    const api = await testApi({ sessionRestDays: 14 });
    const mira = await joined(api);
    const idle = await another();
    api.actAs(mira);
    const began = api.now.getTime();
    const at = (days: number) => new Date(began + days * DAY);
    expect(await listDevices()).toMatchObject([
      { current: true, rests_at: at(14).toISOString(), expires_at: at(30).toISOString() },
      { rests_at: at(14).toISOString() },
    ]);
    api.now = at(13);
    expect((await listDevices())[0]).toMatchObject({ rests_at: at(27).toISOString() });
    api.now = at(14);
    expect(await listDevices()).toHaveLength(1);
    expect([await holds(api, mira), await holds(api, idle)]).toEqual([true, false]);
    // Nor does it buy, or listen to its account's channel.
    const buys = await api.raw('/api/user/rewards/12/buy', {
      method: 'POST',
      headers: { authorization: `Bearer ${idle.token}`, 'idempotency-key': crypto.randomUUID() },
    });
    const joins = await api.raw('/broadcasting/auth', {
      method: 'POST',
      headers: { authorization: `Bearer ${idle.token}` },
      body: new URLSearchParams({ socket_id: '1.2', channel_name: `private-user.${mira.id}` }),
    });
    expect([buys.status, joins.status]).toEqual([401, 401]);
    // It held no more, so that it isn't counted as signed out now.
    expect(await changePassword({ old_password: OLD, password: NEW, password_confirmation: NEW })).toBe(0);
    // Used every day it lasts for thirty days all the same.
    for (let day = 15; day < 30; day++) {
      api.now = at(day);
      expect(await holds(api, mira)).toBe(true);
    }
    api.now = at(30);
    expect(await holds(api, mira)).toBe(false);
  });

  test('rest as long as the setting says', async () => {
    const api = await testApi({ sessionRestDays: 1 });
    const mira = await joined(api);
    api.now = new Date(api.now.getTime() + DAY - 1);
    expect(await holds(api, mira)).toBe(true);
    api.now = new Date(api.now.getTime() + DAY);
    expect(await holds(api, mira)).toBe(false);
  });

  test('of others can’t be seen or ended', async () => {
    const api = await testApi();
    const jan = await joined(api, 'jan@test.example');
    const [his] = await listDevices();
    const mira = await joined(api);
    for (const id of [his?.id ?? 0, 999_999])
      await expect(revokeDevice(id, OLD)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await listDevices()).toHaveLength(1);
    expect(await holds(api, jan)).toBe(true);
    expect(await holds(api, mira)).toBe(true);
  });

  test('all but this one end at once', async () => {
    const api = await testApi();
    const jan = await joined(api, 'jan@test.example');
    const mira = await joined(api);
    const others = [await another(), await another(), await another()];
    expect(await revokeOtherDevices(OLD)).toMatchObject([{ current: true }]);
    for (const other of others) expect(await holds(api, other)).toBe(false);
    expect([await holds(api, mira), await holds(api, jan)]).toEqual([true, true]);
  });

  test('are signed out by the password alone: a session doesn’t send its owner away', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await joined(api);
    const other = await another();
    const [, listed] = await listDevices();
    for (const password of [undefined, '', NEW])
      for (const end of [() => revokeOtherDevices(password), () => revokeDevice(listed?.id ?? 0, password)])
        await expect(end()).rejects.toMatchObject({ status: 422, fields: { password: expect.any(String) } });
    expect([await holds(api, mira), await holds(api, other)]).toEqual([true, true]);
    for (let tries = 0; tries < 4; tries++) await revokeOtherDevices(NEW).catch(() => {});
    await expect(revokeOtherDevices(OLD)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await holds(api, other)).toBe(true);
  });

  test('without a password it takes a log-in of the last minutes', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const old: Player = { ...player, token: await createToken(api.db.drizzle, player.id, 'old', api.now) };
    api.now = new Date(api.now.getTime() + (FRESH_LOG_IN_MINUTES + 1) * 60_000);
    api.actAs(old);
    const fresh = { ...player, token: await createToken(api.db.drizzle, player.id, 'fresh', api.now) };
    await expect(revokeOtherDevices()).rejects.toMatchObject({
      fields: { password: expect.stringContaining('log in again') },
    });
    expect(await holds(api, fresh)).toBe(true);
    api.actAs(fresh);
    expect(await revokeOtherDevices()).toMatchObject([{ current: true }]);
    expect(await holds(api, old)).toBe(false);
  });

  test('one may sign itself out', async () => {
    const api = await testApi();
    const mira = await joined(api);
    const [mine] = await listDevices();
    await revokeDevice(mine?.id ?? 0);
    expect(await holds(api, mira)).toBe(false);
  });
});

describe('where rewards go', () => {
  test('is shown to its owner, and forgotten when asked: what is ordered then is asked for again', async () => {
    const api = await testApi();
    const jan = await api.addPlayer();
    api.actAs(jan);
    await saveDeliveryDetail(84, 'Jan_k');
    const mira = await api.addPlayer(10_000);
    api.actAs(mira);
    expect((await getSettings()).delivery).toEqual([]);
    const id = await orderRobux();
    expect((await getSettings()).delivery).toEqual([
      {
        field: 'roblox_username',
        label: 'Roblox username',
        value: 'Mira_k',
        kept_until: new Date(api.now.getTime() + 365 * DAY).toISOString(),
      },
    ]);
    expect(await forgetDetail('roblox_username')).toMatchObject({
      delivery: [],
      user: { delivery_details: {} },
    });
    await expect(buyAmount(ROBUX.reward, ROBUX.amount, crypto.randomUUID())).rejects.toMatchObject({
      fields: { roblox_username: expect.any(String) },
    });
    // What is under way still goes where it was to go.
    expect((await getOrder(id)).order.details).toBe('Mira_k');
    api.actAs(jan);
    expect((await getSettings()).delivery).toMatchObject([{ value: 'Jan_k' }]);
  });
});

describe('the export', () => {
  test('holds everything of the account and nothing of another, nor any secret', async () => {
    const api = await testApi();
    const jan = await joined(api, 'jan@test.example');
    await saveProfile({ ...form, name: 'Jan of Elsewhere' });
    const mira = await joined(api);
    await saveProfile(form);
    await createRewardOpinion(12, mira.id, 'It came at once.');
    await saveNotification({ kind: 'news', site: true, mail: false });
    const file = await exportAccount();
    expect(file).toMatchObject({
      made_at: api.now.toISOString(),
      profile: { id: mira.id, email, name: 'Mira K', country: 'NL' },
      settings: { notifications: expect.arrayContaining([{ kind: 'news', site: true, mail: false }]) },
      devices: [expect.objectContaining({ device: expect.any(String) })],
      opinions: [expect.objectContaining({ opinion: 'It came at once.' })],
      orders: [],
      ledger: [],
    });
    const text = JSON.stringify(file);
    expect(text).not.toMatch(/hash|argon2|password_hash|secret/i);
    for (const other of ['Jan of Elsewhere', jan.email]) expect(text).not.toContain(other);
  });
});

test('settings of one’s own come with what others never see', async () => {
  const api = await testApi();
  const jan = await api.addPlayer();
  const mira = await api.addPlayer();
  api.actAs(mira);
  expect((await getSettings()).user.email).toBe(mira.email);
  expect(await getUser(jan.id)).not.toHaveProperty('email');
});
