/**
 * Reports that arrive at the same moment.
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { playerApi, request } from '../../support/api.ts';
import { untilWaiting, waitingIn } from '../../support/locks.ts';
import { reported } from '../../support/partner.ts';

test('a reversal waits for a credit that is being written, and takes it back', async () => {
  const { api, player } = await playerApi();
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  const { both } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const credit = reported(api, { kind: 'credit', transaction: 'T1', click: mine?.click_id ?? '' });
    await untilWaiting(api.db, 1);
    const reversal = reported(api, { kind: 'reversal', transaction: 'R1', reference: 'T1' });
    await expect.poll(() => waitingIn(api.db)).toBe(2);
    return { both: Promise.all([credit, reversal]) };
  });
  expect(await both).toEqual(['recorded credited', 'recorded reversed']);
  expect((await request(getBalance, {})).balance).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
});

test('the reversal of a credit waits for another that is about to pay for it, and takes that back', async () => {
  const { api, player } = await playerApi();
  const { mine } = (await request(openOffer, { params: { id: 2 } })).offer;
  const credit = (transaction: string) =>
    reported(api, { kind: 'credit', transaction, click: mine?.click_id ?? '' });
  const reversal = (reference: string) =>
    reported(api, { kind: 'reversal', transaction: `R-${reference}`, reference });
  await credit('T1');
  await credit('T2');
  const { both } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const first = reversal('T1');
    await untilWaiting(api.db, 1);
    const second = reversal('T2');
    await expect.poll(() => waitingIn(api.db)).toBe(2);
    return { both: Promise.all([first, second]) };
  });
  expect(await both).toEqual(['recorded reversed', 'recorded reversed']);
  expect((await request(getBalance, {})).balance).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
});
