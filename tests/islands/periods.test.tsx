/** Data for a day, a week or until a date is refetched when the period ends on screen, until the server agrees. */
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { PlayIsland } from '../../src/islands/arcade/PlayIsland.tsx';
import { GameIsland } from '../../src/islands/catalogue/game/GameIsland.tsx';
import { CaseIsland } from '../../src/islands/draws/cases/CaseIsland.tsx';
import { ContestIsland } from '../../src/islands/draws/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../src/islands/draws/contests/ContestsIsland.tsx';
import { AccountStatsSection } from '../../src/islands/progress/dashboard/AccountStatsSection.tsx';
import { loadAccountStats } from '../../src/islands/progress/dashboard/account-stats-store.ts';
import { DashboardIsland } from '../../src/islands/progress/dashboard/DashboardIsland.tsx';
import { LeaderboardIsland } from '../../src/islands/progress/leaderboard/LeaderboardIsland.tsx';
import { getDailyLeaderboard } from '../../src/lib/contract/arcade/rounds.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { getGame } from '../../src/lib/contract/catalogue/game.ts';
import { getCase } from '../../src/lib/contract/draws/cases.ts';
import { getContest, listContests } from '../../src/lib/contract/draws/contests.ts';
import { accountStatsSchema, getAccountStats } from '../../src/lib/contract/progress/account-stats.ts';
import { getWeeklyQuests } from '../../src/lib/contract/progress/dashboard.ts';
import { getLeaderboard } from '../../src/lib/contract/progress/leaderboard.ts';
import { aCase, aContest, aContestCard, aDrawnContest } from '../support/draw-fixtures.ts';
import { gameInfo, quest, signIn } from '../support/fixtures.ts';
import { hostOfEachTest, pageOf } from '../support/host.ts';
import { leaderboard } from '../support/play-server.ts';
import { sampleAnswer, sampleOf } from '../support/sample.ts';
import { visit } from '../support/screen.ts';

const START = '2026-11-20T23:58:30.000Z';
/** When the day ends on screen, and the next one. */
const END = '2026-11-21T00:00:00.000Z';
const NEXT = '2026-11-28T00:00:00.000Z';
vi.setSystemTime(START);

const playable = { arcade: 'tower', id: 3, name: 'Tower', summary: '', controls: '', quests: [] };
const rounds = {
  id: 110,
  name: 'Ten rounds',
  points: 100,
  metric: 'rounds',
  mode: 'sum',
  goal: 10,
  period: 'weekly',
} as const;
const { streak } = sampleOf(accountStatsSchema);

/** The page asks first, then shows it. */
function AskedStats() {
  useEffect(() => void loadAccountStats(), []);
  return <AccountStatsSection />;
}

interface Row {
  readonly what: string;
  readonly at: string;
  readonly island: ReactElement;
  readonly call: Call;
  readonly before: readonly [answer: unknown, text: RegExp];
  readonly after: readonly [answer: unknown, text: RegExp];
}
const rows: readonly Row[] = [
  {
    what: 'a list of contests, where the next of them begins',
    at: '/user/contests?sort-by=ending',
    island: <ContestsIsland area="user" />,
    call: listContests,
    before: [pageOf([aContestCard({ state: 'coming', starts_at: END, ends_at: NEXT })]), /^Upcoming$/],
    after: [pageOf([aContestCard({ state: 'open', starts_at: END, ends_at: NEXT })]), /^Open now$/],
  },
  {
    what: 'a contest',
    at: '/user/contest/7',
    island: <ContestIsland area="user" />,
    call: getContest,
    before: [{ contest: await aContest({ ends_at: END }) }, /Enter for free/],
    after: [{ contest: await aDrawnContest(12, { ends_at: END }) }, /Run the draw again/],
  },
  {
    what: 'a case, the day’s last one taken',
    at: '/user/case/1',
    island: <CaseIsland area="user" />,
    call: getCase,
    before: [{ case: await aCase({ left_today: 0 }) }, /You can open more after midnight UTC/],
    after: [{ case: await aCase() }, /Open for/],
  },
  {
    what: 'the quests of a week',
    at: '/user',
    island: <DashboardIsland weekly={1} />,
    call: getWeeklyQuests,
    before: [{ weekly_quests: [quest(110, { name: 'Last week’s', ends_at: END })] }, /Last week’s/],
    after: [{ weekly_quests: [quest(111, { name: 'This week’s', ends_at: NEXT })] }, /This week’s/],
  },
  {
    what: 'the quests of a game',
    at: '/user/game/1',
    island: <GameIsland area="user" />,
    call: getGame,
    before: [
      gameInfo(
        {},
        { quests: [quest(1, { ends_at: NEXT }), quest(2, { name: 'Yesterday’s', ends_at: END })] },
      ),
      /Yesterday’s/,
    ],
    after: [gameInfo({}, { quests: [quest(3, { name: 'Today’s', ends_at: NEXT })] }), /Today’s/],
  },
  {
    what: 'the quests beside a board',
    at: '/games/tower/play/desktop',
    island: <PlayIsland games={[{ ...playable, quests: [rounds] }]} />,
    call: getGame,
    before: [gameInfo({}, { quests: [quest(110, { progress: 10, ends_at: END })] }), /1 quest completed/],
    after: [gameInfo({}, { quests: [quest(110, { progress: 7, ends_at: NEXT })] }), /7 of 10/],
  },
  {
    what: 'the round of the day',
    at: '/games/tower/play/desktop?round=today',
    island: <PlayIsland games={[playable]} />,
    call: getDailyLeaderboard,
    before: [{ ...leaderboard(30), ends_at: END }, /^30 players so far/],
    after: [{ ...leaderboard(0), ends_at: NEXT }, /No scores yet/],
  },
  {
    what: 'the leaderboard of a week',
    at: '/user/leaderboard',
    island: <LeaderboardIsland />,
    call: getLeaderboard,
    before: [{ ...Object(sampleAnswer(getLeaderboard)), players: 2, ends_at: END }, /of 2 players/],
    after: [{ ...Object(sampleAnswer(getLeaderboard)), players: 3, ends_at: NEXT }, /of 3 players/],
  },
  {
    what: 'a streak',
    at: '/user',
    island: <AskedStats />,
    call: getAccountStats,
    before: [sampleOf(accountStatsSchema, { streak: { ...streak, days: 4, ends_at: END } }), /^4 days$/],
    after: [sampleOf(accountStatsSchema, { streak: { ...streak, days: 5, ends_at: NEXT } }), /^5 days$/],
  },
];

const host = hostOfEachTest();

test.each(rows)('$what', async ({ at, island, call, before, after }) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(START) });
  signIn();
  visit(at);
  host.on(call, () => before[0]);
  render(island);
  await screen.findAllByText(before[1]);
  const asked = host.asked(call).length;
  await act(() => vi.advanceTimersByTimeAsync(85_000));
  expect(host.asked(call)).toHaveLength(asked);
  // The server's clock is behind this one.
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  await waitFor(() => expect(host.asked(call).length).toBeGreaterThan(asked));
  expect(screen.getAllByText(before[1])).toBeTruthy();
  host.on(call, () => after[0]);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  await screen.findAllByText(after[1]);
});
