import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AllGamesIsland } from '../../../src/islands/catalogue/games/AllGamesIsland.tsx';
import { GamesIsland } from '../../../src/islands/catalogue/games/GamesIsland.tsx';
import { type GameCard, listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { aUser, gameCard, own, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, paginate } from '../../support/host.ts';
import { linkTo, press, type, visit } from '../../support/screen.ts';

const many = [gameCard(1, own), ...Array.from({ length: 27 }, (_, at) => gameCard(100 + at))];
const host = hostOfEachTest();

function open(address: string, games: readonly GameCard[]) {
  visit(address);
  host.on(listGames, ({ query }) => paginate(games, query));
  render(<GamesIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}

test('playable games are separate from the listings, which are labelled as the demo partner’s', async () => {
  open('/guest/gameslist', many);
  const mine = await screen.findByRole('region', { name: 'Playtally games' });
  expect(linkTo('Play Merge', within(mine))).toBe('/games/merge/play/desktop');
  const section = screen.getByRole('region', { name: 'Demo games' });
  // Hidden until requested.
  expect(section.querySelector('details')?.open).toBe(false);
  const listed = within(section);
  // Each has its space immediately, and its content may follow.
  expect(listed.getAllByRole('listitem')).toHaveLength(19);
  const cards = await listed.findAllByRole('link');
  expect(cards).toHaveLength(19);
  for (const card of cards) expect(card.textContent).toContain('Demo partner');
  expect(cards[0]?.getAttribute('href')).toBe('/guest/game/100/Game-100');
  // They pay nothing.
  for (const card of cards) expect(card.textContent).not.toContain('pts');
});

test('a signed-in player sees how many of a game’s quests are done', async () => {
  signIn(aUser());
  open('/user/games', [
    gameCard(1, { ...own, quests_done: 3 }),
    gameCard(7, { source: 'partner', quests_done: 2, quests_total: 4 }),
  ]);
  await screen.findByText('3 of 11 done');
  const listed = await screen.findByRole('link', { name: /Game 7/ });
  expect(listed.textContent).toContain('1,200 pts · $1.20');
  expect(listed.textContent).toContain('2 of 4 quests done');
  expect(listed.getAttribute('href')).toBe('/user/game/7');
  expect(host.asked(listGames)[0]?.authorization).toMatch(/^Bearer 5\|/);
});

test('the address opens the page that it names, and no other', async () => {
  open('/user/games?page=2', many);
  await screen.findByText('page 2 of 2');
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  expect(host.asked(listGames).map(({ query }) => query.get('page'))).toEqual(['2']);
});

test('a page that doesn’t exist leads back to the first', async () => {
  open('/guest/gameslist?page=9', many);
  await screen.findByRole('heading', { name: 'There’s no page 9' });
  press('Go to page 1');
  await screen.findByText('page 1 of 2');
  expect(location.search).toBe('');
});

/** A host that returns at most 50 rows, whatever is requested. */
const answerAll = (games: readonly GameCard[]) =>
  host.on(listGames, ({ query }) => {
    const page = query.get('page') ?? '1';
    return paginate(games, new URLSearchParams({ page, per_page: '50' }));
  });
function openAll() {
  visit('/user/games-all');
  render(<AllGamesIsland />);
}
const names = () =>
  [...document.querySelectorAll('.game-card b, .own-game h3')].map(({ textContent }) => textContent);

test('a game without a kind adds no filter', async () => {
  answerAll([gameCard(1, own), gameCard(2, { genre: '' })]);
  openAll();
  await waitFor(() => expect(names()).toHaveLength(2));
  const kinds = [...screen.getByLabelText<HTMLSelectElement>('Kind').options];
  expect(kinds.map(({ text }) => text)).toEqual(['All kinds', gameCard(1, own).genre]);
});

test('every game of every page is there, and can be narrowed down by name, kind and device', async () => {
  const games = [
    gameCard(1, own),
    ...Array.from({ length: 120 }, (_, at) =>
      gameCard(at + 2, {
        genre: at % 2 ? 'Puzzle' : 'Racing',
        devices: at === 7 ? ['mobile'] : ['desktop'],
      }),
    ),
  ];
  answerAll(games);
  openAll();
  await screen.findByText('All 121 games');
  expect(host.asked(listGames)).toHaveLength(3);
  await waitFor(() => expect(names()).toHaveLength(121));

  type('Search games', 'GAME 11');
  await screen.findByText('11 of 121 games');
  expect(location.search).toBe('?game-name=GAME+11');
  type('Kind', 'Racing');
  await waitFor(() => expect(names()).toEqual(['Game 110', 'Game 112', 'Game 114', 'Game 116', 'Game 118']));
  const announced = () => screen.getByRole('status').textContent;
  expect(announced()).toBe('5 of 121 games, GAME 11, Racing');
  // As many as before, and announced again.
  type('Plays on', 'desktop');
  expect(announced()).toBe('5 of 121 games, GAME 11, Racing, Computer');
  type('Plays on', 'mobile');
  await screen.findByText('No games match');
  press('Show all games');
  await screen.findByText('All 121 games');
  expect(location.search).toBe('');
  expect(host.asked(listGames)).toHaveLength(3);
  visit('/user/games-all?genre=Racing');
  fireEvent.popState(window);
  await screen.findByText('60 of 121 games');
});
