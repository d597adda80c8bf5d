/** The leaderboard: by span and game, with ties, anonymous players, and without those who left. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../server/db/database.ts';
import { ledger, scores } from '../../../server/db/schema.ts';
import { confirm, reverse } from '../../../server/features/ledger/ledger.ts';
import { forgetOldScores } from '../../../server/features/progress/leaderboard.ts';
import { getLeaderboard, setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey } from '../../support/api-orders.ts';
import { addPlayers } from '../../support/app-players.ts';
import { asOwner } from '../../support/database.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';

/** A quest of Merge. */
const QUEST = 101;
const MERGE = 1;

const earn = (api: TestApi, player: Player, points: number, more: Parameters<typeof give>[3] = {}) =>
  give(api, player.id, points, more);

/** Without the demo data's scores. */
async function emptyBoard(): Promise<TestApi> {
  const api = await testApi();
  await api.db.drizzle.execute(sql`UPDATE users SET leaderboard = 'left' WHERE sample`);
  await api.db.drizzle.execute(sql`UPDATE scores SET hidden = true`);
  return api;
}

const placesOf = (rows: readonly { place: number; points: number }[]) =>
  rows.map(({ place, points }) => [place, points]);

test('ranks by points, with shared places for equal ones, ordered by who reached them first', async () => {
  const api = await emptyBoard();
  const players = await addPlayers(api, 4);
  const points = [300, 500, 300, 100];
  for (const [at, player] of players.entries()) {
    pass(api, 1000);
    await earn(api, player, points[at] ?? 0);
  }
  const [first, , third] = players;
  api.actAs(third ?? null);
  const board = await request(getLeaderboard, {});
  expect(placesOf(board.rows)).toEqual([
    [1, 500],
    [2, 300],
    [2, 300],
    [4, 100],
  ]);
  expect(board.rows[1]?.user?.id).toBe(first?.id);
  expect(board).toMatchObject({
    players: 4,
    mine: { place: 2, points: 300 },
    around: [],
    shown_as: 'named',
    ends_at: '2026-11-23T00:00:00.000Z',
  });
  expect(board.rows.filter(({ mine }) => mine)).toHaveLength(1);
});

test('counts a week from Monday, a month from its first, and all time', async () => {
  const api = await emptyBoard();
  const player = await api.addPlayer();
  api.actAs(player);
  for (const [day, points] of [
    ['2026-10-31T23:59:59Z', 1],
    ['2026-11-01T00:00:00Z', 10],
    ['2026-11-15T23:59:59Z', 100],
    ['2026-11-16T00:00:00Z', 1000],
  ] as const) {
    api.now = new Date(day);
    await earn(api, player, points);
  }
  api.now = new Date('2026-11-18T12:00:00Z');
  const mine = async (span: 'week' | 'month' | 'all') =>
    (await request(getLeaderboard, { query: { span } })).mine?.points;
  expect([await mine('week'), await mine('month'), await mine('all')]).toEqual([1000, 1110, 1111]);
  api.now = new Date('2026-11-23T00:00:00Z');
  expect(await mine('week')).toBeUndefined();
  expect((await request(getLeaderboard, { query: { span: 'all' } })).ends_at).toBeNull();
});

test('counts confirmed points whatever is spent, and subtracts reversed points from the period they counted in', async () => {
  const api = await emptyBoard();
  const player = await api.addPlayer();
  api.actAs(player);
  const pending = await earn(api, player, 700, { releasesAt: later(api, DAY) });
  const reversed = await earn(api, player, 50);
  expect((await request(getLeaderboard, {})).mine).toMatchObject({ points: 50 });
  pass(api, 7 * DAY);
  await api.db.drizzle.transaction((tx) => confirm(tx, pending, api.now));
  await api.db.drizzle.transaction((tx) => reverse(tx, reversed, 'taken back', api.now));
  expect((await request(getLeaderboard, {})).mine).toMatchObject({ points: 700, place: 1 });
  await buyKey();
  expect((await request(getLeaderboard, { query: { span: 'all' } })).mine).toMatchObject({ points: 700 });
  await api.db.drizzle.transaction((tx) => reverse(tx, pending, 'taken back', api.now));
  const board = await request(getLeaderboard, { query: { span: 'all' } });
  expect(board).toMatchObject({ rows: [], mine: null, players: 0 });
});

