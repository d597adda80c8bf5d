import { expect, test } from 'vitest';
import { refundOrder } from '../../../server/features/redemption/fulfilment.ts';
import { openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { listPartners } from '../../../src/lib/contract/offers/operator-partners.ts';
import { getFigures } from '../../../src/lib/contract/operators/operator.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import { request, testApi } from '../../support/api.ts';
import { buyKey } from '../../support/api-orders.ts';
import { endOf } from '../../support/ends.ts';
import { reported } from '../../support/partner.ts';
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

test('figures can be asked for by day, such as a month, with what each partner’s reports brought in it', async () => {
  const api = await testApi();
  // The last moment of October, the first and the last of November, and the first of December.
  const moments = [
    '2026-10-31T23:59:59Z',
    '2026-11-01T00:00:00Z',
    '2026-11-30T23:59:59Z',
    '2026-12-01T00:00:00Z',
  ];
  for (const [at, now] of moments.entries()) {
    api.now = new Date(now);
    api.actAs(await api.addPlayer(1000));
    const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
    await reported(api, { kind: 'credit', transaction: `T${at}`, click: mine?.click_id ?? '' });
  }
  api.now = new Date('2026-12-20T12:00:00Z');
  api.operateAs(await api.addOperator());
  const query = { from: '2026-11-01', to: '2026-11-30' };
  const { days, today } = (await request(getFigures, { query })).figures;
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, query.from, query.to]);
  for (const day of [days[0], days.at(-1)])
    expect(day).toEqual({ ...none, day: day?.day, new_accounts: 1, points_issued: 1900 });
  expect(today).toEqual(none);
  expect((await request(listPartners, { query })).partners).toMatchObject([
    { in_days: { reports: 2, points: 1800 }, reports_30_days: 2 },
  ]);
  expect((await request(listPartners, {})).partners).toMatchObject([{ in_days: null }]);
});

test.each([
  [{ from: '2026-11-01' }, 'invalid: to'],
  [{ to: '2026-11-01' }, 'invalid: from'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'invalid: to'],
  [{ from: '2026-01-01', to: '2026-11-01' }, 'invalid: to'],
  [{ from: 'November', to: '2026-11-01' }, 'invalid: from'],
])('days that can’t be counted are rejected: %o', async (query, end) => {
  const api = await testApi();
  api.operateAs(await api.addOperator());
  expect(await endOf(request(getFigures, { query }))).toBe(end);
  expect(await endOf(request(listPartners, { query }))).toBe(end);
});
