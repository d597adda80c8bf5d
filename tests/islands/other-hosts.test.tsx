/** Screens with another host of the specification: they render any answer, and show no figure that it didn't send. */
import { cleanup, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ArticleIsland } from '../../src/islands/articles/ArticleIsland.tsx';
import { GameIsland } from '../../src/islands/catalogue/game/GameIsland.tsx';
import { AllGamesIsland } from '../../src/islands/catalogue/games/AllGamesIsland.tsx';
import { GamesIsland } from '../../src/islands/catalogue/games/GamesIsland.tsx';
import { RewardsIsland } from '../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { CasesIsland } from '../../src/islands/draws/cases/CasesIsland.tsx';
import { ContestsIsland } from '../../src/islands/draws/contests/ContestsIsland.tsx';
import { DashboardIsland } from '../../src/islands/progress/dashboard/DashboardIsland.tsx';
import { RewardIsland } from '../../src/islands/redemption/reward/RewardIsland.tsx';
import type { Call } from '../../src/lib/contract/call.ts';
import { calls } from '../support/calls.ts';
import { aUser, signIn } from '../support/fixtures.ts';
import { hostOfEachTest, notOffered } from '../support/host.ts';
import { answersOf, doubledOf, leastOf } from '../support/other-hosts.ts';
import { visit } from '../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const screens: readonly [path: string, page: () => ReactElement, shows: string][] = [
  ['/user/rewards', () => <RewardsIsland area="user" />, 'Reward 1'],
  ['/user/games', () => <GamesIsland area="user" />, 'Game 1'],
  ['/user/games-all', () => <AllGamesIsland />, 'Game 1'],
  ['/user/contests', () => <ContestsIsland area="user" />, 'Giveaway 1'],
  ['/user/cases', () => <CasesIsland area="user" />, 'Case 1'],
  ['/user/reward/1', () => <RewardIsland area="user" />, 'Reward 1'],
  ['/user/game/1', () => <GameIsland area="user" />, 'Game 1'],
  ['/user/article/1', () => <ArticleIsland area="user" />, 'Article 1'],
  ['/user', () => <DashboardIsland weekly={1} />, 'Quest 1'],
];

const host = hostOfEachTest();
beforeEach(() => {
  document.title = '';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  signIn(aUser({ id: 5, balance: undefined, myreward: null }));
});

const figure = /\d[\d,.]* ?(?:pts|points?|%|of \d|likes?|ratings?|days?|entries)|[$+−]\d/;

/** Answers only the specification's calls, in this way. */
function answerBy(answer: (call: Call) => unknown): void {
  for (const { call } of calls)
    host.on<Call>(call, () => (call.source === 'spec' ? Response.json(answer(call) ?? null) : notOffered()));
}

async function open(path: string, page: ReactElement): Promise<HTMLElement> {
  visit(path);
  const { container } = render(page);
  await waitFor(() => {
    expect(container.querySelector('[aria-busy="true"]')).toBeNull();
    expect(container.textContent).not.toBe('');
  });
  return container;
}

describe.each(screens)('%s', (path, page, shows) => {
  test('shows the minimal answer of a host, without any figures', async () => {
    answerBy(leastOf);
    const container = await open(path, page());
    await waitFor(() => expect(`${document.title} ${container.textContent}`).toContain(shows));
    // Numbers here are ids, which are all 1, pages or rows.
    expect(container.textContent).not.toMatch(figure);
    expect(container.textContent).not.toMatch(/NaN|undefined|null|\[object/);
  });

  test('says that an HTML page can’t be read as an answer, repeats no call, and shows no figures', async () => {
    for (const { call } of calls)
      host.on<Call>(
        call,
        () =>
          new Response('<!doctype html><title>300 points</title>', {
            headers: { 'content-type': 'text/html' },
          }),
      );
    const container = await open(path, page());
    await waitFor(() =>
      expect(container.querySelector('[role="alert"]')?.textContent).toContain(
        'went wrong with the response',
      ),
    );
    expect(container.textContent).not.toMatch(figure);
    const asked = host.log.map(({ path: at, query, body }) => `${at}?${query} ${JSON.stringify(body)}`);
    expect(asked).toEqual([...new Set(asked)]);
  });

  test('renders lists with duplicate rows', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerBy(doubledOf);
    await open(path, page());
    expect(errors.mock.calls).toEqual([]);
  });

  test('renders any answer of such a host', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const answers = fc.record(
      Object.fromEntries(
        calls.flatMap(({ name, call }) => (call.source === 'spec' ? [[name, answersOf(call)]] : [])),
      ),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        answerBy((call) => given[calls.find((one) => one.call === call)?.name ?? '']);
        try {
          const container = await open(path, page());
          expect(container.textContent).not.toMatch(/NaN|undefined|\[object/);
          expect(errors.mock.calls).toEqual([]);
        } finally {
          cleanup();
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
