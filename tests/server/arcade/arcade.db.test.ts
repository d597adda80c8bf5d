/** Rounds of each of our own games against the server, and the round of the day that everyone shares. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rounds, users } from '../../../server/db/schema.ts';
import {
  type Played,
  playHatch,
  playMerge,
  playParcels,
  playRungs,
  playTower,
  playUntil,
} from '../../../server/db/seed-players.ts';
import { CLASSIC } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame, arcadeGames } from '../../../src/lib/arcade/games.ts';
import { UNTIMED as HATCH_UNTIMED } from '../../../src/lib/arcade/hatch.ts';
import { medalOf } from '../../../src/lib/arcade/medals.ts';
import { UNTIMED as RUNGS_UNTIMED } from '../../../src/lib/arcade/rungs.ts';
import { heightOf, PAUSE } from '../../../src/lib/arcade/tower.ts';
import { turnOf } from '../../../src/lib/arcade/week.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import {
  finishSession,
  getDailyGhost,
  getDailyLeaderboard,
  getOpenSession,
  keepSession,
  startSession,
} from '../../../src/lib/contract/arcade/rounds.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers } from '../../support/app-players.ts';
import { endsOf } from '../../support/ends.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const [MERGE, PARCELS, TOWER, HATCH, RUNGS] = [1, 2, 3, 4, 5];

/** By name: how it is played, and how many quests such a round completes on any seed (tried on at least 1,500 of each). */
const games = [
  ['Merge', MERGE, (seed: number) => playMerge(seed, ({ moves }) => moves >= 150), 2],
  ['Parcels', PARCELS, (seed: number) => playParcels(seed), 4],
  ['Tower', TOWER, (seed: number) => playTower(seed, (tower) => heightOf(tower) >= 40), 6],
  ['Hatch', HATCH, (seed: number) => playHatch(seed, ({ hatched }) => hatched.length >= 4), 3],
  ['Rungs', RUNGS, (seed: number) => playRungs(seed), 6],
] as const;

describe.each(games)('%s', (_name, id, play, fewest) => {
  /** Begins a round, plays it and lets its time pass. */
  async function playRound(api: TestApi): Promise<Played & { id: string }> {
    const session = await request(startSession, { params: { id }, body: { daily: false } });
    const played = play(session.seed);
    pass(api, played.lasted);
    return { ...played, id: session.id };
  }

  test('a round counts as it was played, and pays the quests that it completed', async () => {
    const { api } = await playerApi();
    const before = (await request(getGame, { params: { id } })).quests;
    const round = await playRound(api);
    const answer = await request(finishSession, { params: { id: round.id }, body: round });
    expect(answer.result).toEqual({ score: round.score, metrics: { ...round.metrics } });
    const reached = before.filter(({ metric, goal }) => (round.metrics[metric] ?? 0) >= (goal ?? 0));
    expect(reached.length).toBeGreaterThanOrEqual(fewest);
    const points = reached.reduce((sum, quest) => sum + (quest.points ?? 0), 0);
    expect(answer).toMatchObject({ credited: points, balance: { available: points } });
    expect((await request(getGame, { params: { id } })).game.best_scores[0]?.score).toBe(round.score);
  });

  test('a round that its log doesn’t prove is rejected, and pays nothing', async () => {
    const { api } = await playerApi();
    const refused = async (round: Played & { id: string }, words: string) =>
      expect(request(finishSession, { params: { id: round.id }, body: round })).rejects.toMatchObject({
        code: 'round_refused',
        message: expect.stringContaining(words),
      });
    const forged = await playRound(api);
    await refused({ ...forged, score: forged.score + 10 }, 'the score doesn’t match');
    const fast = await playRound(api);
    const hurried = fast.inputs.map(([, act], at): [number, number] => [100 + at * 39, act]);
    await refused({ ...fast, inputs: hurried }, 'faster than hands');
    const early = await playRound(api);
    pass(api, -5000);
    await refused(early, 'longer than the time since');
    const session = await request(startSession, { params: { id }, body: { daily: false } });
    const other = play((session.seed ^ 0x5555) >>> 0);
    pass(api, other.lasted + 5000);
    await refused({ ...other, id: session.id }, 'can');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
    expect((await request(getGame, { params: { id } })).game.best_scores).toEqual([]);
  });

  test('the round of the day is the same for everyone, and counts like any other', async () => {
    const { api } = await playerApi();
    const { seed } = await request(startSession, { params: { id }, body: { daily: true } });
    expect((await request(startSession, { params: { id }, body: { daily: false } })).seed).not.toBe(seed);
    api.actAs(await api.addPlayer());
    const theirs = await request(startSession, { params: { id }, body: { daily: true } });
    expect(theirs.seed).toBe(seed);
    const played = play(theirs.seed);
    pass(api, played.lasted);
    const { credited } = await request(finishSession, { params: { id: theirs.id }, body: played });
    expect(credited).toBeGreaterThan(0);
    expect((await request(getGame, { params: { id } })).game.best_scores[0]?.score).toBe(played.score);
    expect(await request(getDailyLeaderboard, { params: { id } })).toMatchObject({
      players: 1,
      mine: { place: 1, score: played.score },
    });
  });
});

