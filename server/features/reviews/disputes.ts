/** Disputes over orders and offers, as operators read and decide them. */
import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Answer } from '../../../src/lib/contract/call.ts';
import type { DISPUTE_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import type * as calls from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import type { Database, Executor } from '../../db/database.ts';
import { elementsOf } from '../../db/json-sql.ts';
import {
  amounts,
  clicks,
  disputes,
  ledger,
  offers,
  operatorActs,
  operatorPayments,
  operators,
  orders,
  postbacks,
  rejectedReports,
  rewards,
  users,
} from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { lockOperator, payOrPropose, withdrawProposal } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { foundBy } from '../admin/find.ts';
import { answerOfferDispute, disputedPoints, pointsDue, pointsPromised } from '../offers/offer-disputes.ts';
import { answerDispute, disputeOf } from '../redemption/order-disputes.ts';

const waiting = ['open', 'appealed'] as const;

const select = (db: Executor) =>
  db
    .select({
      dispute: disputes,
      user: { id: users.id, name: users.name },
      order: orders,
      click: clicks,
      proposedBy: { id: operators.id, name: operators.name },
      proposal: { id: operatorPayments.id, points: operatorPayments.points },
      title: sql<string>`CASE WHEN ${disputes.subject} = 'order' THEN ${rewards.name} || ', ' || ${amounts.label}
        ELSE ${offers.name} || ': ' || coalesce((SELECT m.value ->> 'name' FROM ${elementsOf(clicks.milestones)} AS m
          WHERE m.value ->> 'code' = ${disputes.milestone}), ${clicks.terms} ->> 'goal', ${offers.goal}) END`,
    })
    .from(disputes)
    .innerJoin(users, eq(users.id, disputes.userId))
    .leftJoin(orders, and(eq(disputes.subject, 'order'), eq(orders.id, disputes.subjectId)))
    .leftJoin(rewards, eq(rewards.id, orders.rewardId))
    .leftJoin(amounts, eq(amounts.id, orders.amountId))
    .leftJoin(offers, and(eq(disputes.subject, 'offer'), eq(offers.id, disputes.subjectId)))
    .leftJoin(clicks, and(eq(clicks.offerId, offers.id), eq(clicks.userId, disputes.userId)))
    .leftJoin(
      operatorPayments,
      sql`${operatorPayments.act} = 'dispute.accept' AND ${operatorPayments.subjectId} = ${disputes.id}::text AND ${operatorPayments.state} = 'waiting'`,
    )
    .leftJoin(operators, eq(operators.id, operatorPayments.operatorId));

type Row = Awaited<ReturnType<typeof select>>[number];

function shown({ dispute, user, order, click, title, proposedBy }: Row, now: Date): calls.OperatorDispute {
  const waits = waiting.some((state) => state === dispute.state);
  return {
    ...disputeOf(dispute),
    user,
    subject: dispute.subject,
    subject_id: dispute.subjectId,
    title: title ?? '',
    points: order?.points ?? (click ? pointsPromised(click, dispute.milestone) : 0),
    overdue: waits && dispute.dueAt < now,
    proposed_by: proposedBy ?? null,
  };
}

const states: Record<(typeof DISPUTE_VIEWS)[number], SQL | undefined> = {
  waiting: inArray(disputes.state, [...waiting]),
  answered: inArray(disputes.state, ['accepted', 'refused', 'closed']),
  all: undefined,
};

export async function findDisputes(
  db: Database,
  given: v.InferOutput<(typeof calls.findDisputes)['body']>,
  now: Date,
): Promise<Paginator<calls.OperatorDispute>> {
  const { state, subject, search, user_id, order_id } = given;
  const wanted = and(
    states[state],
    subject === 'all' ? undefined : eq(disputes.subject, subject),
    foundBy(search, disputes),
    onlyOf(disputes.userId, user_id),
    order_id === null ? undefined : and(eq(disputes.subject, 'order'), onlyOf(disputes.subjectId, order_id)),
  );
  const rows = select(db.drizzle)
    .where(wanted)
    .orderBy(...(state === 'waiting' ? [asc(disputes.dueAt), asc(disputes.id)] : [desc(disputes.id)]));
  const total = db.drizzle.$count(disputes, wanted);
  return pageOf(rows, total, given, (row) => shown(row, now));
}

async function rowOf(db: Executor, id: number): Promise<Row> {
  const [row] = await select(db).where(eq(disputes.id, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

type Fact = { at: string; what: string };

function orderFacts(order: NonNullable<Row['order']>): Fact[] {
  const steps: [Date | null, string][] = [
    [order.createdAt, order.details === null ? 'Ordered' : 'Ordered, with delivery details'],
    [order.processingAt, 'We started sending it'],
    [order.deliveredAt, order.codeId === null ? 'Sent' : 'Code sent'],
    [order.revealedAt, 'Player saw the code'],
    [order.usedAt, 'Player marked it as used'],
    [order.endedAt, `Ended: ${order.endedFor}`],
  ];
  return steps.flatMap(([at, what]) => (at ? [{ at: at.toISOString(), what }] : []));
}

async function offerFacts(db: Executor, click: typeof clicks.$inferSelect): Promise<Fact[]> {
  const rows = await db
    .select({ report: postbacks, points: ledger.points })
    .from(postbacks)
    .leftJoin(ledger, eq(ledger.id, postbacks.ledgerId))
    .where(eq(postbacks.clickId, click.id))
    .orderBy(asc(postbacks.id));
  const reports = mapRows(rows, ({ report, points }) => {
    const of = report.milestone ? ` ${report.milestone}` : '';
    const paid = points === null ? '' : `, ${formatPoints(points)} points`;
    return {
      at: report.receivedAt.toISOString(),
      what: `The partner reported: ${report.kind}${of}, transaction ${report.transaction} (${report.outcome}${paid})`,
    };
  });
  const rejected = await db
    .select()
    .from(rejectedReports)
    .where(and(eq(rejectedReports.click, click.id), eq(rejectedReports.partner, click.partner)))
    .orderBy(asc(rejectedReports.id));
  return [
    { at: click.openedAt.toISOString(), what: 'Opened by the player' },
    ...reports,
    ...rejected.map(({ lastAt, kind, milestone, transaction, detail }) => ({
      at: lastAt.toISOString(),
      what: `The partner reported: ${kind}${milestone ? ` ${milestone}` : ''}, transaction ${transaction} (rejected: ${detail})`,
    })),
    { at: click.deadlineAt.toISOString(), what: 'Deadline' },
  ];
}

/** Returns a dispute with what is known about its subject, in order of time. Errors: not_found. */
export async function getDispute(
  db: Executor,
  id: number,
  now: Date,
): Promise<Answer<typeof calls.getDispute>> {
  const row = await rowOf(db, id);
  const dispute = shown(row, now);
  const facts = row.order ? orderFacts(row.order) : row.click ? await offerFacts(db, row.click) : [];
  return {
    dispute,
    facts: facts.toSorted((a, b) => a.at.localeCompare(b.at)),
    proposed_answer: row.proposedBy && (await proposedAnswer(db, id)),
    first_answer: dispute.appeal === null ? null : await firstAnswer(db, id),
    pays: row.click ? await pointsDue(db, row.click, row.dispute.milestone) : dispute.points,
  };
}

async function proposedAnswer(db: Executor, id: number): Promise<string | null> {
  const [event] = await db
    .select({ answer: operatorActs.reason })
    .from(operatorActs)
    .where(and(eq(operatorActs.act, PROPOSE), eq(operatorActs.subjectId, String(id))))
    .orderBy(desc(operatorActs.id))
    .limit(1);
  return event?.answer ?? null;
}

/** Returns the answer that was appealed. The decision on the appeal replaces it in the row, but not in the audit log. */
async function firstAnswer(db: Executor, id: number) {
  const [event] = await db
    .select({ answer: operatorActs.reason, at: operatorActs.at })
    .from(operatorActs)
    .where(and(eq(operatorActs.act, REFUSE), eq(operatorActs.subjectId, String(id))))
    .orderBy(asc(operatorActs.id))
    .limit(1);
  return event ? { answer: event.answer, answered_at: event.at.toISOString() } : null;
}

/** The action's name in the audit log and in the operator's payments. */
const ACCEPT = 'dispute.accept';
const PROPOSE = 'dispute.propose';
const REFUSE = 'dispute.refuse';

const answeredAlready = () =>
  new DomainError('nothing_to_do', { message: 'Someone has already answered it.' });

/**
 * Leaves an appeal to somebody who hasn't answered the report before, as the terms promise (section 12). An operator who is alone
 * decides it. Errors: forbidden.
 */
async function rejectFirstAnswerer(
  tx: Executor,
  { operatorId, disputeId }: { operatorId: number; disputeId: number },
): Promise<void> {
  const answered = and(
    eq(operatorActs.act, REFUSE),
    eq(operatorActs.subjectId, String(disputeId)),
    eq(operatorActs.operatorId, operatorId),
  );
  if ((await tx.$count(operatorActs, answered)) === 0) return;
  const others = and(ne(operators.id, operatorId), isNull(operators.endedAt));
  if ((await tx.$count(operators, others)) > 0)
    throw new DomainError('forbidden', {
      message:
        'You declined this report, and the player has appealed. Someone else on your team has to decide.',
    });
}

/**
 * Decides a dispute, once, and records it. If it would pay more than the operator may pay alone, it waits until a second operator
 * accepts it too. Errors: not_found, nothing_to_do (it isn't waiting), order_closed (its points were already returned), forbidden
 * (the operator's own, or an appeal against the operator's own answer), the field `answer`.
 */
export async function decideDispute(
  db: Database,
  given: {
    operatorId: number;
    disputeId: number;
    accept: boolean;
    answer: string;
    alone: number;
    now: Date;
  },
): Promise<calls.OperatorDispute> {
  const { operatorId, disputeId, accept, answer, alone, now } = given;
  return db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    // If two operators decide it at the same time, the second sees the first's decision and proposes nothing.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dispute:${disputeId}`}, 0))`);
    const before = await rowOf(tx, disputeId);
    if (!waiting.some((state) => state === before.dispute.state)) throw answeredAlready();
    const points = before.click
      ? await disputedPoints(tx, before.click, before.dispute.milestone)
      : shown(before, now).points;
    const isTheirs = before.proposedBy?.id === operatorId || before.proposal?.points !== points;
    // Whoever approves another operator's decision doesn't make it.
    const approves = accept && !isTheirs ? before.proposal?.id : undefined;
    if (before.dispute.state === 'appealed' && approves === undefined)
      await rejectFirstAnswerer(tx, { operatorId, disputeId });
    if (accept) {
      const payment = { operatorId, act: ACCEPT, subjectId: disputeId, points, alone, approves, now };
      if ((await payOrPropose(tx, payment)) === 'proposed') {
        await recordAuditEvent(tx, {
          operatorId,
          act: PROPOSE,
          subjectId: disputeId,
          userId: before.user.id,
          reason: answer,
          after: { points },
          now,
        });
        return shown(await rowOf(tx, disputeId), now);
      }
    } else await withdrawProposal(tx, ACCEPT, disputeId);
    const decide = before.dispute.subject === 'order' ? answerDispute : answerOfferDispute;
    const decided = await decide(tx, { disputeId, accept, answer: answer.trim(), at: now });
    if (!decided) throw answeredAlready();
    const dispute = shown(await rowOf(tx, disputeId), now);
    await recordAuditEvent(tx, {
      operatorId,
      act: accept ? ACCEPT : REFUSE,
      subjectId: disputeId,
      userId: dispute.user.id,
      reason: answer,
      before: { state: before.dispute.state },
      after: { state: dispute.state, points: decided.points },
      now,
    });
    return dispute;
  });
}
