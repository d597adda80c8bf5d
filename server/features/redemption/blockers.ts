/**
 * Checks what blocks a redemption. The database function redemption_blockers holds the rule; the purchase calls it too, under the
 * lock of the balance.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { MIN_ORDER_POINTS } from '../../../src/lib/contract/limits.ts';
import type { RedemptionChecks } from '../../../src/lib/contract/redemption/redemption.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { amounts, balances, holds, ledger, rewards, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { canBeId } from '../../platform/ids.ts';
import { playBudgetOf } from '../arcade/play-budget.ts';
import { playPath } from '../arcade/play-path.ts';
import { type Texts, textsOf } from '../catalogue/rewards.ts';
import { type BlockerCode, blocksOf, type Wanted } from './blocker-words.ts';
import { firstOrderOf } from './first-orders.ts';

const amountUnknown = () =>
  fieldError('amount_id', 'This reward doesn’t come in that amount. Please choose one from the list.');

async function wantedOf(
  db: Database,
  texts: Texts,
  rewardId: number,
  amountId: number | null,
): Promise<Wanted> {
  const { page } = textsOf(texts, rewardId);
  if (amountId !== null && !canBeId(amountId)) throw amountUnknown();
  const [row] = await db.drizzle
    .select({
      minAge: rewards.minAge,
      field: rewards.field,
      points: amounts.points,
      pausedAt: rewards.pausedAt,
      stock: sql<
        number | null
      >`stock_of(${amounts.id}, ${amounts.isCode}, ${amounts.stock}, ${amounts.hasCodes})`,
    })
    .from(amounts)
    .innerJoin(rewards, eq(rewards.id, amounts.rewardId))
    .where(
      and(
        eq(rewards.id, rewardId),
        eq(rewards.active, true),
        eq(amounts.active, true),
        amountId === null ? undefined : eq(amounts.id, amountId),
      ),
    )
    .orderBy(asc(amounts.position))
    .limit(1);
  if (!row) {
    if (amountId === null) throw new DomainError('not_found');
    throw amountUnknown();
  }
  const { delivery } = page;
  return {
    minAge: row.minAge,
    field: row.field,
    label: delivery.kind === 'code' ? '' : delivery.label,
    points: row.points,
    paused: row.pausedAt !== null,
    stock: row.stock,
  };
}

async function nextReleaseOf(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.drizzle
    .select({ at: holds.releasesAt })
    .from(ledger)
    .innerJoin(holds, eq(holds.ledgerId, ledger.id))
    .where(eq(ledger.userId, userId))
    .orderBy(asc(holds.releasesAt))
    .limit(1);
  return row?.at ?? null;
}

/** Calls redemption_blockers for this user. `wanted` holds the stock as the reward's page shows it. */
function blockersOf(userId: number, wanted: Wanted | null, available: number, now: Date): SQL<BlockerCode[]> {
  const { minAge, field, points, paused, stock } = wanted ?? anything;
  return sql`redemption_blockers(${userId}, ${minAge}, ${field}, ${points}, ${paused}, ${stock}, ${available}, ${now.toISOString()}::timestamptz)`;
}

/** Used if no reward was chosen: the least that any redemption needs. */
const anything = { minAge: 0, field: null, points: MIN_ORDER_POINTS, paused: false, stock: null };

async function pathFrom(
  db: Database,
  missing: number,
  { userId, budget, now }: { userId: number; budget: PlayBudget; now: Date },
): Promise<RedemptionChecks['path']> {
  if (missing <= 0) return null;
  const left = await playBudgetOf(db.drizzle, budget, userId, now);
  const steps = await playPath(db.drizzle, { userId, missing, budget: left, now });
  return { steps, missing, daily: budget.daily };
}

/**
 * Returns what blocks this user now, for one amount of a reward (null: the smallest) or, without a reward, for any redemption.
 * Errors: not_found, invalid.
 */
export async function checkRedemption(
  db: Database,
  texts: Texts,
  given: { userId: number; rewardId: number | null; amountId: number | null; budget: PlayBudget; now: Date },
): Promise<RedemptionChecks> {
  const { userId, rewardId, amountId, budget, now } = given;
  const wanted = rewardId === null ? null : await wantedOf(db, texts, rewardId, amountId);
  const isTheirs = eq(users.id, userId);
  const [row] = await db.drizzle
    .select({ user: users, balance: balances })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(isTheirs);
  if (!row) throw new DomainError('not_found');
  const [found] = await db.drizzle
    .select({ codes: blockersOf(userId, wanted, row.balance.available, now) })
    .from(users)
    .where(isTheirs);
  const points = wanted?.points ?? MIN_ORDER_POINTS;
  const blocks = blocksOf(found?.codes ?? [], {
    ...row,
    firstOrder: await firstOrderOf(db.drizzle, { userId, points, now }),
    nextRelease: row.balance.pending === 0 ? null : await nextReleaseOf(db, userId),
    wanted,
    now,
  });
  return {
    ready: blocks.every(({ effect }) => effect !== 'blocks'),
    blocks,
    path: await pathFrom(db, points - row.balance.available, { userId, budget, now }),
  };
}
