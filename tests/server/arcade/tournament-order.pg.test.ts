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

/** Four players with scores in this week's tournament. The first will move up. */
async function aGroup(): Promise<{ api: TestApi; first: Player }> {
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
  const [first] = players;
  if (!first) throw new Error('no players');
  api.actAs(first);
  return { api, first };
}

/** Plays a round that ends just before the week, and closes the week after the round's end was judged and before it is stored. */
async function closeDuring(api: TestApi, { id: userId }: Player, tournament: boolean): Promise<void> {
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
  const { api, first } = await aGroup();
  await closeDuring(api, first, true);
  const [mine] = await api.db.drizzle
    .select({ score: tournamentPlayers.score, place: tournamentPlayers.place })
    .from(tournamentPlayers)
    .where(eq(tournamentPlayers.userId, first.id));
  expect(mine?.place).toBe(1);
  expect(mine?.score).toBeGreaterThan(9);
});
