/** Refunds of delivered orders that wait for a second operator (order-corrections.ts). */
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Person } from '../../../src/lib/contract/admin/operator-fields.ts';
import type { Executor } from '../../db/database.ts';
import { operatorActs, operatorPayments, operators, orders } from '../../db/schema.ts';
import { earlier, HOUR } from '../../platform/time.ts';
import { NEW_OPERATOR_HOURS } from '../admin/approvals.ts';
import { REFUND } from './fulfilment.ts';

export const PROPOSE_REFUND = 'order.propose_refund';

/** A proposal from this time or before has lapsed. */
export const lapsedAt = (now: Date) => earlier(now, NEW_OPERATOR_HOURS * HOUR);

const isWaiting = (now: Date) =>
  and(
    eq(operatorPayments.act, REFUND),
    sql`${operatorPayments.state} = 'waiting'`,
    gt(operatorPayments.at, lapsedAt(now)),
  );

/** Matches orders whose refund waits for a second operator. */
export const hasProposedRefund = (db: Executor, now: Date): SQL =>
  inArray(
    orders.id,
    db
      .select({ id: sql<number>`${operatorPayments.subjectId}::integer` })
      .from(operatorPayments)
      .where(isWaiting(now)),
  );

/** Returns the refund that waits for a second operator, with the reason that the first one gave; null if there is none. */
export async function proposedRefund(
  db: Executor,
  orderId: number,
  now: Date,
): Promise<{ proposed_by: Person; reason: string } | null> {
  const [found] = await db
    .select({ id: operators.id, name: operators.name, reason: operatorActs.reason })
    .from(operatorPayments)
    .innerJoin(operators, eq(operators.id, operatorPayments.operatorId))
    .innerJoin(
      operatorActs,
      and(
        eq(operatorActs.act, PROPOSE_REFUND),
        eq(operatorActs.subject, 'order'),
        eq(operatorActs.subjectId, operatorPayments.subjectId),
        eq(operatorActs.operatorId, operatorPayments.operatorId),
      ),
    )
    .where(and(isWaiting(now), eq(operatorPayments.subjectId, String(orderId))))
    .orderBy(desc(operatorActs.id))
    .limit(1);
  return found ? { proposed_by: { id: found.id, name: found.name }, reason: found.reason } : null;
}
