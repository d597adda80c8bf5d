import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AccountStatsSection,
  Blocked,
} from '../../../src/islands/progress/dashboard/AccountStatsSection.tsx';
import { loadAccountStats } from '../../../src/islands/progress/dashboard/account-stats-store.ts';
import { LedgerExport } from '../../../src/islands/progress/dashboard/LedgerExport.tsx';
import { Blockers, PathToPoints } from '../../../src/islands/redemption/reward/Blockers.tsx';
import { KnownPath } from '../../../src/islands/redemption/reward/KnownPath.tsx';
import { loadRedemption } from '../../../src/islands/shared/stores/redemption.ts';
import { exportTransactions } from '../../../src/lib/contract/ledger/ledger-export.ts';
import {
  getAccountStats,
  type AccountStats as Info,
} from '../../../src/lib/contract/progress/account-stats.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { balance, signIn, transaction } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, notOffered } from '../../support/host.ts';
import { linkTo, press } from '../../support/screen.ts';

const days = ['missed', 'played', 'frozen', 'played', 'played', 'played', 'open'] as const;
const info: Info = {
  balance: balance({ available: 700, pending: 1200, reserved: 1000 }),
  budget: null,
  next: null,
  pending: [{ points: 1200, entries: 2, releases_at: '2026-12-01T10:00:00Z' }],
  reserved: [{ order_id: 41, title: 'Steam key, One key', points: 1000 }],
  streak: {
    days: 3,
    best: 9,
    played_today: false,
    freezes: 1,
    freezes_held: 2,
    next_freeze_in: 4,
    gift_day: 7,
    week: days.map((state, at) => ({ day: `2026-11-${12 + at}`, state })),
    ends_at: '2026-11-19T00:00:00.000Z',
  },
  level: {
    level: 2,
    earned: 3000,
    from: 1000,
    next: { level: 3, at: 5000, perks: ['More of it'] },
    perks: ['Some of it'],
  },
  digest_offered: false,
};

