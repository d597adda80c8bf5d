import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GameIsland } from '../../src/islands/game/GameIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { ArticleCard } from '../../src/lib/contract/dashboard.ts';
import type { GameInfo } from '../../src/lib/contract/games.ts';
import type { RewardCard } from '../../src/lib/contract/rewards.ts';
import { loadGame } from '../../src/lib/stores/game.ts';
import { loadGameExtras } from '../../src/lib/stores/game-extras.ts';
import {
  type Asked,
  createHost,
  failure,
  gameCard,
  gameInfo,
  opinion,
  pageOf,
  quest,
  signIn,
} from '../support/island-host.ts';
import { aCard } from '../support/reward-host.ts';

const USER = '/api/user/games/1';
const GUEST = '/api/games/1';

let rewards: RewardCard[] = [];
let articles: ArticleCard[] = [];

function visit(address: string, answer: GameInfo | ((asked: Asked) => unknown)) {
  history.replaceState(null, '', address);
  const answering = typeof answer === 'function' ? answer : () => answer;
  const host = createHost({
    [USER]: answering,
    [GUEST]: answering,
    [`${USER}/rewards`]: ({ query }) => pageOf(rewards, query),
    [`${USER}/show-articles/type/all/count/3`]: () => ({ articles: articles.slice(0, 3) }),
    [`${USER}/articles/type/all`]: ({ query }) => pageOf(articles, query),
    [`${USER}/articles/type/guide`]: ({ query }) => pageOf(articles.slice(1), query),
    [`${USER}/articles/type/news`]: ({ query }) => pageOf([], query),
  });
  connectApi({ fetch: host.fetch });
  return host;
}

/** The newest first. */
const manyArticles = (count: number): ArticleCard[] =>
  Array.from({ length: count }, (_, at) => ({
    id: count - at,
    type: 'guide',
    title: `Article ${count - at}`,
    summary: 'What it says.',
    published_at: '2026-11-18T00:00:00.000Z',
  }));

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
  quest(110, {
    name: 'Ten rounds',
    period: 'weekly',
    progress: 7,
    completionStatus: 'in_progress',
    ends_at: '2026-11-23T00:00:00.000Z',
  }),
];
const merge = gameInfo({ best_score: 12_480 }, { quests, registration_quest: quests[0] ?? null });

afterEach(async () => {
  rewards = [];
  articles = [];
  vi.restoreAllMocks();
  // Another game, so that nothing is known of this one to the next test.
  connectApi({ fetch: createHost({}).fetch });
  await Promise.all([loadGame(999), loadGameExtras(999)]);
});

