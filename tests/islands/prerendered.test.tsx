/** What the build writes for each island: a skeleton or a form, without the style attributes that the pages' policy blocks. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayIsland } from '../../src/islands/arcade/PlayIsland.tsx';
import { ArticleIsland } from '../../src/islands/articles/ArticleIsland.tsx';
import { ArticlesIsland } from '../../src/islands/articles/ArticlesIsland.tsx';
import { FindPasswordIsland } from '../../src/islands/auth/FindPasswordIsland.tsx';
import { ForgotPasswordIsland } from '../../src/islands/auth/ForgotPasswordIsland.tsx';
import { LoginIsland } from '../../src/islands/auth/LoginIsland.tsx';
import { LostCodesIsland } from '../../src/islands/auth/LostCodesIsland.tsx';
import { GameIsland } from '../../src/islands/catalogue/game/GameIsland.tsx';
import { GamesIsland } from '../../src/islands/catalogue/games/GamesIsland.tsx';
import { RewardsIsland } from '../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { CaseIsland } from '../../src/islands/draws/cases/CaseIsland.tsx';
import { CasesIsland } from '../../src/islands/draws/cases/CasesIsland.tsx';
import { ContestIsland } from '../../src/islands/draws/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../src/islands/draws/contests/ContestsIsland.tsx';
import { DashboardIsland } from '../../src/islands/progress/dashboard/DashboardIsland.tsx';
import { LeaderboardIsland } from '../../src/islands/progress/leaderboard/LeaderboardIsland.tsx';
import { InventoryIsland } from '../../src/islands/redemption/inventory/InventoryIsland.tsx';
import { OrdersIsland } from '../../src/islands/redemption/orders/OrdersIsland.tsx';
import { RewardIsland } from '../../src/islands/redemption/reward/RewardIsland.tsx';
import { InviteIsland } from '../../src/islands/referrals/InviteIsland.tsx';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { BalanceIsland } from '../../src/islands/shell/BalanceIsland.tsx';
import { SubmissionsIsland } from '../../src/islands/submissions/SubmissionsIsland.tsx';

/** A form that can't be submitted without scripts, so that no password gets into an address. */
const sendsNothing = /method="dialog"/;
const merge = { arcade: 'merge', id: 1, name: 'Merge', summary: '', controls: '', quests: [] };

const islands: readonly [what: string, island: ReactElement, ...holds: RegExp[]][] = [
  ['the article', <ArticleIsland key="" area="guest" />, /Loading the article/],
  ['the articles', <ArticlesIsland key="" area="guest" />, /skeleton/, /All/],
  ['the top bar', <BalanceIsland key="" />, /skeleton/, /aria-label="Notifications"/, /popover="auto"/],
  ['the case', <CaseIsland key="" area="guest" />, /odds-size/],
  ['the cases', <CasesIsland key="" area="user" />, /case-size/],
  ['the contest', <ContestIsland key="" area="guest" />, /panel-size/],
  ['the contests', <ContestsIsland key="" area="user" />, /raffle-size/],
  ['the dashboard', <DashboardIsland key="" weekly={4} />, /skeleton/],
  ['the game', <GameIsland key="" area="guest" />, /skeleton/, /<h1>/],
  ['the games', <GamesIsland key="" area="user" />, /skeleton/],
  ['the inventory', <InventoryIsland key="" />, /Loading your items/],
  ['the friends', <InviteIsland key="" />, /skeleton/],
  ['the leaderboard', <LeaderboardIsland key="" />, /skeleton/],
  ['the log-in', <LoginIsland key="" />, /autoComplete="current-password"/, sendsNothing],
  ['who forgot the password', <ForgotPasswordIsland key="" />, /type="email"/, sendsNothing],
  ['the new password', <FindPasswordIsland key="" />, /type="email"/, sendsNothing],
  ['the lost codes', <LostCodesIsland key="" act="begin" />, /Log in without a code in a week/, sendsNothing],
  [
    'the kept codes',
    <LostCodesIsland key="" act="stop" />,
    /Keep two-factor authentication on/,
    sendsNothing,
  ],
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
  ['one’s own articles', <SubmissionsIsland key="" />, /skeleton/, /What we ask for/],
];

test.each(islands)(
  '%s is built without inline styles, and its form could send nothing by itself',
  (_, island, ...holds) => {
    const html = renderToString(island);
    for (const pattern of holds) expect(html).toMatch(pattern);
    expect(html).not.toMatch(/\sstyle=/);
  },
);