test('counts only one game if asked, and names the games in which players earned', async () => {
  const api = await emptyBoard();
  const [ann, bob] = [await api.addPlayer(), await api.addPlayer()];
  await earn(api, ann, 40, { questId: QUEST });
  await earn(api, bob, 4000);
  api.actAs(ann);
  const merge = await request(getLeaderboard, { query: { game_id: MERGE } });
  expect(merge.game).toEqual({ id: MERGE, name: 'Merge' });
  expect(merge.rows.map(({ user, points }) => [user?.id, points])).toEqual([[ann.id, 40]]);
  expect(merge.games).toEqual([{ id: MERGE, name: 'Merge' }]);
  expect((await request(getLeaderboard, {})).mine).toMatchObject({ place: 2, points: 40 });
  await expect(request(getLeaderboard, { query: { game_id: 999_999 } })).rejects.toMatchObject({
    status: 404,
  });
});

test('a player below the rows sees their place and their neighbours', async () => {
  const api = await emptyBoard();
  await api.db.drizzle.execute(sql`
    WITH made AS (INSERT INTO users (email, name, created_at) SELECT 'crowd-' || n || '@test.example', 'crowd-' || n, now()
      FROM generate_series(1, 120) AS n RETURNING id),
    opened AS (INSERT INTO balances (user_id) SELECT id FROM made RETURNING user_id)
    SELECT count(*) FROM opened`);
  await api.db.drizzle.execute(sql`
    INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, created_at)
    SELECT 'crowd:' || id, id, 'house:earnings', 'available', 10 * split_part(name, '-', 2)::integer, 'credit', 'x',
      ${api.now.toISOString()}::timestamptz FROM users WHERE name LIKE 'crowd-%'`);
  const player = await api.addPlayer();
  await earn(api, player, 300);
  api.actAs(player);
  const board = await request(getLeaderboard, {});
  expect(board.rows).toHaveLength(50);
  expect(board.players).toBe(121);
  expect(board.mine).toEqual({ place: 91, points: 300 });
  expect(placesOf(board.around)).toEqual([
    [90, 310],
    [91, 300],
    [91, 300],
    [93, 290],
    [94, 280],
  ]);
  expect(board.around.findIndex(({ mine }) => mine)).toBe(2);
});

describe('a player who doesn’t want to be on it', () => {
  test('by name is anonymous there, but finds their own row', async () => {
    const api = await emptyBoard();
    const [ann, bob] = [await api.addPlayer(100), await api.addPlayer(50)];
    api.actAs(ann);
    expect((await request(setLeaderboard, { body: { shown_as: 'anonymous' } })).shown_as).toBe('anonymous');
    expect((await request(getLeaderboard, {})).rows[0]).toMatchObject({ user: { id: ann.id }, mine: true });
    api.actAs(bob);
    const { rows } = await request(getLeaderboard, {});
    expect(rows[0]).toEqual({ place: 1, user: null, level: 1, points: 100, mine: false });
  });

  test('leaves it immediately and everywhere, keeps earning, and returns with everything', async () => {
    const api = await emptyBoard();
    const [ann, bob] = [await api.addPlayer(100), await api.addPlayer(50)];
    api.actAs(ann);
    await request(setLeaderboard, { body: { shown_as: 'left' } });
    await earn(api, ann, 11, { questId: QUEST });
    expect(await request(getLeaderboard, {})).toMatchObject({
      mine: { place: null, points: 111 },
      players: 1,
      shown_as: 'left',
    });
    api.actAs(bob);
    const board = await request(getLeaderboard, { query: { span: 'all' } });
    expect(board.rows.map(({ user }) => user?.id)).toEqual([bob.id]);
    expect(board.mine?.place).toBe(1);
    expect(board.games, 'nor can it be seen by the games').toEqual([]);
    api.actAs(ann);
    await request(setLeaderboard, { body: { shown_as: 'named' } });
    expect((await request(getLeaderboard, {})).mine).toEqual({ place: 1, points: 111 });
    expect((await request(getLeaderboard, { query: { game_id: MERGE } })).mine).toEqual({
      place: 1,
      points: 11,
    });
  });

  test('is on none of the leaderboards if they leave while points arrive', {
    tags: 'concurrent',
  }, async () => {
    const api = await emptyBoard();
    const player = await api.addPlayer();
    api.actAs(player);
    await Promise.all([
      ...Array.from({ length: 12 }, (_, at) => earn(api, player, at + 1, { questId: QUEST + (at % 2) })),
      request(setLeaderboard, { body: { shown_as: 'left' } }),
    ]);
    const rows = await api.db.drizzle.select().from(scores).where(eq(scores.userId, player.id));
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ hidden }) => hidden)).toBe(true);
    expect((await request(getLeaderboard, {})).mine).toEqual({ place: null, points: 78 });
  });
});

