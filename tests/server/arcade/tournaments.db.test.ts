/** The weekly tournament: its groups, how a week ends, and how the next one begins. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import { describe, expect, test, vi } from 'vitest';
import {
  games,
  notifications,
  rounds,
  tournamentPlayers,
  tournaments,
  users,
} from '../../../server/db/schema.ts';
import { playTower } from '../../../server/db/seed-players.ts';
import { keepTournaments, noteScore } from '../../../server/features/arcade/tournaments.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { heightOf } from '../../../src/lib/arcade/tower.ts';
import {
  finishSession,
  getOpenSession,
  keepSession,
  startSession,
} from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers } from '../../support/app-players.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const [MERGE, TOWER] = [1, 3];
const WEEK = 7 * DAY;
const THIS = '2026-11-16';

/** In a week whose game is Tower. */
async function inTower(): Promise<TestApi> {
  const api = await testApi();
  await api.db.drizzle.insert(tournaments).values({ week: THIS, gameId: TOWER });
  return api;
}

/** Plays a tower with this many rows on this week's seed, and returns its score. */
async function build(api: TestApi, player: Player, rows: number): Promise<number> {
  api.actAs(player);
  const { id, seed } = await request(startSession, {
    params: { id: TOWER },
    body: { daily: false, tournament: true },
  });
  const played = playTower(seed, (tower) => heightOf(tower) >= rows);
  pass(api, played.lasted);
  await request(finishSession, { params: { id }, body: played });
  return played.score;
}

/** Gives each player a counted round with this score in the current week, best first. */
async function score(api: TestApi, ...scores: (readonly [Player, number])[]): Promise<void> {
  api.actAs(null);
  const { week, game } = await request(getTournament, {});
  for (const [{ id: userId }, points] of scores) {
    pass(api, MINUTE);
    const { now } = api;
    await api.db.drizzle.transaction(async (tx) => {
      await noteScore(tx, { userId, week, score: points, now });
      const common = { id: crypto.randomUUID(), userId, gameId: game.id, seed: 1, version: 1, week };
      await tx.insert(rounds).values({ ...common, startedAt: now, finishedAt: now, score: points });
    });
  }
}

const seenBy = (api: TestApi, player: Player | null) => {
  api.actAs(player);
  return request(getTournament, {});
};
const namesOf = async (api: TestApi, player: Player | null) =>
  (await seenBy(api, player)).rows.map(({ place, user }) => [place, user?.id]);
const toNextWeek = (api: TestApi) => {
  api.now = new Date(
    Date.parse(THIS) + WEEK * (1 + Math.floor((api.now.getTime() - Date.parse(THIS)) / WEEK)),
  );
};
const toldTo = (api: TestApi, { id }: Player) =>
  api.db.drizzle
    .select({ title: notifications.title, body: notifications.body })
    .from(notifications)
    .where(and(eq(notifications.userId, id), eq(notifications.kind, 'contest')))
    .orderBy(asc(notifications.id));

