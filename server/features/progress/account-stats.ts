/** Account stats: points by state with their dates, the streak and the level. */
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { WAITING_STATES } from '../../../src/lib/contract/operator-limits.ts';
import type { AccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Database, Executor } from '../../db/database.ts';
import { amounts, balances, holds, ledger, orders, rewards, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { playBudgetOf } from '../arcade/play-budget.ts';
import { playNext } from '../arcade/play-path.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { daysOf, earnedOf } from '../milestones/earned.ts';
import { nextGiftDay } from '../milestones/finds.ts';
import { boundsOf, levelOf, perksAt } from '../milestones/levels.ts';
import { streakAt } from '../milestones/streak.ts';
import { hasChosen } from '../notifications/notifications.ts';

/** Further dates are added to the last one. */
const MOST_DATES = 20;

/** Returns pending points by the day of release, earliest first. */
async function pendingOf(db: Executor, userId: number): Promise<AccountStats['pending']> {
  const day = sql`date_trunc('day', ${holds.releasesAt} AT TIME ZONE 'UTC')`;
  const rows = await db
    .select({
      points: sql<number>`sum(${ledger.points})::integer`,
      entries: sql<number>`count(*)::integer`,
      at: sql<
        string | null
      >`to_char(max(${holds.releasesAt}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(ledger)
    .innerJoin(holds, eq(holds.ledgerId, ledger.id))
    .where(eq(ledger.userId, userId))
    .groupBy(day)
    .orderBy(asc(day))
    .limit(MOST_DATES);
  return mapRows(rows, ({ points, entries, at }) => ({ points, entries, releases_at: at }));
}

/** Returns the orders that hold points, oldest first. */
async function reservedOf(db: Executor, userId: number): Promise<AccountStats['reserved']> {
  const rows = await db
    .select({ id: orders.id, name: rewards.name, label: amounts.label, points: orders.points })
    .from(orders)
    .innerJoin(rewards, eq(rewards.id, orders.rewardId))
    .innerJoin(amounts, eq(amounts.id, orders.amountId))
    .where(and(eq(orders.userId, userId), inArray(orders.state, WAITING_STATES)))
    .orderBy(sql`${orders.id} + 0`)
    .limit(MOST_DATES);
  return mapRows(rows, ({ id, name, label, points }) => ({
    order_id: id,
    title: `${name}, ${label}`,
    points,
  }));
}

export async function getAccountStats(
  db: Database,
  userId: number,
  { budget, mailsArrive, now }: { budget: PlayBudget; mailsArrive: boolean; now: Date },
): Promise<AccountStats> {
  const [balance] = await db.drizzle.select().from(balances).where(eq(balances.userId, userId));
  if (!balance) throw new DomainError('not_found');
  const earned = await earnedOf(db.drizzle, userId);
  const level = levelOf(earned);
  const { from, next } = boundsOf(level);
  const { start, end } = periodOf('daily', now);
  const days = await daysOf(db.drizzle, userId, now);
  const streak = streakAt(days, start, level);
  const left = await playBudgetOf(db.drizzle, budget, userId, now);
  return {
    balance: balanceOf(balance),
    budget: left,
    next: await playNext(db.drizzle, { userId, budget: left, now }),
    pending: balance.pending === 0 ? [] : await pendingOf(db.drizzle, userId),
    reserved: balance.reserved === 0 ? [] : await reservedOf(db.drizzle, userId),
    streak: {
      days: streak.days,
      best: streak.best,
      played_today: streak.playedToday,
      freezes: streak.freezes,
      freezes_held: streak.held,
      next_freeze_in: streak.nextFreezeIn,
      gift_day: await nextGiftDay(db.drizzle, userId, streak.days),
      week: [...streak.week],
      ends_at: (end ?? now).toISOString(),
    },
    level: {
      level,
      earned,
      from,
      next: next && { ...next, perks: perksAt(next.level) },
      perks: perksAt(level),
    },
    digest_offered: mailsArrive && days.length > 1 && (await canBeOfferedDigest(db.drizzle, userId)),
  };
}

async function canBeOfferedDigest(db: Executor, userId: number): Promise<boolean> {
  const isMailed = and(eq(users.id, userId), isNotNull(users.emailConfirmedAt), eq(users.sample, false));
  return (await db.$count(users, isMailed)) > 0 && !(await hasChosen(db, userId, 'digest'));
}
