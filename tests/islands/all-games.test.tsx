import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AllGamesIsland } from '../../src/islands/games/AllGamesIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { GameCard } from '../../src/lib/contract/games.ts';
import { createHost, failure, gameCard, own, pageOf } from '../support/island-host.ts';

const LIST = '/api/user/games';

let down: Response | undefined;

function open(games: readonly GameCard[], address = '/user/games-all', failing?: Response) {
  down = failing;
  history.replaceState(null, '', address);
  // A host that gives no more than 50 at once, whatever is asked for.
  const host = createHost({
    [LIST]: ({ query }) =>
      down?.clone() ?? pageOf(games, new URLSearchParams({ page: query.get('page') ?? '1', per_page: '50' })),
  });
  connectApi({ fetch: host.fetch });
  render(<AllGamesIsland />);
  return host;
}
const names = () =>
  [...document.querySelectorAll('.game-card b, .own-game h3')].map(({ textContent }) => textContent);

// The first, while the store is empty: later a failure leaves what is there.
test('a failure has its reason and another try', async () => {
  open([gameCard(2)], undefined, failure(500, 'internal', 'Our side is down.'));
  await screen.findByText('Our side is down.');
  down = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('The only game');
});

test('every game of every page is there, and can be narrowed down by name, kind and device', async () => {
  const games = [
    gameCard(1, own),
    ...Array.from({ length: 120 }, (_, at) =>
      gameCard(at + 2, {
        name: `Game ${at + 2}`,
        genre: at % 2 ? 'Puzzle' : 'Racing',
        devices: at === 7 ? ['mobile'] : ['desktop'],
      }),
    ),
  ];
  const host = open(games);
  await screen.findByText('All 121 games');
  expect(host.to(LIST)).toHaveLength(3);
  await waitFor(() => expect(names()).toHaveLength(121));

  fireEvent.change(screen.getByLabelText('Search games'), { target: { value: 'GAME 11' } });
  await screen.findByText('11 of 121 games');
  expect(location.search).toBe('?game-name=GAME+11');
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'Racing' } });
  await waitFor(() => expect(names()).toEqual(['Game 110', 'Game 112', 'Game 114', 'Game 116', 'Game 118']));
  fireEvent.change(screen.getByLabelText('Plays on'), { target: { value: 'mobile' } });
  await screen.findByText('No game fits');
  fireEvent.click(screen.getByRole('button', { name: 'Show all games' }));
  await screen.findByText('All 121 games');
  expect(location.search).toBe('');
  expect(host.to(LIST)).toHaveLength(3);
});

test('a game of no kind makes no kind of its own', async () => {
  open([gameCard(1, own), gameCard(2, { genre: '' })]);
  await waitFor(() => expect(names()).toHaveLength(2));
  const kinds = [...screen.getByLabelText<HTMLSelectElement>('Kind').options];
  expect(kinds.map(({ text }) => text)).toEqual(['All kinds', gameCard(1, own).genre]);
});

test('the address decides from the start', async () => {
  open([gameCard(1, own), gameCard(2, { genre: 'Racing' })], '/user/games-all?genre=Racing');
  await screen.findByText('1 of 2 games');
  expect(names()).toEqual(['Game 2']);
});
