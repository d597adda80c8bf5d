/** Opinions as players read them: the lists under a reward, a game or an article, and the reader's own likes and rating. */
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { opinionSchema } from '../../../src/lib/contract/catalogue/rewards.ts';
import type { ratedSchema } from '../../../src/lib/contract/opinions/opinions.ts';
import type { Database, Executor } from '../../db/database.ts';
import { opinionLikes, opinions, ratings, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';

export type Rated = v.InferOutput<typeof ratedSchema>;
export type Opinion = v.InferOutput<typeof opinionSchema>;

export type Subject = 'reward' | 'game' | 'article';

/** The column that holds an opinion's subject. */
export const columns = {
  reward: opinions.rewardId,
  game: opinions.gameId,
  article: opinions.articleId,
} as const;

/**
 * Whether the writer redeemed this reward or earned in this game; always false for articles, and for the demo's accounts, for
 * which programs played. Column names are written out because the subqueries have columns with the same names.
 */
export const verified = sql<boolean>`CASE
  WHEN EXISTS (SELECT 1 FROM users u WHERE u.id = opinions.user_id AND u.sample) THEN false
  WHEN opinions.reward_id IS NOT NULL THEN EXISTS (SELECT 1 FROM orders o
    WHERE o.user_id = opinions.user_id AND o.reward_id = opinions.reward_id AND o.state = 'delivered')
  WHEN opinions.game_id IS NOT NULL THEN EXISTS (SELECT 1 FROM ledger l JOIN quests q ON q.id = l.quest_id
    WHERE l.user_id = opinions.user_id AND q.game_id = opinions.game_id)
  ELSE false END`;

function selectOpinions(db: Executor, wanted: SQL | undefined) {
  return db
    .select({
      id: opinions.id,
      user: { id: users.id, name: users.name, sample: users.sample, avatar: users.avatar },
      opinion: opinions.opinion,
      likes: opinions.likes,
      verified,
      createdAt: opinions.createdAt,
      editedAt: opinions.editedAt,
      hiddenFor: opinions.hiddenFor,
      waits: sql<boolean>`${opinions.waitsSince} IS NOT NULL`,
    })
    .from(opinions)
    .innerJoin(users, eq(users.id, opinions.userId))
    .where(wanted)
    .orderBy(desc(opinions.id));
}

type Row = Awaited<ReturnType<typeof selectOpinions>>[number];

function opinionOf({ createdAt, editedAt, hiddenFor, waits, ...row }: Row): Opinion {
  return {
    ...row,
    created_at: createdAt.toISOString(),
    edited_at: editedAt?.toISOString() ?? null,
    // Only a hidden one shows whether it is waiting. Otherwise this would reveal that it was reported.
    ...(hiddenFor !== null && { hidden_for: hiddenFor, waits }),
  };
}

/** Matches opinions that a user may see. Only its writer can see a hidden one. */
export function seenBy(userId: number | null): SQL | undefined {
  const shown = isNull(opinions.hiddenAt);
  return userId === null ? shown : or(shown, eq(opinions.userId, userId));
}

export async function opinionById(db: Executor, id: number): Promise<Opinion> {
  const [row] = await selectOpinions(db, eq(opinions.id, id));
  if (!row) throw new DomainError('not_found');
  return opinionOf(row);
}

/** Lists the opinions on a subject as `userId` (null: a guest) sees them, newest first. */
export async function listOpinions(
  db: Database,
  subject: Subject,
  subjectId: number,
  userId: number | null,
  page: Page,
): Promise<Paginator<Opinion>> {
  const wanted = and(eq(columns[subject], subjectId), seenBy(userId));
  const total = db.drizzle.$count(opinions, wanted);
  return pageOf(selectOpinions(db.drizzle, wanted), total, page, opinionOf);
}

/** Returns the ids of a subject's opinions that this user likes or dislikes; empty for a guest. */
export async function likedOpinions(
  db: Executor,
  subject: Subject,
  subjectId: number,
  userId: number | null,
  liked = true,
): Promise<number[]> {
  if (userId === null) return [];
  const rows = await db
    .select({ id: opinionLikes.opinionId })
    .from(opinionLikes)
    .innerJoin(opinions, eq(opinions.id, opinionLikes.opinionId))
    .where(
      and(
        eq(opinionLikes.userId, userId),
        eq(opinionLikes.liked, liked),
        eq(columns[subject], subjectId),
        seenBy(userId),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns how this user rated the subject; nothing for a guest. */
export async function ownRate(
  db: Database,
  subject: Subject,
  subjectId: number,
  userId: number | null,
): Promise<Pick<Rated, 'isRated' | 'my_rate'>> {
  if (userId === null) return { isRated: false, my_rate: null };
  const mine = and(
    eq(ratings.userId, userId),
    eq(ratings.subject, subject),
    eq(ratings.subjectId, subjectId),
  );
  const [row] = await db.drizzle.select({ rate: ratings.rate }).from(ratings).where(mine);
  return { isRated: row !== undefined, my_rate: row?.rate ?? null };
}

/** Returns the average stars to one decimal, or null without ratings. */
export function rateOf(sum: number, count: number): { rate: number | null; rate_count: number } {
  return { rate: count > 0 ? Math.round((sum / count) * 10) / 10 : null, rate_count: count };
}
