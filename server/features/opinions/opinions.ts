/**
 * What players write, like and rate: opinions on rewards and games, and comments on articles. One table holds them all, and
 * `Subject` says what an opinion is about. Everyone who is signed in can write. "Verified" marks players who redeemed the reward
 * or earned in the game.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { articles, games, opinionLikes, opinions, ratings, rewards } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { withMilestones } from '../milestones/milestones.ts';
import {
  columns,
  likedOpinions,
  type Opinion,
  opinionById,
  type Rated,
  rateOf,
  type Subject,
} from './read-opinions.ts';

const tables = { reward: rewards, game: games, article: articles } as const;

/**
 * Writes an opinion. Errors: not_found if the subject is gone, and the field `opinion` while another one of the user's is hidden
 * there: a new one would put back what an operator hid.
 */
export async function writeOpinion(
  db: Database,
  given: { subject: Subject; subjectId: number; userId: number; text: string; now: Date },
): Promise<Opinion> {
  const { subject, subjectId, userId, text, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // Two reviews at the same moment are counted one after another, so one of them is the fifth.
    await lockBalance(tx, userId);
    await lockSubject(tx, subject, subjectId);
    const hidden = and(
      eq(opinions.userId, userId),
      eq(columns[subject], subjectId),
      isNotNull(opinions.hiddenAt),
    );
    if ((await tx.$count(opinions, hidden)) > 0)
      throw fieldError(
        'opinion',
        'We’ve hidden something you wrote here. Fix what the reason mentions there, and we’ll review it again.',
      );
    const [made] = await withMilestones(tx, { userId, now }, () =>
      tx
        .insert(opinions)
        .values({
          userId,
          rewardId: subject === 'reward' ? subjectId : null,
          gameId: subject === 'game' ? subjectId : null,
          articleId: subject === 'article' ? subjectId : null,
          opinion: text,
          createdAt: now,
        })
        .returning({ id: opinions.id }),
    );
    if (!made) throw new Error('the review was not written');
    return opinionById(tx, made.id);
  });
}

/**
 * Edits the user's own opinion. A hidden one then waits for another review. Errors: not_found, forbidden, the field `opinion`.
 */
export async function editOpinion(
  db: Database,
  given: { id: number; userId: number; text: string; now: Date },
): Promise<Opinion> {
  const { id, userId, text, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const before = await own(tx, id, userId);
    if (before.hiddenAt && before.opinion === text)
      throw fieldError(
        'opinion',
        'We’ve hidden this. Fix what the reason mentions, and we’ll review it again.',
      );
    await tx
      .update(opinions)
      .set({
        opinion: text,
        editedAt: now,
        version: before.version + 1,
        ...(before.hiddenAt && { waitsSince: before.waitsSince ?? now }),
      })
      .where(eq(opinions.id, id));
    return opinionById(tx, id);
  });
}

/**
 * Deletes the user's own opinion, with its likes. A hidden one stays, or it could be written again. Errors: not_found, forbidden,
 * the field `opinion`.
 */
export async function deleteOpinion(db: Database, id: number, userId: number): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const { hiddenAt } = await own(tx, id, userId);
    if (hiddenAt)
      throw fieldError(
        'opinion',
        'We’ve hidden this, so you can’t delete it. Fix what the reason mentions, and we’ll review it again.',
      );
    await tx.delete(opinions).where(eq(opinions.id, id));
  });
}

/**
 * Likes or dislikes an opinion on this kind of subject. Doing it again takes it back. Returns the user's lists for the whole
 * subject. Errors: not_found (also for an opinion on another kind of subject), and an error for the user's own opinion.
 */
export async function like(
  db: Database,
  given: { subject: Subject; opinionId: number; userId: number; liked: boolean },
): Promise<{ liked: number[]; disliked: number[]; opinion: Opinion }> {
  const { subject, opinionId, userId, liked } = given;
  return db.drizzle.transaction(async (tx) => {
    // Clicks are handled one after another, so the count can't miss one.
    const [row] = await tx
      .select({ writer: opinions.userId, of: columns[subject], hiddenAt: opinions.hiddenAt })
      .from(opinions)
      .where(eq(opinions.id, opinionId))
      .for('update');
    if (!row || row.of === null) throw new DomainError('not_found');
    if (row.writer === userId) throw fieldError('opinion', 'You can’t like your own review or comment.');
    if (row.hiddenAt) throw new DomainError('not_found');
    const key = and(eq(opinionLikes.userId, userId), eq(opinionLikes.opinionId, opinionId));
    const [before] = await tx.select({ liked: opinionLikes.liked }).from(opinionLikes).where(key);
    if (!before) await tx.insert(opinionLikes).values({ userId, opinionId, liked });
    else if (before.liked === liked) await tx.delete(opinionLikes).where(key);
    else await tx.update(opinionLikes).set({ liked }).where(key);
    await tx
      .update(opinions)
      .set({
        likes: sql`(SELECT count(*) FROM opinion_likes l WHERE l.opinion_id = ${opinionId} AND l.liked)`,
      })
      .where(eq(opinions.id, opinionId));
    return {
      liked: await likedOpinions(tx, subject, row.of, userId),
      disliked: await likedOpinions(tx, subject, row.of, userId, false),
      opinion: await opinionById(tx, opinionId),
    };
  });
}

/** Rates a subject from 1 to 5. A new rating replaces the old one. Errors: not_found. */
export async function rate(
  db: Database,
  given: { subject: Subject; subjectId: number; userId: number; stars: number },
): Promise<Rated> {
  const { subject, subjectId, userId, stars } = given;
  const table = tables[subject];
  return db.drizzle.transaction(async (tx) => {
    await lockSubject(tx, subject, subjectId);
    const key = and(
      eq(ratings.userId, userId),
      eq(ratings.subject, subject),
      eq(ratings.subjectId, subjectId),
    );
    const [before] = await tx.select({ rate: ratings.rate }).from(ratings).where(key);
    if (before) await tx.update(ratings).set({ rate: stars }).where(key);
    else await tx.insert(ratings).values({ userId, subject, subjectId, rate: stars });
    const [row] = await tx
      .update(table)
      .set({
        rateSum: sql`${table.rateSum} + ${stars - (before?.rate ?? 0)}`,
        rateCount: sql`${table.rateCount} + ${before ? 0 : 1}`,
      })
      .where(eq(table.id, subjectId))
      .returning({ sum: table.rateSum, count: table.rateCount });
    if (!row) throw new Error(`the ${subject} ${subjectId} went away while it was rated`);
    return { ...rateOf(row.sum, row.count), isRated: true, my_rate: stars };
  });
}

/** Locks the subject until the transaction ends, so two ratings by one user can't both count as the first. Errors: not_found. */
async function lockSubject(tx: Transaction, subject: Subject, id: number): Promise<void> {
  const table = tables[subject];
  const [row] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.active, true)))
    .for('no key update');
  if (!row) throw new DomainError('not_found');
}

/** Locks the user's own opinion and returns it. For others, a hidden one doesn't exist. Errors: not_found, forbidden. */
async function own(tx: Transaction, id: number, userId: number): Promise<typeof opinions.$inferSelect> {
  const [row] = await tx.select().from(opinions).where(eq(opinions.id, id)).for('update');
  if (!row || (row.hiddenAt && row.userId !== userId)) throw new DomainError('not_found');
  if (row.userId !== userId) throw new DomainError('forbidden');
  return row;
}
