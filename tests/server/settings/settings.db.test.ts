import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { deviceName } from '../../../server/platform/device-name.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getUser, saveBirthDate, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import type { Body } from '../../../src/lib/contract/call.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { FRESH_LOG_IN_MINUTES } from '../../../src/lib/contract/limits.ts';
import { NOTIFICATION_KINDS } from '../../../src/lib/contract/notifications/notification-kinds.ts';
import { createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { getOrder } from '../../../src/lib/contract/redemption/orders.ts';
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
} from '../../../src/lib/contract/settings/settings.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { orderRobux, ROBUX } from '../../support/api-orders.ts';
import { join, joinConfirmed, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { wrong } from '../../support/field-errors.ts';
import { DAY, later, MINUTE, pass } from '../../support/time.ts';

const NEW = 'battery staple 8';
const MIRA = 'mira@test.example';
const JAN = 'jan@test.example';
const form = { name: 'Mira K', country: 'NL', avatar: 'otter-3', private: false };

/** Returns which of these sessions are still valid. */
const hold = (api: TestApi, ...sessions: readonly Player[]) =>
  Promise.all(
    sessions.map(async ({ token }) => (await api.send(token, 'GET', '/api/user/balance')).status === 200),
  );

describe('the profile', () => {
  test('is saved, and its creature is shown with its owner’s texts', async () => {
    const api = await testApi();
    const [jan, mira] = [await api.addPlayer(), await api.addPlayer()];
    api.actAs(mira);
    const { user: saved } = await request(saveProfile, { body: { ...form, name: ' Mira K ' } });
    expect(saved).toMatchObject({ ...form, email: mira.email });
    expect((await request(getSettings, {})).user).toEqual(saved);
    await request(createRewardOpinion, {
      params: { id: 12 },
      body: { user_id: mira.id, opinion: 'It came at once.' },
    });
    const { opinions } = await request(getReward, { params: { id: 12 } });
    expect(opinions.data[0]?.user).toMatchObject({ id: mira.id, name: 'Mira K', avatar: 'otter-3' });
    await request(saveBirthDate, { body: { birth_date: '2001-05-31' } });
    expect((await request(getSettings, {})).user.birth_date).toBe('2001-05-31');
    expect((await request(getUser, { params: { id: jan.id } })).user).not.toHaveProperty('email');

    // A name from before the rules stays, and country and creature can be cleared.
    await api.db.drizzle.update(users).set({ name: 'support-fan' }).where(eq(users.id, mira.id));
    const bare = { name: 'support-fan', country: null, avatar: null };
    expect((await request(saveProfile, { body: { ...form, ...bare } })).user).toMatchObject(bare);
  });

  test('is rejected with an explanation at each field', async () => {
    await playerApi();
    const table: readonly [field: string, value: string, words: string][] = [
      ['name', 'ab', '3 to 24'],
      ['name', 'x'.repeat(25), '3 to 24'],
      ['name', '-mira', 'Start and end'],
      ['name', 'mira  k', 'next to each other'],
      ['name', 'mira\u202Ek', 'letters'],
      ['name', '<b>mira</b>', 'letters'],
      ['name', 'Playtally Support', 'one of ours'],
      ['name', 'deleted account', 'one of ours'],
      ['name', 'admin', 'one of ours'],
      ['name', 'Mirа', 'one alphabet'],
      ['country', 'XX', 'list'],
      ['country', 'Netherlands', 'list'],
      ['avatar', '../x', 'avatars'],
      ['avatar', 'x'.repeat(25), 'avatars'],
    ];
    for (const [field, value, words] of table)
      await expect(request(saveProfile, { body: { ...form, [field]: value } }), value).rejects.toMatchObject(
        wrong(field, words),
      );
  });
});

test('notifications are on except news and the digest, each kind is set separately, and some are never mailed or shown', async () => {
  const api = await testApi();
  const [mira, jan] = [await api.addPlayer(), await api.addPlayer()];
  api.actAs(mira);
  const { notifications } = await request(getSettings, {});
  const chosen = async (kind: string) =>
    (await request(getSettings, {})).notifications.find((notification) => notification.kind === kind);
  expect(notifications.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS]);
  expect(await chosen('news')).toEqual({ kind: 'news', site: false, mail: false, push: null });
  const order = { kind: 'order', site: true, mail: false, push: null } as const;
  expect((await request(saveNotification, { body: order })).notifications).toContainEqual(order);
  const news = { kind: 'news', site: true, mail: true, push: null } as const;
  await request(saveNotification, { body: news });
  expect(await chosen('news')).toEqual(news);

  const quest = { kind: 'quest', site: true, mail: true } as const;
  await expect(request(saveNotification, { body: quest })).rejects.toMatchObject(
    wrong('mail', 'don’t email'),
  );
  await request(saveNotification, { body: { kind: 'quest', site: false, mail: null } });
  expect(await chosen('quest')).toMatchObject({ site: false });
  const digest = { kind: 'digest', site: null, mail: false, push: null } as const;
  expect(await chosen('digest')).toEqual(digest);
  await expect(request(saveNotification, { body: { ...digest, site: true } })).rejects.toMatchObject(
    wrong('site', 'don’t show'),
  );
  await request(saveNotification, { body: { ...digest, mail: true } });
  expect(await chosen('digest')).toEqual({ ...digest, mail: true });
  const spam = { kind: 'spam', site: true, mail: true };
  const answer = await api.send(mira.token, 'PUT', '/api/user/settings/notifications', spam);
  expect(answer.status).toBe(422);
  expect((await answer.json()).errors.kind).toEqual([expect.stringContaining('order, quest')]);
  api.actAs(jan);
  expect((await request(getSettings, {})).notifications).toEqual(notifications);
});