const host = hostOfEachTest((fresh) => {
  fresh.on(checkRedemption, () => ({ ready: true, blocks: [], path: null }));
  fresh.on(getAccountStats, () => info);
  signIn();
});
afterEach(() => vi.restoreAllMocks());
/** Like its page, which fetches first. */
async function show(): Promise<void> {
  await loadAccountStats();
  render(
    <>
      <AccountStatsSection />
      <Blocked />
    </>,
  );
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('a host that lacks it says so without alarm, and another failure shows the reason and a retry', async () => {
  host.on(getAccountStats, notOffered);
  await show();
  await screen.findByText(/aren’t available here/);
  cleanup();
  host.on(getAccountStats, databaseAway);
  await show();
  await screen.findByText('The database is away.');
  host.on(getAccountStats, () => info);
  press('Retry');
  await region('Your points');
});

test('says when pending points count, what the reserved ones are for, the streak in words, and the level with what it brings', async () => {
  await show();
  const points = await region('Your points');
  expect(points.getByText(/1,200 on 1 Dec/)).toBeTruthy();
  expect(linkTo(/Steam key, One key \(order 41\)/, points)).toBe('/user/order-history?receipt=41');
  const streak = await region('Streak');
  // As its summary and as its figure: on a phone the rest is folded.
  expect(streak.getAllByText('3 days')).toHaveLength(2);
  for (const words of [
    'Saturday: saved by a freeze',
    /1 of 2 streak freezes/,
    /Day 7: a creature you haven’t found yet/,
  ])
    expect(streak.getByText(words)).toBeTruthy();
  const level = await region('Level');
  for (const words of ['Level 2', 'Some of it']) expect(level.getByText(words)).toBeTruthy();
  expect(level.getByRole('progressbar', { name: '3,000 of 5,000 points to level 3' })).toBeTruthy();
});

describe('what blocks a redemption', () => {
  const stock = {
    name: 'out_of_stock',
    effect: 'blocks',
    title: 'Out of stock',
    advice: 'Wait.',
    way: 'amounts',
  };
  const unconfirmed = {
    name: 'email_unconfirmed',
    effect: 'blocks',
    title: 'Not confirmed',
    advice: 'Open it.',
    way: 'confirm_mail',
  };
  const unknown = {
    name: 'something_new',
    effect: 'holds',
    title: 'A new one',
    advice: 'Do this.',
    way: null,
  };
  const answer = (...blocks: object[]) =>
    host.on(checkRedemption, () => Response.json({ ready: false, blocks }));

  test('is shown in full on the dashboard, and on the reward’s page without what that says already, including unknown kinds', async () => {
    answer(stock, unconfirmed, unknown);
    render(<Blockers id="more" rewardId={12} amountId={1201} barred={false} onVerdict={() => {}} />);
    await screen.findByText('Not confirmed');
    expect(screen.getByText('A new one')).toBeTruthy();
    expect(screen.queryByText('Out of stock')).toBeNull();
    expect(linkTo('Wrong address? Change it')).toBe('/user/settings');
    expect(host.asked(checkRedemption).at(-1)?.query.toString()).toBe('reward_id=12&amount_id=1201');
    cleanup();
    await show();
    await screen.findByText('Before you can redeem');
    expect(screen.getByText('Out of stock')).toBeTruthy();
  });

  test.each([
    ['orders', 'Points are on hold'],
    ['ledger', 'Points are pending'],
    ['earn', null],
  ])('shows on the reward’s page where the missing points are, if there are any (%s)', async (way, title) => {
    const missing = { effect: 'blocks', title: '500 points missing', advice: 'They are there.' };
    answer({ ...missing, name: 'not_enough_points', way }, unknown);
    render(<Blockers id="more" rewardId={13} amountId={1300} barred={false} onVerdict={() => {}} />);
    await screen.findByText('A new one');
    expect(screen.queryByText('500 points missing')).toBeNull();
    expect(screen.queryByText('They are there.', { exact: false }) !== null).toBe(title !== null);
    if (title !== null) expect(screen.getByText(title)).toBeTruthy();
  });
});

const step = (game: string, points: number, names: readonly string[]) => ({
  game_id: 1,
  game,
  arcade: game.toLowerCase(),
  label: `Play ${game}`,
  rounds: 2,
  minutes: 3,
  points,
  quests: names.map((name, at) => ({ id: at + 1, name, points: 50 })),
});
const three = [step('Merge', 100, ['First', 'Second']), { ...step('Tower', 50, ['Third']), game_id: 3 }];

test.each([
  [150, three, ['About 4 rounds (6 minutes): these 3 quests.']],
  [
    630,
    three,
    [
      /these 3 quests bring you 150 today, toward the 630 points you still need/,
      /up to 80 points a day, so it takes at least 6 days more/,
    ],
  ],
  [80, [step('Merge', 0, ['First'])], [/can’t earn more from our games today/, /at least 1 day more/]],
])('the way to %i missing points names each quest and leads to its game', async (missing, steps, words) => {
  host.on(checkRedemption, () => ({ ready: false, blocks: [], path: { steps, missing, daily: 80 } }));
  await loadRedemption(12);
  render(<PathToPoints />);
  for (const text of words) expect(screen.getByText(text)).toBeTruthy();
  expect(linkTo('Merge')).toBe('/user/game/1');
  expect(screen.getByText(/First/)).toBeTruthy();
});

test.each([
  [150, 'About 4 rounds (6 minutes) for 400 Robux: these 3 quests.'],
  [
    5000,
    'About 4 rounds (6 minutes): these 3 quests bring you 150 today, toward the 5,000 points for 400 Robux.',
  ],
])(
  'a guest’s way to %i points names the reward only for as many points as it brings',
  (missing, sentence) => {
    render(<KnownPath path={{ steps: three, missing, daily: 80 }} amount="400 Robux" />);
    expect(screen.getByText(sentence)).toBeTruthy();
  },
);

test('the quests of a single game are said once', async () => {
  const steps = [step('Merge', 150, ['First', 'Second', 'Third'])];
  host.on(checkRedemption, () => ({ ready: false, blocks: [], path: { steps, missing: 150, daily: 80 } }));
  await loadRedemption(12);
  const { container } = render(<PathToPoints />);
  expect(container.textContent).toBe('About 2 rounds (3 minutes): 3 quests in Merge.');
  expect(linkTo('Merge')).toBe('/user/game/1');
});

test('the ledger is fetched to its end and saved as a file; a failure is shown', async () => {
  const saved: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob.text());
    return 'blob:x';
  });
  host.on(exportTransactions, ({ query }) =>
    query.get('before') === '2'
      ? { entries: [transaction(1, { title: '=1+1', detail: '' })], before: null }
      : { entries: [transaction(2, { title: 'Merge: won', detail: '' })], before: 2 },
  );
  render(<LedgerExport />);
  press(/CSV/);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0])?.split('\r\n')).toEqual([
    'id,created_at,title,detail,points,state,releases_at,order_id',
    '2,2026-11-20T10:00:00.000Z,Merge: won,,40,confirmed,,',
    "1,2026-11-20T10:00:00.000Z,'=1+1,,40,confirmed,,",
    '',
  ]);
  host.on(exportTransactions, databaseAway);
  press(/JSON/);
  await screen.findByText('The database is away.');
});
