import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { startThread } from '../../../src/lib/contract/messages/messages.ts';
import { findThreads } from '../../../src/lib/contract/messages/operator-support.ts';
import { findUsers } from '../../../src/lib/contract/operators/operator-users.ts';
import { deliverOrder, findOrders } from '../../../src/lib/contract/redemption/operator-orders.ts';
import { openDispute } from '../../../src/lib/contract/redemption/orders.ts';
import { findDisputes } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { request, testApi } from '../../support/api.ts';
import { orderRobux } from '../../support/api-orders.ts';

test('every list of what belongs to players finds it by number, address or part of a name, and nothing else', async () => {
  const api = await testApi();
  api.operateAs(await api.addOperator());
  const ids = { orders: [0], threads: [0], disputes: [0], users: [0] };
  for (const [at, name, email] of [
    [0, 'Quiet_Heron', 'jo.doe@gmail.com'],
    [1, 'Ada 100%', 'ada@test.example'],
  ] as const) {
    const player = await api.addPlayer(20_000);
    await api.db.drizzle.update(users).set({ name, email }).where(eq(users.id, player.id));
    api.actAs(player);
    const order = await orderRobux(`name_${at}`);
    const question = { topic: 'order', subject: 'Where is it?', body: 'It hasn’t arrived.' } as const;
    ids.users[at] = player.id;
    ids.orders[at] = order;
    ids.threads[at] = (await request(startThread, { body: question })).thread.id;
    await request(deliverOrder, { params: { id: order }, body: { reference: 'gift 1' } });
    const report = { reason: 'not_received', proof: 'My inventory shows nothing since.' } as const;
    await request(openDispute, { params: { id: order }, body: report });
    const disputes = (await request(findDisputes, { body: {} })).data;
    ids.disputes[at] = disputes.find(({ subject_id }) => subject_id === order)?.id ?? 0;
  }
  const lists = {
    users: (search: string) => request(findUsers, { body: { search } }),
    orders: (search: string) => request(findOrders, { body: { search, state: 'all' } }),
    threads: (search: string) => request(findThreads, { body: { search, state: 'all' } }),
    disputes: (search: string) => request(findDisputes, { body: { search, state: 'all' } }),
  };
  for (const list of ['users', 'orders', 'threads', 'disputes'] as const) {
    const found = async (search: string) => (await lists[list](search)).data.map(({ id }) => id);
    const [heron = 0, ada = 0] = ids[list];
    expect(await found(''), list).toEqual(expect.arrayContaining([heron, ada]));
    expect(await found(String(heron)), list).toContain(heron);
    for (const search of [`#${heron}`, 'jo.doe@gmail.com', 'JoDoe+play@Gmail.com', 'quiet_h'])
      expect(await found(search), `${list} ${search}`).toEqual([heron]);
    for (const search of ['ADA@test.example', 'a 100%']) expect(await found(search), search).toEqual([ada]);
    for (const search of ['doe@gmail.com', 'jo.doe', '99999999999', '#0', "' or 1=1", 'a%1'])
      expect(await found(search), `${list} ${search}`).toEqual([]);
  }
});

test('conversations and problem reports are listed by the player or the order they belong to', async () => {
  const api = await testApi();
  api.operateAs(await api.addOperator());
  const about: { readonly user_id: number; readonly order_id: number }[] = [];
  for (const name of ['one', 'two']) {
    const player = await api.addPlayer(20_000);
    api.actAs(player);
    const order_id = await orderRobux(`name_${name}`);
    const text = { topic: 'order', subject: name, body: 'It hasn’t arrived.' } as const;
    for (const of of [order_id, null]) await request(startThread, { body: { ...text, order_id: of } });
    await request(deliverOrder, { params: { id: order_id }, body: { reference: 'gift 1' } });
    const report = { reason: 'not_received', proof: 'My inventory shows nothing since.' } as const;
    await request(openDispute, { params: { id: order_id }, body: report });
    about.push({ user_id: player.id, order_id });
  }
  for (const { user_id, order_id } of about) {
    const ofUser = { state: 'all', user_id } as const;
    const ofOrder = { state: 'all', order_id } as const;
    const threads = (await request(findThreads, { body: ofUser })).data;
    expect(threads.map(({ user }) => user.id)).toEqual([user_id, user_id]);
    expect((await request(findThreads, { body: ofOrder })).data.map((one) => one.order_id)).toEqual([
      order_id,
    ]);
    for (const body of [ofUser, ofOrder])
      expect((await request(findDisputes, { body })).data).toMatchObject([{ subject_id: order_id }]);
  }
  const nobody = { state: 'all', user_id: 99_999 } as const;
  expect((await request(findThreads, { body: nobody })).data).toEqual([]);
  expect((await request(findDisputes, { body: { ...nobody, order_id: 2_147_483_648 } })).data).toEqual([]);
});