describe('a week', () => {
  test('has one of our games in turn, and one seed for everyone that differs from every day’s', async () => {
    const api = await testApi();
    const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
    const own = await api.db.drizzle.$count(games, and(eq(games.source, 'own'), games.active));
    const seen: number[] = [];
    const seeds = new Set<number>();
    for (let week = 0; week < own; week++) {
      const { game, week: monday, ends_at } = await seenBy(api, null);
      expect(Date.parse(ends_at) - Date.parse(monday)).toBe(WEEK);
      seen.push(game.id);
      const body = { daily: false, tournament: true };
      const begin = async (player: Player, given: { daily: boolean; tournament?: boolean }) => {
        api.actAs(player);
        return (await request(startSession, { params: { id: game.id }, body: given })).seed;
      };
      const seed = await begin(ann, body);
      expect(await begin(ben, body)).toBe(seed);
      seeds.add(seed).add(await begin(ann, { daily: true }));
      pass(api, WEEK);
    }
    expect(new Set(seen).size).toBe(own);
    expect(seeds.size).toBe(2 * own);
    expect((await seenBy(api, null)).game.id).toBe(seen[0]);
  });

  test('ranks each player’s best round, equal ones by time, and shows guests where they would begin', async () => {
    const api = await inTower();
    const [ann, ben, cleo] = await addPlayers(api, 3);
    if (!ann || !ben || !cleo) throw new Error('no players');
    expect(await seenBy(api, null)).toMatchObject({
      league: 'bronze',
      players: 0,
      rows: [],
      mine: null,
      last: null,
    });
    const ten = await build(api, ann, 10);
    const twelve = await build(api, ben, 12);
    await build(api, cleo, 12);
    await build(api, ben, 9);
    await build(api, ben, 12);
    const board = await seenBy(api, ben);
    expect(board.rows.map(({ place, user, score, mine }) => [place, user?.id, score, mine])).toEqual([
      [1, ben.id, twelve, true],
      [2, cleo.id, twelve, false],
      [3, ann.id, ten, false],
    ]);
    expect(board).toMatchObject({ players: 3, up: 0, down: 0, mine: { place: 1, score: twelve } });
    expect(await seenBy(api, null)).toMatchObject({ players: 3, mine: null });
    await build(api, ann, 20);
    expect((await seenBy(api, ann)).mine?.place).toBe(1);
  });

  test('is played only in its game, and a round that another device continues stays part of it', async () => {
    const api = await inTower();
    api.actAs(await api.addPlayer());
    const body = { daily: false, tournament: true };
    await expect(request(startSession, { params: { id: MERGE }, body })).rejects.toMatchObject({
      code: 'not_found',
      message: 'This week’s tournament is in Tower.',
    });
    const { id } = await request(startSession, { params: { id: TOWER }, body });
    pass(api, MINUTE);
    await request(keepSession, { params: { id }, body: { inputs: [[500, 0]], at: 1000 } });
    expect((await request(getOpenSession, {})).round).toMatchObject({ id, daily: false, tournament: true });
  });

  test('doesn’t name players who don’t want it, and leaves out those who are hidden from leaderboards', async () => {
    const api = await testApi();
    const [gone, quiet, named] = await addPlayers(api, 3);
    if (!gone || !quiet || !named) throw new Error('no players');
    await api.db.drizzle.update(users).set({ sample: true }).where(eq(users.id, named.id));
    await score(api, [gone, 90], [quiet, 80], [named, 70]);
    for (const [player, shown_as] of [
      [gone, 'left'],
      [quiet, 'anonymous'],
    ] as const) {
      api.actAs(player);
      await request(setLeaderboard, { body: { shown_as } });
    }
    const board = await seenBy(api, null);
    expect(board.rows.map(({ user }) => user && [user.id, user.sample])).toEqual([null, [named.id, true]]);
    expect(await namesOf(api, quiet)).toEqual([
      [1, quiet.id],
      [2, named.id],
    ]);
    expect(await seenBy(api, gone)).toMatchObject({ players: 2, mine: null });
    toNextWeek(api);
    expect(await seenBy(api, gone)).toMatchObject({ league: 'bronze', last: null });
    expect((await seenBy(api, quiet)).last).toMatchObject({ place: 1, players: 2 });
  });

  test('fills groups of thirty: the next player begins another', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 31);
    const [first] = players;
    const last = players.at(-1);
    if (!first || !last) throw new Error('no players');
    await score(api, ...players.slice(0, -1).map((player, at) => [player, 100 + at] as const));
    for (const newcomer of [last, null])
      expect((await seenBy(api, newcomer)).players, 'the group to be').toBe(0);
    await score(api, [last, 130]);
    expect(await seenBy(api, first)).toMatchObject({ players: 30, up: 7, down: 0, mine: { place: 30 } });
    expect(await seenBy(api, last)).toMatchObject({ players: 1, mine: { place: 1 } });
    expect((await seenBy(api, null)).players).toBe(1);
    await score(api, [first, 900]);
    expect((await seenBy(api, first)).mine?.place).toBe(1);
  });

  test('ignores a round that is finished after its end, which still counts for quests', async () => {
    const api = await inTower();
    api.actAs(await api.addPlayer());
    api.now = new Date(Date.parse(THIS) + WEEK - 10_000);
    const { id, seed } = await request(startSession, {
      params: { id: TOWER },
      body: { daily: false, tournament: true },
    });
    const played = playTower(seed, (tower) => heightOf(tower) >= 20);
    pass(api, Math.max(20_000, played.lasted));
    const { credited } = await request(finishSession, { params: { id }, body: played });
    expect(credited).toBeGreaterThan(0);
    expect(await request(getTournament, {})).toMatchObject({ players: 0, last: null });
    expect(await api.db.drizzle.$count(tournamentPlayers)).toBe(0);
  });
});

