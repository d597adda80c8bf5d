/** A player's delivered orders. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeRegister, orders, rewards } from '../../../server/db/schema.ts';
import { deliverOrder, refundOrder } from '../../../server/features/redemption/fulfilment.ts';
import { listInventory, listOrders, markUsed } from '../../../src/lib/contract/redemption/orders.ts';
import { playerApi, request } from '../../support/api.ts';
import { buyKey, KEY, orderRobux } from '../../support/api-orders.ts';

async function withItems() {
  const { api, player } = await playerApi(20_000);
  const robux = await orderRobux();
  const key = (await buyKey()).id;
  return { api, player, key, robux };
}

test('contains delivered orders only, newest first, with how to use them', async () => {
  const { api, key, robux } = await withItems();
  const first = await request(listInventory, {});
  expect(first.data).toMatchObject([
    { id: key, kind: 'code', state: 'unused', reward: { name: 'Random Steam key' }, details: null },
  ]);
  expect(first.data[0]?.steps.length).toBeGreaterThan(1);
  expect(JSON.stringify(first)).not.toContain('SAMPLE-');
  await api.db.drizzle.transaction((tx) => deliverOrder(tx, robux, api.now));
  const { data, counts } = await request(listInventory, {});
  expect(data.map(({ id, kind, details }) => [id, kind, details])).toEqual([
    [key, 'code', null],
    [robux, 'sent', 'Mira_k'],
  ]);
  expect(counts).toEqual({ unused: 2, used: 0, expired: 0, all: 2 });
});

test('an item can be archived and restored, and keeps the day on which it was first used', async () => {
  const { api, key } = await withItems();
  const { item: used } = await request(markUsed, { params: { id: key }, body: { used: true } });
  expect(used).toMatchObject({ state: 'used', used_at: api.now.toISOString() });
  const first = api.now;
  api.now = new Date(api.now.getTime() + 3_600_000);
  expect((await request(markUsed, { params: { id: key }, body: { used: true } })).item.used_at).toBe(
    first.toISOString(),
  );
  expect((await request(listInventory, {})).data).toEqual([]);
  expect((await request(listInventory, { query: { state: 'used' } })).data).toMatchObject([{ id: key }]);
  const usedOrders = async () =>
    (await request(listOrders, {})).data.flatMap(({ id, used_at: at }) => (at ? [[id, at]] : []));
  expect(await usedOrders()).toEqual([[key, first.toISOString()]]);
  expect((await request(markUsed, { params: { id: key }, body: { used: false } })).item).toMatchObject({
    state: 'unused',
    used_at: null,
  });
  expect((await request(listInventory, {})).counts).toEqual({ unused: 1, used: 0, expired: 0, all: 1 });
  expect(await usedOrders()).toEqual([]);
});

test('says when a code has expired, and includes its last day as valid', async () => {
  const { api, key } = await withItems();
  await api.db.drizzle.update(codeRegister).set({ expiresOn: '2026-11-18' });
  expect((await request(listInventory, {})).data).toMatchObject([
    { id: key, state: 'unused', expires_on: '2026-11-18' },
  ]);
  api.now = new Date('2026-11-19T00:00:00Z');
  expect((await request(listInventory, {})).data).toEqual([]);
  expect((await request(listInventory, { query: { state: 'expired' } })).data).toMatchObject([
    { id: key, state: 'expired' },
  ]);
  expect((await request(listInventory, { query: { state: 'all' } })).counts).toEqual({
    unused: 0,
    used: 0,
    expired: 1,
    all: 1,
  });
});

test('another player’s item can’t be seen, archived or detected', async () => {
  const { api, key, robux, player } = await withItems();
  api.actAs(await api.addPlayer());
  expect((await request(listInventory, { query: { state: 'all' } })).data).toEqual([]);
  for (const id of [key, robux, 999_999])
    await expect(request(markUsed, { params: { id }, body: { used: true } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  api.actAs(player);
  await expect(
    request(markUsed, { params: { id: robux }, body: { used: true } }),
    'not delivered yet',
  ).rejects.toMatchObject({ status: 404 });
  const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, key));
  expect(row?.usedAt).toBeNull();
});

test('refunded items disappear, and items of retired rewards stay', async () => {
  const { api, key } = await withItems();
  await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, KEY.reward));
  expect((await request(listInventory, {})).data).toMatchObject([
    { id: key, reward: { name: 'Random Steam key' } },
  ]);
  await api.db.drizzle.transaction((tx) => refundOrder(tx, key, 'it was used before', api.now));
  expect((await request(listInventory, { query: { state: 'all' } })).data).toEqual([]);
});

test('rejects an unknown state and an invalid flag', async () => {
  const { api, player, key } = await withItems();
  const headers = { authorization: `Bearer ${player.token}` };
  expect((await api.raw('/api/user/inventory?state=stolen', { headers })).status).toBe(422);
  const response = await api.raw(`/api/user/inventory/${key}/used`, {
    method: 'PUT',
    headers,
    body: '{"used": "yes"}',
  });
  expect(await response.json()).toMatchObject({ errors: { used: ['used is true or false.'] } });
});
