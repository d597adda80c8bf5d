/**
 * What a player reached with a round, besides its quests, or with other points: a level, a day of the streak, a badge, or enough
 * points for the goal.
 */
import { and, eq, sql } from 'drizzle-orm';
import { CLASSIC, type Variant } from '../../../src/lib/arcade/arcade.ts';
import { medalOf, nextMedal } from '../../../src/lib/arcade/medals.ts';
import type { Milestone } from '../../../src/lib/contract/arcade/rounds.ts';
import type { Badge } from '../../../src/lib/contract/profile/profiles.ts';
import { badgeWords } from '../../../src/lib/format/badges.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { hrefs, routes } from '../../../src/lib/routing/routes.ts';
import type { Executor } from '../../db/database.ts';
import { amounts, balances, rewards, users } from '../../db/schema.ts';
import { notify, notifyAll } from '../notifications/notifications.ts';
import { badgesOf } from './badges.ts';
import { daysOf, earnedOf } from './earned.ts';
import { levelOf, perksAt } from './levels.ts';
import { type Streak, streakAt } from './streak.ts';

/** How far a player has come. */
interface Reached {
  readonly earned: number;
  readonly available: number;
  /** The reward that the player saves for, with its lowest price. */
  readonly goal: { readonly id: number; readonly name: string; readonly points: number } | null;
  readonly badges: readonly Badge[];
  readonly days: readonly string[];
}

export async function reachedBy(db: Executor, userId: number, now: Date): Promise<Reached> {
  const [row] = await db
    .select({
      available: balances.available,
      id: rewards.id,
      name: rewards.name,
      points: sql<number | null>`min(${amounts.points})`,
    })
    .from(balances)
    .innerJoin(users, eq(users.id, balances.userId))
    .leftJoin(rewards, and(eq(rewards.id, users.myreward), eq(rewards.active, true)))
    .leftJoin(amounts, and(eq(amounts.rewardId, rewards.id), eq(amounts.active, true)))
    .where(eq(balances.userId, userId))
    .groupBy(balances.userId, rewards.id);
  const { id = null, name = null, points = null } = row ?? {};
  const earned = await earnedOf(db, userId);
  const days = await daysOf(db, userId, now);
  const { best } = streakAt(days, now.toISOString().slice(0, 10), levelOf(earned));
  return {
    earned,
    available: row?.available ?? 0,
    goal: id === null || name === null || points === null ? null : { id, name, points },
    badges: await badgesOf(db, { userId, bestStreak: best }),
    days,
  };
}

/** Returns what was reached between `before` and `after`. `today` is the UTC day. */
export function milestonesBetween(before: Reached, after: Reached, today: string): Milestone[] {
  const level = levelOf(after.earned);
  const goal = after.goal;
  const known = new Set(before.badges.map(({ id }) => id));
  return [
    ...(level > levelOf(before.earned)
      ? [
          {
            kind: 'level' as const,
            title: `Level ${level}`,
            text: `${perksAt(level).slice(0, 3).join('. ')}.`,
            href: null,
          },
        ]
      : []),
    ...(goal && before.available < goal.points && after.available >= goal.points
      ? [
          {
            kind: 'goal' as const,
            title: `You can get ${goal.name}`,
            text: `You have the ${formatPoints(goal.points)} points for your goal.`,
            href: hrefs.userReward(goal.id, goal.name),
          },
        ]
      : []),
    ...after.badges.filter(({ id }) => !known.has(id)).map(badgeReached),
    ...streakDay(streakReached(before, after, today)),
  ];
}

const badgeReached = ({ name, what }: { name: string; what: string }): Milestone => ({
  kind: 'badge',
  title: `New badge: ${name}`,
  text: `${what}.`,
  href: null,
});

/** Returns the streak if today was added to it, otherwise null. */
export function streakReached(before: Reached, { days, earned }: Reached, today: string): Streak | null {
  if (before.days.includes(today) || !days.includes(today)) return null;
  return streakAt(days, today, levelOf(earned));
}

/**
 * Runs an action that may reach a level, a goal or a badge, and notifies the player of what it reached, once for each. Call it
 * under the lock of the balance, or it also announces what a round reaches that finishes meanwhile.
 */
export async function withMilestones<T>(
  db: Executor,
  { userId, now }: { userId: number; now: Date },
  act: () => Promise<T>,
): Promise<T> {
  const before = await reachedBy(db, userId, now);
  const result = await act();
  const today = now.toISOString().slice(0, 10);
  for (const milestone of milestonesBetween(before, await reachedBy(db, userId, now), today))
    await notify(db, userId, { ...noteOf(milestone, today), now });
  return result;
}

const noteOf = ({ kind, title, text, href }: Milestone, today: string) => ({
  kind: 'quest' as const,
  // A goal can be reached again after its points were spent.
  key: `reached:${title}${kind === 'goal' ? `:${today}` : ''}`,
  title,
  body: text,
  href: href ?? routes.userHome.pattern,
  win: true,
});

/**
 * Notifies players of a badge that each of them has just got, as `withMilestones` does, but all at once. The caller knows that they didn't
 * have it, and holds the locks of their balances.
 */
export async function notifyBadge(
  db: Executor,
  userIds: readonly number[],
  badge: keyof typeof badgeWords,
  now: Date,
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await notifyAll(db, userIds, { ...noteOf(badgeReached(badgeWords[badge]), today), now });
}

/** The first day of a streak isn't worth a message yet. */
function streakDay(streak: Streak | null): Milestone[] {
  if (streak === null || streak.days < 2) return [];
  return [{ kind: 'streak', title: `${streak.days} days in a row`, text: freezeText(streak), href: null }];
}

function freezeText({ addedFreeze, freezes, held, nextFreezeIn: left }: Streak): string {
  if (addedFreeze) return `You earned a streak freeze. You have ${freezes} now.`;
  if (freezes < held) return `${left} more ${left === 1 ? 'day' : 'days'} to your next streak freeze.`;
  return 'A streak freeze saves your streak if you miss a day.';
}

const medalNames = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' } as const;

/** Returns the medal that a round won in a variant, if no earlier round had it. `before` is the best score until then. */
export function medalBetween(variant: Variant, before: number, score: number): Milestone[] {
  const medal = medalOf(variant, score);
  if (!medal || score <= before || medalOf(variant, before) === medal) return [];
  const next = nextMedal(variant, score);
  return [
    {
      kind: 'badge',
      medal: true,
      title: `${medalNames[medal]} medal${variant.id === CLASSIC ? '' : `, ${variant.name}`}`,
      text: next
        ? `${medalNames[next.medal]} starts at ${formatPoints(next.score)}.`
        : 'That’s the top medal.',
      href: null,
    },
  ];
}
