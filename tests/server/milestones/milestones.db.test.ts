/** Milestones from points that no round brought: each is notified once, in the points' transaction. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { confirm, reverse } from '../../../server/features/ledger/ledger.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { give } from '../../support/points.ts';

async function playing(points = 0) {
  const { api, player } = await playerApi(points);
  return { api, player };
}
const titles = async () => (await request(listNotifications, {})).data.map(({ title }) => title);
const earn = (api: TestApi, userId: number, points: number, more = {}) =>
  give(api, userId, points, { quiet: false, ...more });

test('reaching a goal’s points or a level makes an unread notification, and nothing below that does', async () => {
  const { api, player } = await playing(400);
  await api.db.drizzle.update(users).set({ myreward: KEY.reward }).where(eq(users.id, player.id));
  await earn(api, player.id, 50);
  expect(await titles()).toEqual([]);
  await earn(api, player.id, 50);
  await earn(api, player.id, 500);
  expect((await request(listNotifications, {})).data).toMatchObject([
    { title: 'Level 2', body: expect.stringContaining('A bronze frame'), win: true, read: false },
    { title: 'You can get Random Steam key', href: expect.stringContaining('/user/reward/12/'), read: false },
  ]);
});

test('pending points reach nothing until they are confirmed', async () => {
  const { api, player } = await playing();
  const id = await earn(api, player.id, 1000, { releasesAt: new Date(api.now.getTime() + 1000) });
  expect(await titles()).toEqual([]);
  await api.db.drizzle.transaction((tx) => confirm(tx, id, api.now));
  expect((await titles()).toSorted()).toEqual(['Confirmed: For a test', 'Level 2']);
});

test('a level that is lost and reached again is notified once', async () => {
  const { api, player } = await playing();
  const id = await earn(api, player.id, 1000);
  await api.db.drizzle.transaction((tx) => reverse(tx, id, 'a mistake', api.now));
  await earn(api, player.id, 1000);
  expect((await titles()).filter((title) => title === 'Level 2')).toHaveLength(1);
});
