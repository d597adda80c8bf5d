import { fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { GamesIsland } from '../../src/islands/games/GamesIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { GameCard } from '../../src/lib/contract/games.ts';
import { createHost, failure, gameCard, own, pageOf, signIn } from '../support/island-host.ts';

const LIST = '/api/user/games';

function visit(address: string, games: readonly GameCard[]) {
  history.replaceState(null, '', address);
  const host = createHost({ [LIST]: ({ query }) => pageOf(games, query) });
  connectApi({ fetch: host.fetch });
  return host;
}

const many = [gameCard(1, own), ...Array.from({ length: 27 }, (_, at) => gameCard(100 + at))];

describe('the list of games', () => {
  it('is a skeleton in the built page, without inline styles', () => {
    const html = renderToString(<GamesIsland area="user" />);
    expect(html).toContain('skeleton');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('shows what can be played apart from the listings, which are openly called the demo partner’s', async () => {
    visit('/guest/gameslist', many);
    render(<GamesIsland area="guest" />);
    const mine = await screen.findByRole('region', { name: 'Our own games' });
    expect(within(mine).getByRole('link', { name: 'Play Merge' }).getAttribute('href')).toBe(
      '/games/merge/play/desktop',
    );
    const listed = screen.getByRole('region', { name: 'Demo partner’s games' });
    // Each has its place at once; what is in it may follow.
    expect(within(listed).getAllByRole('listitem')).toHaveLength(19);
    const cards = await within(listed).findAllByRole('link');
    expect(cards).toHaveLength(19);
    for (const card of cards) expect(card.textContent).toContain('Demo partner');
    expect(cards[0]?.getAttribute('href')).toBe('/guest/game/100/Game-100');
    expect(cards[0]?.textContent).toContain('1,200 pts · $1.20');
  });

  it('shows a signed-in player how many of a game’s quests are done', async () => {
    signIn({ id: 5, name: 'player' });
    const host = visit('/user/games', [
      gameCard(1, { ...own, quests_done: 3 }),
      gameCard(7, { quests_done: 2, quests_total: 4 }),
    ]);
    render(<GamesIsland area="user" />);
    expect(await screen.findByText('3 of 11 done')).toBeTruthy();
    const listed = await screen.findByRole('link', { name: /Game 7/ });
    expect(listed.textContent).toContain('2 of 4 quests done');
    expect(listed.getAttribute('href')).toBe('/user/game/7');
    expect(host.asked[0]?.authorization).toMatch(/^Bearer 5\|/);
  });

  it('keeps the page in the address, and says where the list ends', async () => {
    visit('/user/games', many);
    render(<GamesIsland area="user" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('That is the end of the list of 28 games.')).toBeTruthy();
    expect(location.search).toBe('?page=2');
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
  });

  it('opens on the page that the address asks for', async () => {
    const host = visit('/user/games?page=2', many);
    render(<GamesIsland area="user" />);
    expect(await screen.findByText('page 2 of 2')).toBeTruthy();
    expect(host.asked.map(({ query }) => query.get('page'))).toEqual(['2']);
  });

  it('leads back from a page that there isn’t', async () => {
    visit('/guest/gameslist?page=9', many);
    render(<GamesIsland area="guest" />);
    expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to page 1' }));
    expect(await screen.findByText('page 1 of 2')).toBeTruthy();
    expect(location.search).toBe('');
  });

  it('says what to do when nothing is listed', async () => {
    visit('/user/games', []);
    render(<GamesIsland area="user" />);
    expect(await screen.findByRole('heading', { name: 'No games yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See rewards' }).getAttribute('href')).toBe('/user/rewards');
  });

  it('gives the reason of a failure and another try', async () => {
    const host = visit('/user/games', many);
    const answer = host.answers[LIST];
    host.answers[LIST] = () => failure(503, 'database_unavailable', 'Our database can’t be reached.');
    render(<GamesIsland area="user" />);
    expect((await screen.findByRole('alert')).textContent).toContain('Our database can’t be reached.');
    if (answer) host.answers[LIST] = answer;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Our own games' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