test('rejects unknown values at their field', async () => {
  const api = await emptyBoard();
  const player = await api.addPlayer();
  for (const query of ['span=year', 'game_id=0', 'game_id=x', 'game_id=1%20or%201']) {
    const response = await api.send(player.token, 'GET', `/api/user/leaderboard?${query}`);
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual([query.split('=')[0]]);
  }
  const path = '/api/user/leaderboard/shown-as';
  const response = await api.send(player.token, 'PUT', path, { shown_as: 'first' });
  expect(response.status).toBe(422);
  expect((await response.json()).errors.shown_as[0]).toContain('named, anonymous, left');
  api.actAs(player);
  expect((await request(getLeaderboard, {})).shown_as).toBe('named');
});

test('deletes weeks and months before the last ones, and nothing of all time', async () => {
  const api = await emptyBoard();
  const player = await api.addPlayer(70);
  api.actAs(player);
  const spans = async () =>
    (await api.db.drizzle.select().from(scores).where(eq(scores.userId, player.id)))
      .map(({ span }) => span)
      .sort();
  await forgetOldScores(api.db, new Date('2026-11-29T12:00:00Z'));
  expect(await spans()).toEqual(['all', 'month', 'week']);
  await forgetOldScores(api.db, new Date('2026-11-30T12:00:00Z'));
  expect(await spans()).toEqual(['all', 'month']);
  await forgetOldScores(api.db, new Date('2027-01-01T12:00:00Z'));
  expect(await spans()).toEqual(['all']);
  const [entry] = await api.db.drizzle.select().from(ledger).where(eq(ledger.userId, player.id));
  await api.db.drizzle.transaction((tx) => reverse(tx, entry?.id ?? 0, 'late', api.now));
  expect((await request(getLeaderboard, { query: { span: 'all' } })).mine).toBeNull();
});

test('uses an index for rows and places, however many there are', { tags: 'concurrent' }, async () => {
  const { db } = await emptyBoard();
  const undone = new Error('undone');
  let plan = '';
  const fill = async (tx: Transaction) => {
    await tx.execute(sql`INSERT INTO scores (span, period, game_id, user_id, points, reached_at)
      SELECT 'week', '2026-11-16', 0, 1000000 + n, 1 + n % 977, now() FROM generate_series(1, 5000) n`);
    // With a few rows sorting is fine too, and the planner's choice depends on the latest statistics.
    await tx.execute(sql`ANALYZE scores`);
    plan = JSON.stringify(
      await tx.execute(sql`EXPLAIN SELECT user_id, points FROM scores
        WHERE span = 'week' AND period = '2026-11-16' AND game_id = 0 AND NOT hidden AND points > 0
        ORDER BY points DESC, reached_at, user_id LIMIT 50`),
    );
    throw undone;
  };
  await expect(asOwner(db, (drizzle) => drizzle.transaction(fill))).rejects.toBe(undone);
  expect(plan).toContain('scores_rank');
  expect(plan, 'in the order of the index').not.toContain('Sort');
});