describe('the end of a week', () => {
  test('moves the top quarter up and the bottom quarter down, notifies each player, and keeps the league of those who skip a week', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 8);
    const [first, second, third] = players;
    const last = players.at(-1);
    if (!first || !second || !third || !last) throw new Error('no players');
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    expect(await seenBy(api, first)).toMatchObject({ league: 'bronze', players: 8, up: 2, down: 0 });
    toNextWeek(api);
    const after = await seenBy(api, first);
    expect(after).toMatchObject({ league: 'silver', players: 0, mine: null });
    expect(after.last).toMatchObject({ week: THIS, place: 1, players: 8, from: 'bronze', to: 'silver' });
    expect((await seenBy(api, third)).league).toBe('bronze');
    expect((await seenBy(api, last)).last).toMatchObject({ place: 8, from: 'bronze', to: 'bronze' });
    expect(await toldTo(api, first)).toEqual([
      {
        title: 'You moved up to the Silver league',
        body: 'You finished #1 of 8 in the Bronze league. Next time you play in the Silver league.',
      },
    ]);
    expect((await toldTo(api, last))[0]?.body).toBe(
      'You finished #8 of 8 in the Bronze league and stay there.',
    );
    // A player who starts late in the week joins an existing group.
    const late = await api.addPlayer();
    await score(api, [second, 5], [third, 50]);
    pass(api, 5 * DAY);
    await score(api, [late, 60]);
    expect(await namesOf(api, late)).toEqual([
      [1, late.id],
      [2, third.id],
    ]);
    expect(await namesOf(api, first), 'those of the league above').toEqual([[1, second.id]]);
    toNextWeek(api);
    toNextWeek(api);
    expect(await seenBy(api, first)).toMatchObject({ league: 'silver', last: { week: THIS } });
    api.actAs(first);
    const { badges } = await request(getProfile, { params: { id: first.id } });
    expect(badges.map(({ id }) => id)).toEqual(['tournament']);
    api.actAs(third);
    expect((await request(getProfile, { params: { id: third.id } })).badges).toEqual([]);
  });

  test('moves players down too, if there is a league below', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 16);
    const [first, , , fourth] = players;
    if (!first || !fourth) throw new Error('no players');
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    toNextWeek(api);
    await score(api, ...players.slice(0, 4).map((player, at) => [player, 100 - at] as const));
    expect(await seenBy(api, fourth)).toMatchObject({ league: 'silver', players: 4, up: 1, down: 1 });
    toNextWeek(api);
    expect((await seenBy(api, first)).league).toBe('gold');
    expect((await seenBy(api, fourth)).last).toMatchObject({ from: 'silver', to: 'bronze' });
    expect((await toldTo(api, fourth)).at(-1)?.title).toBe('You’re in the Bronze league now');
  });

  test('moves down those in the bottom quarter who leave the leaderboards just before it', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 32);
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    toNextWeek(api);
    // The top seven of the first group of thirty.
    const silver = players.slice(0, 7);
    await score(api, ...silver.map((player, at) => [player, 100 - at] as const));
    const [best, , , , , sixth, last] = silver;
    if (!best || !sixth || !last) throw new Error('no players');
    for (const player of [best, last]) {
      api.actAs(player);
      await request(setLeaderboard, { body: { shown_as: 'left' } });
    }
    toNextWeek(api);
    expect((await seenBy(api, best)).league).toBe('silver');
    expect((await seenBy(api, last)).league).toBe('bronze');
  });

  test('happens once, however many processes close it, and nothing counts in it afterwards', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 5);
    const [first] = players;
    if (!first) throw new Error('no players');
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    toNextWeek(api);
    await Promise.all(Array.from({ length: 4 }, () => keepTournaments(api.db, api.now)));
    for (const player of players) expect(await toldTo(api, player)).toHaveLength(1);
    const places = () =>
      api.db.drizzle
        .select({ place: tournamentPlayers.place, move: tournamentPlayers.move })
        .from(tournamentPlayers)
        .orderBy(asc(tournamentPlayers.place));
    const given = await places();
    expect(given).toEqual([1, 2, 3, 4, 5].map((place) => ({ place, move: { 1: 1, 5: -1 }[place] ?? 0 })));
    await keepTournaments(api.db, api.now);
    expect(await places()).toEqual(given);
    // A process whose clock is behind.
    const isCounted = await api.db.drizzle.transaction((tx) =>
      noteScore(tx, { userId: first.id, week: THIS, score: 999, now: new Date(Date.parse(THIS)) }),
    );
    expect(isCounted).toBe(false);
    expect(await places()).toEqual(given);
  });

  test('takes as many statements for two groups as for one, so that its locks are short', async () => {
    const counts: number[] = [];
    for (const groups of [1, 2]) {
      const api = await testApi();
      const players = await addPlayers(api, 30 * groups);
      await score(api, ...players.map((player, at) => [player, 1000 - at] as const));
      toNextWeek(api);
      const prepared = vi.spyOn(NodePgSession.prototype, 'prepareQuery');
      await keepTournaments(api.db, api.now);
      counts.push(prepared.mock.calls.length);
      prepared.mockRestore();
      const ends = await Promise.all(players.map((player) => toldTo(api, player)));
      expect(ends.filter(([end]) => end?.title.startsWith('You moved up'))).toHaveLength(7 * groups);
    }
    expect(counts[0]).toBeGreaterThan(30);
    expect(counts[1]).toBe(counts[0]);
  });

  test('is checked by invariants, which find a wrong place, league or score', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 4);
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    toNextWeek(api);
    await keepTournaments(api.db, api.now);
    await score(api, ...players.map((player, at) => [player, 100 - at] as const));
    expect(await findBrokenInvariants(api.db)).toEqual([]);
    const faults = {
      'a better score behind a lower one': sql`UPDATE tournament_players SET place = 9 WHERE place = 1`,
      'a place before the end': sql`UPDATE tournaments SET closed_at = NULL`,
      'a score that nobody played': sql`UPDATE tournament_players SET score = score + 1`,
      'a round without its player': sql`DELETE FROM tournament_players WHERE week > ${THIS}`,
      'a round of another game': sql`UPDATE rounds SET game_id = 1 + game_id % 2`,
      'a league that nothing led to': sql`UPDATE tournament_players SET league = 2 WHERE week > ${THIS} AND league = 0 AND number = 1`,
    };
    for (const [what, fault] of Object.entries(faults)) {
      const undone = new Error('undone');
      const found = api.db.drizzle.transaction(async (tx) => {
        await tx.execute(fault);
        expect(await findBrokenInvariants({ drizzle: tx }), what).toHaveLength(1);
        throw undone;
      });
      await expect(found).rejects.toBe(undone);
    }
  });
});
