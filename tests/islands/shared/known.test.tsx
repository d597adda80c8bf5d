/** What the build knows of a list or an item is shown until the answer arrives, and nowhere else. */
import { render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArticleIsland } from '../../../src/islands/articles/ArticleIsland.tsx';
import { ArticlesIsland } from '../../../src/islands/articles/ArticlesIsland.tsx';
import { GameIsland } from '../../../src/islands/catalogue/game/GameIsland.tsx';
import { AllGamesIsland } from '../../../src/islands/catalogue/games/AllGamesIsland.tsx';
import { GameLists } from '../../../src/islands/catalogue/games/GameLists.tsx';
import { GamesIsland } from '../../../src/islands/catalogue/games/GamesIsland.tsx';
import { RewardsIsland } from '../../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { CaseIsland } from '../../../src/islands/draws/cases/CaseIsland.tsx';
import { CasesIsland } from '../../../src/islands/draws/cases/CasesIsland.tsx';
import { ContestsIsland } from '../../../src/islands/draws/contests/ContestsIsland.tsx';
import { About } from '../../../src/islands/redemption/reward/About.tsx';
import { RewardIsland } from '../../../src/islands/redemption/reward/RewardIsland.tsx';
import { Fold } from '../../../src/islands/shared/Fold.tsx';
import { getArticle, listArticles } from '../../../src/lib/contract/articles/articles.ts';
import { getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { getCase, listCases } from '../../../src/lib/contract/draws/cases.ts';
import { listContests } from '../../../src/lib/contract/draws/contests.ts';
import { aCard, anInfo, gameCard } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, pageOf } from '../../support/host.ts';
import { visit } from '../../support/screen.ts';

const host = hostOfEachTest(() => {});
const known = <a href="/guest/reward/84/Robux">As built</a>;

test.each([
  ['/guest/rewards', listRewards, <RewardsIsland key="" area="guest" known={known} />, '?game-name=steam'],
  ['/guest/gameslist', listGames, <GamesIsland key="" area="guest" known={known} />, '?page=2'],
  ['/guest/cases', listCases, <CasesIsland key="" area="guest" known={known} />, '?sort-by=newest'],
  ['/guest/article', listArticles, <ArticlesIsland key="" area="guest" known={known} />, '?type=news'],
  ['/user/games-all', listGames, <AllGamesIsland key="" known={known} />, '?genre=Puzzle'],
  ['/guest/contests', listContests, <ContestsIsland key="" area="guest" known={known} />, '?page=2'],
] as const)(
  '%s shows the known content for the list’s first view, until the answer arrives',
  async (path, call, island, other) => {
    const give = host.hold(call);
    visit(path);
    const { unmount } = render(island);
    expect(screen.getByText('As built')).toBeTruthy();
    give(databaseAway());
    await screen.findByRole('alert');
    expect(screen.queryByText('As built')).toBeNull();
    unmount();

    host.hold(call);
    visit(path + other);
    render(island);
    expect(screen.queryByText('As built')).toBeNull();
  },
);

test.each([
  ['/guest/reward/84', getReward, <RewardIsland key="" area="guest" known={known} />],
  ['/guest/game/1', getGuestGame, <GameIsland key="" area="guest" known={known} />],
  ['/guest/case/1', getCase, <CaseIsland key="" area="guest" known={known} />],
  ['/guest/article/5', getArticle, <ArticleIsland key="" area="guest" known={known} />],
] as const)(
  '%s shows the known content in the built page, until the answer arrives',
  async (path, call, island) => {
    expect(renderToString(island)).toContain('As built');
    const give = host.hold(call);
    visit(path);
    render(island);
    expect(screen.getByText('As built')).toBeTruthy();
    give(databaseAway());
    await screen.findByRole('alert');
    expect(screen.queryByText('As built')).toBeNull();
  },
);

test('keyboard focus on a link stays on the same link of the answer', async () => {
  const give = host.hold(listRewards);
  visit('/guest/rewards');
  render(<RewardsIsland area="guest" known={known} />);
  screen.getByText('As built').focus();
  give(pageOf([aCard({ id: 12, name: 'Another' }), aCard({ id: 84, name: 'Robux' })]));
  const link = await screen.findByRole('link', { name: /Robux/ });
  expect(document.activeElement).toBe(link);
});

/** What the build knows comes as HTML, as in a slot of the built page. */
const built = (html: string) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the test's own text
  <div dangerouslySetInnerHTML={{ __html: html }} />
);
/** The section with this heading, and the element that opens it. */
const fold = (heading: string) => {
  const summary = screen.getByText(heading).closest('summary');
  return { summary, details: summary?.closest('details') };
};
const games = [
  gameCard(1, { name: 'Merge', source: 'own' }),
  gameCard(30, { name: 'Realm of tiles', source: 'demo-partner' }),
];

test('a section that was opened before the answer stays open, with the focus', async () => {
  const give = host.hold(listGames);
  visit('/guest/gameslist');
  const known = built(renderToString(<GameLists games={games} area="guest" whole />));
  render(<GamesIsland area="guest" known={known} />);
  const { summary, details } = fold('Demo games');
  details?.toggleAttribute('open', true);
  summary?.focus();
  give(pageOf(games));
  await waitFor(() => expect(summary?.isConnected).toBe(false));
  const after = fold('Demo games');
  expect(after.details?.open).toBe(true);
  expect(document.activeElement).toBe(after.summary);
});

test('a section that was closed before the answer stays closed, and no other one', async () => {
  const info = anInfo();
  const give = host.hold(getReward);
  visit(`/guest/reward/${info.reward.id}`);
  const known = built(renderToString(<About reward={info.reward} area="guest" way="As built" />));
  render(<RewardIsland area="guest" known={known} way="As built" />);
  const { summary, details } = fold('Details');
  expect(details?.open).toBe(true);
  details?.toggleAttribute('open', false);
  give(info);
  await waitFor(() => expect(summary?.isConnected).toBe(false));
  expect(fold('Details').details?.open).toBe(false);
  expect(fold('How long it takes').details?.open).toBe(true);
});

test('a section that was opened before the script ran stays open, also without the focus', () => {
  const section = (
    <Fold id="facts" title="Details" open="wide">
      Text
    </Fold>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(section);
  container.querySelector('details')?.toggleAttribute('open', true);
  render(section, { container, hydrate: true });
  expect(fold('Details').details?.open).toBe(true);
});