describe('the password', () => {
  const change = async (given: Partial<Body<typeof changePassword>> = {}) =>
    (
      await request(changePassword, {
        body: { old_password: PASSWORD, password: NEW, password_confirmation: NEW, ...given },
      })
    ).signed_out;

  test('changes with the old one, signs out every other device of this account and notifies its owner', async () => {
    const api = await testApi();
    const jan = await join(api, JAN);
    const mira = await joinConfirmed(api);
    const others = [await logIn(MIRA), await logIn(MIRA)];
    await mailed(api);
    expect(await change()).toBe(2);
    expect(await hold(api, mira, jan, ...others)).toEqual([true, true, false, false]);
    await expect(logIn(MIRA)).rejects.toMatchObject({ status: 422 });
    expect((await logIn(MIRA, { password: NEW })).id).toBe(mira.id);
    expect(await mailed(api)).toMatchObject([
      {
        to: MIRA,
        subject: 'You changed your Playtally password',
        text: expect.stringContaining('18 November 2026 at 12:00 UTC'),
      },
    ]);
  });

  test('of an account whose address isn’t confirmed changes without a mail: it may be a stranger’s', async () => {
    const api = await testApi();
    await join(api);
    await mailed(api);
    expect(await change()).toBe(0);
    expect(await mailed(api)).toEqual([]);
  });

  test('stays unchanged, with its session, without the old one or with a new one that breaks the rules', async () => {
    const api = await testApi();
    const mira = await join(api);
    await mailed(api);
    for (const old_password of ['', 'wrong horse 7', NEW, 'x'.repeat(201)])
      await expect(change({ old_password })).rejects.toMatchObject(wrong('old_password'));
    for (const password of ['too short', 'x'.repeat(201), 'password123'])
      await expect(change({ password, password_confirmation: password })).rejects.toMatchObject(
        wrong('password'),
      );
    await expect(change({ password_confirmation: `${NEW} ` })).rejects.toMatchObject(
      wrong('password_confirmation', 'don’t match'),
    );
    expect(await hold(api, mira)).toEqual([true]);
    expect(api.unauthorized).toEqual([]);
    await expect(logIn(MIRA)).resolves.toBeTruthy();
    expect(await mailed(api)).toEqual([]);
    // An account without a password chooses one with a link.
    api.actAs(await api.addPlayer());
    expect((await request(getSettings, {})).has_password).toBe(false);
    await expect(change()).rejects.toMatchObject(wrong('old_password', 'Forgot your password'));
  });

  test('changes once if it is sent five times concurrently with the same old one', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    await join(api);
    const tries = Array.from({ length: 5 }, (_, at) => `${NEW} ${at}`);
    const all = await Promise.allSettled(
      tries.map((password) => change({ password, password_confirmation: password })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('devices', () => {
  test.each([
    [
      'Firefox on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    ],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Edge on Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0',
    ],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
    ],
    ['curl/8.9.1', 'curl/8.9.1'],
    ['Unknown device', ''],
  ])('are named by browser and system, without a place: %s', (name, agent) => {
    expect(deviceName(agent)).toBe(name);
  });

  test('list this device first, with its last use, and can be ended one by one or all except this, but never another player’s', async () => {
    const api = await testApi();
    const jan = await join(api, JAN);
    const [his] = (await request(listDevices, {})).devices;
    const [first, second, third] = [await join(api), await logIn(MIRA), await logIn(MIRA)];
    pass(api, 10 * MINUTE);
    api.actAs(second);
    const { devices } = await request(listDevices, {});
    expect(devices.map(({ current }) => current)).toEqual([true, false, false]);
    expect(devices[0]?.last_used_at).toBe(api.now.toISOString());
    expect(JSON.stringify(devices)).not.toMatch(/hash|address|ip/i);
    for (const id of [his?.id ?? 0, 999_999])
      await expect(
        request(revokeDevice, { params: { id }, body: { password: PASSWORD } }),
      ).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(
      (await request(revokeDevice, { params: { id: devices[1]?.id ?? 0 }, body: { password: PASSWORD } }))
        .devices,
    ).toHaveLength(2);
    expect((await hold(api, first, third)).filter(Boolean)).toHaveLength(1);
    expect((await request(revokeOtherDevices, { body: { password: PASSWORD } })).devices).toMatchObject([
      { current: true },
    ]);
    expect(await hold(api, first, second, third, jan)).toEqual([false, true, false, true]);
    // A device can sign itself out.
    await request(revokeDevice, { params: { id: devices[0]?.id ?? 0 }, body: {} });
    expect(await hold(api, second)).toEqual([false]);
  });

  test('end after two weeks without use, and say when', async () => {
    const api = await testApi({ sessionIdleDays: 14 });
    const [mira, idle] = [await join(api), await logIn(MIRA)];
    const began = api.now.getTime();
    const at = (days: number) => new Date(began + days * DAY);
    expect((await request(listDevices, {})).devices).toMatchObject([
      { current: true, rests_at: at(14).toISOString(), expires_at: at(30).toISOString() },
      { rests_at: at(14).toISOString() },
    ]);
    api.now = at(13);
    expect((await request(listDevices, {})).devices[0]).toMatchObject({ rests_at: at(27).toISOString() });
    api.now = at(14);
    expect((await request(listDevices, {})).devices).toHaveLength(1);
    expect(await hold(api, mira, idle)).toEqual([true, false]);
    // Nor can it buy, or listen to its account's channel.
    const authorization = `Bearer ${idle.token}`;
    const buys = await api.raw('/api/user/rewards/12/buy', {
      method: 'POST',
      headers: { authorization, 'idempotency-key': crypto.randomUUID() },
    });
    const joins = await api.raw('/broadcasting/auth', {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ socket_id: '1.2', channel_name: `private-user.${mira.id}` }),
    });
    expect([buys.status, joins.status]).toEqual([401, 401]);
    // It was already invalid, so it isn't counted as signed out now.
    expect(
      (
        await request(changePassword, {
          body: { old_password: PASSWORD, password: NEW, password_confirmation: NEW },
        })
      ).signed_out,
    ).toBe(0);
    // Even with daily use it lasts at most thirty days.
    for (let day = 15; day <= 30; day++) {
      api.now = at(day);
      expect(await hold(api, mira), `day ${day}`).toEqual([day < 30]);
    }
  });

  test('stay valid without use as long as the setting says', async () => {
    const api = await testApi({ sessionIdleDays: 1 });
    const mira = await join(api);
    pass(api, DAY - 1);
    expect(await hold(api, mira)).toEqual([true]);
    pass(api, DAY);
    expect(await hold(api, mira)).toEqual([false]);
  });

  test('are signed out only with the password: a stolen session can’t sign out the owner', async () => {
    const api = await testApi({ rateLimit: true });
    const [mira, other] = [await join(api), await logIn(MIRA)];
    const [, listed] = (await request(listDevices, {})).devices;
    for (const password of [undefined, '', NEW])
      for (const end of [
        () => request(revokeOtherDevices, { body: { password } }),
        () => request(revokeDevice, { params: { id: listed?.id ?? 0 }, body: { password } }),
      ])
        await expect(end()).rejects.toMatchObject(wrong('password'));
    expect(await hold(api, mira, other)).toEqual([true, true]);
    for (let tries = 0; tries < 4; tries++)
      await request(revokeOtherDevices, { body: { password: NEW } }).catch(() => {});
    await expect(request(revokeOtherDevices, { body: { password: PASSWORD } })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect(await hold(api, other)).toEqual([true]);
    // The owner's session has tries of its own, and ends the thief's.
    api.actAs(other);
    await request(revokeOtherDevices, { body: { password: PASSWORD } });
    expect(await hold(api, mira, other)).toEqual([false, true]);
  });

  test('can’t guess the password more often by being many', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await join(api);
    const end = async (password = '') => {
      api.actAs({ ...mira, token: await createToken(api.db.drizzle, mira.id, 'thief', api.now) });
      return request(revokeOtherDevices, { body: { password } });
    };
    for (let session = 0; session < 10; session++) {
      await expect(end()).rejects.toMatchObject(wrong('password'));
      for (let tries = 1; tries < 10; tries++)
        await request(revokeOtherDevices, { body: {} }).catch(() => {});
    }
    await expect(end(PASSWORD)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('take a recent sign-in if there is no password', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const session = async (device: string) => ({
      ...player,
      token: await createToken(api.db.drizzle, player.id, device, api.now),
    });
    const old = await session('old');
    pass(api, (FRESH_LOG_IN_MINUTES + 1) * MINUTE);
    const fresh = await session('fresh');
    api.actAs(old);
    await expect(request(revokeOtherDevices, { body: {} })).rejects.toMatchObject(
      wrong('password', 'log in again'),
    );
    expect(await hold(api, fresh)).toEqual([true]);
    api.actAs(fresh);
    expect((await request(revokeOtherDevices, { body: {} })).devices).toMatchObject([{ current: true }]);
    expect(await hold(api, old)).toEqual([false]);
  });
});

test('delivery details are shown to their owner, and deleted on request, so that the next order asks again', async () => {
  const api = await testApi();
  const [jan, mira] = [await api.addPlayer(), await api.addPlayer(10_000)];
  api.actAs(jan);
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Jan_k' } });
  api.actAs(mira);
  expect((await request(getSettings, {})).delivery).toEqual([]);
  const id = await orderRobux();
  const kept_until = later(api, 365 * DAY).toISOString();
  expect((await request(getSettings, {})).delivery).toEqual([
    { field: 'roblox_username', label: 'Roblox username', value: 'Mira_k', kept_until },
  ]);
  expect(await request(forgetDetail, { params: { field: 'roblox_username' } })).toMatchObject({
    delivery: [],
    user: { delivery_details: {} },
  });
  await expect(
    request(buyAmount, { params: { id: ROBUX.reward }, body: { amount_id: ROBUX.amount } }),
  ).rejects.toMatchObject(wrong('roblox_username'));
  // Pending orders keep their details.
  expect((await request(getOrder, { params: { id } })).order.details).toBe('Mira_k');
  api.actAs(jan);
  expect((await request(getSettings, {})).delivery).toMatchObject([{ value: 'Jan_k' }]);
});

test('the export contains everything of the account, nothing of others, and no secrets', async () => {
  const api = await testApi();
  await join(api, JAN);
  await request(saveProfile, { body: { ...form, name: 'Jan of Elsewhere' } });
  const mira = await join(api);
  await request(saveProfile, { body: form });
  await request(createRewardOpinion, {
    params: { id: 12 },
    body: { user_id: mira.id, opinion: 'It came at once.' },
  });
  const news = { kind: 'news', site: true, mail: false } as const;
  await request(saveNotification, { body: news });
  const file = await request(exportAccount, {});
  expect(file).toMatchObject({
    made_at: api.now.toISOString(),
    profile: { id: mira.id, email: MIRA, name: 'Mira K', country: 'NL' },
    settings: { notifications: expect.arrayContaining([{ ...news, push: false }]) },
    devices: [expect.objectContaining({ device: expect.any(String) })],
    opinions: [expect.objectContaining({ opinion: 'It came at once.' })],
    orders: [],
    ledger: [],
  });
  const text = JSON.stringify(file);
  expect(text).not.toMatch(/hash|argon2|password_hash|secret/i);
  for (const other of ['Jan of Elsewhere', JAN]) expect(text).not.toContain(other);
});
