/** Codes are imported encrypted, each only once. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { amounts, codes, operatorActs } from '../../../server/db/schema.ts';
import { dropExpiringCodes } from '../../../server/features/redemption/code-stock.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { listInventory } from '../../../src/lib/contract/redemption/orders.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey, KEY, stock } from '../../support/api-orders.ts';

async function emptied(): Promise<TestApi> {
  const api = await testApi();
  await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount));
  api.actAs(await api.addPlayer(5000));
  return api;
}

test('imported codes are stored encrypted, and the buyer gets the original', async () => {
  const api = await emptied();
  expect(await stock(api, KEY.amount, [{ code: ' ABCD-1234 ' }])).toEqual({ added: 1, refused: [] });
  const rows = await api.db.drizzle.select().from(codes).where(eq(codes.amountId, KEY.amount));
  expect(rows.map(({ code }) => code)).toEqual([expect.stringMatching(/^v1\.[0-9a-f]{8}\./)]);
  expect((await buyKey()).code).toBe('ABCD-1234');
});

test('a code that is in stock or was sold isn’t imported again, however it is written', async () => {
  const api = await emptied();
  await stock(api, KEY.amount, [{ code: 'SOLD-0001' }, { code: 'STAY-0001' }]);
  expect((await buyKey()).code).toBe('SOLD-0001');
  expect(
    await stock(api, KEY.amount, [{ code: 'sold 0001' }, { code: 'STAY0001' }, { code: 'NEXT-0001' }]),
  ).toEqual({
    added: 1,
    refused: [
      { line: 1, why: 'it was added before' },
      { line: 2, why: 'it was added before' },
    ],
  });
  expect(await stock(api, 101, [{ code: 'SOLD-0001' }]), 'nor for another amount').toMatchObject({
    added: 0,
  });
  expect([(await buyKey()).code, (await buyKey()).code]).toEqual(['STAY-0001', 'NEXT-0001']);
  await expect(request(buyReward, { params: { id: KEY.reward }, body: {} })).rejects.toMatchObject({
    code: 'out_of_stock',
  });
});

test('two concurrent uploads of one file import each code once', { tags: 'concurrent' }, async () => {
  const api = await emptied();
  const file = Array.from({ length: 30 }, (_, at) => ({ code: `FILE-${1000 + at}` }));
  const uploads = await Promise.all(
    [file, file.toReversed(), file].map((given) => stock(api, KEY.amount, given)),
  );
  expect(uploads.reduce((sum, { added }) => sum + added, 0)).toBe(30);
  expect(await api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount))).toBe(30);
});

test('unusable lines are rejected by number, and the rest is imported', async () => {
  const api = await emptied();
  const given = [
    { code: 'FINE-0001' },
    { code: '   ' },
    { code: 'x'.repeat(201) },
    { code: 'BELL-\u00070001' },
    { code: 'FINE-0001' },
    { code: 'DATE-0001', expiresOn: '2027-02-30' },
    { code: 'DATE-0002', expiresOn: 'soon' },
    { code: 'DATE-0003', expiresOn: '2026-12-17' },
    { code: 'DATE-0004', expiresOn: '2026-12-18' },
  ];
  const { added, refused } = await stock(api, KEY.amount, given);
  expect(added).toBe(2);
  expect(refused.map(({ line, why }) => `${line}: ${why}`)).toEqual([
    '2: too short to be a code: it needs at least 4 characters',
    '3: longer than 200 characters',
    '4: contains control characters',
    '5: the same as line 1',
    '6: the expiry must be a date like 2027-05-31',
    '7: the expiry must be a date like 2027-05-31',
    '8: expires within 30 days',
  ]);
});

test('an amount that isn’t delivered as a code accepts none', async () => {
  const api = await emptied();
  await expect(stock(api, 8401, [{ code: 'ABCD-1234' }])).rejects.toMatchObject({
    fields: { amount_id: [expect.any(String)] },
  });
});

test('codes that expire soon leave the stock, and a bought one shows its last day', async () => {
  const api = await emptied();
  await stock(api, KEY.amount, [
    { code: 'LATE-0001', expiresOn: '2027-12-31' },
    { code: 'SOON-0001', expiresOn: '2026-12-20' },
    { code: 'NEXT-0001', expiresOn: '2026-12-19' },
  ]);
  expect((await buyKey()).code, 'what ends first goes out first').toBe('NEXT-0001');
  expect((await request(listInventory, {})).data[0]?.expires_on).toBe('2026-12-19');
  expect(await dropExpiringCodes(api.db, new Date('2026-12-13T23:00:00Z'))).toBe(0);
  expect(await dropExpiringCodes(api.db, new Date('2026-12-14T00:00:00Z'))).toBe(1);
  expect(
    await api.db.drizzle.select().from(operatorActs).where(eq(operatorActs.act, 'amount.expire_codes')),
  ).toMatchObject([{ operatorId: null, subjectId: String(KEY.amount), after: { removed: 1 } }]);
  expect((await buyKey()).code).toBe('LATE-0001');
  expect((await request(getReward, { params: { id: KEY.reward } })).status).toBe('out_of_stock');
  const [amount] = await api.db.drizzle.select().from(amounts).where(eq(amounts.id, KEY.amount));
  expect(amount?.hasCodes).toBe(false);
  expect(await stock(api, KEY.amount, [{ code: 'SOON-0001' }]), 'nor does it come back').toMatchObject({
    added: 0,
  });
});
