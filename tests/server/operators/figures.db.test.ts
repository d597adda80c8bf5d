import { expect, test } from 'vitest';
import { refundOrder } from '../../../server/features/redemption/fulfilment.ts';
import { getFigures } from '../../../src/lib/contract/operators/operator.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import { request, testApi } from '../../support/api.ts';
import { buyKey } from '../../support/api-orders.ts';
import { DAY, pass } from '../../support/time.ts';

const none = { points_issued: 0, points_redeemed: 0, orders_sent: 0, cents_sent: 0, new_accounts: 0 };

test('figures count points, sent orders and new accounts of today, yesterday and the last 7 days', async () => {
  const api = await testApi();
  api.operateAs(await api.addOperator());
  const byDay = async () => (await request(getFigures, {})).figures.days;
  const figures = async () => {
    const { days: _, ...spans } = (await request(getFigures, {})).figures;
    return spans;
  };
  const { points_issued: points, new_accounts: accounts } = (await figures()).today;
  const mira = await api.addPlayer(6000);
  api.actAs(mira);
  const { id } = await buyKey();
  const first = {
    points_issued: points + 6000,
    points_redeemed: 500,
    orders_sent: 1,
    cents_sent: 50,
    new_accounts: accounts + 1,
  };
  expect(await figures()).toEqual({ today: first, yesterday: none, week: first });

  pass(api, DAY);
  api.operateAs(await api.addOperator());
  await api.addPlayer(100);
  await request(adjustBalance, {
    body: { user_id: mira.id, points: -250, reason: 'Two accounts were played from one device.' },
  });
  await api.db.drizzle.transaction((tx) => refundOrder(tx, id, 'The code was already used.', api.now));
  expect(await figures()).toEqual({
    today: { ...none, points_issued: -150, points_redeemed: -500, new_accounts: 1 },
    yesterday: first,
    week: {
      ...first,
      points_issued: first.points_issued - 150,
      points_redeemed: 0,
      new_accounts: first.new_accounts + 1,
    },
  });

  // Days without anything are there too, so that a chart has no gaps.
  const days = await byDay();
  expect(days.slice(-2)).toEqual([
    { day: new Date(api.now.getTime() - DAY).toISOString().slice(0, 10), ...first },
    {
      day: api.now.toISOString().slice(0, 10),
      ...none,
      points_issued: -150,
      points_redeemed: -500,
      new_accounts: 1,
    },
  ]);
  expect(days.slice(0, -2)).toHaveLength(12);
  expect(days.slice(0, -2).every(({ points_issued, orders_sent }) => points_issued + orders_sent === 0)).toBe(
    true,
  );

  pass(api, 6 * DAY);
  api.operateAs(await api.addOperator());
  expect((await figures()).yesterday).toEqual(none);
  expect((await figures()).week).toMatchObject({ orders_sent: 0, new_accounts: 1 });
  expect((await byDay()).map(({ orders_sent }) => orders_sent).indexOf(1)).toBe(6);
});
