import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listPartners } from '../../../src/lib/contract/offers/operator-partners.ts';
import { getFigures } from '../../../src/lib/contract/operators/operator.ts';
import { adminHost, openAdmin } from '../../support/admin-area.tsx';
import { fieldError } from '../../support/host.ts';
import { partner } from '../../support/operator-fixtures.ts';
import { field, press } from '../../support/screen.ts';

const host = adminHost((fresh) => {
  fresh.on(listPartners, () => ({ partners: [partner({ in_days: { reports: 40, points: -1200 } })] }));
});

/** Asks for the figures from 18 to 20 November, and returns that part of the first screen. */
async function chosen() {
  openAdmin('/operator');
  const part = within(await screen.findByRole('region', { name: 'Other days' }));
  const enter = (label: string, value: string) => fireEvent.input(field(label, part), { target: { value } });
  enter('From', '2026-11-18');
  enter('To', '2026-11-20');
  press('Find', part);
  return part;
}

test('the figures of chosen days are shown in total, by partner and by day', async () => {
  const part = await chosen();
  const totals = await part.findAllByRole('definition');
  expect(totals.map(({ textContent }) => textContent)).toEqual(['120,000', '1,500', '2 ($1.50)', '1,234']);
  expect(part.getByRole('row', { name: /Demo partner.*40.*−1,200/ })).toBeTruthy();
  for (const call of ['figures', 'partners'])
    expect(host.log.map(({ path, query }) => `${path}?${query}`)).toContain(
      `/api/operator/${call}?from=2026-11-18&to=2026-11-20`,
    );
});

test('the figures of chosen days are saved as files', async () => {
  const made: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob.text());
    return 'blob:here';
  });
  const part = await chosen();
  await part.findAllByRole('definition');
  press('Download days as CSV', part);
  press('Download partners as CSV', part);
  const [days, partners] = await Promise.all(made);
  expect(days?.split('\r\n')).toEqual([
    'day,points_issued,points_redeemed,orders_sent,cents_sent,new_accounts',
    '2026-11-18,120150,0,0,0,1234',
    '2026-11-19,0,0,0,0,0',
    '2026-11-20,-150,1500,2,150,0',
    '',
  ]);
  expect(partners).toBe('partner,name,reports,points\r\ndemo,Demo partner,40,-1200\r\n');
});

test('days that can’t be counted say why, and none are asked for without days', async () => {
  const part = await chosen();
  await part.findAllByRole('definition');
  host.on(getFigures, () => fieldError('to', 'Please choose at most 92 days.'));
  press('Find', part);
  expect((await part.findAllByText('Please choose at most 92 days.')).length).toBeGreaterThan(0);
  const before = host.log.length;
  for (const label of ['From', 'To']) fireEvent.input(field(label, part), { target: { value: '' } });
  press('Find', part);
  expect(host.log).toHaveLength(before);
  expect(part.queryByRole('definition')).toBeNull();
});
