/**
 * The site's client with a host that was made only from the specification, in each of its styles: both know every call of section
 * 7, answers and errors are read, and our own calls are unknown there.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, connectApi, request } from '../../../src/lib/client/client.ts';
import { specOnly } from '../../../src/lib/client/spec-only.ts';
import * as account from '../../../src/lib/contract/account/account.ts';
import * as articles from '../../../src/lib/contract/articles/articles.ts';
import * as signIn from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { getGame, getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import * as games from '../../../src/lib/contract/catalogue/games.ts';
import * as rewards from '../../../src/lib/contract/catalogue/rewards.ts';
import { listCases } from '../../../src/lib/contract/draws/cases.ts';
import { listContests } from '../../../src/lib/contract/draws/contests.ts';
import * as opinions from '../../../src/lib/contract/opinions/opinions.ts';
import * as dashboard from '../../../src/lib/contract/progress/dashboard.ts';
import * as buy from '../../../src/lib/contract/redemption/buy.ts';
import { countriesIn } from '../../../src/lib/session/countries.ts';
import { calls } from '../../support/calls.ts';
import { KNOWN_TOKEN, account as known } from '../../support/spec-host/answers.ts';
import { type SpecHost, startSpecHost } from '../../support/spec-host/host.ts';
import { mannerNames } from '../../support/spec-host/manners.ts';
import { callAt, callNames, outsideSection7, type Recorded } from '../../support/spec-host/section-7.ts';

/** '/api/user/articles/:id' → '/api/user/articles/1' */
const example = ({ path }: Call) => path.replace(':type', 'guide').replace(/:\w+/g, '1');

test.each(calls.map(({ name, call }) => [name, call] as const))('%s', (_, call) => {
  expect(callAt(call.method, example(call)) !== null).toBe(call.source === 'spec');
});

test('section 7 has 33 calls, and the contract has each', () => {
  expect(callNames).toHaveLength(33);
  const found = calls.flatMap(({ call }) => callAt(call.method, example(call))?.name ?? []);
  expect(new Set(found)).toEqual(new Set(callNames));
});

describe('requests outside section 7', () => {
  const asked = (change: Partial<Recorded>): Recorded => ({
    ...{ method: 'GET', path: '/api/user/games', query: {}, headers: {}, body: '' },
    ...change,
  });
  test.each<[what: string, change: Partial<Recorded>, found: string[]]>([
    ['a call', { query: { page: '2', per_page: '20' }, headers: { 'accept-language': 'en' } }, []],
    ['another call', { path: '/api/captcha' }, ['GET /api/captcha is no call of section 7']],
    ['another method', { method: 'PUT' }, ['PUT /api/user/games is no call of section 7']],
    ['a query', { query: { order: 'newest' } }, ['GET /api/user/games has the query order']],
    [
      'a header',
      { headers: { 'idempotency-key': 'x' } },
      ['GET /api/user/games has the header idempotency-key'],
    ],
    ['a body', { body: '{"page":2}' }, ['GET /api/user/games sends page']],
    [
      'a preflight for a header',
      { method: 'OPTIONS', headers: { 'access-control-request-headers': 'authorization, idempotency-key' } },
      ['OPTIONS /api/user/games asks for the header idempotency-key'],
    ],
    [
      'a field that is missing and one that is more',
      { method: 'POST', path: '/api/user/rewards/7/buyAmount', body: '{"points":5}' },
      [
        'POST /api/user/rewards/7/buyAmount sends points',
        "POST /api/user/rewards/7/buyAmount doesn't send amount_id",
      ],
    ],
    ['an empty body', { method: 'POST', path: '/api/user/rewards/7/buy', body: '{}' }, []],
    ['the token as the body', { method: 'POST', path: '/api/login/steam/callback', body: '"a-token"' }, []],
    [
      'the token in a body',
      { method: 'POST', path: '/api/login/steam/callback', body: '{"token":"a"}' },
      ['POST /api/login/steam/callback has another body than the token'],
    ],
  ])('%s', (_, change, found) => {
    expect(outsideSection7(asked(change))).toEqual(found);
  });
});