const ids: Readonly<Record<string, number>> = {
  merge: MERGE,
  parcels: PARCELS,
  tower: TOWER,
  hatch: HATCH,
  rungs: RUNGS,
};
const variants = Object.values(arcadeGames)
  .flat()
  .filter(({ variant }) => variant.id !== CLASSIC);

test.each(variants)(
  'a round of $name $variant.id is replayed by its own rules; it has a best score of its own, and no quest counts it',
  async (rules) => {
    const id = ids[rules.name] ?? expect.fail('no such game');
    const variant = rules.variant.id;
    const { api, player } = await playerApi();
    const before = (await request(getGame, { params: { id } })).quests;
    const session = await request(startSession, { params: { id }, body: { variant } });
    expect(session).toMatchObject({ variant, version: rules.version });
    const round = playUntil(rules, session.seed, rules.variant.medals[0]);
    // For another game it would be rejected.
    expect(arcadeGame(rules.name)?.replay(session.seed, round.inputs)).not.toMatchObject({
      ok: true,
      score: round.score,
    });
    pass(api, round.lasted);
    await request(keepSession, { params: { id: session.id }, body: { ...round, at: round.lasted } });
    expect((await request(getOpenSession, {})).round).toMatchObject({ variant, inputs: round.inputs });
    const answer = await request(finishSession, { params: { id: session.id }, body: round });
    expect(answer).toMatchObject({
      result: { score: round.score, metrics: { ...round.metrics } },
      credited: 0,
      capped: false,
      balance: { available: 0 },
    });
    expect(answer.quests).toMatchObject(before);
    const { game } = await request(getGame, { params: { id } });
    expect(game).toMatchObject({ best_scores: [{ id: variant, score: round.score }] });
    const { best } = await request(getProfile, { params: { id: player.id } });
    expect(best).toEqual([
      {
        game_id: id,
        game: game.name,
        ...game.best_scores[0],
        name: rules.variant.name,
        medal: medalOf(rules.variant, round.score),
      },
    ]);
  },
);

test.each([
  ['that the game doesn’t have', { variant: 'chess' }, 'We couldn’t find that mode of Merge.'],
  ['on the seed of the day', { variant: 'wide', daily: true }, 'The daily challenge is a Classic round'],
])('a variant %s is rejected with an explanation', async (_, body, words) => {
  await playerApi();
  const refused = { code: 'invalid', message: expect.stringContaining(words) };
  await expect(request(startSession, { params: { id: MERGE }, body })).rejects.toMatchObject(refused);
});

test('a weekly variant has one seed for everyone until Monday, and the weeks take turns', async () => {
  const api = await testApi();
  const seedFor = async (gameId: number) => {
    api.actAs(await api.addPlayer());
    return (await request(startSession, { params: { id: gameId }, body: { variant: 'weekly' } })).seed;
  };
  const [first, second] = [await seedFor(PARCELS), await seedFor(PARCELS)];
  expect(second).toBe(first);
  expect(await seedFor(HATCH)).not.toBe(first);
  pass(api, 7 * DAY);
  const next = await seedFor(PARCELS);
  expect(next).not.toBe(first);
  for (const count of [6, 7]) expect(turnOf(next, count)).toBe((turnOf(first, count) + 1) % count);
});

