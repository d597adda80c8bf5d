/**
 * A fault of the API on every screen that calls it: each part that failed says why and offers a retry, nothing keeps loading, and
 * the retry works. A new screen is a new row: a route without one fails the first test. tests/islands/acts.test.ts has the calls
 * that change something.
 */
import { render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { PlayIsland } from '../../src/islands/arcade/PlayIsland.tsx';
import { ArticleIsland } from '../../src/islands/articles/ArticleIsland.tsx';
import { ArticlesIsland } from '../../src/islands/articles/ArticlesIsland.tsx';
import { GameIsland } from '../../src/islands/catalogue/game/GameIsland.tsx';
import { AllGamesIsland } from '../../src/islands/catalogue/games/AllGamesIsland.tsx';
import { GamesIsland } from '../../src/islands/catalogue/games/GamesIsland.tsx';
import { RewardsIsland } from '../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { CaseIsland } from '../../src/islands/draws/cases/CaseIsland.tsx';
import { CasesIsland } from '../../src/islands/draws/cases/CasesIsland.tsx';
import { ContestIsland } from '../../src/islands/draws/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../src/islands/draws/contests/ContestsIsland.tsx';
import { ContactIsland } from '../../src/islands/messages/contact/ContactIsland.tsx';
import { MessagesIsland } from '../../src/islands/messages/MessagesIsland.tsx';
import { OfferwallsIsland } from '../../src/islands/offers/OfferwallsIsland.tsx';
import { PayoutsIsland } from '../../src/islands/offers/payouts/PayoutsIsland.tsx';
import { ProfileIsland } from '../../src/islands/profile/ProfileIsland.tsx';
import { DashboardIsland } from '../../src/islands/progress/dashboard/DashboardIsland.tsx';
import { LeaderboardIsland } from '../../src/islands/progress/leaderboard/LeaderboardIsland.tsx';
import { InventoryIsland } from '../../src/islands/redemption/inventory/InventoryIsland.tsx';
import { OrdersIsland } from '../../src/islands/redemption/orders/OrdersIsland.tsx';
import { RewardIsland } from '../../src/islands/redemption/reward/RewardIsland.tsx';
import { InviteIsland } from '../../src/islands/referrals/InviteIsland.tsx';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { SocialIsland } from '../../src/islands/social/SocialIsland.tsx';
import { SubmissionsIsland } from '../../src/islands/submissions/SubmissionsIsland.tsx';
import type { Call } from '../../src/lib/contract/call.ts';
import { getOffer } from '../../src/lib/contract/offers/offers.ts';
import { findRoute, routes } from '../../src/lib/routing/routes.ts';
import { calls } from '../support/calls.ts';
import { aUser, signIn } from '../support/fixtures.ts';
import { databaseAway, hostOfEachTest, refusal } from '../support/host.ts';
import { sampleAnswer } from '../support/sample.ts';
import { linkTo, visit } from '../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const game = { arcade: 'merge', id: 1, name: 'Merge', summary: '', controls: '', quests: [] };
const KEY = '7c0f0f5e-4a53-4c0e-9d3b-000000000001';

/** The address, the screen, and how many of its parts fail separately: 1 if it isn't there. */
const screens: readonly [path: string, island: ReactElement, parts?: number][] = [
  ['/guest', <PayoutsIsland key="" area="guest" />],
  ['/guest/gameslist', <GamesIsland key="" area="guest" />],
  ['/guest/game/1', <GameIsland key="" area="guest" />],
  ['/guest/rewards', <RewardsIsland key="" area="guest" />],
  ['/guest/reward/1', <RewardIsland key="" area="guest" />],
  ['/guest/article', <ArticlesIsland key="" area="guest" />],
  ['/guest/article/1', <ArticleIsland key="" area="guest" />],
  ['/guest/contests', <ContestsIsland key="" area="guest" />],
  ['/guest/contest/1', <ContestIsland key="" area="guest" />],
  ['/guest/cases', <CasesIsland key="" area="guest" />],
  ['/guest/case/1', <CaseIsland key="" area="guest" />],
  ['/user', <DashboardIsland key="" weekly={4} />, 5],
  ['/user/games', <GamesIsland key="" area="user" />],
  ['/user/games-all', <AllGamesIsland key="" />],
  ['/user/game/1', <GameIsland key="" area="user" />],
  ['/user/rewards', <RewardsIsland key="" area="user" />],
  ['/user/reward/1', <RewardIsland key="" area="user" />],
  ['/user/order-history', <OrdersIsland key="" />],
  ['/user/order-history?receipt=1', <OrdersIsland key="" />],
  ['/user/article', <ArticlesIsland key="" area="user" />],
  ['/user/article/1', <ArticleIsland key="" area="user" />],
  ['/user/contests', <ContestsIsland key="" area="user" />],
  ['/user/contests?tab=entries', <ContestsIsland key="" area="user" />],
  ['/user/contest/1', <ContestIsland key="" area="user" />],
  ['/user/cases', <CasesIsland key="" area="user" />],
  ['/user/cases?tab=openings', <CasesIsland key="" area="user" />],
  ['/user/case/1', <CaseIsland key="" area="user" />],
  ['/user/create_content', <SubmissionsIsland key="" />],
  [`/user/create_content?draft=${KEY}`, <SubmissionsIsland key="" />],
  ['/user/inventory', <InventoryIsland key="" />],
  ['/user/invite', <InviteIsland key="" />],
  ['/user/leaderboard', <LeaderboardIsland key="" />],
  ['/user/leaderboard?show=tournament', <LeaderboardIsland key="" />],
  ['/user/messages', <MessagesIsland key="" />],
  ['/user/messages?thread=1', <MessagesIsland key="" />],
  ['/user/messages?show=notifications', <MessagesIsland key="" />],
  ['/user/offerwalls', <OfferwallsIsland key="" />],
  ['/user/offerwalls?offer=1', <OfferwallsIsland key="" />],
  ['/user/profile', <ProfileIsland key="" />],
  ['/user/profile/2', <ProfileIsland key="" />],
  ['/user/settings', <SettingsIsland key="" />],
  ['/user/socialmedia', <SocialIsland key="" />],
  ['/games/merge/play/desktop?round=today', <PlayIsland key="" games={[game]} />],
];

const host = hostOfEachTest();
const errors = vi.spyOn(console, 'error');
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  errors.mockClear();
});
const answerAll = (answer: (call: Call) => unknown) => {
  for (const { call } of calls) host.on<Call>(call, () => answer(call) as Response);
};
/** Every call works. */
function recover(): void {
  answerAll(sampleAnswer);
  const { offer } = v.parse(getOffer.answer, sampleAnswer(getOffer));
  host.on(getOffer, () => ({
    offer: { ...offer, requirements: { ...offer.requirements, countries: ['NL'] } },
  }));
}
const retries = () => screen.queryAllByRole('button', { name: 'Retry' });
const busy = () => document.querySelectorAll('.skeleton, [aria-busy="true"]');

