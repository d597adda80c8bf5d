import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { LeaderboardIsland } from '../../../src/islands/progress/leaderboard/LeaderboardIsland.tsx';
import { getTournament, type Tournament } from '../../../src/lib/contract/arcade/tournament.ts';
import {
  getLeaderboard,
  type LeaderboardInfo,
  type LeaderboardRow,
  setLeaderboard,
} from '../../../src/lib/contract/progress/leaderboard.ts';
import { signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest } from '../../support/host.ts';
import { press, textsOf, visit } from '../../support/screen.ts';
import { tournamentOf } from '../../support/tournaments.ts';

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
const host = hostOfEachTest(() => {
  signIn();
  host.on(getLeaderboard, () => info());
});

function open(address = '/user/leaderboard') {
  visit(address);
  return render(<LeaderboardIsland />);
}

test('an empty leaderboard says how to be the first, and stays if it can’t be refetched', async () => {
  host.on(getLeaderboard, () => info({ span: 'all', rows: [], players: 0, mine: null }));
  open('/user/leaderboard?span=all');
  await screen.findByText('No points earned yet');
  expect(document.querySelector('.board'), 'toasts stay away from a game’s board').toBeNull();
  host.on(getLeaderboard, databaseAway);
  cleanup();
  open('/user/leaderboard?span=all');
  expect((await screen.findByRole('alert')).textContent).toContain('Showing the last saved version.');
});

test('shows places, anonymous players, the player’s own row, and the neighbours of a row further down', async () => {
  const { unmount } = open();
  const table = await screen.findByRole('table');
  expect(table.textContent).toMatch(/Unnamed player.*· you/);
  expect(screen.getByText('You’re #2 with 998 points.')).toBeTruthy();
  unmount();
  const around = [row(900), row(901, { mine: true })];
  host.on(getLeaderboard, () =>
    info({ players: 10_000, rows: [row(1)], around, mine: { place: 901, points: 99 } }),
  );
  open();
  await screen.findByText('player-901');
  expect(screen.getByText('Top 1 of 10,000 or more players')).toBeTruthy();
});

test('the first three are on a podium, the others in the table', async () => {
  host.on(getLeaderboard, () => info({ rows: [row(1), row(2, { mine: true }), row(3), row(4)] }));
  open();
  const podium = await screen.findByRole('list', { name: 'Top three' });
  expect(
    within(podium)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^player-1.*Place 1/),
    expect.stringMatching(/^player-2you.*Place 2/),
    expect.stringMatching(/^player-3.*Place 3/),
  ]);
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^4player-4/)]);
});

test('keeps span and game in the address and asks for them', async () => {
  host.on(getLeaderboard, ({ query }) =>
    info({
      span: query.get('span') === 'month' ? 'month' : 'week',
      game: query.get('game_id') === '1' ? { id: 1, name: 'Merge' } : null,
    }),
  );
  open('/user/leaderboard?span=month');
  await screen.findByRole('table');
  const choice = (name: string) => screen.getByRole('combobox', { name });
  expect(choice('Period')).toHaveProperty('value', 'month');
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced()).toContain('This month, all games');
  fireEvent.change(choice('Game'), { target: { value: '1' } });
  await screen.findByText(/in Merge/);
  expect(announced()).toContain('This month, Merge');
  expect(location.search).toBe('?span=month&game=1');
  fireEvent.change(choice('Period'), { target: { value: 'week' } });
  await waitFor(() => expect(announced()).toContain('This week, Merge'));
  expect(location.search).toBe('?game=1');
});

test('can be left and joined again, and shows a failure', async () => {
  host.on(setLeaderboard, databaseAway);
  open();
  const leave = await screen.findByLabelText(/Hidden/);
  fireEvent.click(leave);
  await screen.findByText('The database is away.');
  host.on(setLeaderboard, () => ({ shown_as: 'left' as const }));
  host.on(getLeaderboard, () =>
    info({ shown_as: 'left', rows: [row(1)], mine: { place: null, points: 998 } }),
  );
  fireEvent.click(leave);
  await screen.findByText(/You’re hidden from the leaderboard\. You earned/);
  expect(host.bodies(setLeaderboard).at(-1)).toEqual({ shown_as: 'left' });
});

describe('the tournament', () => {
  const openTournament = (given: Tournament) => {
    host.on(getTournament, () => given);
    return open('/user/leaderboard?show=tournament');
  };
  const linesOf = async (name: RegExp) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);

  test('says how the last one ended', async () => {
    const last = {
      week: '2026-11-09',
      game: 'Merge',
      place: 3,
      players: 12,
      from: 'bronze',
      to: 'silver',
    } as const;
    host.on(getTournament, () => ({ ...tournamentOf(2), last }));
    open('/user/leaderboard?show=tournament');
    await screen.findByText('Your last tournament: #3 of 12 in Merge. You moved up to Silver.');
  });

  test('is the other half of the page, with a link to its game', async () => {
    host.on(getTournament, () => tournamentOf(0));
    open();
    await screen.findByRole('table');
    press('Tournament');
    expect(location.search).toBe('?show=tournament');
    await screen.findByRole('heading', { name: 'Tower tournament' });
    expect(textsOf(screen.getAllByRole('status'))).toContain('Tower tournament, players: 0');
    expect(screen.getByText('Silver league')).toBeTruthy();
    expect(screen.getByText('No scores yet')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Play Tower' });
    expect(link.getAttribute('href')).toBe('/games/tower/play/desktop?round=week');
  });

  test('with thirty players shows who would move up and down', async () => {
    openTournament(tournamentOf(30, 25));
    const lines = await linesOf(/^30 players so far\. You’re #25 and moving down\.$/);
    expect(lines).toHaveLength(32);
    expect([lines[6], lines[7], lines[24], lines[26]]).toEqual([
      '7player 72,400',
      'Top 7 move up to Gold',
      'Last 7 move down to Bronze',
      '25You600',
    ]);
    expect(lines[1]).toBe('2player 2sample2,900');
  });

  test.each([
    [1, /^1 player so far\. You’re #1\.$/, ['1You100'], true],
    [4, /^4 players so far\. You’re #1 and moving up\.$/, ['1You400', 'Top place moves up to Gold'], false],
  ])('with %i players says how many there are', async (players, name, first, isStill) => {
    openTournament(tournamentOf(players, 1));
    expect((await linesOf(name)).slice(0, 2)).toEqual(first);
    const still = screen.queryByText('With fewer than 4 players, nobody moves up or down.');
    expect(still !== null).toBe(isStill);
  });
});
