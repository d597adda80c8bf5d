import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { GameIsland } from '../../../src/islands/catalogue/game/GameIsland.tsx';
import { loadGameData } from '../../../src/islands/catalogue/game/game-data-store.ts';
import { loadGame } from '../../../src/islands/catalogue/game/game-info-store.ts';
import {
  listGameArticles,
  listGameRewards,
  showGameArticles,
} from '../../../src/lib/contract/articles/articles.ts';
import { type GameInfo, getGame, getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import type { RewardCard } from '../../../src/lib/contract/catalogue/rewards.ts';
import { likeOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import type { ArticleCard } from '../../../src/lib/contract/progress/dashboard.ts';
import { aCard, aUser, gameCard, gameInfo, opinion, quest, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf, paginate, refusal } from '../../support/host.ts';
import { button, findLinkTo, linkTo, press, pressFound, textsOf, visit } from '../../support/screen.ts';

const GUEST = '/guest/game/1/Merge';
const quests = [
  quest(101, { name: 'First round', goal: 1 }),
  quest(104, { name: 'Done before', progress: 10, completionStatus: 'completed' }),
  quest(105, {
    name: 'Score 600',
    metric: 'score',
    mode: 'best',
    goal: 600,
    progress: 240,
    completionStatus: 'in_progress',
  }),
  quest(110, { name: 'Ten rounds', period: 'weekly', progress: 7, completionStatus: 'in_progress' }),
];
const best = { id: 'classic', name: null, score: 12_480, medal: 'gold' as const, next: null };
const wide = {
  id: 'wide',
  name: '5 × 5',
  score: 4200,
  medal: 'bronze' as const,
  next: { medal: 'silver' as const, score: 15_000 },
};
const merge = gameInfo({ best_scores: [best, wide] }, { quests, registration_quest: quests[0] ?? null });

let rewards: RewardCard[] = [];
/** Newest first; all are guides. */
let articles: ArticleCard[] = [];
/** The call that fails, by the type of articles and their page: 'news 1'. */
let down = '';
const host = hostOfEachTest(() => {
  rewards = [];
  articles = [];
  down = '';
  answer(merge);
  host.on(listGameRewards, ({ query }) => paginate(rewards, query));
  host.on(showGameArticles, () => ({ articles: articles.slice(0, 3) }));
  host.on(listGameArticles, ({ params, query }) =>
    down === `${params.type} ${query.get('page') ?? 1}`
      ? refusal(500, 'internal')
      : paginate(params.type === 'news' ? [] : articles, query),
  );
});
function answer(info: GameInfo) {
  host.on(getGame, () => info);
  host.on(getGuestGame, () => info);
}
afterEach(async () => {
  // Opens another game, so that the next test knows nothing of this one.
  await Promise.all([loadGame(999), loadGameData(999)]);
});

describe('an opinion on a game', () => {
  const vote = (name: string) => button(new RegExp(`^${name}d?\\b.*, what someone wrote$`));
  const states = () =>
    ['Like', 'Dislike'].map((name) => [vote(name).textContent, vote(name).getAttribute('aria-pressed')]);
  const one = opinion(30, { user: { id: 9, name: 'someone', sample: false }, likes: 2 });
  const with_ = (change: Partial<GameInfo>) => ({ ...merge, opinions: pageOf([one]), ...change });
  const begin = async (change: Partial<GameInfo> = {}) => {
    signIn();
    answer(with_(change));
    open('/user/game/1');
    await screen.findByRole('button', { name: /^Disliked?, what someone wrote$/ });
  };

  test('is liked or disliked, one replacing the other, and the same press again takes it back', async () => {
    let lists: readonly [liked: number[], disliked: number[]] = [[], []];
    host.on(likeOpinion, ({ body }) => {
      const [liked, disliked] = lists;
      lists =
        body.status === 'like' ? [liked.length > 0 ? [] : [30], []] : [[], disliked.length > 0 ? [] : [30]];
      return {
        userLikedOpinions: lists[0],
        userDislikedOpinions: lists[1],
        // Each answer has a different count, so that a change is visible.
        opinion: { ...one, likes: 10 * host.asked(likeOpinion).length },
      };
    });
    await begin();
    for (const [name, like, dislike] of [
      ['Dislike', ['Like 10', 'false'], ['Disliked', 'true']],
      ['Like', ['Liked 20', 'true'], ['Dislike', 'false']],
      ['Dislike', ['Like 30', 'false'], ['Disliked', 'true']],
      ['Dislike', ['Like 40', 'false'], ['Dislike', 'false']],
    ] as const) {
      fireEvent.click(vote(name));
      await waitFor(() => expect(states()).toEqual([like, dislike]));
    }
    expect(host.bodies(likeOpinion).map(({ status }) => status)).toEqual([
      'dislike',
      'like',
      'dislike',
      'dislike',
    ]);
  });

  test('keeps the vote that the host confirms, and the earlier one if a dislike is rejected', async () => {
    host.on(likeOpinion, () => refusal(429, 'too_many_requests', 'Too many at once.'));
    await begin({ userLikedOpinions: [30] });
    const before = [
      ['Liked 2', 'true'],
      ['Dislike', 'false'],
    ];
    await waitFor(() => expect(states()).toEqual(before));
    fireEvent.click(vote('Dislike'));
    await screen.findByText('We couldn’t save your dislike. Too many at once.');
    expect(states()).toEqual(before);
    await loadGame(999);
    await begin({ userDislikedOpinions: [30] });
    await waitFor(() => expect(states()[1]).toEqual(['Disliked', 'true']));
  });

  test('stays disliked on a host that sends only likes', async () => {
    host.on(likeOpinion, () => ({ userLikedOpinions: [], opinion: one }));
    await begin({ userDislikedOpinions: undefined });
    fireEvent.click(vote('Dislike'));
    await waitFor(() => expect(host.asked(likeOpinion)).toHaveLength(1));
    await waitFor(() => expect(states()[1]).toEqual(['Disliked', 'true']));
  });
});

function open(address = GUEST) {
  cleanup();
  visit(address);
  render(<GameIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}
const region = (name: string | RegExp) => screen.findByRole('region', { name });
const manyArticles = (count: number): ArticleCard[] =>
  Array.from({ length: count }, (_, at) => ({
    id: count - at,
    type: 'guide',
    title: `Article ${count - at}`,
    summary: 'What it says.',
    published_at: '2026-11-18T00:00:00.000Z',
  }));

test('a signed-in player’s page uses the users’ path, and groups quests by how often they repeat', async () => {
  signIn(aUser());
  open('/user/game/1');
  await screen.findByRole('heading', { level: 1, name: 'Merge' });
  expect(host.asked(getGuestGame)).toEqual([]);
  expect(screen.getByText('Your best scores').parentElement?.textContent).toBe(
    'Your best scores12,480 Gold medalClassic4,200 Bronze medal5 × 5, silver from 15,000',
  );
  const list = await region('Quests');
  expect(list.textContent).toMatch(
    /Quest for signing up.*First round.*Every week.*Ten rounds.*Once.*Score 600.*Done before/,
  );
  for (const words of ['240 of 600', '7 of 10', 'completed'])
    expect(within(list).getByText(words)).toBeTruthy();
  expect(within(list).queryByText('0 of 1')).toBeNull();
  expect(linkTo('Play Merge')).toBe('/games/merge/play/desktop');
  expect(screen.queryByRole('link', { name: /Sign up/ })).toBeNull();
});

test.each([true, false])('a player’s sections start open in a wide window: %s', async (isWide) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }));
  onTestFinished(() => void vi.unstubAllGlobals());
  signIn(aUser());
  answer({ ...merge, opinions: pageOf([opinion(1)]) });
  open('/user/game/1');
  for (const name of ['About the game', 'Reviews'])
    expect((await region(name)).querySelector('details')?.open, name).toBe(isWide);
});

