import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications, users } from '../../../server/db/schema.ts';
import { notePlayed } from '../../../server/features/arcade/play-days.ts';
import { credit, reverse } from '../../../server/features/ledger/ledger.ts';
import { mailNotifications } from '../../../server/features/notifications/notification-mails.ts';
import { isAwake, writeDigests } from '../../../server/features/progress/digest.ts';
import { deliverOrder, refundOrder } from '../../../server/features/redemption/fulfilment.ts';
import { saveBirthDate, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { getCase, listCases, openCase } from '../../../src/lib/contract/draws/cases.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { saveNotification } from '../../../src/lib/contract/settings/settings.ts';
import { composed, type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { KEY, ROBUX } from '../../support/api-orders.ts';

/** A Monday, at a time that counts as day for unknown time zones. */
const MONDAY = new Date('2026-11-23T16:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const choose = (api: TestApi, player: Player, mail = true) => {
  api.actAs(player);
  return request(saveNotification, { body: { kind: 'digest', site: null, mail } });
};

/** Writes due digests, and returns their readers and contents. */
async function digests(api: TestApi, now = MONDAY): Promise<Record<string, string>> {
  await writeDigests(api.db, now);
  const sent: Record<string, string> = {};
  await mailNotifications(api.db, {
    send: composed(async ({ to, subject, text }) => {
      if (subject === 'Your week on Playtally') sent[to] = text;
    }),
    unsubscribeUrl: () => 'http://api.test',
    clock: () => now,
    log: (text) => expect.fail(text),
  });
  return sent;
}

async function inNovember() {
  const api = await testApi();
  api.now = new Date(MONDAY.getTime() - DAY);
  return api;
}

test('goes to players who chose it, once a week, with their news', async () => {
  const api = await inNovember();
  const [mira, jan] = [await api.addPlayer(620), await api.addPlayer(40)];
  await api.db.drizzle.transaction((tx) => notePlayed(tx, mira.id, api.now, 60_000));
  await choose(api, mira);
  const sent = await digests(api);
  expect(Object.keys(sent)).toEqual([mira.email]);
  const text = sent[mira.email] ?? '';
  expect(text).toMatch(
    /^You earned 620 points in the last 7 days\.\n\nYour streak: 1 day in a row\.\n\n\d+ weekly quests still open, worth [\d,]+ points in total\.\n\n/,
  );
  expect(text).toContain('Open your account:\nhttp://site.test/user\n');
  expect((await request(getUnread, {})).unread, 'on the site it isn’t shown').toMatchObject({
    notifications: 0,
  });
  expect(await digests(api, new Date(MONDAY.getTime() + HOUR)), 'again').toEqual({});
  await choose(api, jan);
  await api.db.drizzle.transaction((tx) =>
    notePlayed(tx, jan.id, new Date(MONDAY.getTime() + 6 * DAY), 60_000),
  );
  expect(Object.keys(await digests(api, new Date(MONDAY.getTime() + 7 * DAY))), 'a week on').toEqual([
    jan.email,
  ]);
});

test('counts neither points that were taken back nor prizes of cases, and lists no refunded order', async () => {
  const api = await inNovember();
  const mira = await api.addPlayer(620);
  await choose(api, mira);
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
  const buy = async (what: typeof KEY) => {
    const body = { amount_id: what.amount };
    return (await request(buyAmount, { params: { id: what.reward }, body, idempotencyKey: randomUUID() }))
      .order?.id;
  };
  const give = (points: number, key: string) =>
    api.db.drizzle.transaction((tx) =>
      credit(tx, { userId: mira.id, points, key, title: 'Tower', detail: '', at: api.now }),
    );
  await give(6000, 'kept');
  const taken = (await give(40, 'taken')) ?? 0;
  const orders = [await buy(KEY), await buy(ROBUX)];
  await api.db.drizzle.transaction(async (tx) => {
    await reverse(tx, taken, 'counted twice', api.now);
    for (const id of orders) {
      await deliverOrder(tx, id ?? 0, api.now);
      await refundOrder(tx, id ?? 0, 'The code didn’t work', api.now);
    }
  });
  await request(saveBirthDate, { body: { birth_date: '1990-02-28' } });
  const id = (await request(listCases, {})).data[0]?.id ?? 0;
  const { commitment } = (await request(getCase, { params: { id } })).case;
  const stake = { commitment_id: commitment?.id ?? '', player_seed: '5eed' };
  expect((await request(openCase, { params: { id }, body: stake })).opening.points).toBeGreaterThan(0);
  const text = (await digests(api))[mira.email] ?? '';
  expect(text).toContain('You earned 6,620 points in the last 7 days.');
  expect(text).not.toContain('Delivered');
  expect(await buy(KEY)).toBeTruthy();
  await api.db.drizzle.delete(notifications);
  expect((await digests(api))[mira.email]).toContain('Delivered: ');
});

test('doesn’t go to players with no news, who ended it, or whose address isn’t confirmed', async () => {
  const api = await inNovember();
  const idle = await api.addPlayer();
  await choose(api, idle);
  const ended = await api.addPlayer(10);
  await choose(api, ended);
  await choose(api, ended, false);
  const stranger = await api.addPlayer(10);
  await choose(api, stranger);
  await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, stranger.id));
  const old = await api.addPlayer(10);
  await choose(api, old);
  expect(Object.keys(await digests(api, new Date(MONDAY.getTime() + 14 * DAY)))).toEqual([]);
  expect(Object.keys(await digests(api))).toEqual([old.email]);
  expect(await api.db.drizzle.$count(notifications, eq(notifications.userId, idle.id))).toBe(0);
});

test('comes on Mondays, during the day in its reader’s time zone', async () => {
  const api = await inNovember();
  const player = await api.addPlayer(10);
  await choose(api, player);
  await api.db.drizzle.update(users).set({ country: 'JP' }).where(eq(users.id, player.id));
  const came: string[] = [];
  for (let hour = -24; hour < 48; hour++) {
    await api.db.drizzle.delete(notifications);
    const now = new Date(Date.UTC(2026, 10, 23, hour));
    if (Object.keys(await digests(api, now)).length > 0) came.push(now.toISOString().slice(8, 13));
  }
  // 9 to 21 in Tokyo, until it is Tuesday there.
  expect(came).toEqual([
    ...Array.from({ length: 12 }, (_, at) => `23T${String(at).padStart(2, '0')}`),
    '23T23',
  ]);
});

test.each([
  [null, [15, 20]],
  ['DE', [7, 20]],
  // From Hawaii to New York.
  ['US', [18, 2]],
  ['AU', [0, 10]],
] as const)('the day in %s begins and ends at %j in UTC', (country, [from, until]) => {
  const awake = (hour: number) => isAwake(country, new Date(Date.UTC(2026, 10, 23, hour)));
  expect([awake(from - 1), awake(from), awake(until + 23), awake(until)]).toEqual([false, true, true, false]);
});
