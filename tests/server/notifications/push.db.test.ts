import { randomBytes } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { importJWK, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { pushSubscriptions, tokens } from '../../../server/db/schema.ts';
import { pushSenderOf } from '../../../server/features/notifications/create-push.ts';
import { type NewNotification, notify } from '../../../server/features/notifications/notifications.ts';
import { pushNotifications } from '../../../server/features/notifications/push.ts';
import { createToken, revokeToken } from '../../../server/platform/tokens.ts';
import { MAX_PUSH_DEVICES } from '../../../src/lib/contract/limits.ts';
import { readNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { answerOffer } from '../../../src/lib/contract/notifications/offers.ts';
import {
  getPush,
  saveQuietHours,
  subscribePush,
  unsubscribePush,
} from '../../../src/lib/contract/notifications/push.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { getSettings, saveNotification } from '../../../src/lib/contract/settings/settings.ts';
import { playerApi, request } from '../../support/api.ts';
import { buyKey, orderRobux } from '../../support/api-orders.ts';
import { endOf } from '../../support/ends.ts';
import { pushDevice } from '../../support/push-device.ts';
import { HOUR, MINUTE, pass } from '../../support/time.ts';

const SERVICE = 'https://fcm.googleapis.com/fcm/send';
/** 65 bytes that aren't a point of the curve. */
const noKey = Buffer.alloc(65, 4).toString('base64url');

/** A player who has chosen to be notified of orders on a device, and a stand-in for the push service. */
async function subscribed() {
  const asked: { url: string; headers: Headers; body: Buffer }[] = [];
  const service = { status: 201 };
  const sender = pushSenderOf({ PUSH_KEY: randomBytes(32), SITE_URL: 'https://site.test' });
  if (!sender) throw new Error('no sender');
  const ask: typeof fetch = async (input, init) => {
    const sent = new Request(input, init);
    asked.push({ url: sent.url, headers: sent.headers, body: Buffer.from(await sent.arrayBuffer()) });
    if (service.status === 0) throw new TypeError('fetch failed');
    return new Response(null, { status: service.status });
  };
  const { api, player } = await playerApi(0, { push: { ...sender, ask } });
  const device = pushDevice(`${SERVICE}/mine`);
  await request(subscribePush, { body: device.subscription });
  await request(saveNotification, { body: { kind: 'order', site: true, mail: false, push: true } });
  let message = 0;
  return {
    ...{ api, player, device, asked, service, sender },
    say: (change: Partial<NewNotification> = {}) =>
      notify(api.db.drizzle, player.id, {
        kind: 'order',
        key: `order:${++message}`,
        title: 'Your Steam key is here',
        body: 'See it in your rewards.',
        href: '/user/inventory',
        now: api.now,
        ...change,
      }),
    /** As the job does. */
    run: (log: (text: string) => void = () => expect.fail('nothing is to be logged')) =>
      pushNotifications(api.db, { ...sender, ask, idleDays: 30, clock: () => api.now, log }),
  };
}

describe('a notification on a device', () => {
  test('is sent once to its browser’s push service, encrypted and signed with our key', async () => {
    const { device, asked, sender, say, run } = await subscribed();
    await say();
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(asked.map(({ url }) => url)).toEqual([`${SERVICE}/mine`]);
    const [{ headers, body } = { headers: new Headers(), body: Buffer.alloc(0) }] = asked;
    expect(device.read(body)).toEqual({
      title: 'Your Steam key is here',
      body: 'See it in your rewards.',
      href: '/user/inventory',
    });
    expect(body.includes('Steam')).toBe(false);
    expect(Object.fromEntries(headers)).toMatchObject({
      ttl: '86400',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? [];
    expect(key).toBe(sender.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
      half.toString('base64url'),
    );
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
    expect(payload).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'https://site.test' });
    // Services reject a token that is valid for more than a day (RFC 8292, section 2).
    const lasts = (payload.exp ?? 0) - Date.now() / 1000;
    expect([lasts > 0, lasts <= 86_400]).toEqual([true, true]);
  });

  test('is only sent for chosen kinds, each off at first, and never once it was read', async () => {
    const { api, asked, say, run } = await subscribed();
    const settings = await request(getSettings, {});
    expect(settings.notifications.map(({ kind, push }) => [kind, push])).toEqual([
      ['order', true],
      ['quest', false],
      ['contest', false],
      ['case', null],
      ['message', false],
      ['news', false],
      ['digest', null],
    ]);
    const never = request(saveNotification, { body: { kind: 'case', site: true, mail: null, push: true } });
    expect(await endOf(never)).toBe('invalid: push');
    await say({ kind: 'message' });
    await say({ seen: true });
    await say();
    await request(readNotifications, { body: { up_to: 1_000_000 } });
    await run();
    expect(asked).toEqual([]);
    // A page that doesn't know push leaves the choice unchanged.
    await request(saveNotification, { body: { kind: 'order', site: false, mail: false } });
    await say();
    expect(await run()).toBe(1);
    await say();
    pass(api, 25 * HOUR);
    expect(await run(), 'a day later it is no news').toBe(0);
  });

  test('waits for the end of quiet hours in its reader’s time zone, 22 to 8 by default', async () => {
    const { api, say, run } = await subscribed();
    expect((await request(getPush, {})).quiet).toEqual({ from: 22, until: 8 });
    // 23:30 in Berlin.
    api.now = new Date('2026-11-18T22:30:00Z');
    await say();
    pass(api, 8 * HOUR);
    expect(await run()).toBe(0);
    pass(api, 30 * MINUTE);
    expect(await run()).toBe(1);
    const quiet = { from: 7, until: 10 };
    await request(saveQuietHours, { body: { quiet, time_zone: 'Europe/Berlin' } });
    await say();
    expect(await run()).toBe(0);
    await request(saveQuietHours, { body: { quiet: null, time_zone: 'Europe/Berlin' } });
    await say();
    expect(await run()).toBe(1);
    const nowhere = request(saveQuietHours, { body: { quiet, time_zone: 'Mars/Olympus' } });
    expect(await endOf(nowhere)).toBe('invalid: time_zone');
  });

  test('isn’t sent after its reader has turned the kind off', async () => {
    const { api, say, run } = await subscribed();
    api.now = new Date('2026-11-18T22:30:00Z');
    await say();
    await request(saveNotification, { body: { kind: 'order', site: true, mail: false, push: false } });
    pass(api, 9 * HOUR);
    expect(await run()).toBe(0);
  });

  test.each([404, 410])('stops for a device whose push service answers %i', async (status) => {
    const { api, asked, service, say, run } = await subscribed();
    service.status = status;
    await say();
    await run();
    expect(await api.db.drizzle.$count(pushSubscriptions)).toBe(0);
    await say();
    await run();
    expect(asked).toHaveLength(1);
  });

  test('stops for a device whose keys can’t encrypt it', async () => {
    const { api, asked, say, run } = await subscribed();
    await api.db.drizzle.update(pushSubscriptions).set({ p256dh: noKey });
    await say();
    expect([await run(), asked.length, await api.db.drizzle.$count(pushSubscriptions)]).toEqual([0, 0, 0]);
  });

  test.each([400, 403, 413])('that the push service rejects (%i) is sent once', async (status) => {
    const { api, asked, service, say, run } = await subscribed();
    service.status = status;
    await say();
    expect(await run(() => {})).toBe(0);
    pass(api, 5 * MINUTE);
    expect([await run(), asked.length]).toEqual([0, 1]);
    expect(await api.db.drizzle.$count(pushSubscriptions)).toBe(1);
  });

  test.each([500, 429, 408, 0])('that can’t be sent now (%i) is retried', async (status) => {
    const { api, asked, service, say, run } = await subscribed();
    const logged: string[] = [];
    service.status = status;
    await say();
    expect(await run((text) => logged.push(text))).toBe(0);
    service.status = 201;
    expect(await run()).toBe(0);
    pass(api, 5 * MINUTE);
    expect(await run()).toBe(1);
    expect([logged.length, asked.length]).toEqual([1, 2]);
    expect(logged.join()).not.toContain('mine');
  });

  test('goes to devices that are logged in, each with its newest session', async () => {
    const { api, player, device, asked, say, run } = await subscribed();
    const eve = await api.addPlayer();
    api.actAs(eve);
    await request(subscribePush, { body: device.subscription });
    api.actAs(player);
    expect((await request(getPush, {})).devices).toEqual([]);
    await request(subscribePush, { body: { ...device.subscription, endpoint: `${SERVICE}/other` } });
    expect(await endOf(request(unsubscribePush, { body: { endpoint: `${SERVICE}/mine` } }))).toBe('done');
    api.actAs(eve);
    expect((await request(getPush, {})).devices).toEqual([`${SERVICE}/mine`]);
    await revokeToken(api.db.drizzle, player.token, api.now);
    await say();
    await run();
    expect(asked).toEqual([]);
  });

  test.each<[what: string, change: (now: Date) => Partial<typeof tokens.$inferInsert>]>([
    ['was ended', (revokedAt) => ({ revokedAt })],
    ['has expired', (expiresAt) => ({ expiresAt })],
    ['was left for a month', (now) => ({ lastUsedAt: new Date(now.getTime() - 30 * 24 * HOUR) })],
  ])('goes to no device whose session %s, and again once it has an open session', async (_, change) => {
    const { api, player, asked, say, run } = await subscribed();
    const mine = eq(tokens.userId, player.id);
    const { revokedAt, expiresAt, lastUsedAt } = tokens;
    const [before] = await api.db.drizzle
      .select({ revokedAt, expiresAt, lastUsedAt })
      .from(tokens)
      .where(mine);
    if (!before) throw new Error('no session');
    await api.db.drizzle.update(tokens).set(change(api.now)).where(mine);
    await say();
    expect([await run(), asked.length]).toEqual([0, 0]);
    // Nor is it listed, or counted toward a player's limit of devices.
    for (let number = 1; number <= MAX_PUSH_DEVICES; number++) {
      api.actAs({ ...player, token: await createToken(api.db.drizzle, player.id, 'a test', api.now) });
      await request(subscribePush, { body: pushDevice(`${SERVICE}/${number}`).subscription });
    }
    expect((await request(getPush, {})).devices).toHaveLength(MAX_PUSH_DEVICES);
    await api.db.drizzle.delete(pushSubscriptions).where(ne(pushSubscriptions.endpoint, `${SERVICE}/mine`));
    await api.db.drizzle.update(tokens).set(before).where(mine);
    await say();
    expect([await run(), asked.length]).toEqual([1, 1]);
  });
});

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.evil.test/x',
  'https://evil.test/fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/x',
  'https://notify.windows.com/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest',
  'https://user@evil.test/@web.push.apple.com/',
  'file:///etc/passwd',
])('%s isn’t accepted as a push address', async (endpoint) => {
  const { device, sender } = await subscribed();
  const body = { ...device.subscription, endpoint };
  expect(await endOf(request(subscribePush, { body }))).toBe('invalid: endpoint');
  await expect(sender.ask(endpoint)).rejects.toThrow('called: the settings');
});

