/**
 * What our own games may still pay. Each account has a welcome budget and a daily budget, and the whole site has a daily budget.
 * The limits are settings. What an account was paid is read from the ledger. What the site paid is counted in one row per day,
 * which each payment locks.
 */
import { and, eq, like, or, sql } from 'drizzle-orm';
import type { PlayBudgetLeft } from '../../../src/lib/contract/arcade/play-budget.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { budgetDays, ledger } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';
import { isOneTimeQuest, withDeleted } from '../fraud/kept-signals.ts';

/** What is left for one account, in points. */
interface AccountRoom {
  readonly welcome: number;
  readonly today: number;
}

const midnightOf = (now: Date) => new Date(periodOf('daily', now).start);

/**
 * Returns what is left for an account. One-time quests are paid from the welcome budget first, then from the daily budget. So
 * both amounts follow from what those quests paid before today and since. What a deleted account of the same person was paid
 * counts too. Call it under the balance's lock, or points could be
 * spent twice.
 */
export async function accountRoom(
  db: Executor,
  budget: PlayBudget,
  userId: number,
  now: Date,
): Promise<AccountRoom> {
  const today = sql`${ledger.createdAt} >= ${midnightOf(now).toISOString()}::timestamptz`;
  const sumOf = (which: ReturnType<typeof and>) =>
    sql<number>`coalesce(sum(${ledger.points}) FILTER (WHERE ${which}), 0)::integer`;
  const [paid] = await db
    .select({
      onceBefore: sumOf(sql`${isOneTimeQuest} AND NOT ${today}`),
      onceToday: sumOf(and(isOneTimeQuest, today)),
      otherToday: sumOf(sql`NOT ${isOneTimeQuest} AND ${today}`),
    })
    .from(ledger)
    .where(
      and(
        sql`${ledger.userId} = ANY(${withDeleted(userId)})`,
        // Written as text, so that PostgreSQL uses the partial index of quest entries.
        sql`${ledger.questId} is not null`,
        eq(ledger.reason, 'credit'),
        like(ledger.key, 'quest:%'),
        or(isOneTimeQuest, today),
      ),
    );
  const { onceBefore, onceToday, otherToday } = paid ?? { onceBefore: 0, onceToday: 0, otherToday: 0 };
  const welcome = Math.max(0, budget.welcome - onceBefore);
  const pastWelcome = Math.max(0, onceToday - welcome);
  return {
    welcome: Math.max(0, welcome - onceToday),
    today: Math.max(0, budget.daily - otherToday - pastWelcome),
  };
}

/** Returns how many of a quest's points fit into the account's budgets, and what is left after paying them. */
export function spend(
  room: AccountRoom,
  points: number,
  once: boolean,
): { readonly points: number; readonly left: AccountRoom } {
  const fromWelcome = once ? Math.min(points, room.welcome) : 0;
  const fromToday = Math.min(points - fromWelcome, room.today);
  return {
    points: fromWelcome + fromToday,
    left: { welcome: room.welcome - fromWelcome, today: room.today - fromToday },
  };
}

/**
 * Takes up to `points` from the site's budget of the day and returns how many it got. The day's row stays locked until the
 * transaction ends, so rounds that end at the same moment can't pay more than the budget together.
 */
export async function takeFromSite(
  tx: Transaction,
  budget: PlayBudget,
  points: number,
  now: Date,
): Promise<number> {
  const day = periodOf('daily', now).start;
  await tx.insert(budgetDays).values({ day, paid: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(budgetDays).where(eq(budgetDays.day, day)).for('no key update');
  const taken = Math.max(0, Math.min(points, budget.siteDaily - (row?.paid ?? 0)));
  if (taken > 0)
    await tx
      .update(budgetDays)
      .set({ paid: sql`${budgetDays.paid} + ${taken}` })
      .where(eq(budgetDays.day, day));
  return taken;
}

/** Returns what the site can still pay today, in points. */
async function siteRoom(db: Executor, budget: PlayBudget, now: Date): Promise<number> {
  const [day] = await db
    .select({ paid: budgetDays.paid })
    .from(budgetDays)
    .where(eq(budgetDays.day, periodOf('daily', now).start));
  return Math.max(0, budget.siteDaily - (day?.paid ?? 0));
}

/** Returns the budgets that are shown before, during and after a round. For a guest (`userId` null) nothing is spent yet. */
export async function playBudgetOf(
  db: Executor,
  budget: PlayBudget,
  userId: number | null,
  now: Date,
): Promise<PlayBudgetLeft> {
  const room =
    userId === null
      ? { welcome: budget.welcome, today: budget.daily }
      : await accountRoom(db, budget, userId, now);
  const site = await siteRoom(db, budget, now);
  return {
    welcome: { points: budget.welcome, left: room.welcome },
    today: { points: budget.daily, left: room.today },
    left: Math.min(room.welcome + room.today, site),
    used_up: site === 0,
    resets_at: (periodOf('daily', now).end ?? now).toISOString(),
  };
}
