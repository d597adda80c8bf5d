/** What the build writes of each island: a skeleton or a form, without the style attributes that the pages' security policy refuses. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArticleIsland } from '../../src/islands/article/ArticleIsland.tsx';
import { BalanceIsland } from '../../src/islands/balance/BalanceIsland.tsx';
import { CaseIsland } from '../../src/islands/cases/CaseIsland.tsx';
import { CasesIsland } from '../../src/islands/cases/CasesIsland.tsx';
import { ContestIsland } from '../../src/islands/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../src/islands/contests/ContestsIsland.tsx';
import { DashboardIsland } from '../../src/islands/dashboard/DashboardIsland.tsx';
import { GameIsland } from '../../src/islands/game/GameIsland.tsx';
import { GamesIsland } from '../../src/islands/games/GamesIsland.tsx';
import { InventoryIsland } from '../../src/islands/inventory/InventoryIsland.tsx';
import { InviteIsland } from '../../src/islands/invite/InviteIsland.tsx';
import { LeaderboardIsland } from '../../src/islands/leaderboard/LeaderboardIsland.tsx';
import { FindPasswordIsland } from '../../src/islands/login/FindPasswordIsland.tsx';
import { ForgotPasswordIsland } from '../../src/islands/login/ForgotPasswordIsland.tsx';
import { LoginIsland } from '../../src/islands/login/LoginIsland.tsx';
import { LostCodesIsland } from '../../src/islands/login/LostCodesIsland.tsx';
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx';
import { PlayIsland } from '../../src/islands/play/PlayIsland.tsx';
import { RewardIsland } from '../../src/islands/reward/RewardIsland.tsx';
import { RewardsIsland } from '../../src/islands/rewards/RewardsIsland.tsx';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { WriteIsland } from '../../src/islands/write/WriteIsland.tsx';

/** A form that could send nothing by itself, so that no password gets into an address. */
const sendsNothing = /method="dialog"/;
const merge = { arcade: 'merge', id: 1, name: 'Merge', controls: '', quests: [] };

const islands: readonly [what: string, island: ReactElement, ...holds: RegExp[]][] = [
  ['the article', <ArticleIsland key="" area="guest" />, /Loading the article/],
  ['the top bar', <BalanceIsland key="" />, /(skeleton.*){3}/s, /aria-label="Notices"/, /popover="auto"/],
  ['the case', <CaseIsland key="" area="guest" />, /odds-size/],
  ['the cases', <CasesIsland key="" area="user" />, /case-size/],
  ['the contest', <ContestIsland key="" area="guest" />, /panel-size/],
  ['the contests', <ContestsIsland key="" area="user" />, /raffle-size/],
  ['the dashboard', <DashboardIsland key="" play={undefined} weekly={4} />, /skeleton/],
  ['the game', <GameIsland key="" area="guest" />, /skeleton/, /<h1>/],
  ['the games', <GamesIsland key="" area="user" />, /skeleton/],
  ['the inventory', <InventoryIsland key="" />, /Loading your inventory/],
  ['the friends', <InviteIsland key="" />, /skeleton/],
  ['the leaderboard', <LeaderboardIsland key="" />, /skeleton/],
  ['the log-in', <LoginIsland key="" />, /autoComplete="current-password"/, sendsNothing],
  ['who forgot the password', <ForgotPasswordIsland key="" />, /type="email"/, sendsNothing],
  ['the new password', <FindPasswordIsland key="" />, /type="email"/, sendsNothing],
  [
    'the lost codes',
    <LostCodesIsland key="" act="begin" />,
    /Log in without a code, in a week/,
    sendsNothing,
  ],
  ['the kept codes', <LostCodesIsland key="" act="stop" />, /Keep your codes on/, sendsNothing],
  ['the orders', <OrdersIsland key="" />, /Loading your orders/],
  // Its address isn't known to the build: no game is named.
  ['the stage', <PlayIsland key="" games={[merge]} />, /class="surface"/, /^(?!.*Merge)/s],
  ['the reward', <RewardIsland key="" area="user" />, /redeem-size/],
  [
    'the rewards',
    <RewardsIsland key="" area="user" />,
    /^(?:(?:(?!ticket-size).)*ticket-size){20}(?!.*ticket-size)/s,
  ],
  ['the settings', <SettingsIsland key="" />, /aria-busy="true"/],
  ['one’s own articles', <WriteIsland key="" />, /skeleton/, /What we ask for/],
];

test.each(islands)(
  '%s is built without inline styles, and its form could send nothing by itself',
  (_, island, ...holds) => {
    const html = renderToString(island);
    for (const pattern of holds) expect(html).toMatch(pattern);
    expect(html).not.toMatch(/\sstyle=/);
  },
);