test.each([
  ['Hatch', HATCH, HATCH_UNTIMED, (seed: number) => playHatch(seed, ({ hatched }) => hatched.length >= 2)],
  ['Rungs', RUNGS, RUNGS_UNTIMED, (seed: number) => playRungs(seed, ({ climbed }) => climbed.length >= 2)],
])('%s without a clock counts, but not on the day’s seed', async (_, game, untimed, play) => {
  const { api } = await playerApi();
  const refused = expect.objectContaining({ code: 'round_refused' });
  for (const daily of [true, false]) {
    const { id, seed } = await request(startSession, { params: { id: game }, body: { daily } });
    const { inputs, ...played } = play(seed);
    pass(api, played.lasted);
    const ended = request(finishSession, {
      params: { id },
      body: { ...played, inputs: [[0, untimed], ...inputs] },
    });
    if (daily) await expect(ended).rejects.toEqual(refused);
    else expect((await ended).result.score).toBe(played.score);
  }
});

test('the day’s seed differs for each game, day and database secret, and is only stored with its round', async () => {
  const { api } = await playerApi();
  const seeds: number[] = [];
  for (let day = 0; day < 3; day++) {
    for (const id of [MERGE, PARCELS, TOWER, HATCH, RUNGS])
      seeds.push((await request(startSession, { params: { id }, body: { daily: true } })).seed);
    pass(api, DAY);
  }
  expect(new Set(seeds).size).toBe(15);
  for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);

  const [daily, own] = [
    await request(startSession, { params: { id: TOWER }, body: { daily: true } }),
    await request(startSession, { params: { id: TOWER }, body: { daily: false } }),
  ];
  const kept = await api.db.drizzle.select().from(rounds);
  expect(kept.find(({ id }) => id === daily.id)).toMatchObject({ daily: '2026-11-21', seed: daily.seed });
  expect(kept.find(({ id }) => id === own.id)).toMatchObject({ daily: null });
  const { token } = await api.addPlayer();
  for (const asked of ['yes', 1, null]) {
    const answer = await api.send(token, 'POST', `/api/user/games/${TOWER}/sessions`, { daily: asked });
    expect(answer.status, String(asked)).toBe(422);
  }

  const { api: other } = await playerApi();
  other.now = api.now;
  expect((await request(startSession, { params: { id: TOWER }, body: { daily: true } })).seed).not.toBe(
    daily.seed,
  );
});

