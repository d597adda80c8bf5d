/**
 * A week of the tournament that closes while a round ends.
 * @module-tag postgres
 */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  notifications,
  playDays,
  rounds,
  tournamentPlayers,
  tournaments,
} from '../../../server/db/schema.ts';
import { playTower } from '../../../server/db/seed-players.ts';
import { keepTournaments, noteScore } from '../../../server/features/arcade/tournaments.ts';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { heightOf } from '../../../src/lib/arcade/tower.ts';
import { finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { badgeWords } from '../../../src/lib/format/badges.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers } from '../../support/app-players.ts';
import { waitingIn } from '../../support/locks.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const TOWER = 3;
const WEEK = '2026-11-16';
const END = new Date(Date.parse(WEEK) + 7 * DAY);

/** Four players with scores in this week's tournament. The first will move up, if none of them plays again. */
async function aGroup(): Promise<{ api: TestApi; first: Player; last: Player }> {
  const api = await testApi();
  await api.db.drizzle.insert(tournaments).values({ week: WEEK, gameId: TOWER });
  const players = await addPlayers(api, 4);
  for (const [at, { id: userId }] of players.entries())
    await api.db.drizzle.transaction(async (tx) => {
      const { now } = api;
      const score = 9 - at;
      await noteScore(tx, { userId, week: WEEK, score, now });
      const round = {
        id: crypto.randomUUID(),
        userId,
        gameId: TOWER,
        seed: 1,
        version: 1,
        week: WEEK,
        score,
      };
      await tx.insert(rounds).values({ ...round, startedAt: now, finishedAt: now });
    });
  const [first, , , last] = players;
  if (!first || !last) throw new Error('no players');
  return { api, first, last };
}

/** Plays a round that ends just before the week, and closes the week after the round's end was judged and before it is stored. */
async function closeDuring(api: TestApi, player: Player, tournament: boolean): Promise<void> {
  const { id: userId } = player;
  api.actAs(player);
  api.now = new Date(END.getTime() - 5 * MINUTE);
  const { id, seed } = await request(startSession, { params: { id: TOWER }, body: { tournament } });
  const { lasted, ...played } = playTower(seed, (tower) => heightOf(tower) >= 12);
  pass(api, lasted);
  const day = api.now.toISOString().slice(0, 10);
  const { finished, closed } = await api.db.drizzle.transaction(async (tx) => {
    // The round's end waits for this row, between what was reached before it and after it.
    await tx.insert(playDays).values({ userId, day });
    await tx.delete(playDays).where(and(eq(playDays.userId, userId), eq(playDays.day, day)));
    const finished = request(finishSession, { params: { id }, body: played });
    await expect.poll(() => waitingIn(api.db)).toBe(1);
    let isClosed = false;
    const closed = keepTournaments(api.db, END).then(() => {
      isClosed = true;
    });
    await expect.poll(async () => isClosed || (await waitingIn(api.db)) === 2).toBe(true);
    return { finished, closed };
  });
  await Promise.all([finished, closed]);
}

test('a badge for moving up is announced once', async () => {
  const { api, first } = await aGroup();
  await closeDuring(api, first, false);
  const all = await api.db.drizzle.select().from(notifications).where(eq(notifications.userId, first.id));
  const badge = `New badge: ${badgeWords.tournament.name}`;
  expect(all.filter(({ title, body }) => `${title} ${body}`.includes(badge))).toHaveLength(1);
});

test('a round that ends in time counts before the week closes', async () => {
  const { api, last } = await aGroup();
  await closeDuring(api, last, true);
  const [mine] = await api.db.drizzle
    .select({ score: tournamentPlayers.score, place: tournamentPlayers.place })
    .from(tournamentPlayers)
    .where(eq(tournamentPlayers.userId, last.id));
  expect(mine?.place).toBe(1);
  expect(mine?.score).toBeGreaterThan(9);
});

test('new players who score at the same moment get their numbers one after another', async () => {
  const api = await testApi();
  await api.db.drizzle.insert(tournaments).values({ week: WEEK, gameId: TOWER });
  const players = await addPlayers(api, 12);
  const { now } = api;
  await Promise.all(
    players.map(({ id: userId }) =>
      api.db.drizzle.transaction(async (tx) => {
        await lockBalance(tx, userId);
        await noteScore(tx, { userId, week: WEEK, score: 7, now });
      }),
    ),
  );
  const rows = await api.db.drizzle.select({ number: tournamentPlayers.number }).from(tournamentPlayers);
  expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(players.map((_, at) => at + 1));
  const round = { gameId: TOWER, seed: 1, version: 1, week: WEEK, score: 7, startedAt: now, finishedAt: now };
  await api.db.drizzle
    .insert(rounds)
    .values(players.map(({ id: userId }) => ({ ...round, id: crypto.randomUUID(), userId })));
});

test('many rounds that end while the week closes count or don’t, and none fails', async () => {
  const { api } = await aGroup();
  api.now = new Date(END.getTime() - 5 * MINUTE);
  const players = await addPlayers(api, 8);
  const ends = [];
  for (const player of players) {
    api.actAs(player);
    const body = { tournament: true };
    const { id, seed } = await request(startSession, { params: { id: TOWER }, body });
    const { lasted, ...played } = playTower(seed, (tower) => heightOf(tower) >= 12);
    ends.push({ player, id, played, lasted });
  }
  pass(api, Math.max(...ends.map(({ lasted }) => lasted)));
  const finished = ends.map(({ player, id, played }) => {
    api.actAs(player);
    return request(finishSession, { params: { id }, body: played });
  });
  await Promise.all([...finished, ...Array.from({ length: 4 }, () => keepTournaments(api.db, END))]);
  const counted = await api.db.drizzle.$count(tournamentPlayers);
  expect(counted).toBeGreaterThanOrEqual(4);
  expect(counted).toBeLessThanOrEqual(12);
});
