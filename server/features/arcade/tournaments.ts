/**
 * The weekly tournament. One of our games, in turn, has a seed that everyone shares from Monday to Monday, UTC. Players are
 * ranked by their best counted round of the week, in groups of their league. The top and bottom quarters of a group change
 * leagues. The tournament pays no points (decision 50).
 */

import { and, asc, between, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { turnAt } from '../../../src/lib/arcade/week.ts';
import { LEAGUE_GROUP, type Tournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { games, rounds, tournamentPlayers, tournaments, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { WEEK } from '../../platform/time.ts';
import { lockBalances } from '../ledger/ledger.ts';
import { notifyBadge } from '../milestones/milestones.ts';
import { notifyAll } from '../notifications/notifications.ts';
import { groupOf, leagueAfter, leagueName, movers, ranked } from './leagues.ts';

/** "silver" → "Silver" */
const capital = (league: string) => league.charAt(0).toUpperCase() + league.slice(1);

const endOf = (week: string) => new Date(Date.parse(week) + WEEK);

/**
 * Starts this week's tournament and closes those that are over. Each happens once, even if many calls arrive at the same moment.
 * Every call about the tournament runs it first.
 */
export async function keepTournaments(db: Database, now: Date): Promise<void> {
  const { start: week } = periodOf('weekly', now);
  const due = await db.drizzle
    .select({ week: tournaments.week })
    .from(tournaments)
    .where(and(isNull(tournaments.closedAt), lt(tournaments.week, week)))
    .orderBy(asc(tournaments.week));
  for (const tournament of due) await close(db, tournament.week, now);
  if ((await db.drizzle.$count(tournaments, eq(tournaments.week, week))) > 0) return;
  const own = await db.drizzle
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.active, true), eq(games.source, 'own'), isNotNull(games.arcade)))
    .orderBy(asc(games.id));
  const turn = own[turnAt(Date.parse(week), own.length)];
  if (turn) await db.drizzle.insert(tournaments).values({ week, gameId: turn.id }).onConflictDoNothing();
}

/** Closes a week that is over, once: it sets places and leagues, and notifies each player. */
async function close(db: Database, week: string, now: Date): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const [tournament] = await tx
      .select({ closedAt: tournaments.closedAt, game: games.name })
      .from(tournaments)
      .innerJoin(games, eq(games.id, tournaments.gameId))
      .where(eq(tournaments.week, week))
      .for('no key update', { of: tournaments });
    if (!tournament || tournament.closedAt || endOf(week) > now) return;
    const groups = Map.groupBy(
      await playersOf(tx, week),
      ({ league, number }) => `${league} ${groupOf(number)}`,
    );
    const ends = [...groups.values()].map((everyone) => ({
      shown: ranked(everyone.filter(isShown)),
      // Players who aren't listed can still move down, but not up.
      hidden: ranked(everyone)
        .filter((one) => !isShown(one) && one.move < 0)
        .map((one) => ({ ...one, place: null })),
    }));
    const firstUp = await firstToMoveUp(
      tx,
      week,
      ends.flatMap(({ shown }) => shown.filter(({ move }) => move > 0).map(({ userId }) => userId)),
    );
    // A round of theirs that ends at the same time must not announce the badge again.
    await lockBalances(tx, firstUp);
    await tx.update(tournaments).set({ closedAt: now }).where(eq(tournaments.week, week));
    await tx.update(tournamentPlayers).set({ move: 0 }).where(eq(tournamentPlayers.week, week));
    // All players in a few statements: with one each, the locks would last as long as it takes to write thousands.
    const moves = ends.flatMap(({ shown, hidden }) => [...shown, ...hidden]);
    const rows = JSON.stringify(moves.map(({ userId, place, move }) => ({ user_id: userId, place, move })));
    await tx.execute(sql`UPDATE tournament_players AS p SET place = r.place, move = r.move
      FROM jsonb_to_recordset(${rows}::jsonb) AS r(user_id integer, place smallint, move smallint)
      WHERE p.week = ${week} AND p.user_id = r.user_id`);
    await notifyBadge(tx, firstUp, 'tournament', now);
    const results = ends.flatMap(({ shown }) =>
      shown.map((one) => ({
        userId: one.userId,
        words: wordsOf({ ...one, players: shown.length, game: tournament.game }),
      })),
    );
    for (const readers of Map.groupBy(results, ({ words }) => JSON.stringify(words)).values()) {
      const ids = readers.map(({ userId }) => userId);
      const href = `${routes.userLeaderboard.pattern}?show=tournament`;
      const common = { kind: 'contest', key: `tournament:${week}`, href, now } as const;
      if (readers[0]) await notifyAll(tx, ids, { ...common, ...readers[0].words });
    }
  });
}

