/** Orders as operators see them. */
import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { ORDER_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import { isWaiting, WAITING_STATES } from '../../../src/lib/contract/operator-limits.ts';
import type * as calls from '../../../src/lib/contract/redemption/operator-orders.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor } from '../../db/database.ts';
import {
  accountMatches,
  amounts,
  balances,
  ledger,
  operators,
  orders,
  rewards,
  users,
} from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Paginator, pageOf } from '../../platform/pagination.ts';
import { orderDetails } from '../account/delivery-details.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { foundBy } from '../admin/find.ts';
import { type Texts, textsOf } from '../catalogue/rewards.ts';
import { transactionsOf } from '../ledger/transactions.ts';
import { hasProposedRefund, proposedRefund } from './refund-proposals.ts';

const columns = {
  order: orders,
  user: { id: users.id, name: users.name },
  // As isInGoodStanding decides.
  standing: sql<calls.OperatorOrder['standing']>`CASE WHEN ${users.suspendedAt} IS NOT NULL THEN 'suspended'
    WHEN ${balances.debt} <> 0 THEN 'debt' ELSE 'good' END`,
  reward: { id: rewards.id, name: rewards.name },
  amount: amounts.label,
  isCode: amounts.isCode,
  by: { id: operators.id, name: operators.name },
};

const select = (db: Executor) =>
  db
    .select(columns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(balances, eq(balances.userId, orders.userId))
    .innerJoin(rewards, eq(rewards.id, orders.rewardId))
    .innerJoin(amounts, eq(amounts.id, orders.amountId))
    .leftJoin(operators, eq(operators.id, orders.processingBy));

type Row = Awaited<ReturnType<typeof select>>[number];

function shown({ order, user, standing, reward, amount, isCode, by }: Row, now: Date): calls.OperatorOrder {
  const until = order.deliveredAt ?? order.endedAt ?? now;
  return {
    id: order.id,
    user,
    standing,
    reward,
    amount,
    points: order.points,
    cents: order.cents,
    state: order.state,
    held_for: order.heldFor,
    held_signs: order.heldSigns ?? [],
    is_code: isCode,
    has_details: order.details !== null,
    created_at: order.createdAt.toISOString(),
    age_seconds: Math.max(0, Math.round((until.getTime() - order.createdAt.getTime()) / 1000)),
    processing_at: order.processingAt?.toISOString() ?? null,
    processing_by: by,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    reference: order.reference,
    ended_at: order.endedAt?.toISOString() ?? null,
    ended_for: order.endedFor,
  };
}

function stateIs(db: Executor, view: (typeof ORDER_VIEWS)[number], now: Date): SQL | undefined {
  if (view === 'all') return undefined;
  if (view === 'to_refund') return hasProposedRefund(db, now);
  return view === 'open' ? inArray(orders.state, WAITING_STATES) : eq(orders.state, view);
}

const rewardsNamed = (db: Executor, part: string) =>
  db
    .select({ id: rewards.id })
    .from(rewards)
    .where(ilike(rewards.name, contains(part)));

export async function findOrders(
  db: Database,
  given: v.InferOutput<(typeof calls.findOrders)['body']>,
  now: Date,
): Promise<Paginator<calls.OperatorOrder>> {
  const { state, search, reward, user_id } = given;
  const wanted = and(
    stateIs(db.drizzle, state, now),
    foundBy(search, orders),
    reward === '' ? undefined : inArray(orders.rewardId, rewardsNamed(db.drizzle, reward)),
    onlyOf(orders.userId, user_id),
  );
  const waits = state === 'open' || isWaiting({ state });
  const rows = select(db.drizzle)
    .where(wanted)
    .orderBy(waits ? asc(orders.id) : desc(orders.id));
  const total = db.drizzle.$count(orders, wanted);
  return pageOf(rows, total, given, (row) => shown(row, now));
}

/** Errors: not_found. */
export async function operatorOrder(db: Executor, id: number, now: Date): Promise<calls.OperatorOrder> {
  const [row] = await select(db).where(eq(orders.id, id));
  if (!row) throw new DomainError('not_found');
  return shown(row, now);
}

/**
 * Returns an order with its ledger entries, and the matches of its owner with other accounts that aren't settled yet. Errors:
 * not_found.
 */
export async function getOperatorOrder(db: Database, id: number, now: Date) {
  const order = await operatorOrder(db.drizzle, id, now);
  const entries = await transactionsOf(db.drizzle, eq(ledger.orderId, id));
  const me = order.user.id;
  const matches = await db.drizzle
    .select({
      id: accountMatches.id,
      reason: accountMatches.reason,
      user: { id: users.id, name: users.name },
    })
    .from(accountMatches)
    .innerJoin(
      users,
      sql`${users.id} = CASE WHEN ${accountMatches.userId} = ${me} THEN ${accountMatches.otherId} ELSE ${accountMatches.userId} END`,
    )
    .where(
      and(
        isNull(accountMatches.settledAt),
        or(eq(accountMatches.userId, me), eq(accountMatches.otherId, me)),
      ),
    )
    .orderBy(asc(accountMatches.id));
  return { order, entries, matches, refund: await proposedRefund(db.drizzle, id, now) };
}

/**
 * Returns where an order is to be sent. Each look is recorded in the audit log, even if there was nothing to show. Errors:
 * not_found.
 */
export async function showDetails(
  db: Database,
  { texts, vault }: { texts: Texts; vault: Vault },
  given: { operatorId: number; orderId: number; now: Date },
): Promise<{ label: string; details: string | null }> {
  const { operatorId, orderId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) throw new DomainError('not_found');
    await recordAuditEvent(tx, {
      operatorId,
      act: 'order.show_details',
      subjectId: orderId,
      userId: order.userId,
      after: { shown: order.details !== null },
      now,
    });
    const delivery = texts.has(order.rewardId) ? textsOf(texts, order.rewardId).page.delivery : undefined;
    const label = delivery === undefined || delivery.kind === 'code' ? '' : delivery.label;
    return { label, details: orderDetails(vault, order) };
  });
}
