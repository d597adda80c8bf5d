import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LedgerExport } from '../../src/islands/dashboard/LedgerExport.tsx';
import { Standing } from '../../src/islands/dashboard/Standing.tsx';
import { InTheWay } from '../../src/islands/reward/InTheWay.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Standing as Info } from '../../src/lib/contract/standing.ts';
import { aUser, type Host, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const STANDING = 'GET /api/user/dashboard/standing';
const CHECKS = 'GET /api/user/redemption-checks';
let host: Host;

const info = (change: Partial<Info> = {}): Info => ({
  balance: { available: 700, pending: 1200, reserved: 1000, debt: 0 },
  budget: null,
  pending: [{ points: 1200, entries: 2, releases_at: '2026-12-01T10:00:00Z' }],
  reserved: [{ order_id: 41, title: 'Steam key, One key', points: 1000 }],
  streak: {
    days: 3,
    best: 9,
    played_today: false,
    freezes: 1,
    freezes_held: 2,
    next_freeze_in: 4,
    week: [
      { day: '2026-11-12', state: 'missed' },
      { day: '2026-11-13', state: 'played' },
      { day: '2026-11-14', state: 'frozen' },
      { day: '2026-11-15', state: 'played' },
      { day: '2026-11-16', state: 'played' },
      { day: '2026-11-17', state: 'played' },
      { day: '2026-11-18', state: 'open' },
    ],
    ends_at: '2026-11-19T00:00:00.000Z',
  },
  level: {
    level: 2,
    earned: 3000,
    from: 1000,
    next: { level: 3, at: 5000, perks: ['More of it'] },
    perks: ['Some of it'],
  },
  ...change,
});

beforeEach(() => {
  host = rewardHost();
  host.on(CHECKS, () => ({ ready: true, blocks: [] }));
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});
afterEach(() => {
  vi.restoreAllMocks();
});

const region = (name: string) => screen.findByRole('region', { name });

test('a host that lacks it says so without alarm; another failure has its reason and another try', async () => {
  host.on(STANDING, () => new Response('', { status: 404 }));
  render(<Standing />);
  await screen.findByText(/aren’t offered here/);
  cleanup();
  host.on(STANDING, () => refusal(503, 'database_unavailable', 'The database is away.'));
  render(<Standing />);
  await screen.findByText('The database is away.');
  host.on(STANDING, () => info());
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await region('Your points');
});

test('says when pending points count, and what the reserved ones are for', async () => {
  host.on(STANDING, () => info());
  render(<Standing />);
  const points = within(await region('Your points'));
  expect(points.getByText(/1,200 on 1 Dec/)).toBeTruthy();
  expect(points.getByRole('link', { name: /Steam key, One key \(order 41\)/ }).getAttribute('href')).toBe(
    '/user/order-history?receipt=41',
  );
  expect(await points.findByText('Nothing blocks a redemption right now.')).toBeTruthy();
});

test('tells the streak day by day in words, and the level with what it brings', async () => {
  host.on(STANDING, () => info());
  render(<Standing />);
  const streak = within(await region('Streak'));
  expect(streak.getByText('3 days')).toBeTruthy();
  expect(streak.getByText('Saturday: forgiven by a freeze')).toBeTruthy();
  expect(streak.getByText(/1 of 2 freezes in hand/)).toBeTruthy();
  const level = within(await region('Level'));
  expect(level.getByText('Level 2')).toBeTruthy();
  expect(level.getByRole('progressbar', { name: '3,000 of 5,000 points to level 3' })).toBeTruthy();
  expect(level.getByText('Some of it')).toBeTruthy();
});

test('is fetched anew when the day ends on screen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streak } = info();
  const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
  host.on(STANDING, () => info({ streak: { ...streak, played_today: true, ends_at: endsIn(90_000) } }));
  render(<Standing />);
  await screen.findByText('Today counts already.', { exact: false });
  host.on(STANDING, () => info({ streak: { ...streak, ends_at: endsIn(86_400_000) } }));
  await vi.advanceTimersByTimeAsync(96_000);
  expect(await screen.findByText(/makes today count/)).toBeTruthy();
});

describe('what stands in the way', () => {
  const blocks = [
    { name: 'stock', effect: 'blocks', title: 'Out of stock', advice: 'Wait.', way: 'amounts' },
    {
      name: 'email_unconfirmed',
      effect: 'blocks',
      title: 'Not confirmed',
      advice: 'Open it.',
      way: 'confirm_mail',
    },
    { name: 'something_new', effect: 'holds', title: 'A new one', advice: 'Do this.', way: null },
  ];

  test('is told on the reward’s page but for what it says already, also of kinds that it doesn’t know', async () => {
    host.on(CHECKS, () => ({ ready: false, blocks }));
    render(<InTheWay rewardId={12} amountId={1201} />);
    await screen.findByText('Not confirmed');
    expect(screen.getByText('A new one')).toBeTruthy();
    expect(screen.queryByText('Out of stock')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open your settings' }).getAttribute('href')).toBe(
      '/user/settings',
    );
    expect(host.calls(CHECKS).at(-1)?.query.toString()).toBe('reward_id=12&amount_id=1201');
  });

  test.each([
    ['orders', 'Points are reserved'],
    ['ledger', 'Points are pending'],
    ['earn', null],
  ])('tells on the reward’s page where the missing points are, if anywhere (%s)', async (way, title) => {
    const points = {
      name: 'points',
      effect: 'blocks',
      title: '500 points missing',
      advice: 'They are there.',
      way,
    };
    host.on(CHECKS, () => ({ ready: false, blocks: [points, blocks[2]] }));
    render(<InTheWay rewardId={13} amountId={1300} />);
    await screen.findByText('A new one');
    expect(screen.queryByText('500 points missing')).toBeNull();
    expect(screen.queryByText('They are there.', { exact: false }) !== null).toBe(title !== null);
    if (title !== null) expect(screen.getByText(title)).toBeTruthy();
  });

  test('is told on the dashboard whole', async () => {
    host.on(STANDING, () => info());
    host.on(CHECKS, () => ({ ready: false, blocks }));
    render(<Standing />);
    await screen.findByText('What blocks a redemption now');
    expect(screen.getByText('Out of stock')).toBeTruthy();
  });
});

test('the ledger is fetched to its end and saved as a file; a failure is told', async () => {
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) void blob.text().then((text) => saved.push(text));
    return 'blob:x';
  });
  const entry = (id: number) => ({
    id,
    title: id === 1 ? '=1+1' : 'Merge: won',
    detail: '',
    points: 40,
    state: 'confirmed',
    releases_at: null,
    order_id: null,
    created_at: '2026-11-20T10:00:00.000Z',
  });
  const EXPORT = 'GET /api/user/dashboard/transactions/export';
  host.on(EXPORT, ({ query }) =>
    query.get('before') === '2' ? { entries: [entry(1)], before: null } : { entries: [entry(2)], before: 2 },
  );
  render(<LedgerExport />);
  fireEvent.click(screen.getByRole('button', { name: /CSV/ }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toBe(
    "id,created_at,title,detail,points,state,releases_at,order_id\r\n2,2026-11-20T10:00:00.000Z,Merge: won,,40,confirmed,,\r\n1,2026-11-20T10:00:00.000Z,'=1+1,,40,confirmed,,\r\n",
  );
  host.on(EXPORT, () => refusal(503, 'database_unavailable', 'The database is away.'));
  fireEvent.click(screen.getByRole('button', { name: /JSON/ }));
  await screen.findByText('The database is away.');
});