test.each([
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
])('%s is accepted as a push address', async (endpoint) => {
  const { device } = await subscribed();
  const { devices } = await request(subscribePush, { body: { ...device.subscription, endpoint } });
  expect(devices).toEqual([endpoint]);
});

test.each([
  ['isn’t on the curve', () => noKey],
  [
    'has another form',
    (key: Buffer) => Buffer.of(6 | ((key[64] ?? 0) & 1), ...key.subarray(1)).toString('base64url'),
  ],
])('a browser whose key %s can’t subscribe', async (_, change) => {
  const { device } = await subscribed();
  const { p256dh, auth } = device.subscription.keys;
  const keys = { p256dh: change(Buffer.from(p256dh, 'base64url')), auth };
  expect(await endOf(request(subscribePush, { body: { ...device.subscription, keys } }))).toBe(
    'invalid: keys',
  );
});

test('push is offered for orders until it is answered, and an answer changes nothing else', async () => {
  const sender = pushSenderOf({ PUSH_KEY: randomBytes(32), SITE_URL: 'https://site.test' });
  await playerApi(0, { push: sender });
  const offered = async () => (await request(getPush, {})).offered;
  const orders = async () =>
    (await request(getSettings, {})).notifications.find(({ kind }) => kind === 'order');
  await request(saveNotification, { body: { kind: 'quest', site: true, mail: null } });
  expect(await offered()).toBe(true);
  await request(answerOffer, { body: { kind: 'order', accepts: false } });
  expect([await offered(), await orders()]).toMatchObject([false, { site: true, mail: true, push: false }]);
  await request(saveNotification, { body: { kind: 'order', site: false, mail: false } });
  await request(answerOffer, { body: { kind: 'order', accepts: true } });
  expect(await orders()).toMatchObject({ site: false, mail: false, push: true });
});

test('the list of orders says whether push is offered, if one of them waits', async () => {
  const sender = pushSenderOf({ PUSH_KEY: randomBytes(32), SITE_URL: 'https://site.test' });
  await playerApi(20_000, { push: sender });
  const offered = async () => (await request(listOrders, {})).push_offered;
  await buyKey();
  expect(await offered()).toBe(false);
  await orderRobux();
  expect(await offered()).toBe(true);
  await request(answerOffer, { body: { kind: 'order', accepts: false } });
  expect(await offered()).toBe(false);
});

test('without a key push isn’t offered', async () => {
  await playerApi();
  expect(await request(getPush, {})).toMatchObject({ public_key: null, offered: false });
  expect(await endOf(request(subscribePush, { body: pushDevice(`${SERVICE}/x`).subscription }))).toBe(
    'not_found',
  );
  const { notifications } = await request(getSettings, {});
  expect(new Set(notifications.map(({ push }) => push))).toEqual(new Set([null]));
  const chosen = request(saveNotification, { body: { kind: 'order', site: true, mail: true, push: true } });
  expect(await endOf(chosen)).toBe('invalid: push');
});
