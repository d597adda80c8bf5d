/** Counts what is waiting for operators. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, min, ne, sql } from 'drizzle-orm';
import type { Overview } from '../../../src/lib/contract/operators/operator.ts';
import type { Executor } from '../../db/database.ts';
import {
  adjustments,
  amounts,
  disputes,
  operatorActs,
  operatorInvitations,
  operatorPayments,
  opinions,
  orders,
  rewards,
  socialProofs,
  submissions,
  threads,
  users,
} from '../../db/schema.ts';
import { earlier, HOUR } from '../../platform/time.ts';
import { NEW_OPERATOR_HOURS } from '../admin/approvals.ts';
import { hasHeldShares } from '../referrals/referrals.ts';

export async function overviewOf(
  db: Executor,
  { operatorId, alone, now }: { operatorId: number; alone: number; now: Date },
): Promise<Overview> {
  const inState = (state: 'pending' | 'processing' | 'held') => db.$count(orders, eq(orders.state, state));
  const disputed = inArray(disputes.state, ['open', 'appealed']);
  const [oldest] = await db
    .select({ at: min(orders.createdAt) })
    .from(orders)
    .where(eq(orders.state, 'pending'));
  const proposedByOther = and(
    eq(operatorPayments.state, 'waiting'),
    ne(operatorPayments.operatorId, operatorId),
  );
  return {
    orders_pending: await inState('pending'),
    orders_processing: await inState('processing'),
    orders_held: await inState('held'),
    shares_held: await db.$count(users, hasHeldShares),
    oldest_order_at: oldest?.at?.toISOString() ?? null,
    submissions: await db.$count(submissions, eq(submissions.state, 'submitted')),
    proofs: await db.$count(socialProofs, eq(socialProofs.state, 'waiting')),
    opinions: await db.$count(opinions, sql`waits_since IS NOT NULL`),
    disputes: await db.$count(disputes, disputed),
    disputes_overdue: await db.$count(disputes, and(disputed, lt(disputes.dueAt, now))),
    threads: await db.$count(threads, eq(threads.state, 'waiting')),
    adjustments: await db.$count(
      adjustments,
      and(eq(adjustments.state, 'waiting'), ne(adjustments.proposedBy, operatorId)),
    ),
    contest_proposals: await db.$count(
      operatorPayments,
      and(
        proposedByOther,
        // As listContestProposals lists them.
        sql`EXISTS (SELECT 1 FROM ${operatorActs} a WHERE a.act = 'contest.propose' AND a.operator_id = ${operatorPayments.operatorId}
          AND a.at = ${operatorPayments.at} AND a.after ? 'rules' AND a.after->>'starts' > ${now.toISOString()})`,
      ),
    ),
    refund_proposals: await db.$count(
      operatorPayments,
      and(
        proposedByOther,
        eq(operatorPayments.act, 'order.refund'),
        gt(operatorPayments.at, earlier(now, NEW_OPERATOR_HOURS * HOUR)),
      ),
    ),
    key_proposals: await db.$count(
      operatorPayments,
      and(
        proposedByOther,
        eq(operatorPayments.act, 'partner.add_key'),
        gt(operatorPayments.at, earlier(now, NEW_OPERATOR_HOURS * HOUR)),
      ),
    ),
    invitations: await db.$count(
      operatorInvitations,
      and(
        ne(operatorInvitations.invitedBy, operatorId),
        isNull(operatorInvitations.approvedAt),
        isNull(operatorInvitations.usedAt),
        gt(operatorInvitations.expiresAt, now),
      ),
    ),
    adjust_alone: alone,
    amounts_without_codes: await db.$count(
      amounts,
      and(
        eq(amounts.isCode, true),
        eq(amounts.active, true),
        eq(amounts.hasCodes, false),
        inArray(
          amounts.rewardId,
          db.select({ id: rewards.id }).from(rewards).where(isNull(rewards.pausedAt)),
        ),
      ),
    ),
    rewards_paused: await db.$count(rewards, and(eq(rewards.active, true), isNotNull(rewards.pausedAt))),
  };
}
