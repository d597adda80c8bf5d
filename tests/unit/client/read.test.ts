import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../src/lib/client/read.ts';
import { getCountries, getUser } from '../../../src/lib/contract/account/account.ts';
import {
  addComment,
  getArticle,
  likeComment,
  showGameArticles,
} from '../../../src/lib/contract/articles/articles.ts';
import { loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call, Schema } from '../../../src/lib/contract/call.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { checkReward, getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { createRewardOpinion, likeOpinion, rateReward } from '../../../src/lib/contract/opinions/opinions.ts';
import { getWeeklyQuests, listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { countriesIn } from '../../../src/lib/session/countries.ts';
import { calls } from '../../support/calls.ts';
import { answersOf, leastOf, namedIn } from '../../support/other-hosts.ts';
import { sampleAnswer } from '../../support/sample.ts';

const reward = (given: object) => readAnswer(getReward, { reward: { id: 7, ...given } })?.reward;
const user = (given: object) => readAnswer(getUser, { user: { id: 5, ...given } })?.user;
const opinions = (given: unknown, page = 1) =>
  readAnswer(getReward, { reward: { id: 7 }, opinions: given }, { page })?.opinions;

describe('fields of the specification are required', () => {
  test.each<readonly [string, Call, unknown]>([
    ['a session without a token', loginUser, { success: { user: { id: 5 } } }],
    ['a session without a user', loginUser, { success: { token: 't' } }],
    ['a user without an id', getUser, { user: { name: 'mira' } }],
    ['a user whose id is none', getUser, { user: { id: 0 } }],
    ['a page without rows', listRewards, { next_page_url: null }],
    ['a page whose rows are none', listRewards, { data: 'none', next_page_url: null }],
    ['a reward without an id', getReward, { reward: { name: 'Robux' } }],
    ['a game that is a list', getGame, { game: [] }],
    ['quests that are none', getWeeklyQuests, { weekly_quests: null }],
    ['nothing', listGames, undefined],
    ['null', getArticle, null],
    ['a text', getArticle, 'article'],
  ])('%s', (_, call, given) => {
    expect(readAnswer(call, given)).toBeUndefined();
  });
});

describe('any other missing or odd value is read as absent', () => {
  test.each<readonly [string, object, object]>([
    ['a text', { summary: null }, { summary: '' }],
    ['a text', { summary: { en: 'Points' } }, { summary: '' }],
    ['a figure', {}, { points: null, cents: null, rate: null, rate_count: null, min_age: null }],
    [
      'a figure',
      { points: 'many', rate: [], rate_count: true },
      { points: null, rate: null, rate_count: null },
    ],
    [
      'a figure that nothing can be counted with',
      { points: -1e300, cents: '1'.repeat(30) },
      { points: null, cents: null },
    ],
    ['yes or no', { in_stock: 'maybe' }, { in_stock: null, paused: null, isRated: null }],
    ['a word', { colour: 'red' }, { colour: null }],
    ['a list', { steps: 'none', amounts: null }, { steps: [], amounts: [] }],
    ['an object that is read whole', { delivery: { kind: 'pigeon' } }, { delivery: null }],
    ['a name', { name: null }, { name: 'Reward 7' }],
    ['an empty name', { name: '' }, { name: 'Reward 7' }],
  ])('%s: %o', (_, given, read) => {
    expect(reward(given)).toMatchObject(read);
  });

  test('optional fields of our own host stay absent', () => {
    expect(user({ balance: { available: 5 }, private: 'perhaps', created_at: 'today' })).toEqual({
      id: 5,
      name: 'Player 5',
    });
  });

  test('an unreadable row is left out of its list', () => {
    const amounts = [{ id: 1, label: '$5' }, { label: 'no id' }, 'odd', null, { id: '2', points: '500' }];
    expect(reward({ amounts })?.amounts).toEqual([
      { id: 1, label: '$5', points: null, cents: null },
      { id: 2, label: 'Amount 2', points: 500, cents: null },
    ]);
    const { data } = readAnswer(listRewards, { data: [{ id: 1 }, { id: {} }, 5], next_page_url: null }) ?? {};
    expect(data?.map(({ id }) => id)).toEqual([1]);
  });
});

describe('other ways of writing a value', () => {
  test('numbers as texts, yes and no as 1 and 0, texts as numbers', () => {
    expect(
      reward({ id: '7', points: '8400', rate: '4.5', isRated: '1', in_stock: 0, name: 400 }),
    ).toMatchObject({
      id: 7,
      points: 8400,
      rate: 4.5,
      isRated: true,
      in_stock: false,
      name: '400',
    });
    for (const odd of ['0x1', '1e3', ' 1', '']) expect(reward({ points: odd })?.points, odd).toBeNull();
  });

  test.each([
    ['2024-05-01 12:30:11', '2024-05-01T12:30:11Z'],
    ['2024-05-01T12:30:11.000000Z', '2024-05-01T12:30:11.000000Z'],
    ['2024-05-01', null],
    ['yesterday', null],
    [1714566611, null],
  ])('a time as %s', (given, read) => {
    const data = [{ id: 1, created_at: given }];
    expect(readAnswer(listTransactions, { data, next_page_url: null })?.data[0]?.created_at).toBe(read);
  });

  test.each([
    [84, 84],
    ['84', 84],
    [{ id: 84, name: 'Robux' }, 84],
    [null, null],
    [[], undefined],
    [0, undefined],
    [{}, undefined],
  ])('the goal as %o', (given, read) => {
    expect(user({ myreward: given })?.myreward).toBe(read);
  });

  test('a comment’s text as comment', () => {
    expect(opinions({ data: [{ id: 1, comment: 'Well said' }] })?.data[0]?.opinion).toBe('Well said');
  });
});

describe('a page', () => {
  const row = { id: 3 };
  const uncounted = { current_page: 2, last_page: null, per_page: null, total: null };
  test.each<readonly [string, unknown, object]>([
    ['as rows and the next address', { data: [row], next_page_url: '/?page=3' }, uncounted],
    [
      'by simplePaginate',
      { current_page: 2, data: [row], next_page_url: '/?page=3', per_page: 15 },
      { ...uncounted, per_page: 15 },
    ],
    [
      'by paginate',
      { current_page: '2', data: [row], last_page: 3, next_page_url: '/?page=3', per_page: '15', total: 41 },
      { last_page: 3, per_page: 15, total: 41 },
    ],
    ['within an API resource', { data: { data: [row], next_page_url: '/?page=3' } }, uncounted],
    [
      'as a resource collection',
      { data: [row], links: { next: '/?page=3' }, meta: { last_page: 3, per_page: 15, total: 41 } },
      { last_page: 3, total: 41 },
    ],
  ])('%s', (_, given, read) => {
    const page = readAnswer(listGames, given, { page: 2 });
    expect(page).toMatchObject({ current_page: 2, next_page_url: '/?page=3', ...read });
    expect(page?.data.map(({ id }) => id)).toEqual([3]);
    expect(opinions(given, 2)).toMatchObject({ current_page: 2, next_page_url: '/?page=3', ...read });
  });

  test('consists only of its rows', () => {
    expect(readAnswer(listGames, [row])).toMatchObject({ data: [row], current_page: 1, next_page_url: null });
  });

  test('of opinions is empty if none can be read', () => {
    for (const given of [undefined, null, 'none', {}, { data: {} }])
      expect(opinions(given)).toMatchObject({ data: [], next_page_url: null, total: null });
  });
});

describe('an API resource', () => {
  test('is read out of { data: … }, at any depth', () => {
    const given = {
      data: { reward: { data: { id: 7, name: 'Robux' } }, similarRewards: { data: [{ id: 8 }] } },
    };
    expect(readAnswer(getReward, given)).toMatchObject({
      reward: { id: 7, name: 'Robux' },
      similarRewards: [{ id: 8 }],
    });
    expect(
      readAnswer(loginUser, { status: 'ok', data: { success: { token: 't', user: { data: { id: 5 } } } } }),
    ).toMatchObject({
      success: { token: 't', user: { id: 5 } },
    });
  });

  test('isn’t confused with a field of that name', () => {
    expect(
      readAnswer(getReward, { reward: { id: 7, data: { id: 9 } }, data: { reward: 1 } })?.reward.id,
    ).toBe(7);
  });
});

test('a list can be the whole answer', () => {
  expect(readAnswer(getWeeklyQuests, [{ id: 3 }])?.weekly_quests).toMatchObject([{ id: 3, name: 'Quest 3' }]);
  expect(readAnswer(showGameArticles, [{ id: 3 }])?.articles).toMatchObject([{ id: 3, title: 'Article 3' }]);
});

test.each([
  [['France'], ['France']],
  [{ countries: [{ code: 'FR', name: 'France' }] }, [{ code: 'FR', name: 'France' }]],
  [{ data: [{ id: 75, name: 'France' }] }, [{ id: 75, name: 'France' }]],
  [{ countries: { FR: 'France' } }, { FR: 'France' }],
  [{ FR: 'France' }, { FR: 'France' }],
  [{ data: { FR: 'France' } }, { FR: 'France' }],
])('countries are passed on unchanged: %o', (given, countries) => {
  expect(readAnswer(getCountries, given)?.countries).toEqual(countries);
});

test.each<[unknown, ReturnType<typeof countriesIn>]>([
  [['France'], [{ code: 'France', name: 'France' }]],
  [[{ code: 'FR', name: 'France' }], [{ code: 'FR', name: 'France' }]],
  [[{ id: 75, name: 'France' }], [{ code: '75', name: 'France' }]],
  [{ FR: 'France' }, [{ code: 'FR', name: 'France' }]],
  [[null, 5, { code: 'XX' }, { name: 7 }, 'France'], [{ code: 'France', name: 'France' }]],
  [{ FR: 'France', XX: null }, [{ code: 'FR', name: 'France' }]],
  [null, []],
])('countries are read from %o', (given, countries) => {
  expect(countriesIn(given)).toEqual(countries);
});

describe('a change succeeded whatever its 2xx answer', () => {
  const row = { id: 9, opinion: 'I like it.' };
  test.each([
    ['as ours', { opinion: row }],
    ['as comment', { comment: row }],
    ['as the row itself', row],
    ['as an API resource', { data: row }],
    ['as another host’s row', { comment: { id: 9, comment: 'I like it.' } }],
  ])('a comment %s', (_, given) => {
    for (const call of [addComment, createRewardOpinion])
      expect(readAnswer(call, given)?.opinion).toMatchObject({ ...row, likes: null });
  });

  test('a like, answered with the list, the count or the opinion', () => {
    expect(readAnswer(likeComment, [3, '4'])).toEqual({ likedOpinions: [3, 4], opinion: null });
    expect(readAnswer(likeComment, { likedOpinions: [3], likes: 2 })).toEqual({
      likedOpinions: [3],
      opinion: null,
    });
    expect(readAnswer(likeOpinion, { userLikedOpinions: [], opinion: row })).toMatchObject({ opinion: row });
  });

  test('a purchase, answered with the reward and its status', () => {
    const answer = readAnswer(buyReward, { reward: { id: 7 }, status: 'bought' });
    expect(answer).toMatchObject({ reward: { id: 7 }, status: null, opinions: null });
    expect(answer).not.toHaveProperty('order');
  });

  test('a completion check, answered with the goal', () => {
    expect(readAnswer(checkReward, { myreward: '7' })).toEqual({
      completed: null,
      missing_points: null,
      myreward: 7,
    });
  });

  test.each([undefined, null, [], {}, { message: 'Done' }, 'ok', 1])('%o', (given) => {
    for (const call of [addComment, createRewardOpinion, buyReward, checkReward])
      expect(readAnswer(call, given), call.path).toBeNull();
    expect(readAnswer(rateReward, {})).toEqual({ rate: null, rate_count: null, isRated: null });
  });
});

test('an answer to one of our own calls is read strictly', () => {
  expect(readAnswer(getUnread, { unread: { notifications: 1, threads: 2 } })).toEqual({
    unread: { notifications: 1, threads: 2 },
  });
  expect(readAnswer(getUnread, { unread: { notifications: 1 } })).toBeUndefined();
  expect(readAnswer(getUnread, { unread: { notifications: 1, threads: null } })).toBeUndefined();
});

/** As much of valibot's schemas as the answers use. */
type Node = Schema & {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly wrapped?: Node;
};

/** Whether a value matches the types: the schema's, or absent. */
function fits(schema: Node, value: unknown): boolean {
  const { type, entries, item, wrapped } = schema;
  if (value === null || 'raw' in schema) return true;
  if (wrapped) return fits(wrapped, value);
  if (item) return Array.isArray(value) && value.every((row) => fits(item, row));
  if (type !== 'object' || !entries) return v.is(schema, value);
  const fields = new Map(Object.entries(Object(value)));
  return Object.entries(entries).every(([name, entry]) =>
    fields.has(name) ? fits(entry, fields.get(name)) : entry.type === 'optional' || 'raw' in entry,
  );
}

const ofTheSpec = calls.filter(({ call }) => call.source === 'spec');
describe.each(ofTheSpec.map(({ name, call }) => [name, call] as const))('%s', (_, call) => {
  test('reads our own answer as it is', () => {
    const ours = sampleAnswer(call);
    expect(readAnswer(call, ours)).toEqual(v.parse(call.answer, ours));
  });

  test('reads the minimal answer of a host of the specification', () => {
    const answer = readAnswer(call, leastOf(call));
    if (namedIn(call).length > 0) expect(answer).toMatchObject(Object(leastOf(call)));
    expect(fits(call.answer, answer)).toBe(true);
  });

  test('reads any answer of such a host', () => {
    fc.assert(
      fc.property(answersOf(call), (given) => {
        const answer: unknown = readAnswer(call, given);
        expect(answer).not.toBeUndefined();
        expect(fits(call.answer, answer)).toBe(true);
      }),
    );
  });
});
