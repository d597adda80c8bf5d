/** After a delivery: the first reward is marked, and a review of each is requested a day later. */
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { deliverOrder } from '../../../server/features/redemption/fulfilment.ts';
import { askForReviews } from '../../../server/features/redemption/review-requests.ts';
import { checkReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { saveNotification } from '../../../src/lib/contract/settings/settings.ts';
import { playerApi, request } from '../../support/api.ts';
import { buyKey, KEY, orderRobux } from '../../support/api-orders.ts';

const HOUR = 3_600_000;

async function redeeming() {
  const { api, player } = await playerApi(20_000);
  const after = (hours: number) => new Date(api.now.getTime() + hours * HOUR);
  const notified = async () => {
    await api.background.idle();
    return (await request(listNotifications, {})).data;
  };
  const titles = async () => (await notified()).map(({ title }) => title);
  return { api, player, after, notified, titles };
}

test('the first reward makes one notification, whether bought as a code or sent by hand', async () => {
  const { api, after, notified, titles } = await redeeming();
  const robux = await orderRobux();
  expect(await titles()).toEqual([]);
  const { id, first } = await buyKey();
  // The purchase says so itself, so it isn't announced again.
  expect(await notified()).toMatchObject([{ title: 'Your first reward', read: true }]);
  expect([first, (await buyKey()).first]).toEqual([true, undefined]);
  await api.db.drizzle.transaction((tx) => deliverOrder(tx, robux, after(1)));
  expect((await titles()).filter((title) => title === 'Your first reward')).toHaveLength(1);
  const { data } = await request(listOrders, {});
  expect(data.filter(({ first }) => first).map((order) => order.id)).toEqual([id]);
});

test('later purchases don’t look for an earlier order again', async () => {
  const { api, titles } = await redeeming();
  await buyKey();
  expect(await titles()).toEqual(['Your first reward']);
  const select = vi.spyOn(api.db.drizzle, 'select');
  await buyKey();
  await api.background.idle();
  expect(select).not.toHaveBeenCalled();
});

test.each([
  ['sent', null, /^SAMPLE-/, ['the end of a goal', 'the first reward']],
  ['held', 'device', /^$/, ['the end of a goal', 'the notification of a held order']],
] as const)(
  'a purchase that is %s is answered even if the database fails right after it',
  async (_, reviewFor, code, failed) => {
    const { api, player } = await redeeming();
    await request(checkReward, { params: { id: KEY.reward } });
    await api.db.drizzle.update(users).set({ reviewFor }).where(eq(users.id, player.id));
    const away = () => {
      throw new Error('the database is away');
    };
    const select = vi.spyOn(api.db.drizzle, 'select').mockImplementation(away);
    const update = vi.spyOn(api.db.drizzle, 'update').mockImplementation(away);
    expect(await buyKey()).toEqual({
      id: expect.any(Number),
      code: expect.stringMatching(code),
      first: undefined,
    });
    await api.background.idle();
    select.mockRestore();
    update.mockRestore();
    expect(api.logged.splice(0).sort()).toEqual(failed.map((what) => expect.stringContaining(what)));
  },
);

test('a reward sent by hand is notified on delivery', async () => {
  const { api, notified } = await redeeming();
  const robux = await orderRobux();
  await api.db.drizzle.transaction((tx) => deliverOrder(tx, robux, api.now));
  expect((await notified()).toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
    { title: 'Delivered: Robux, 400 Robux', read: false },
    { title: 'Your first reward', read: false },
  ]);
});

test('a review is requested a day later, once for each reward, however often the job runs', async () => {
  const { api, after, titles } = await redeeming();
  await buyKey();
  await buyKey();
  const asked = async () => (await titles()).filter((title) => title.startsWith('How is'));
  await askForReviews(api.db, after(23));
  expect(await asked()).toEqual([]);
  await Promise.all([askForReviews(api.db, after(25)), askForReviews(api.db, after(25))]);
  await askForReviews(api.db, after(26));
  expect(await asked()).toEqual(['How is Random Steam key?']);
  const [found] = (await request(listNotifications, {})).data;
  expect(found?.href).toBe('/user/reward/12/Random-Steam-key#opinions');
});

test.each([
  [
    'somebody wrote one',
    (user_id: number) =>
      request(createRewardOpinion, {
        params: { id: KEY.reward },
        body: { user_id, opinion: 'It came at once.' },
      }),
  ],
  [
    'they switched it off',
    () => request(saveNotification, { body: { kind: 'order', site: false, mail: false } }),
  ],
])('no review is requested if %s', async (_, act) => {
  const { api, player, after, titles } = await redeeming();
  await buyKey();
  await act(player.id);
  await askForReviews(api.db, after(25));
  expect(await titles()).not.toContain('How is Random Steam key?');
});

test('no review is requested for orders that wait or arrived long ago', async () => {
  const { api, after, titles } = await redeeming();
  await orderRobux();
  await askForReviews(api.db, after(25));
  await buyKey();
  await askForReviews(api.db, after(24 * 4));
  expect((await titles()).filter((title) => title.startsWith('How is'))).toEqual([]);
});