/** Returns the players in `up` (who move up after this week) who have never moved up before. */
async function firstToMoveUp(tx: Transaction, week: string, up: readonly number[]): Promise<number[]> {
  const earlier = alias(tournamentPlayers, 'earlier');
  const rows = await tx
    .selectDistinct({ userId: earlier.userId })
    .from(tournamentPlayers)
    .innerJoin(earlier, and(eq(earlier.userId, tournamentPlayers.userId), eq(earlier.move, 1)))
    .where(eq(tournamentPlayers.week, week));
  const before = new Set(rows.map(({ userId }) => userId));
  return up.filter((userId) => !before.has(userId));
}

/** Returns what a player reads about their result. */
function wordsOf(one: { league: number; place: number; move: number; players: number; game: string }) {
  const { league, place, move, players, game } = one;
  const [from, to] = [leagueAfter(league, 0), leagueAfter(league, move)];
  const [was, is] = [capital(leagueName(from)), capital(leagueName(to))];
  return {
    title:
      to > from
        ? `You moved up to the ${is} league`
        : to < from
          ? `You’re in the ${is} league now`
          : `The ${game} tournament is over`,
    body: `You finished #${formatPoints(place)} of ${formatPoints(players)} in the ${was} league${to === from ? ' and stay there.' : `. Next time you play in the ${is} league.`}`,
    win: to > from,
  };
}

/**
 * Keeps the tournament of a round of `userId`, if it has one, from closing before the transaction ends. Closing locks the
 * tournament first and then balances, so call this before `lockBalance`.
 */
export async function holdTournament(tx: Transaction, roundId: string, userId: number): Promise<void> {
  const ofRound = tx
    .select({ week: rounds.week })
    .from(rounds)
    .where(and(eq(rounds.id, roundId), eq(rounds.userId, userId)));
  await tx
    .select({ week: tournaments.week })
    .from(tournaments)
    .where(inArray(tournaments.week, ofRound))
    .for('share');
}

const isShown = ({ shownAs }: { shownAs: typeof users.$inferSelect.shownAs }) => shownAs !== 'left';

/** Selects the players who have scored in a week, in one group or in all. */
function playersOf(db: Executor, week: string, group?: { league: number; group: number }) {
  const numbers =
    group &&
    and(
      eq(tournamentPlayers.league, group.league),
      between(tournamentPlayers.number, group.group * LEAGUE_GROUP + 1, (group.group + 1) * LEAGUE_GROUP),
    );
  return db
    .select({
      userId: tournamentPlayers.userId,
      league: tournamentPlayers.league,
      number: tournamentPlayers.number,
      score: tournamentPlayers.score,
      scoredAt: tournamentPlayers.scoredAt,
      user: { id: users.id, name: users.name, sample: users.sample },
      shownAs: users.shownAs,
    })
    .from(tournamentPlayers)
    .innerJoin(users, eq(users.id, tournamentPlayers.userId))
    .where(and(eq(tournamentPlayers.week, week), numbers));
}

/** Returns the current tournament. Errors: not_found if there is none. */
async function running(db: Executor, now: Date) {
  const { start: week } = periodOf('weekly', now);
  const [tournament] = await db
    .select({ week: tournaments.week, game: { id: games.id, name: games.name, arcade: games.arcade } })
    .from(tournaments)
    .innerJoin(games, eq(games.id, tournaments.gameId))
    .where(eq(tournaments.week, week));
  const arcade = tournament?.game.arcade;
  if (!tournament || !arcade) throw new DomainError('not_found');
  return { week, game: { ...tournament.game, arcade } };
}

/** Returns the current week for a round in its game. Errors: not_found for every other game. */
export async function tournamentWeek(db: Database, gameId: number, now: Date): Promise<string> {
  await keepTournaments(db, now);
  const { week, game } = await running(db.drizzle, now);
  if (game.id !== gameId)
    throw new DomainError('not_found', { message: `This week’s tournament is in ${game.name}.` });
  return week;
}

