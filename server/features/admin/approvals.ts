/**
 * The four-eyes rule. All points that an operator moves on their own within 24 hours count toward one limit, whatever the
 * action. The limit is shared with operators who have access only through that operator. Above it, a second operator must
 * approve, who isn't new and has no ties to the first. Actions that pay points call `payAlone` or `payOrPropose` first. Actions
 * that let someone else credit points call `grantOrPropose`.
 */
import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { formatPoints } from '../../../src/lib/format/points.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { operatorPayments, operators } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { DAY, earlier, HOUR } from '../../platform/time.ts';

/** For how long a new operator can't approve anything. */
export const NEW_OPERATOR_HOURS = 72;

type Row = typeof operators.$inferSelect;
const forbidden = (message: string) => new DomainError('forbidden', { message });

/** Returns the operator behind someone's access: the start of the chain of invitations that no other operator approved. */
function rootOf(all: ReadonlyMap<number, Row>, one: Row): number {
  const inviter = one.invitedBy === null || one.approvedBy !== null ? undefined : all.get(one.invitedBy);
  return inviter ? rootOf(all, inviter) : one.id;
}

/**
 * Which operators count when it is asked whether there is a second one. Those whose access ended less than 72 hours ago still do, so
 * ending another operator's access doesn't make anyone the sole operator.
 */
export const counting = (now: Date) =>
  or(isNull(operators.endedAt), gt(operators.endedAt, earlier(now, NEW_OPERATOR_HOURS * HOUR)));

const allOperators = async (db: Executor) =>
  new Map((await db.select().from(operators)).map((row) => [row.id, row]));

/**
 * Checks that one operator may approve what another proposed. Errors: forbidden for their own proposals, if the proposer's access
 * has ended, for new operators, for the same mailbox, if one invited the other, and if the same operator is behind both.
 */
export async function rejectApprover(
  tx: Executor,
  { approverId, proposerId, now }: { approverId: number; proposerId: number; now: Date },
): Promise<void> {
  if (approverId === proposerId) throw forbidden('You proposed this. Another operator has to approve it.');
  const all = await allOperators(tx);
  const [approver, proposer] = [all.get(approverId), all.get(proposerId)];
  if (!approver || !proposer) throw new DomainError('not_found');
  if (proposer.endedAt)
    throw forbidden(
      'The operator who proposed this doesn’t have access any more. Decline it, and propose it yourself if it’s right.',
    );
  if (mailboxOf(approver.email) === mailboxOf(proposer.email))
    throw forbidden(
      'You share a mailbox with the operator who proposed this. Someone else has to approve it.',
    );
  if (approver.createdAt.getTime() + NEW_OPERATOR_HOURS * HOUR > now.getTime())
    throw forbidden(
      `New operators can’t approve anything for ${NEW_OPERATOR_HOURS} hours. Someone else has to approve it.`,
    );
  const invited = approver.invitedBy === proposerId || proposer.invitedBy === approverId;
  if (invited || rootOf(all, approver) === rootOf(all, proposer))
    throw forbidden(
      'One of you invited the other, so someone else has to approve it. The server’s admin can add an independent operator (npm run operator-code).',
    );
}

/**
 * Locks the operator's whole group, so two concurrent payments see each other's sum. Take this lock before any player's lock.
 * Ending an operator's access locks all of them, so what they do meanwhile is rejected. Errors: unauthenticated.
 */
export async function lockOperator(tx: Transaction, operatorId: number): Promise<void> {
  const all = await allOperators(tx);
  const one = all.get(operatorId);
  if (!one) throw new DomainError('not_found');
  await tx
    .select({ id: operators.id })
    .from(operators)
    .where(eq(operators.id, rootOf(all, one)))
    .for('no key update');
  const isIn = and(eq(operators.id, operatorId), isNull(operators.endedAt));
  if ((await tx.$count(operators, isIn)) === 0) throw new DomainError('unauthenticated');
}

/**
 * Returns the points that the operator and the rest of the group moved on their own within 24 hours, in either direction. Without
 * the group, inviting a second operator and ending their access would start a new sum. Call it under the operator's lock.
 */
async function paidAlone(tx: Transaction, operatorId: number, now: Date): Promise<number> {
  const all = await allOperators(tx);
  const roots = new Map([...all.values()].map((one) => [one.id, rootOf(all, one)]));
  const ids = [...roots].flatMap(([id, root]) => (root === roots.get(operatorId) ? [id] : []));
  const [sum] = await tx
    .select({ points: sql<number>`coalesce(sum(${operatorPayments.points}), 0)::integer` })
    .from(operatorPayments)
    .where(
      and(
        inArray(operatorPayments.operatorId, ids),
        eq(operatorPayments.state, 'alone'),
        gt(operatorPayments.at, earlier(now, DAY)),
      ),
    );
  return sum?.points ?? 0;
}

interface Payment {
  readonly operatorId: number;
  /** The action's name in the audit log: 'dispute.accept'. */
  readonly act: string;
  readonly subjectId: string | number;
  readonly points: number;
  /** The points that an operator may move on their own within 24 hours. */
  readonly alone: number;
  /** The id of the proposal that the operator has seen and approves. Nothing else is paid or proposed then. */
  readonly approves?: number | undefined;
  readonly now: Date;
}

