/** What all detail pages have in common: their address, and what they show for an item that doesn't exist or can't be loaded. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ArticleIsland } from '../../src/islands/articles/ArticleIsland.tsx';
import { GameIsland } from '../../src/islands/catalogue/game/GameIsland.tsx';
import { CaseIsland } from '../../src/islands/draws/cases/CaseIsland.tsx';
import { refreshCase } from '../../src/islands/draws/cases/case-store.ts';
import { ContestIsland } from '../../src/islands/draws/contests/ContestIsland.tsx';
import { refreshContest } from '../../src/islands/draws/contests/contest-store.ts';
import { RewardIsland } from '../../src/islands/redemption/reward/RewardIsland.tsx';
import { getArticle } from '../../src/lib/contract/articles/articles.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { getGuestGame } from '../../src/lib/contract/catalogue/game.ts';
import { getReward } from '../../src/lib/contract/catalogue/rewards.ts';
import { getCase } from '../../src/lib/contract/draws/cases.ts';
import { getContest } from '../../src/lib/contract/draws/contests.ts';
import { aCase, aContest } from '../support/draw-fixtures.ts';
import { anArticle, anInfo, gameInfo } from '../support/fixtures.ts';
import { databaseAway, hostOfEachTest, notFound, refusal } from '../support/host.ts';
import { findLinkTo, press, visit } from '../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

interface Detail {
  readonly what: string;
  readonly page: ReactElement;
  /** '/guest/reward/12/Steam-key' */
  readonly path: string;
  readonly id: number;
  readonly name: string;
  readonly list: string;
  readonly call: Call;
  /** Fetches it again; by default it is opened again. */
  readonly refresh?: (id: number) => Promise<void>;
  readonly answer: (id: number) => object | Promise<object>;
}
const details: readonly Detail[] = [
  {
    what: 'reward',
    page: <RewardIsland area="guest" />,
    path: '/guest/reward',
    id: 12,
    name: 'Steam key',
    list: '/guest/rewards',
    call: getReward,
    answer: (id) => anInfo({ id }),
  },
  {
    what: 'giveaway',
    page: <ContestIsland area="guest" />,
    path: '/guest/contest',
    id: 7,
    name: 'Monday lanterns',
    list: '/guest/contests',
    call: getContest,
    refresh: refreshContest,
    answer: async (id) => ({ contest: await aContest({ id }) }),
  },
  {
    what: 'case',
    page: <CaseIsland area="guest" />,
    path: '/guest/case',
    id: 1,
    name: 'Tile drawer',
    list: '/guest/cases',
    call: getCase,
    refresh: refreshCase,
    answer: async (id) => ({ case: await aCase({ id }) }),
  },
  {
    what: 'game',
    page: <GameIsland area="guest" />,
    path: '/guest/game',
    id: 1,
    name: 'Merge',
    list: '/guest/gameslist',
    call: getGuestGame,
    answer: (id) => gameInfo({ id }),
  },
  {
    what: 'article',
    page: <ArticleIsland area="guest" />,
    path: '/guest/article',
    id: 7,
    name: 'Reading your points history',
    list: '/guest/article',
    call: getArticle,
    answer: (id) => anArticle({ id }),
  },
];

const host = hostOfEachTest();
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
afterEach(() => replace.mockClear());

describe.each(details)(
  'the page of one $what',
  ({ what, page, path, id, name, list, call, answer, refresh }) => {
    const open = (address: string) => {
      cleanup();
      visit(address);
      return render(
        <main>
          {/* The heading in the layout; a game's heading is in its page. */}
          {what === 'game' ? 'All games' : <h1>{what}</h1>}
          <div>{page}</div>
        </main>,
      );
    };
    const heading = () => screen.findByRole('heading', { name, level: 1 });
    const there = () => answer(id);
    const here = `${path}/${id}/${name.replaceAll(' ', '-')}`;

    test('is shown at its canonical address', async () => {
      host.on(call, there);
      open(`${path}/${id}/Something-else?x=1`);
      await heading();
      expect(location.pathname + location.search).toBe(`${here}?x=1`);
      expect(document.title).toBe(`${name} · Playtally`);
    });

    test('shows the reason without a retry if it is rejected', async () => {
      host.on(call, () => refusal(403, 'forbidden', 'Not here.'));
      open(here);
      await screen.findByText(/Not here\./);
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    });

    test('stays for a returning player with the failure above it, and says so when the item is gone', async () => {
      host.on(call, there);
      open(here);
      await heading();
      host.on(call, databaseAway);
      await (refresh ? refresh(id) : open(here));
      const message = await screen.findByRole('alert');
      expect(message.textContent).toContain('The database is away. Showing the last saved version.');
      expect(message.nextElementSibling?.contains(message)).toBe(false);
      await heading();
      host.on(call, there);
      press('Retry');
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      host.on(call, notFound);
      open(here);
      await screen.findByText(new RegExp(`We couldn’t find that ${what}`));
    });

    test.each([4040, 'none'])('of /%s says that it doesn’t exist, and leads to the list', async (part) => {
      host.on(call, notFound);
      open(`${path}/${part}`);
      await screen.findByText(new RegExp(`We couldn’t find that ${what}`));
      expect(await findLinkTo(`See all ${what}s`)).toBe(list);
      expect(document.title.toLowerCase()).toMatch(new RegExp(`^${what} not found`));
    });

    test.skipIf(path === list)('without a number leads to the list, and fetches nothing', async () => {
      open(path);
      await waitFor(() => expect(replace).toHaveBeenCalledWith(list));
      expect(host.log).toEqual([]);
    });

    test.skipIf(what === 'game')(
      'left with Back before its answer arrives, keeps the address and title of the other page',
      async () => {
        const give = host.hold(call);
        open(`${path}/${id + 100}/x`);
        await waitFor(() => expect(host.log).not.toEqual([]));
        visit('/user/messages?page=2');
        window.dispatchEvent(new PopStateEvent('popstate'));
        document.title = 'Messages';
        give(await answer(id + 100));
        await heading();
        expect(location.pathname + location.search).toBe('/user/messages?page=2');
        expect(document.title).toBe('Messages');
        expect(replace).not.toHaveBeenCalled();
      },
    );
  },
);
