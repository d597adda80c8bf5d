/** How others see a player: level, badges and public opinions. A private profile shows none of this. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Profile, Written } from '../../../src/lib/contract/profile/profiles.ts';
import type { Database } from '../../db/database.ts';
import { articles, games, opinions, rewards, users } from '../../db/schema.ts';
import { type Page, type Paginator, paginate } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { publicUser } from '../account/users.ts';
import { badgesOf } from '../milestones/badges.ts';
import { bestsOf } from '../milestones/bests.ts';
import { daysOf, earnedOf } from '../milestones/earned.ts';
import { breedsAt, findsOf } from '../milestones/finds.ts';
import { boundsOf, levelOf } from '../milestones/levels.ts';
import { streakAt } from '../milestones/streak.ts';
import { seenBy, verified } from '../opinions/read-opinions.ts';

/** Twelve weeks. */
const DAYS_SHOWN = 84;

const dayAgo = (now: Date, days: number) =>
  earlier(now, days * DAY)
    .toISOString()
    .slice(0, 10);

/** Returns a player's profile. Errors: not_found, also for a deleted account. */
export async function getProfile(
  db: Database,
  userId: number,
  callerId: number,
  now: Date,
): Promise<Profile> {
  const user = await publicUser(db.drizzle, userId);
  const mine = userId === callerId;
  if (user.private && !mine)
    return { user, hidden: true, level: null, progress: null, badges: [], creatures: [], best: [] };
  const earned = await earnedOf(db.drizzle, userId);
  const level = levelOf(earned);
  const { from, next } = boundsOf(level);
  const days = await daysOf(db.drizzle, userId, now);
  const streak = streakAt(days, dayAgo(now, 0), level);
  // Otherwise a score would tell whose an anonymous place on a leaderboard is.
  const showsScores = mine || (await isNamed(db, userId));
  return {
    user,
    hidden: false,
    level,
    progress: mine ? { earned, from, next: next?.at ?? null } : null,
    badges: await badgesOf(db.drizzle, { userId, bestStreak: streak.best }),
    creatures: await findsOf(db.drizzle, userId),
    best: showsScores ? await bestsOf(db, userId) : [],
    ...(mine && {
      breeds_at: await breedsAt(db.drizzle, userId, now),
      days: days.filter((day) => day >= dayAgo(now, DAYS_SHOWN)),
      streak: streak.days,
    }),
  };
}

/** Returns whether leaderboards show the player's name. */
async function isNamed(db: Database, userId: number): Promise<boolean> {
  return (await db.drizzle.$count(users, and(eq(users.id, userId), eq(users.shownAs, 'named')))) > 0;
}

/** Lists what a player wrote, newest first. Others see nothing of a private profile. Errors: not_found. */
export async function listWritten(
  db: Database,
  userId: number,
  callerId: number,
  page: Page,
): Promise<Paginator<Written>> {
  const user = await publicUser(db.drizzle, userId);
  if (user.private && userId !== callerId)
    return paginate(
      mapRows([], (row: Written) => row),
      0,
      page,
    );
  // The subject may have left the catalogue and so has no page any more.
  const wanted = and(
    eq(opinions.userId, userId),
    sql`coalesce(${rewards.active}, ${games.active}, ${articles.active})`,
    seenBy(callerId),
  );
  const from = () =>
    db.drizzle
      .select({
        id: opinions.id,
        reward: { id: rewards.id, name: rewards.name },
        game: { id: games.id, name: games.name },
        article: { id: articles.id, name: articles.title },
        opinion: opinions.opinion,
        likes: opinions.likes,
        verified,
        hidden_for: opinions.hiddenFor,
        createdAt: opinions.createdAt,
        total: sql<number>`(count(*) OVER ())::integer`,
      })
      .from(opinions)
      .leftJoin(rewards, eq(rewards.id, opinions.rewardId))
      .leftJoin(games, eq(games.id, opinions.gameId))
      .leftJoin(articles, eq(articles.id, opinions.articleId))
      .where(wanted);
  const rows = await from()
    .orderBy(desc(opinions.id))
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  // A page past the end has no row with the total.
  const total = rows[0]?.total ?? (page.page === 1 ? 0 : ((await from().limit(1))[0]?.total ?? 0));
  const data = mapRows(rows, ({ reward, game, article, createdAt, total: _, ...row }): Written => {
    const [subject, of] = reward
      ? (['reward', reward] as const)
      : game
        ? (['game', game] as const)
        : (['article', article] as const);
    return {
      ...row,
      subject,
      subject_id: of?.id ?? 0,
      subject_name: of?.name ?? '',
      created_at: createdAt.toISOString(),
    };
  });
  return paginate(data, total, page);
}