/** Records a payment if it fits into the operator's limit, and returns whether it did. Call it under the operator's lock. */
export async function payWithin(tx: Transaction, given: Payment): Promise<boolean> {
  const { operatorId, act, subjectId, points, alone, now } = given;
  if (points <= 0) return true;
  if ((await paidAlone(tx, operatorId, now)) + points > alone) return false;
  await tx
    .insert(operatorPayments)
    .values({ operatorId, act, subjectId: String(subjectId), points, state: 'alone', at: now });
  return true;
}

/**
 * Records a small payment. Above the limit any other operator can make it instead, unless it is larger than the limit itself. Errors:
 * limit_reached.
 */
export async function payAlone(tx: Transaction, given: Payment): Promise<void> {
  await lockOperator(tx, given.operatorId);
  if (await payWithin(tx, given)) return;
  if (given.points > given.alone)
    throw new DomainError('limit_reached', {
      message: `This pays ${formatPoints(given.points)} points, and no operator may pay more than ${formatPoints(given.alone)} alone. The server’s admin can raise that limit (OPERATOR_DAILY_LIMIT).`,
    });
  throw new DomainError('limit_reached', {
    message: `This would put you above ${formatPoints(given.alone)} points in 24 hours, counted with operators you invited or who invited you. Another operator has to do it.`,
  });
}

/**
 * Records a payment. Above the limit it becomes a proposal, until another operator makes the same one. 'paid': carry it out now.
 * 'proposed': it waits, so don't carry it out yet. Errors: nothing_to_do (the same operator proposed it before, or someone has
 * decided the proposal to approve), forbidden (see rejectApprover).
 */
export async function payOrPropose(tx: Transaction, given: Payment): Promise<'paid' | 'proposed'> {
  const { operatorId, act, points, now } = given;
  const subjectId = String(given.subjectId);
  await lockOperator(tx, operatorId);
  // If two operators propose the same at the same moment, the second one approves it.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${act}:${subjectId}`}, 0))`);
  const waitingPayment = and(
    eq(operatorPayments.act, act),
    eq(operatorPayments.subjectId, subjectId),
    eq(operatorPayments.state, 'waiting'),
  );
  const [waiting] = await tx.select().from(operatorPayments).where(waitingPayment).for('update');
  if (given.approves !== undefined && waiting?.id !== given.approves) throw decidedBefore();
  if (waiting && waiting.operatorId !== operatorId && waiting.points === points) {
    await rejectApprover(tx, { approverId: operatorId, proposerId: waiting.operatorId, now });
    await tx
      .update(operatorPayments)
      .set({ state: 'approved', approvedBy: operatorId, approvedAt: now })
      .where(eq(operatorPayments.id, waiting.id));
    return 'paid';
  }
  if (await payWithin(tx, given)) {
    await withdrawProposal(tx, act, subjectId);
    return 'paid';
  }
  if (waiting?.operatorId === operatorId && waiting.points === points)
    throw new DomainError('nothing_to_do', {
      message: 'You already proposed this. Another operator has to approve it.',
    });
  await withdrawProposal(tx, act, subjectId);
  await tx.insert(operatorPayments).values({ operatorId, act, subjectId, points, state: 'waiting', at: now });
  return 'proposed';
}

/**
 * Checks an action that lets someone credit points without limit, such as making a partner's key: a second operator must do the
 * same within 72 hours. A sole operator (see `counting`) doesn't need one, and the action uses up their whole daily limit.
 * Errors: as for payOrPropose.
 */
export async function grantOrPropose(
  tx: Transaction,
  given: Omit<Payment, 'points'>,
): Promise<'alone' | 'approved' | 'proposed'> {
  const { operatorId, act, now } = given;
  const subjectId = String(given.subjectId);
  const since = earlier(now, NEW_OPERATOR_HOURS * HOUR);
  // More than the limit, so it always needs a second operator.
  const points = given.alone + 1;
  await lockOperator(tx, operatorId);
  const others = await tx.$count(operators, and(ne(operators.id, operatorId), counting(now)));
  if (others === 0) {
    await tx.insert(operatorPayments).values({ operatorId, act, subjectId, points, state: 'alone', at: now });
    return 'alone';
  }
  await withdrawProposal(tx, act, subjectId, lte(operatorPayments.at, since));
  return (await payOrPropose(tx, { ...given, points })) === 'paid' ? 'approved' : 'proposed';
}

/** Ends all proposals of an operator whose access ends: someone else must be the first of the two now. */
export async function withdrawProposalsOf(tx: Executor, operatorId: number): Promise<void> {
  await tx
    .update(operatorPayments)
    .set({ state: 'withdrawn' })
    .where(and(eq(operatorPayments.operatorId, operatorId), eq(operatorPayments.state, 'waiting')));
}

/** Someone else has just approved or declined the proposal. */
export const decidedBefore = () =>
  new DomainError('nothing_to_do', { message: 'Someone has already decided this proposal.' });

/** Ends a proposal that was decided in another way, and returns whether there was one. `only` narrows down which. */
export async function withdrawProposal(
  tx: Executor,
  act: string,
  subjectId: string | number,
  only?: SQL,
): Promise<boolean> {
  const ended = await tx
    .update(operatorPayments)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(operatorPayments.act, act),
        eq(operatorPayments.subjectId, String(subjectId)),
        eq(operatorPayments.state, 'waiting'),
        only,
      ),
    )
    .returning({ id: operatorPayments.id });
  return ended.length > 0;
}