describe.each(mannerNames)('in the style “%s”', (manner) => {
  let host: SpecHost;
  beforeEach(async () => {
    host = await startSpecHost(manner);
    const { token } = host.session();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    connectApi({ baseUrl: host.url, fetch: globalThis.fetch, token: () => token, only: specOnly });
  });
  afterEach(async () => {
    await host.close();
    expect(host.requests).not.toEqual([]);
    expect(host.requests.flatMap(outsideSection7)).toEqual([]);
  });

  const me = 5;
  const rates = { params: { id: 907, rate: 5 }, body: { user_id: me } } as const;
  const writes = { params: { id: 903 }, body: { user_id: me, opinion: 'Long enough to be taken.' } };

  test('signing in, in each of the five ways', async () => {
    const captcha = 'solved';
    const entered = await Promise.all([
      request(signIn.loginUser, { body: { ...known, captcha } }),
      request(signIn.registerUser, {
        body: { email: 'new@spec.example', password: 'a new password', captcha, reflink: '' },
      }),
      request(signIn.loginGoogle, { body: { token: KNOWN_TOKEN } }),
      request(signIn.loginSteam, { body: `openid.sig=${KNOWN_TOKEN}` }),
      request(signIn.resetPassword, {
        body: {
          ...{ token: KNOWN_TOKEN, email: known.email },
          ...{ password: 'a long enough one', password_confirmation: 'a long enough one' },
        },
      }),
    ]);
    for (const { success } of entered)
      expect(success).toMatchObject({ token: expect.any(String), user: { id: me } });
  });

  test('the user and the countries', async () => {
    const { user } = await request(account.getUser, { params: { id: me } });
    expect(user).toMatchObject({ id: me });
    const { countries } = await request(account.getCountries, {});
    expect(countriesIn(countries).map(({ name }) => name)).toEqual(['Côte d’Ivoire', 'Iceland']);
  });

  const lists = {
    rewards: () => request(rewards.listRewards, { query: { page: 2, per_page: 10 } }),
    games: () => request(games.listGames, { query: { page: 2, per_page: 10 } }),
    contests: () => request(listContests, { query: { page: 2, per_page: 10 } }),
    cases: () => request(listCases, { query: { page: 2, per_page: 10 } }),
    transactions: () => request(dashboard.listTransactions, { query: { page: 2, per_page: 10 } }),
    articles: () => request(dashboard.listDashboardArticles, { query: { page: 1 } }),
    'a game’s rewards': () =>
      request(articles.listGameRewards, { params: { id: 903 }, query: { page: 1, per_page: 10 } }),
    'a game’s articles': () =>
      request(articles.listGameArticles, { params: { id: 903, type: 'guide' }, query: {} }),
  };
  test.each(Object.entries(lists))('a page of %s, with the next one', async (_, list) => {
    const { data, next_page_url } = await list();
    expect(data.length).toBeGreaterThanOrEqual(10);
    for (const row of data) expect(row.id).toBeGreaterThan(0);
    expect(next_page_url).toContain(host.url);
  });

  test('quests, and a game’s newest articles', async () => {
    const { weekly_quests } = await request(dashboard.getWeeklyQuests, {});
    expect(weekly_quests.map(({ id }) => id)).toEqual([31, 32]);
    const shown = await request(articles.showGameArticles, { params: { id: 903, type: 'all', count: 2 } });
    expect(shown.articles.map(({ title }) => title)).toEqual(['How the harbour pays', 'News of the lantern']);
  });

  test('details, with the first page of opinions', async () => {
    const { reward, opinions, status: _ } = await request(rewards.getReward, { params: { id: 907 } });
    expect(reward).toMatchObject({
      id: 907,
      name: 'Harbour credits',
      rate: 4,
      rate_count: 3,
      isRated: false,
    });
    expect(reward.amounts.map(({ id }) => id)).toEqual([71, 72]);
    expect(opinions.data[0]).toMatchObject({ opinion: 'Said about Harbour credits, 1.', likes: 2 });
    expect(opinions.next_page_url).toContain('page=2');
    for (const call of [getGame, getGuestGame]) {
      const info = await request(call, { params: { id: 903 }, query: { per_page: 5 } });
      expect(info.game).toMatchObject({ id: 903, rate: 4, isRated: false });
      expect(info.quests).toHaveLength(2);
      expect(info.registration_quest).toMatchObject({ id: 30 });
      expect(info.opinions.data).toHaveLength(5);
    }
    const { article } = await request(articles.getArticle, { params: { id: 921 } });
    expect(article).toMatchObject({ id: 921, title: 'How the harbour pays', rate: 4 });
  });

  test('which article comes next', async () => {
    const neighbour = (status: 'next' | 'previous') =>
      request(articles.previousOrNextArticle, { body: { status, current_id: 921 } });
    expect(await neighbour('next')).toEqual({ next_or_previous_article_id: 922 });
    expect(await neighbour('previous')).toEqual({ next_or_previous_article_id: null });
  });

  // The result of a change is null if it has another form: the screens then refetch.
  const acts = {
    'rating a reward': () => request(opinions.rateReward, rates),
    'rating an article': () => request(articles.rateArticle, { ...rates, params: { id: 921, rate: 5 } }),
    'an opinion on a reward': () => request(opinions.createRewardOpinion, { ...writes, params: { id: 907 } }),
    'an opinion on a game': () => request(opinions.addGameOpinion, writes),
    'a comment': () =>
      request(articles.addComment, { params: { id: 921 }, body: { comment: 'Long enough to be taken.' } }),
    'a like of a reward’s opinion': () =>
      request(opinions.likeRewardOpinion, { params: { id: 1001 }, body: { userId: me } }),
    'a dislike of a game’s opinion': () => {
      const [opinion] = host.world.games.get(903)?.opinions ?? [];
      return request(opinions.likeOpinion, { params: { id: opinion?.id ?? 0 }, body: { status: 'dislike' } });
    },
    'a like of a comment': () => {
      const [comment] = host.world.articles.get(921)?.opinions ?? [];
      return request(articles.likeComment, { params: { id: comment?.id ?? 0 }, body: { user_id: me } });
    },
    'redeeming a reward': () => request(buy.buyReward, { params: { id: 908 }, body: {} }),
    'redeeming an amount': () => request(buy.buyAmount, { params: { id: 907 }, body: { amount_id: 71 } }),
    'checking a reward': () => request(rewards.checkReward, { params: { id: 907 } }),
  };
  test.each(Object.entries(acts))('%s', async (_, act) => {
    await expect(act()).resolves.toBeDefined();
  });

  const refused = async (act: Promise<unknown>): Promise<ApiError> => {
    const error: unknown = await act.catch((thrown: unknown) => thrown);
    if (error instanceof ApiError) return error;
    throw new Error(`It was taken: ${JSON.stringify(error)}`);
  };

  test('a wrong field is rejected in the host’s words', async () => {
    const error = await refused(
      request(opinions.createRewardOpinion, { params: { id: 907 }, body: { user_id: me, opinion: 'Short' } }),
    );
    expect(error).toMatchObject({
      status: 422,
      fields: { opinion: 'The opinion must be at least 10 characters.' },
    });
  });

  test('a missing item is a 404', async () => {
    expect(await refused(request(rewards.getReward, { params: { id: 4040 } }))).toMatchObject({
      ...{ status: 404, code: 'not_found' },
    });
  });
});