const isForGuests = (path: string) => path.startsWith('/guest');

/** Shows a screen all of whose calls end like this. */
function open(path: string, island: ReactElement, end: () => Response): void {
  signIn(isForGuests(path) ? null : aUser({ myreward: null }));
  answerAll(end);
  visit(path);
  render(island);
}

test('every screen has a row in the table', () => {
  const needed = Object.entries(routes).filter(([, { area }]) => ['guest', 'user', 'play'].includes(area));
  // The first leads on, and the form to write to us calls nothing.
  const rows = ['guestGamesById', 'guestContact', 'userContact'].concat(
    screens.map(([path]) => findRoute(path.split('?')[0] ?? '')?.name ?? path),
  );
  expect(new Set(rows)).toEqual(new Set(needed.map(([name]) => name)));
});

test.each(screens)('%s says why each part failed, and Retry works', async (path, island, parts = 1) => {
  open(path, island, databaseAway);
  await waitFor(() => expect(retries()).toHaveLength(parts));
  const reasons = screen.getAllByRole('alert').filter((one) => /The database is away/.test(one.textContent));
  expect(reasons).toHaveLength(parts);
  expect(busy()).toHaveLength(0);
  recover();
  for (const retry of retries()) retry.click();
  await waitFor(() => expect([retries().length, busy().length]).toEqual([0, 0]));
  expect(screen.queryByText(/The database is away/)).toBeNull();
  expect(errors).not.toHaveBeenCalled();
});

test.each(screens.filter(([path]) => isForGuests(path)))(
  '%s leads a guest whom the host rejects to the login and back',
  async (path, island) => {
    open(path, island, () => refusal(401, 'unauthenticated'));
    const alert = within(await screen.findByRole('alert'));
    expect(linkTo('Log in', alert)).toBe(`/login?from=${encodeURIComponent(path)}`);
    expect(retries()).toHaveLength(0);
  },
);

test('the form to write to us asks for nothing', async () => {
  open('/user/contact', <ContactIsland />, databaseAway);
  await screen.findByLabelText('Your message');
  expect(host.log).toEqual([]);
});