test('a guest’s page uses the guests’ path, shows quests without progress, and offers to sign up', async () => {
  open();
  expect(await findLinkTo('Sign up to earn points')).toBe('/login?from=%2Fguest%2Fgame%2F1%2FMerge#sign-up');
  expect(screen.getByText('Play now, keep your points when you sign up.')).toBeTruthy();
  expect(host.asked(getGame)).toEqual([]);
  expect(screen.getByText('Ten rounds')).toBeTruthy();
  expect(screen.queryByText('7 of 10')).toBeNull();
  answer(gameInfo({}, { quests: quests.slice(0, 1) }));
  open();
  await screen.findByText('1 quest');
});

test('a demo listing says that it can’t be played, and names no platforms if they aren’t known', async () => {
  answer(gameInfo({ source: 'demo-partner', arcade: null, devices: [] }, { quests }));
  open();
  await screen.findByText(/can’t play it/);
  expect(screen.queryByRole('link', { name: /Play/ })).toBeNull();
  expect(screen.getByText('Arrow keys.')).toBeTruthy();
  expect(screen.queryByText('Plays on')).toBeNull();
});

test('opinions of sample accounts and of players who earned here are marked, and loading more can be retried', async () => {
  const all = Array.from({ length: 25 }, (_, at) => opinion(25 - at));
  all[0] = opinion(25, { user: { id: 3, name: 'ada', sample: false }, verified: true, likes: 1 });
  let fails = true;
  host.on(getGuestGame, ({ query }) =>
    fails && query.get('page') === '2'
      ? refusal(500, 'internal')
      : gameInfo({}, { opinions: paginate(all, query) }),
  );
  open();
  const list = within(await region('Reviews'));
  const [ada, other] = list.getAllByRole('listitem');
  expect(ada?.textContent).toContain('verified');
  expect(ada?.textContent).not.toContain('sample');
  expect(other?.textContent).toContain('sample');
  press('Load more');
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { level: 1, name: 'Merge' })).toBeTruthy();
  expect(screen.getByText('Opinion 25')).toBeTruthy();
  fails = false;
  press('Retry');
  await list.findByText('Opinion 1');
  expect(list.getAllByRole('listitem')).toHaveLength(25);
  expect(list.getByText('You’ve reached the end.')).toBeTruthy();
});