async function lastOf(db: Executor, userId: number, week: string) {
  const [last] = await db
    .select({ player: tournamentPlayers, game: games.name })
    .from(tournamentPlayers)
    .innerJoin(tournaments, eq(tournaments.week, tournamentPlayers.week))
    .innerJoin(games, eq(games.id, tournaments.gameId))
    .where(and(eq(tournamentPlayers.userId, userId), lt(tournamentPlayers.week, week)))
    .orderBy(desc(tournamentPlayers.week))
    .limit(1);
  return (
    last && { ...last.player, game: last.game, to: leagueAfter(last.player.league, last.player.move ?? 0) }
  );
}

/** Returns how many players of a league have a number. */
async function lastNumber(db: Executor, week: string, league: number): Promise<number> {
  const [row] = await db
    .select({ number: sql<number>`coalesce(max(${tournamentPlayers.number}), 0)::integer` })
    .from(tournamentPlayers)
    .where(and(eq(tournamentPlayers.week, week), eq(tournamentPlayers.league, league)));
  return row?.number ?? 0;
}

/** Returns the tournament as `userId` (null: a guest) sees it. Errors: not_found if none of our games is offered. */
export async function getTournament(db: Database, userId: number | null, now: Date): Promise<Tournament> {
  await keepTournaments(db, now);
  const tx = db.drizzle;
  const { week, game } = await running(tx, now);
  const [own] =
    userId === null
      ? []
      : await tx
          .select({ league: tournamentPlayers.league, number: tournamentPlayers.number })
          .from(tournamentPlayers)
          .where(and(eq(tournamentPlayers.userId, userId), eq(tournamentPlayers.week, week)));
  const last = userId === null ? undefined : await lastOf(tx, userId, week);
  const league = own?.league ?? last?.to ?? 0;
  const group = groupOf(own?.number ?? (await lastNumber(tx, week, league)) + 1);
  const players = ranked((await playersOf(tx, week, { league, group })).filter(isShown));
  const mine = players.find((player) => player.userId === userId);
  return {
    week,
    ends_at: endOf(week).toISOString(),
    game,
    league: leagueName(league),
    players: players.length,
    ...movers(league, players.length),
    rows: mapRows(players, ({ place, user, score, shownAs }) => ({
      place,
      user: shownAs === 'named' || user.id === userId ? user : null,
      score,
      mine: user.id === userId,
    })),
    mine: mine ? { place: mine.place, score: mine.score } : null,
    last: last?.place ? { ...(await resultOf(tx, last)), place: last.place } : null,
  };
}

async function resultOf(db: Executor, last: NonNullable<Awaited<ReturnType<typeof lastOf>>>) {
  const { week, game, league, number, to } = last;
  const first = groupOf(number) * LEAGUE_GROUP + 1;
  const players = await db.$count(
    tournamentPlayers,
    and(
      eq(tournamentPlayers.week, week),
      eq(tournamentPlayers.league, league),
      between(tournamentPlayers.number, first, first + LEAGUE_GROUP - 1),
      isNotNull(tournamentPlayers.place),
    ),
  );
  return { week, game, players, from: leagueName(league), to: leagueName(to) };
}

/**
 * Counts a round in its week's tournament if that is still running. A player's first score puts them into their league and one of
 * its groups. Returns whether the round counted. The caller holds the tournament (`holdTournament`) and the player's balance.
 */
export async function noteScore(
  tx: Transaction,
  { userId, week, score, now }: { userId: number; week: string; score: number; now: Date },
): Promise<boolean> {
  const [tournament] = await tx
    .select({ closedAt: tournaments.closedAt })
    .from(tournaments)
    .where(eq(tournaments.week, week));
  if (!tournament || tournament.closedAt || endOf(week) <= now) return false;
  if (score <= 0) return true;
  const own = and(eq(tournamentPlayers.userId, userId), eq(tournamentPlayers.week, week));
  if ((await tx.$count(tournamentPlayers, own)) > 0) {
    await tx
      .update(tournamentPlayers)
      .set({ score, scoredAt: now })
      .where(and(own, lt(tournamentPlayers.score, score)));
    return true;
  }
  // New players get their numbers one after another.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tournament:${week}`}, 0))`);
  const league = (await lastOf(tx, userId, week))?.to ?? 0;
  const number = (await lastNumber(tx, week, league)) + 1;
  await tx.insert(tournamentPlayers).values({ userId, week, league, number, score, scoredAt: now });
  return true;
}
