import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { LeaderboardIsland } from '../../src/islands/leaderboard/LeaderboardIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { LeaderboardInfo, LeaderboardRow } from '../../src/lib/contract/leaderboard.ts';
import { aUser, type Host, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const BOARD = 'GET /api/user/leaderboard';
let host: Host;

const row = (place: number, change: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  place,
  user: { id: place + 10, name: `player-${place}`, avatar: null, sample: false },
  level: 1,
  points: 1000 - place,
  mine: false,
  ...change,
});
const info = (change: Partial<LeaderboardInfo> = {}): LeaderboardInfo => ({
  span: 'week',
  game: null,
  games: [{ id: 1, name: 'Merge' }],
  ends_at: '2030-01-05T00:00:00.000Z',
  players: 2,
  rows: [row(1, { user: null }), row(2, { mine: true })],
  around: [],
  mine: { place: 2, points: 998 },
  shown_as: 'named',
  ...change,
});

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});

function open(address = '/user/leaderboard') {
  history.replaceState(null, '', address);
  return render(<LeaderboardIsland />);
}

test('pre-rendered it is a skeleton without inline styles', () => {
  const html = renderToString(<LeaderboardIsland />);
  expect(html).toContain('skeleton');
  expect(html).not.toMatch(/\sstyle=/);
});

test('is fetched anew when the week ends on screen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
  host.on(BOARD, () => info({ ends_at: endsIn(90_000) }));
  open();
  await screen.findByText('player-2');
  host.on(BOARD, () => info({ ends_at: endsIn(604_800_000), rows: [row(1), row(2)] }));
  await vi.advanceTimersByTimeAsync(96_000);
  await screen.findByText('player-1');
});

test('shows places, who has no name, and one’s own', async () => {
  host.on(BOARD, () => info());
  open();
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('A player without a name')).toBeTruthy();
  expect(table.getByText(/· you/)).toBeTruthy();
  expect(screen.getByText('You are number 2, with 998 points.')).toBeTruthy();
  expect(screen.getByText('That is all 2 players.')).toBeTruthy();
});

test('shows who stands around one further down', async () => {
  host.on(BOARD, () =>
    info({
      players: 10_000,
      rows: [row(1)],
      around: [row(900), row(901, { mine: true })],
      mine: { place: 901, points: 99 },
    }),
  );
  open();
  await screen.findByText('player-901');
  expect(screen.getByText('The first 1 of 10,000 or more players.')).toBeTruthy();
});

test('keeps span and game in the address and asks for them', async () => {
  host.on(BOARD, ({ query }) =>
    info({
      span: query.get('span') === 'month' ? 'month' : 'week',
      game: query.get('game_id') === '1' ? { id: 1, name: 'Merge' } : null,
    }),
  );
  open('/user/leaderboard?span=month');
  await screen.findByText('That is all 2 players.');
  expect(screen.getByRole('button', { name: 'This month' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '1' } });
  await screen.findByText(/in Merge/);
  expect(location.search).toBe('?span=month&game=1');
});

test('empty says how to be the first; a failure has its reason and another try', async () => {
  host.on(BOARD, () => info({ rows: [], players: 0, mine: null }));
  open();
  await screen.findByText('Nobody has earned here yet');
  cleanup();
  host.on(BOARD, () => refusal(503, 'database_unavailable', 'The database is away.'));
  open('/user/leaderboard?span=all');
  await screen.findByText('The database is away.');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('is left and joined again; a failure is told', async () => {
  const SET = 'PUT /api/user/leaderboard/shown-as';
  host.on(BOARD, () => info());
  host.on(SET, () => refusal(503, 'database_unavailable', 'The database is away.'));
  open();
  fireEvent.click(await screen.findByLabelText(/Not at all/));
  await screen.findByText('The database is away.');
  host.on(SET, () => ({ shown_as: 'left' }));
  host.on(BOARD, () => info({ shown_as: 'left', rows: [row(1)], mine: { place: null, points: 998 } }));
  fireEvent.click(screen.getByLabelText(/Not at all/));
  await screen.findByText(/You have left the leaderboard/);
  expect(host.calls(SET).at(-1)?.body).toEqual({ shown_as: 'left' });
});
