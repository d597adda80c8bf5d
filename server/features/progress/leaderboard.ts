/**
 * The leaderboard. The ledger's trigger (ledger_score) keeps the sums. A reader takes the first rows from an index and counts
 * only as far as places are shown, so an answer costs the same however many take part.
 */
import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  type LEADERBOARD_CHOICES,
  LEADERBOARD_COUNTED_TO,
  LEADERBOARD_ROWS,
  type LEADERBOARD_SPANS,
} from '../../../src/lib/contract/limits.ts';
import type { LeaderboardInfo, LeaderboardRow } from '../../../src/lib/contract/progress/leaderboard.ts';
import type { Database, Executor } from '../../db/database.ts';
import { games, scores, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { canBeId } from '../../platform/ids.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { earlier, WEEK } from '../../platform/time.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { levelOf } from '../milestones/levels.ts';

type Span = (typeof LEADERBOARD_SPANS)[number];
type Choice = (typeof LEADERBOARD_CHOICES)[number];

/** Rows above and below the player's own, if it is further down. */
const BESIDE = 2;
const FOREVER = '1970-01-01';

/** Returns the first day of the current week, month or all time, and when it ends. */
function spanOf(span: Span, now: Date): { period: string; end: Date | null } {
  if (span === 'all') return { period: FOREVER, end: null };
  if (span === 'week') {
    const { start, end } = periodOf('weekly', now);
    return { period: start, end };
  }
  const first = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return { period: first(0).toISOString().slice(0, 10), end: first(1) };
}

interface Board {
  readonly span: Span;
  readonly period: string;
  readonly gameId: number;
}

/** Written as text: PostgreSQL wouldn't match a bound zero to the index of players with points. */
const hasPoints = sql`NOT ${scores.hidden} AND ${scores.points} > 0`;

const onBoard = ({ span, period, gameId }: Board) =>
  and(eq(scores.span, span), eq(scores.period, period), eq(scores.gameId, gameId), hasPoints);

interface Row {
  readonly userId: number;
  readonly points: number;
  /** The text that the database writes and reads back. It may hold a time that a Date can't. */
  readonly reachedAt: string;
}

const columns = {
  userId: scores.userId,
  points: scores.points,
  reachedAt: sql<string>`${scores.reachedAt}::text`,
};
/** On equal points, the player who had them earlier comes first. */
const inOrder = [desc(scores.points), asc(scores.reachedAt), asc(scores.userId)];
const inReverse = [asc(scores.points), desc(scores.reachedAt), desc(scores.userId)];

async function countUpTo(db: Executor, wanted: SQL | undefined): Promise<number> {
  const some = db.select({ one: sql`1` }).from(scores).where(wanted).limit(LEADERBOARD_COUNTED_TO).as('some');
  const [row] = await db.select({ counted: sql<number>`count(*)::integer` }).from(some);
  return row?.counted ?? 0;
}

/** Returns the place for a number of points: one more than the players with more points; null past LEADERBOARD_COUNTED_TO. */
async function placeOf(db: Executor, board: Board, points: number): Promise<number | null> {
  const above = await countUpTo(db, and(onBoard(board), gt(scores.points, points)));
  return above >= LEADERBOARD_COUNTED_TO ? null : above + 1;
}

/** Adds places to the first rows. Equal points share a place: 1, 2, 2, 4. */
function withPlaces(rows: readonly Row[]): (Row & { place: number })[] {
  return rows.map((row) => ({ ...row, place: rows.findIndex(({ points }) => points === row.points) + 1 }));
}

/**
 * Returns the rows around the player's own, with that one in the middle. Rows with equal points are queried first, and others
 * only if there are too few. Each query then reads one range of the index. A single condition for both would scan from the far
 * end of the board.
 */
async function neighbours(db: Executor, board: Board, mine: Row) {
  const own = sql`(${mine.reachedAt}::timestamptz, ${mine.userId}::integer)`;
  const position = sql`(${scores.reachedAt}, ${scores.userId})`;
  const tied = eq(scores.points, mine.points);
  const select = (side: SQL | undefined, order: SQL[], count: number) =>
    db
      .select(columns)
      .from(scores)
      .where(and(onBoard(board), side))
      .orderBy(...order)
      .limit(count);
  const nearest = async (equal: SQL, other: SQL, order: SQL[]) => {
    const near = await select(and(tied, equal), order, BESIDE);
    return near.length < BESIDE ? [...near, ...(await select(other, order, BESIDE - near.length))] : near;
  };
  const above = (
    await nearest(sql`${position} < ${own}`, gt(scores.points, mine.points), inReverse)
  ).reverse();
  const below = await nearest(sql`${position} > ${own}`, lt(scores.points, mine.points), inOrder);
  const rows = [...above, mine, ...below];
  const places = new Map<number, number>();
  for (const points of new Set(rows.map((row) => row.points)))
    places.set(points, (await placeOf(db, board, points)) ?? LEADERBOARD_COUNTED_TO);
  return rows.map((row) => ({ ...row, place: places.get(row.points) ?? LEADERBOARD_COUNTED_TO }));
}

/** Adds names and levels to rows. Players who hide their name have none, except to themselves. */
async function withNames(
  db: Executor,
  rows: readonly (Row & { place: number })[],
  viewer: number,
): Promise<LeaderboardRow[]> {
  const ids = rows.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  const found = await db
    .select({
      id: users.id,
      name: users.name,
      avatar: users.avatar,
      sample: users.sample,
      shownAs: users.shownAs,
      earned: scores.points,
    })
    .from(users)
    .leftJoin(
      scores,
      and(
        eq(scores.userId, users.id),
        eq(scores.span, 'all'),
        eq(scores.period, FOREVER),
        eq(scores.gameId, 0),
      ),
    )
    .where(inArray(users.id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  return mapRows(rows, ({ userId, points, place }) => {
    const who = byId.get(userId);
    const named = who && (who.shownAs === 'named' || userId === viewer);
    return {
      place,
      user: named ? { id: who.id, name: who.name, avatar: who.avatar, sample: who.sample } : null,
      level: levelOf(who?.earned ?? 0),
      points,
      mine: userId === viewer,
    };
  });
}

/** Returns the leaderboard as one user sees it. Errors: not_found for an unknown game. */
export async function getLeaderboard(
  db: Database,
  given: { userId: number; span: Span; gameId: number | null; now: Date },
): Promise<LeaderboardInfo> {
  const { userId, span, gameId, now } = given;
  if (gameId !== null && !canBeId(gameId)) throw new DomainError('not_found');
  const { period, end } = spanOf(span, now);
  const board: Board = { span, period, gameId: gameId ?? 0 };
  const tx = db.drizzle;
  const choices = await gamesWithScores(tx, gameId);
  const game = choices.find(({ id }) => id === gameId) ?? null;
  if (gameId !== null && !game) throw new DomainError('not_found');
  const [viewer] = await tx.select({ shownAs: users.shownAs }).from(users).where(eq(users.id, userId));
  const top = await tx
    .select(columns)
    .from(scores)
    .where(onBoard(board))
    .orderBy(...inOrder)
    .limit(LEADERBOARD_ROWS);
  const [own] = await tx
    .select({ ...columns, hidden: scores.hidden })
    .from(scores)
    .where(
      and(
        eq(scores.userId, userId),
        eq(scores.span, span),
        eq(scores.period, period),
        eq(scores.gameId, board.gameId),
        ne(scores.points, 0),
      ),
    );
  const place = own && !own.hidden ? await placeOf(tx, board, own.points) : null;
  const isBelow = own && place !== null && !top.some((row) => row.userId === userId);
  return {
    span,
    game,
    games: choices,
    ends_at: end?.toISOString() ?? null,
    players: await countUpTo(tx, onBoard(board)),
    rows: await withNames(tx, withPlaces(top), userId),
    around: isBelow ? await withNames(tx, await neighbours(tx, board, own), userId) : [],
    mine: own ? { place, points: own.points } : null,
    shown_as: viewer?.shownAs ?? 'named',
  };
}

/** Returns the games in which someone has earned, by name, and always the requested one. */
async function gamesWithScores(db: Executor, asked: number | null) {
  const earned = db
    .select({ one: sql`1` })
    .from(scores)
    .where(and(eq(scores.span, 'all'), eq(scores.period, FOREVER), eq(scores.gameId, games.id), hasPoints))
    .limit(1);
  // It isn't EXISTS, which PostgreSQL may answer by reading all players' scores in all games.
  const isPlayed = sql`(${earned}) IS NOT NULL`;
  return db
    .select({ id: games.id, name: games.name })
    .from(games)
    .where(and(eq(games.active, true), asked === null ? isPlayed : or(isPlayed, eq(games.id, asked))))
    .orderBy(asc(games.name));
}

/** Sets how a player is listed: with the name, without it, or not at all. Scores are kept, so returning shows them again. */
export async function setLeaderboard(db: Database, userId: number, shownAs: Choice): Promise<Choice> {
  await db.drizzle.transaction(async (tx) => {
    // All code locks the account's row before its balance, or this and a suspension could deadlock.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    // New scores are written under this lock, so none misses the choice. A trigger updates the existing ones.
    await lockBalance(tx, userId);
    await tx.update(users).set({ leaderboard: shownAs }).where(eq(users.id, userId));
  });
  return shownAs;
}

/** Deletes the scores of weeks and months before the last, which no call shows. */
export async function forgetOldScores(db: Database, now: Date): Promise<void> {
  const week = spanOf('week', earlier(now, WEEK)).period;
  const month = spanOf('month', new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))).period;
  await db.drizzle
    .delete(scores)
    .where(
      or(
        and(eq(scores.span, 'week'), lt(scores.period, week)),
        and(eq(scores.span, 'month'), lt(scores.period, month)),
      ),
    );
}
