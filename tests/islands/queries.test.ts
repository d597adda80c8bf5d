/**
 * The queries of each list and detail to the calls in section 7 of the specification, whose page sizes "are passed by callers"
 * (section 9).
 */
import { expect, onTestFinished, test } from 'vitest';
import { loadGameQuests } from '../../src/islands/arcade/game-quests-store.ts';
import { loadArticle } from '../../src/islands/articles/article-store.ts';
import { articleOpinions } from '../../src/islands/articles/comments-store.ts';
import * as gameData from '../../src/islands/catalogue/game/game-data-store.ts';
import { loadGame } from '../../src/islands/catalogue/game/game-info-store.ts';
import { gameOpinions } from '../../src/islands/catalogue/game/opinions-store.ts';
import { loadRewards } from '../../src/islands/catalogue/rewards/rewards-store.ts';
import { loadCases } from '../../src/islands/draws/cases/cases-store.ts';
import { loadContests } from '../../src/islands/draws/contests/contests-store.ts';
import * as dashboard from '../../src/islands/progress/dashboard/dashboard-store.ts';
import { rewardOpinions } from '../../src/islands/redemption/reward/opinions-store.ts';
import { loadReward } from '../../src/islands/redemption/reward/reward-info-store.ts';
import { loadAllGames, loadGames } from '../../src/islands/shared/stores/games.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { $session } from '../../src/lib/session/session.ts';
import { calls } from '../support/calls.ts';
import { signIn } from '../support/fixtures.ts';
import { hostOfEachTest } from '../support/host.ts';
import { sampleAnswer } from '../support/sample.ts';

const view = { search: '', sort: 'popular', page: 2 } as const;
const chosen = { search: 'steam', sort: 'rating', page: 1 } as const;
const ledger = { type: 'all', order: 'newest' } as const;

/** What each caller requests first, and later, by call and query. */
const rows: readonly [path: string, query: string, act: () => Promise<unknown>, guest?: 'guest'][] = [
  ['/api/user/rewards', 'page=2&per_page=20', () => loadRewards(view)],
  ['/api/user/rewards', 'page=1&per_page=20&sort-by=rating&game-name=steam', () => loadRewards(chosen)],
  ['/api/user/contests', 'page=2&per_page=20', () => loadContests(view)],
  ['/api/user/contests', 'page=1&per_page=20&sort-by=rating&game-name=steam', () => loadContests(chosen)],
  ['/api/user/cases', 'page=2&per_page=20', () => loadCases(view)],
  ['/api/user/cases', 'page=1&per_page=20&sort-by=rating&game-name=steam', () => loadCases(chosen)],
  ['/api/user/games', 'page=2&per_page=20', () => loadGames(2)],
  ['/api/user/games', 'page=2&per_page=100', loadAllGames],
  ['/api/user/rewards/:id', 'page=1', () => loadReward(1)],
  ['/api/user/rewards/:id', 'page=2', () => loadReward(1).then(rewardOpinions.more)],
  ['/api/user/games/:id', 'per_page=20&page=1', () => loadGame(1)],
  ['/api/user/games/:id', 'per_page=20&page=2', () => loadGame(1).then(gameOpinions.more)],
  ['/api/user/games/:id', 'per_page=20', () => loadGameQuests(1, true)],
  ['/api/games/:id', 'per_page=20', () => loadGame(1), 'guest'],
  ['/api/games/:id', 'per_page=20&page=2', () => loadGame(1).then(gameOpinions.more), 'guest'],
  ['/api/user/games/:id/rewards', 'page=1&per_page=6', () => gameData.loadGameRewards(1)],
  ['/api/user/games/:id/articles/type/:type', 'page=1', () => gameData.loadGameArticles(1, 'news')],
  [
    '/api/user/games/:id/articles/type/:type',
    'page=2',
    () => gameData.loadGameArticles(1, 'news').then(gameData.loadMoreGameArticles),
  ],
  ['/api/user/articles/:id', 'page=1', () => loadArticle(1)],
  ['/api/user/articles/:id', 'page=2', () => loadArticle(1).then(articleOpinions.more)],
  ['/api/user/dashboard/articles', 'page=1', () => dashboard.loadArticles('all')],
  [
    '/api/user/dashboard/articles',
    'type=guide&page=2',
    () => dashboard.loadArticles('guide').then(() => dashboard.loadMoreArticles('guide')),
  ],
  ['/api/user/dashboard/transactions', 'page=1&per_page=20', () => dashboard.loadTransactions(ledger)],
  [
    '/api/user/dashboard/transactions',
    'page=2&per_page=20&type=spent',
    () => dashboard.loadTransactions({ ...ledger, type: 'spent' }).then(dashboard.loadMoreTransactions),
  ],
];

const host = hostOfEachTest();

test.each(rows)('%s?%s', async (path, query, act, guest) => {
  onTestFinished($session.listen(() => {}));
  signIn(guest && null);
  for (const { call } of calls.filter(({ call }) => call.method === 'GET'))
    host.on<Call>(call, () => withNextPage(sampleAnswer(call)));
  await act();
  const asked = host.log.filter(({ call }) => call.path === path);
  expect(asked.at(-1)?.query.toString()).toBe(query);
});

/** The same answer, but each of its lists has another page. */
function withNextPage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      key === 'next_page_url' ? '/?page=2' : withNextPage(value),
    ]),
  );
}

test('every call of the specification with a query has its row', () => {
  const asking = calls.filter(({ call }) => call.source === 'spec' && call.query);
  expect(new Set(rows.map(([path]) => path))).toEqual(new Set(asking.map(({ call }) => call.path)));
});
