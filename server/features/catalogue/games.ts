/** Reads games: the paged catalogue, and one game in full. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { gameInfoSchema, gameSchema } from '../../../src/lib/contract/catalogue/game.ts';
import type { gameCardSchema } from '../../../src/lib/contract/catalogue/games.ts';
import type { Database } from '../../db/database.ts';
import { games } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { listQuests } from '../arcade/quests.ts';
import { bestsOf } from '../milestones/bests.ts';
import { likedOpinions, listOpinions, ownRate, rateOf } from '../opinions/read-opinions.ts';

type Game = v.InferOutput<typeof gameSchema>;
type GameCard = v.InferOutput<typeof gameCardSchema>;
type GameInfo = v.InferOutput<typeof gameInfoSchema>;

type GameRow = typeof games.$inferSelect;

/** Written as text. In a subquery Drizzle omits the table's name, and the subquery has its own id column. */
const gameId = sql.raw('games.id');
const questPoints = sql<number>`(SELECT coalesce(sum(q.points), 0)::integer FROM quests q WHERE q.game_id = ${gameId} AND q.active)`;
const questTotal = sql<number>`(SELECT count(*)::integer FROM quests q WHERE q.game_id = ${gameId} AND q.active)`;

/** Counts the game's quests that the user has completed in their current period. */
function questsDone(userId: number | null, now: Date) {
  if (userId === null) return sql<number | null>`null`;
  const at = now.toISOString();
  return sql<number | null>`(SELECT count(*)::integer FROM quest_progress p JOIN quests q ON q.id = p.quest_id
    WHERE q.game_id = ${gameId} AND q.active AND p.user_id = ${userId} AND p.completed_at IS NOT NULL AND p.period = CASE q.period
      WHEN 'once' THEN date '1970-01-01'
      WHEN 'daily' THEN (${at}::timestamptz AT TIME ZONE 'UTC')::date
      ELSE date_trunc('week', ${at}::timestamptz AT TIME ZONE 'UTC')::date END)`;
}

function cardOf(row: GameRow, extra: { points: number; total: number; done: number | null }): GameCard {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    source: row.source,
    arcade: row.arcade,
    genre: row.genre,
    summary: row.summary,
    devices: row.devices,
    points: extra.points,
    ...rateOf(row.rateSum, row.rateCount),
    quests_done: extra.done,
    quests_total: extra.total,
  };
}

/** Lists games: our own first, then newest first. */
export async function listGames(
  db: Database,
  userId: number | null,
  page: Page,
  now: Date,
): Promise<Paginator<GameCard>> {
  const total = db.drizzle.$count(games, eq(games.active, true));
  const rows = db.drizzle
    .select({ game: games, points: questPoints, total: questTotal, done: questsDone(userId, now) })
    .from(games)
    .where(eq(games.active, true))
    .orderBy(desc(sql`${games.source} = 'own'`), desc(games.added), asc(games.id));
  return pageOf(rows, total, page, ({ game, ...extra }) => cardOf(game, extra));
}

/** Returns a game as `userId` (null: a guest) sees it, with one page of opinions. Errors: not_found. */
export async function getGame(
  db: Database,
  id: number,
  userId: number | null,
  page: Page,
  now: Date,
): Promise<GameInfo> {
  const select = () =>
    db.drizzle
      .select({ game: games, points: questPoints, total: questTotal, done: questsDone(userId, now) })
      .from(games);
  const [found] = await select().where(and(eq(games.id, id), eq(games.active, true)));
  if (!found) throw new DomainError('not_found');
  const { game: row, ...extra } = found;
  const theirQuests = await listQuests(db.drizzle, { gameId: id }, userId, now);
  const similar = await select()
    .where(and(eq(games.active, true), ne(games.id, id)))
    .orderBy(
      desc(sql`${games.genre} = ${row.genre}`),
      desc(sql`${games.source} = 'own'`),
      desc(games.added),
      asc(games.id),
    )
    .limit(4);
  return {
    game: await gameOf(db, row, extra, userId),
    opinions: await listOpinions(db, 'game', id, userId, page),
    userLikedOpinions: await likedOpinions(db.drizzle, 'game', id, userId),
    userDislikedOpinions: await likedOpinions(db.drizzle, 'game', id, userId, false),
    quests: theirQuests,
    registration_quest: theirQuests.find((quest) => quest.id === row.registrationQuest) ?? null,
    similar_games: mapRows(similar, ({ game, ...others }) => cardOf(game, others)),
  };
}

async function gameOf(
  db: Database,
  row: GameRow,
  extra: Parameters<typeof cardOf>[1],
  userId: number | null,
): Promise<Game> {
  const rest = { description: row.description, controls: row.controls };
  if (userId === null)
    return { ...cardOf(row, extra), ...rest, isRated: false, my_rate: null, best_scores: [] };
  const bests = await bestsOf(db, userId, row.id);
  return {
    ...cardOf(row, extra),
    ...rest,
    ...(await ownRate(db, 'game', row.id, userId)),
    best_scores: bests.map(({ game_id, game, ...best }) => best),
  };
}