describe("the day's leaderboard", () => {
  /** Builds a daily tower with this many rows as that player, and returns its score. */
  async function buildTower(api: TestApi, player: Player, rows: number) {
    api.actAs(player);
    const { id, seed } = await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    const played = playTower(seed, (tower) => heightOf(tower) >= rows);
    pass(api, played.lasted);
    await request(finishSession, { params: { id }, body: played });
    return played.score;
  }

  test('is empty at first, then ranks each player’s best round, and equal ones by time', async () => {
    const api = await testApi();
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toEqual({
      day: '2026-11-18',
      ends_at: '2026-11-19T00:00:00.000Z',
      players: 0,
      rows: [],
      mine: null,
    });
    const [ann, ben, cleo] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    const ten = await buildTower(api, ann, 10);
    const twelve = await buildTower(api, ben, 12);
    expect(await buildTower(api, cleo, 12)).toBe(twelve);
    await buildTower(api, ben, 9);
    const board = await request(getDailyLeaderboard, { params: { id: TOWER } });
    expect(board.rows.map(({ place, user, score }) => [place, user?.id, score])).toEqual([
      [1, ben.id, twelve],
      [2, cleo.id, twelve],
      [3, ann.id, ten],
    ]);
    expect(board).toMatchObject({ players: 3, mine: { place: 1, score: twelve } });
    // The same score, but later: nothing changes.
    await buildTower(api, ben, 12);
    expect((await request(getDailyLeaderboard, { params: { id: TOWER } })).rows[0]?.user?.id).toBe(ben.id);
    await buildTower(api, ann, 20);
    expect((await request(getDailyLeaderboard, { params: { id: TOWER } })).mine).toMatchObject({ place: 1 });
  });

  test('keeps equal scores in the order in which they were finished, even when they are repeated', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 5);
    for (const player of players) await buildTower(api, player, 9);
    for (const player of players) await buildTower(api, player, 9);
    const { rows } = await request(getDailyLeaderboard, { params: { id: TOWER } });
    expect(rows.map(({ user }) => user?.id)).toEqual(players.map(({ id }) => id));
  });

  test('shows the first twenty, then the player’s own place', async () => {
    const api = await testApi();
    const last = await api.addPlayer();
    const score = await buildTower(api, last, 1);
    for (let at = 0; at < 21; at++) await buildTower(api, await api.addPlayer(), 2 + at);
    api.actAs(last);
    const board = await request(getDailyLeaderboard, { params: { id: TOWER } });
    expect(board.rows.map(({ place }) => place)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(board).toMatchObject({ players: 22, mine: { place: 22, score } });
    expect(board.rows.map((row) => row.score)).toEqual(
      board.rows.map((row) => row.score).toSorted((one, other) => other - one),
    );
  });

  test('is open to guests, who have no place on it, and shows only names and samples', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await buildTower(api, player, 10);
    await api.db.drizzle.update(users).set({ sample: true, name: 'Ann' }).where(eq(users.id, player.id));
    api.actAs(null);
    const board = await request(getDailyLeaderboard, { params: { id: TOWER } });
    expect(board.mine).toBeNull();
    expect(board.rows).toEqual([
      { place: 1, user: { id: player.id, name: 'Ann', sample: true }, score: expect.any(Number) },
    ]);
  });

  test('leaves out players who left the leaderboards, and doesn’t name those who don’t want it', async () => {
    const api = await testApi();
    const [gone, quiet, named] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    await buildTower(api, named, 10);
    const second = await buildTower(api, quiet, 12);
    await request(setLeaderboard, { body: { shown_as: 'anonymous' } });
    await buildTower(api, gone, 14);
    await request(setLeaderboard, { body: { shown_as: 'left' } });
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({
      players: 2,
      mine: null,
    });
    api.actAs(quiet);
    const own = await request(getDailyLeaderboard, { params: { id: TOWER } });
    expect(own.mine).toEqual({ place: 1, score: second });
    expect(own.rows.map(({ user }) => user?.id)).toEqual([quiet.id, named.id]);
    for (const reader of [null, named]) {
      api.actAs(reader);
      const { rows } = await request(getDailyLeaderboard, { params: { id: TOWER } });
      expect(rows.map(({ place, user }) => [place, user?.id])).toEqual([
        [1, undefined],
        [2, named.id],
      ]);
    }
    api.actAs(gone);
    await request(setLeaderboard, { body: { shown_as: 'named' } });
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({
      players: 3,
      mine: { place: 1 },
    });
  });

  test('offers its best run to play against: the score step by step, without the moves', async () => {
    const api = await testApi();
    const [first, second] = [await api.addPlayer(), await api.addPlayer()];
    const ghostOf = async (player: Player, of?: Player) => {
      api.actAs(player);
      return (await request(getDailyGhost, { params: { id: TOWER }, query: { player: of?.id } })).ghost;
    };
    expect(await ghostOf(first)).toBeNull();
    const score = await buildTower(api, first, 25);
    const lower = await buildTower(api, second, 5);
    const ghost = await ghostOf(second);
    expect(ghost).toMatchObject({ mine: false, by: 'moves', step: 10 });
    expect(ghost?.scores).toHaveLength(4);
    expect(ghost?.scores.at(-1)).toBe(score);
    expect(Object.keys(ghost ?? {}).toSorted()).toEqual(['by', 'mine', 'name', 'scores', 'step']);
    expect(await ghostOf(first)).toMatchObject({ mine: true });
    // A chosen player's best run, while they are named.
    const chosen = await ghostOf(first, second);
    expect(chosen).toMatchObject({ mine: false, name: expect.any(String) });
    expect(chosen?.scores.at(-1)).toBe(lower);
    expect(await ghostOf(second, second)).toMatchObject({ mine: true });
    await request(setLeaderboard, { body: { shown_as: 'anonymous' } });
    expect(await ghostOf(first, second), 'nobody is known by a run').toBeNull();
    expect(await ghostOf(second, second)).toMatchObject({ mine: true });
    api.actAs(first);
    await request(setLeaderboard, { body: { shown_as: 'anonymous' } });
    expect(await ghostOf(second)).toMatchObject({ mine: false, name: null });
    api.actAs(first);
    await request(setLeaderboard, { body: { shown_as: 'left' } });
    expect(await ghostOf(second), 'their own, while the first is hidden').toMatchObject({ mine: true });
    expect((await ghostOf(first))?.scores.at(-1)).toBe(score);
    pass(api, DAY);
    expect(await ghostOf(second)).toBeNull();
  });

  test('offers a round that midnight interrupts the runs on its own seed', async () => {
    const api = await testApi();
    const [first, second] = [await api.addPlayer(), await api.addPlayer()];
    const score = await buildTower(api, first, 25);
    const ghostOf = async (seed?: number) =>
      (await request(getDailyGhost, { params: { id: TOWER }, query: { seed } })).ghost?.scores.at(-1);
    api.actAs(second);
    const begun = await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    expect(await ghostOf(begun.seed)).toBe(score);
    pass(api, DAY);
    const next = await buildTower(api, first, 5);
    api.actAs(second);
    expect(await ghostOf(begun.seed)).toBe(score);
    expect(await ghostOf()).toBe(next);
    pass(api, DAY);
    expect(await ghostOf(begun.seed)).toBeUndefined();
  });

  test('offers guests the same runs, a limited number of times from one address', async () => {
    const api = await testApi({ rateLimit: true });
    const [best, quiet] = [await api.addPlayer(), await api.addPlayer()];
    const score = await buildTower(api, best, 25);
    await buildTower(api, quiet, 5);
    await request(setLeaderboard, { body: { shown_as: 'anonymous' } });
    api.actAs(null);
    const ghostOf = async (player?: number) =>
      (await request(getDailyGhost, { params: { id: TOWER }, query: { player } })).ghost;
    const ghost = await ghostOf();
    expect(ghost).toMatchObject({ mine: false, name: expect.any(String), by: 'moves' });
    expect(ghost?.scores.at(-1)).toBe(score);
    expect(await ghostOf(best.id)).toEqual(ghost);
    expect(await ghostOf(quiet.id), 'nobody is known by a run').toBeNull();
    const ends = await endsOf(Array.from({ length: 28 }, () => ghostOf()));
    expect(ends.toSorted()).toEqual([...Array(27).fill('done'), 'too_many_requests']);
    pass(api, 10 * MINUTE);
    expect(await ghostOf()).toEqual(ghost);
  });

  test('leaves out rounds of another game, another day or a private seed, and rejected or empty rounds', async () => {
    const { api, player } = await playerApi();
    const own = await request(startSession, { params: { id: TOWER }, body: { daily: false } });
    const ownTower = playTower(own.seed, (tower) => heightOf(tower) >= 10);
    pass(api, ownTower.lasted);
    await request(finishSession, { params: { id: own.id }, body: ownTower });
    const forged = await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    const forgedTower = playTower(forged.seed, (tower) => heightOf(tower) >= 10);
    pass(api, forgedTower.lasted);
    await request(finishSession, { params: { id: forged.id }, body: { ...forgedTower, score: 9999 } }).catch(
      () => {},
    );
    await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    const pointless = await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    pass(api, 1000);
    await request(finishSession, {
      params: { id: pointless.id },
      body: { inputs: [[500, PAUSE]], score: 0 },
    });
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({
      players: 0,
      rows: [],
      mine: null,
    });
    await buildTower(api, player, 10);
    expect((await request(getDailyLeaderboard, { params: { id: HATCH } })).players).toBe(0);
    pass(api, DAY);
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({
      day: '2026-11-19',
      players: 0,
    });
  });

  test('counts a round that is finished after midnight for the day of its start', async () => {
    const { api } = await playerApi();
    api.now = new Date('2026-11-18T23:59:30Z');
    const { id, seed } = await request(startSession, { params: { id: TOWER }, body: { daily: true } });
    const played = playTower(seed, (tower) => heightOf(tower) >= 20);
    pass(api, 60_000);
    await request(finishSession, { params: { id }, body: played });
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({
      day: '2026-11-19',
      players: 0,
    });
    api.now = new Date('2026-11-18T23:59:59Z');
    expect(await request(getDailyLeaderboard, { params: { id: TOWER } })).toMatchObject({ players: 1 });
  });

  test('doesn’t exist for a game that isn’t ours', async () => {
    const { api } = await playerApi();
    for (const id of [101, 999_999]) {
      await expect(request(getDailyLeaderboard, { params: { id } })).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
      await expect(request(startSession, { params: { id }, body: { daily: true } })).rejects.toMatchObject({
        status: 404,
      });
    }
    expect(api.logged).toEqual([]);
  });
});