describe('opinions on it', () => {
  const titles = async () => textsOf(within(await region('Articles about Merge')).getAllByRole('link'));
  const rows = async () => within(await region('Articles about Merge')).getAllByRole('listitem').length;

  test('are shown newest first, and by type on request', async () => {
    articles = manyArticles(4);
    open();
    await region(/^Articles/);
    expect(await titles()).toEqual(['Article 4', 'Article 3', 'Article 2']);
    const announced = within(await region('Articles about Merge')).getAllByRole('status')[0];
    expect(announced?.textContent).toBe('Articles: 3');
    press('Show all');
    await screen.findByText('Article 1');
    await waitFor(() => expect(announced?.textContent).toBe('Articles: 4'));
    articles = articles.slice(1);
    press('Guides');
    await waitFor(async () => expect(await titles()).toEqual(['Article 3', 'Article 2', 'Article 1']));
    press('News');
    await screen.findByText('Nothing here yet.');
  });

  test('stay loaded for a player who comes back', async () => {
    articles = manyArticles(25);
    open();
    await pressFound('Show all');
    await pressFound('Load more');
    await screen.findByText('You’ve reached the end.');
    const before = host.asked(listGameArticles).length;
    open();
    expect(await rows()).toBe(25);
    await waitFor(() => expect(host.asked(listGameArticles)).toHaveLength(before + 1));
    const list = (await region(/^Articles/)).querySelector('.found');
    await waitFor(() => expect(list?.getAttribute('aria-busy')).toBe('false'));
    expect(await rows()).toBe(25);
  });

  test('stay if they can’t be refetched, and only the failed part is retried', async () => {
    articles = manyArticles(4);
    open();
    await screen.findByText('Article 4');
    host.on(showGameArticles, () => refusal(500, 'internal'));
    open();
    await screen.findByRole('alert');
    expect(screen.getByText('Article 4')).toBeTruthy();
    host.on(showGameArticles, () => ({ articles: articles.slice(1) }));
    press('Retry');
    await screen.findByText('Article 1');
    expect(screen.queryByText('Article 4')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy();
  });

  test('retry only the part that failed: all, the next page, a type', async () => {
    articles = manyArticles(45);
    open();
    await region(/^Articles/);
    const fails = async (what: string, by: string) => {
      down = what;
      press(by);
      expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load the articles');
      down = '';
      press('Retry');
    };
    await fails('all 1', 'Show all');
    await waitFor(async () => expect(await rows()).toBe(20));
    press('Load more');
    await waitFor(async () => expect(await rows()).toBe(40));
    await fails('all 3', 'Load more');
    await screen.findByText('You’ve reached the end.');
    expect(await rows()).toBe(45);
    await fails('news 1', 'News');
    await screen.findByText('Nothing here yet.');
  });
});

describe('its rewards', () => {
  const WITHIN = 'Rewards within reach';

  test('are shown if it has some, even if they can’t be refetched', async () => {
    rewards = [aCard({ id: 7, name: 'Zcash' })];
    open();
    expect(linkTo(/Zcash/, within(await region(WITHIN)))).toBe('/guest/reward/7/Zcash');
    expect(screen.queryByRole('region', { name: /^Articles/ })).toBeNull();
    host.on(listGameRewards, () => refusal(500, 'internal'));
    open();
    expect((await within(await region(WITHIN)).findByRole('alert')).textContent).toContain(
      'Showing the last saved version.',
    );
    expect(screen.getByRole('link', { name: /Zcash/ })).toBeTruthy();
    host.on(listGameRewards, ({ query }) => paginate(rewards, query));
    press('Retry');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test.each([null, 20])('aren’t called within reach of quests that pay %s points', async (points) => {
    rewards = [aCard({ id: 7, name: 'Zcash', points: 4000 })];
    answer(gameInfo({ points }));
    open();
    await region('Rewards for this game');
  });

  test('aren’t named for a listing, whose quests pay nothing', async () => {
    rewards = [aCard({ id: 7, name: 'Zcash' })];
    articles = manyArticles(1);
    answer(gameInfo({ source: 'demo-partner', arcade: null }));
    open();
    await screen.findByText('Article 1');
    expect(screen.queryByRole('region', { name: WITHIN })).toBeNull();
  });
});

test('similar games lead on in the same area', async () => {
  answer(gameInfo({}, { similar_games: [gameCard(7)] }));
  open();
  expect(linkTo(/Game 7/, within(await region('Similar games')))).toBe('/guest/game/7/Game-7');
});

test('the previous address’s game is never shown while the new one is loading', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Merge' });
  cleanup();
  visit('/guest/game/2/Other');
  answer(gameInfo({ id: 2, name: 'Other' }));
  const painted: string[] = [];
  render(
    <Profiler id="game" onRender={() => painted.push(document.body.textContent)}>
      <GameIsland area="guest" />
    </Profiler>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Other' });
  expect(painted.filter((text) => text.includes('Merge'))).toEqual([]);
});
