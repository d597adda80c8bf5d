/** Account stats (points by state, streak and level) and the ledger export. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { playDays, users } from '../../../server/db/schema.ts';
import { notePlayed } from '../../../server/features/arcade/play-days.ts';
import { confirm, credit } from '../../../server/features/ledger/ledger.ts';
import { exportTransactions } from '../../../src/lib/contract/ledger/ledger-export.ts';
import { answerOffer } from '../../../src/lib/contract/notifications/offers.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { orderRobux } from '../../support/api-orders.ts';

const DAY = 86_400_000;

let credits = 0;
async function pending(api: TestApi, player: Player, points: number, days: number): Promise<number> {
  const id = await api.db.drizzle.transaction((tx) =>
    credit(tx, {
      key: `stats:${++credits}`,
      userId: player.id,
      points,
      title: 'For a test',
      detail: '',
      releasesAt: new Date(api.now.getTime() + days * DAY),
      at: api.now,
    }),
  );
  return id ?? 0;
}

test('returns points by state, and pending ones by the day on which they count', async () => {
  const { api, player } = await playerApi(6000);
  const soon = await pending(api, player, 100, 1);
  await pending(api, player, 40, 7);
  await pending(api, player, 2, 7);
  const order = await orderRobux();
  expect(await request(getAccountStats, {})).toMatchObject({
    balance: { available: 1000, pending: 142, reserved: 5000, debt: 0 },
    pending: [
      { points: 100, entries: 1, releases_at: '2026-11-19T12:00:00Z' },
      { points: 42, entries: 2, releases_at: '2026-11-25T12:00:00Z' },
    ],
    reserved: [{ order_id: order, title: 'Robux, 400 Robux', points: 5000 }],
  });
  await api.db.drizzle.transaction((tx) => confirm(tx, soon, api.now));
  expect((await request(getAccountStats, {})).pending).toMatchObject([{ points: 42 }]);
});

test('of a new player is level 1 with a freeze, nothing pending and nothing played', async () => {
  await playerApi();
  const stats = await request(getAccountStats, {});
  expect(stats).toMatchObject({
    pending: [],
    reserved: [],
    streak: { days: 0, best: 0, freezes: 1, freezes_held: 1, played_today: false },
    level: { level: 1, earned: 0, from: 0, next: { level: 2, at: 1000 } },
    next: {
      arcade: 'merge',
      rounds: 1,
      points: 510,
      quests: [{ name: 'Finish your first round' }, {}, {}, {}, {}, {}],
    },
  });
  expect(stats.streak.week.at(-1)).toEqual({ day: '2026-11-18', state: 'open' });
});

test('the level depends on the points earned, not on the balance', async () => {
  await playerApi(6000);
  await orderRobux();
  expect((await request(getAccountStats, {})).level).toMatchObject({
    level: 3,
    earned: 6000,
    next: { at: 20_000 },
  });
});

test('a day counts once, however many rounds it had, and only for its player', async () => {
  const api = await testApi();
  const [ann, bob] = [await api.addPlayer(), await api.addPlayer()];
  for (const days of [3, 2, 0])
    for (let round = 0; round < 3; round++)
      await api.db.drizzle.transaction((tx) =>
        notePlayed(tx, ann.id, new Date(api.now.getTime() - days * DAY), 1),
      );
  expect(await api.db.drizzle.$count(playDays)).toBe(3);
  api.actAs(ann);
  expect((await request(getAccountStats, {})).streak).toMatchObject({
    days: 3,
    freezes: 0,
    played_today: true,
  });
  api.actAs(bob);
  expect((await request(getAccountStats, {})).streak).toMatchObject({ days: 0 });
});

test.each([
  ['', {}, true],
  [', not where no mail arrives', { mailsArrive: false }, false],
])('the weekly digest is offered from the second day of play until it is answered%s', async (_, deps, is) => {
  const { api, player } = await playerApi(0, deps);
  const offered = async () => (await request(getAccountStats, {})).digest_offered;
  const play = () => api.db.drizzle.transaction((tx) => notePlayed(tx, player.id, api.now, 1));
  await play();
  expect(await offered()).toBe(false);
  api.now = new Date(api.now.getTime() + DAY);
  await play();
  expect(await offered()).toBe(is);
  await api.db.drizzle.update(users).set({ emailConfirmedAt: null });
  expect(await offered(), 'an unconfirmed address gets no mail').toBe(false);
  await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now });
  await request(answerOffer, { body: { kind: 'digest', accepts: false } });
  expect(await offered()).toBe(false);
});

test('the whole ledger is exported, newest first, each line once', async () => {
  const api = await testApi();
  const player = await api.addPlayer(5);
  await api.db.drizzle.execute(sql`
    INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, created_at)
    SELECT 'many:' || n, ${player.id}, 'house:earnings', 'available', 1, 'credit', 'line ' || n, ${api.now.toISOString()}::timestamptz
    FROM generate_series(1, 1100) AS n`);
  api.actAs(player);
  const first = await request(exportTransactions, {});
  expect(first.entries).toHaveLength(1000);
  const second = await request(exportTransactions, { query: { before: first.before ?? 0 } });
  expect(second.before).toBeNull();
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(1101);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  api.actAs(await api.addPlayer());
  expect(
    (await request(exportTransactions, { query: { before: first.before ?? 0 } })).entries,
    "another's is not in it",
  ).toEqual([]);
});

test.each(['before=-1', 'before=x', 'before=1e9999'])(
  'the export rejects ?%s at its field',
  async (query) => {
    const api = await testApi();
    const { token } = await api.addPlayer();
    const response = await api.send(token, 'GET', `/api/user/dashboard/transactions/export?${query}`);
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual(['before']);
  },
);