describe('the page of a game', () => {
  it('is a skeleton with a heading in the built page, without inline styles', () => {
    const html = renderToString(<GameIsland area="guest" />);
    expect(html).toContain('skeleton');
    expect(html).toContain('<h1>');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('asks by the users’ path for who is signed in, and shows their quests', async () => {
    signIn({ id: 5, name: 'player' });
    const host = visit('/user/game/1', merge);
    render(<GameIsland area="user" />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Merge' })).toBeTruthy();
    expect(document.title).toBe('Merge · Playtally');
    expect(host.asked.map(({ path }) => path)).toContain(USER);
    expect(host.to(GUEST)).toEqual([]);
    expect(screen.getByText('12,480')).toBeTruthy();
    const list = screen.getByRole('region', { name: 'Quests' });
    expect(within(list).getByText('240 of 600')).toBeTruthy();
    expect(within(list).getByText('7 of 10')).toBeTruthy();
    expect(within(list).getByText('completed')).toBeTruthy();
    expect(within(list).getByText('not started')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Play Merge' }).getAttribute('href')).toBe(
      '/games/merge/play/desktop',
    );
    expect(screen.queryByRole('link', { name: /Sign up/ })).toBeNull();
  });

  it('begins with the quest to start with, then what comes back, then what can be done once', async () => {
    signIn({ id: 5, name: 'player' });
    visit('/user/game/1', merge);
    render(<GameIsland area="user" />);
    const list = await screen.findByRole('region', { name: 'Quests' });
    expect(list.textContent).toMatch(
      /Start here.*First round.*Every week.*Ten rounds.*Once.*Score 600.*Done before/,
    );
  });

  it('is fetched anew when its day’s or its week’s quests end on screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
    const weekly = quest(110, { name: 'Ten rounds', period: 'weekly', ends_at: endsIn(400_000_000) });
    const daily = (name: string, ms: number) => quest(120, { name, period: 'daily', ends_at: endsIn(ms) });
    signIn({ id: 5, name: 'player' });
    let quests = [weekly, daily('Yesterday’s', 90_000)];
    visit('/user/game/1', () => gameInfo({}, { quests }));
    render(<GameIsland area="user" />);
    await screen.findByText('Yesterday’s');
    quests = [weekly, daily('Today’s', 86_400_000)];
    await vi.advanceTimersByTimeAsync(96_000);
    await screen.findByText('Today’s');
  });

  it('doesn’t say where it plays when that isn’t told', async () => {
    visit('/guest/game/1/Merge', gameInfo({ devices: [] }));
    render(<GameIsland area="guest" />);
    await screen.findByText('Arrow keys.');
    expect(screen.queryByText('Plays on')).toBeNull();
  });

  it('asks by the guests’ path for guests, shows no progress, and offers to sign up', async () => {
    const host = visit('/guest/game/1/Merge', merge);
    render(<GameIsland area="guest" />);
    const join = await screen.findByRole('link', { name: 'Sign up to have it counted' });
    expect(join.getAttribute('href')).toBe('/login?from=%2Fguest%2Fgame%2F1%2FMerge#sign-up');
    expect(host.asked.map(({ path }) => path)).toContain(GUEST);
    expect(host.to(USER)).toEqual([]);
    expect(screen.getByText('Ten rounds')).toBeTruthy();
    expect(screen.queryByText('7 of 10')).toBeNull();
  });

  it('puts a wrong name in a guest’s address right', async () => {
    visit('/guest/game/1/Something-else?from=mail', merge);
    render(<GameIsland area="guest" />);
    await waitFor(() => expect(location.pathname + location.search).toBe('/guest/game/1/Merge?from=mail'));
  });

  it('says plainly that a demo listing can’t be played', async () => {
    visit(
      '/guest/game/1/Nine-Lamps',
      gameInfo({ name: 'Nine Lamps', source: 'demo-partner', arcade: null }, { quests }),
    );
    render(<GameIsland area="guest" />);
    expect(await screen.findByText(/can’t be played/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Play/ })).toBeNull();
  });

  it('marks opinions of sample accounts and of players who earned here, and appends more', async () => {
    const all = Array.from({ length: 25 }, (_, at) => opinion(25 - at));
    all[0] = opinion(25, { user: { id: 3, name: 'ada', sample: false }, verified: true, likes: 1 });
    visit('/guest/game/1/Merge', ({ query }) => gameInfo({}, { opinions: pageOf(all, query) }));
    render(<GameIsland area="guest" />);
    const list = await screen.findByRole('region', { name: 'Opinions' });
    const [ada, other] = within(list).getAllByRole('listitem');
    expect(ada?.textContent).toContain('verified');
    expect(ada?.textContent).not.toContain('sample');
    expect(other?.textContent).toContain('sample');
    fireEvent.click(within(list).getByRole('button', { name: 'Load more' }));
    expect(await within(list).findByText('Opinion 1')).toBeTruthy();
    expect(within(list).getAllByRole('listitem')).toHaveLength(25);
    expect(within(list).getByText('That is all 25 opinions.')).toBeTruthy();
  });

  it('keeps the page when more opinions can’t be had, and tries again', async () => {
    const all = Array.from({ length: 25 }, (_, at) => opinion(25 - at));
    let down = true;
    visit('/guest/game/1/Merge', ({ query }) =>
      down && query.get('page') === '2'
        ? failure(500, 'internal')
        : gameInfo({}, { opinions: pageOf(all, query) }),
    );
    render(<GameIsland area="guest" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('alert');
    expect(screen.getByRole('heading', { level: 1, name: 'Merge' })).toBeTruthy();
    expect(screen.getByText('Opinion 25')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Opinion 1')).toBeTruthy();
  });

  it('shows what was written about it, the newest first, and all of it by type when asked', async () => {
    articles = [1, 2, 3, 4].map((id) => ({
      id,
      title: `Article ${id}`,
      summary: 'What it says.',
      type: 'guide',
      published_at: '2026-11-02T00:00:00.000Z',
    }));
    const host = visit('/guest/game/1/Merge', gameInfo());
    render(<GameIsland area="guest" />);
    const section = await screen.findByRole('region', { name: 'Articles about Merge' });
    const titles = () =>
      within(section)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(titles()).toEqual(['Article 1', 'Article 2', 'Article 3']);
    fireEvent.click(within(section).getByRole('button', { name: 'Show all' }));
    await within(section).findByText('Article 4');
    fireEvent.click(within(section).getByRole('button', { name: 'Guides' }));
    await waitFor(() => expect(titles()).toEqual(['Article 2', 'Article 3', 'Article 4']));
    fireEvent.click(within(section).getByRole('button', { name: 'News' }));
    await within(section).findByText('Nothing of this kind yet.');
    expect(host.to(`${USER}/articles/type/news`)).toHaveLength(1);
  });

  it('keeps the articles that were loaded for who comes back', async () => {
    signIn({ id: 5, name: 'player' });
    articles = manyArticles(25);
    visit('/user/game/1', merge);
    render(<GameIsland area="user" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('That is all 25 articles.');
    cleanup();
    const host = visit('/user/game/1', merge);
    render(<GameIsland area="user" />);
    const section = await screen.findByRole('region', { name: 'Articles about Merge' });
    expect(within(section).getAllByRole('listitem')).toHaveLength(25);
    await waitFor(() => expect(host.to(`${USER}/articles/type/all`)).toHaveLength(1));
    await waitFor(() => expect(section.querySelector('ul')?.getAttribute('aria-busy')).toBe('false'));
    expect(within(section).getAllByRole('listitem')).toHaveLength(25);
  });

  it('says that its articles are as they were where they can’t be had again, and tries for just these', async () => {
    articles = manyArticles(4);
    visit('/guest/game/1/Merge', gameInfo());
    render(<GameIsland area="guest" />);
    await screen.findByText('Article 4');
    cleanup();
    const host = visit('/guest/game/1/Merge', gameInfo());
    const few = `${USER}/show-articles/type/all/count/3`;
    host.answers[few] = () => failure(500, 'internal');
    render(<GameIsland area="guest" />);
    expect((await screen.findByRole('alert')).textContent).toContain('the articles as they were');
    host.answers[few] = () => ({ articles: articles.slice(1) });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Article 1');
    expect(screen.queryByText('Article 4')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy();
  });

  it('tries for just the articles that couldn’t be had: all, the next page, a type', async () => {
    articles = manyArticles(45);
    const host = visit('/guest/game/1/Merge', gameInfo());
    let down = '';
    for (const type of ['all', 'news'])
      host.answers[`${USER}/articles/type/${type}`] = ({ query }) =>
        down === `${type} ${query.get('page') ?? 1}`
          ? failure(500, 'internal')
          : pageOf(type === 'all' ? articles : [], query);
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    const retried = async (title: string) => {
      expect((await screen.findByRole('alert')).textContent).toContain(title);
      down = '';
      press('Retry');
    };
    render(<GameIsland area="guest" />);
    const section = await screen.findByRole('region', { name: 'Articles about Merge' });
    const rows = () => within(section).getAllByRole('listitem').length;
    down = 'all 1';
    press('Show all');
    await retried('More articles could not be loaded');
    await waitFor(() => expect(rows()).toBe(20));
    press('Load more');
    await waitFor(() => expect(rows()).toBe(40));
    down = 'all 3';
    press('Load more');
    await retried('More articles could not be loaded');
    await screen.findByText('That is all 45 articles.');
    expect(rows()).toBe(45);
    down = 'news 1';
    press('News');
    await retried('News could not be loaded');
    await within(section).findByText('Nothing of this kind yet.');
  });

  it('shows the rewards that belong to it, and neither section where there is nothing', async () => {
    rewards = [aCard({ id: 7, name: 'Zcash' })];
    visit('/guest/game/1/Merge', gameInfo());
    render(<GameIsland area="guest" />);
    const section = await screen.findByRole('region', { name: 'Within reach of its quests' });
    expect(within(section).getByRole('link').getAttribute('href')).toBe('/guest/reward/7/Zcash');
    expect(screen.queryByRole('region', { name: /^Articles/ })).toBeNull();
  });

  it('counts its quests for guests', async () => {
    visit('/guest/game/1/Merge', gameInfo({}, { quests: quests.slice(0, 1) }));
    render(<GameIsland area="guest" />);
    await screen.findByText('1 quest');
  });

  it.each([null, 20])('says nothing of reach where its quests pay %s points', async (points) => {
    rewards = [aCard({ id: 7, name: 'Zcash', points: 4000 })];
    visit('/guest/game/1/Merge', gameInfo({ points }));
    render(<GameIsland area="guest" />);
    await screen.findByRole('region', { name: 'Rewards of this game' });
  });

  it('names no reward within reach of quests that pay nothing', async () => {
    rewards = [aCard({ id: 7, name: 'Zcash' })];
    articles = manyArticles(1);
    visit('/guest/game/1/Nine-Lamps', gameInfo({ source: 'demo-partner', arcade: null }));
    render(<GameIsland area="guest" />);
    await screen.findByText('Article 1');
    expect(screen.queryByRole('region', { name: 'Within reach of its quests' })).toBeNull();
  });

  it('says that its rewards are as they were where they can’t be had again', async () => {
    rewards = [aCard({ id: 7, name: 'Zcash' })];
    visit('/guest/game/1/Merge', gameInfo());
    render(<GameIsland area="guest" />);
    const region = () => screen.findByRole('region', { name: 'Within reach of its quests' });
    await region();
    cleanup();
    const host = visit('/guest/game/1/Merge', gameInfo());
    host.answers[`${USER}/rewards`] = () => failure(500, 'internal');
    render(<GameIsland area="guest" />);
    expect((await within(await region()).findByRole('alert')).textContent).toContain('as they were');
    expect(screen.getByRole('link', { name: /Zcash/ })).toBeTruthy();
    host.answers[`${USER}/rewards`] = ({ query }) => pageOf(rewards, query);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('leads to similar games in its own area', async () => {
    visit('/guest/game/1/Merge', gameInfo({}, { similar_games: [gameCard(7)] }));
    render(<GameIsland area="guest" />);
    const similar = await screen.findByRole('region', { name: 'Similar games' });
    expect(within(similar).getByRole('link').getAttribute('href')).toBe('/guest/game/7/Game-7');
  });
});

describe('an address that leads nowhere', () => {
  it.each(['/user/game/9999', '/user/game/abc', '/user/game/0'])(
    '%s tells so and leads to the list',
    async (address) => {
      signIn({ id: 5, name: 'player' });
      visit(address, merge);
      render(<GameIsland area="user" />);
      expect(
        await screen.findByRole('heading', { level: 1, name: 'There is no such game here' }),
      ).toBeTruthy();
      expect(screen.getByRole('link', { name: 'See all games' }).getAttribute('href')).toBe('/user/games');
      expect(document.title).toBe('Game not found · Playtally');
    },
  );

  it('goes to the list where no game is named', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    visit('/guest/game', merge);
    render(<GameIsland area="guest" />);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/guest/gameslist'));
  });

  it('gives the reason of a failure and another try', async () => {
    let down = true;
    visit('/guest/game/1/Merge', () =>
      down ? failure(503, 'database_unavailable', 'Try again soon.') : merge,
    );
    render(<GameIsland area="guest" />);
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Merge' })).toBeTruthy();
  });

  it.each([
    [500, 'internal', 'What you see is the game as it was.'],
    [404, 'not_found', 'There is no such game here'],
  ])('tells who comes back when it answers %i', async (status, code, words) => {
    visit('/guest/game/1/Merge', merge);
    render(<GameIsland area="guest" />);
    await screen.findByRole('heading', { level: 1, name: 'Merge' });
    cleanup();
    const host = visit('/guest/game/1/Merge', () => failure(status, code));
    render(<GameIsland area="guest" />);
    await screen.findByText(words, { exact: false });
    if (status === 404) return;
    host.answers[GUEST] = () => gameInfo({ name: 'Merge anew' });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Merge anew' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('never shows the game of another address while its own is on the way', async () => {
    visit('/guest/game/1/Merge', merge);
    render(<GameIsland area="guest" />);
    await screen.findByRole('heading', { level: 1, name: 'Merge' });
    cleanup();
    const host = visit('/guest/game/2/Other', merge);
    host.answers['/api/games/2'] = () => gameInfo({ id: 2, name: 'Other' });
    const painted: string[] = [];
    render(
      <Profiler id="game" onRender={() => painted.push(document.body.textContent)}>
        <GameIsland area="guest" />
      </Profiler>,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Other' })).toBeTruthy();
    expect(painted.filter((text) => text.includes('Merge'))).toEqual([]);
  });
});
