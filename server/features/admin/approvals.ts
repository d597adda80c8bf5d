/**
 * Four eyes. What an operator pays alone, by whatever act, is one sum within 24 hours, together with those who came in by the same
 * word alone; above it a second operator approves, who isn't new and isn't tied to the first. Acts that pay ask `payAlone` or
 * `payOrPropose` before they do; acts that let somebody else credit points ask `grantOrPropose`.
 */
import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { formatPoints } from '../../../src/lib/format/points.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { operatorPayments, operators } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';

const HOUR_MS = 3_600_000;
/** For so long a new operator approves nothing. */
export const NEW_OPERATOR_HOURS = 72;

type Row = typeof operators.$inferSelect;
const forbidden = (message: string) => new DomainError('forbidden', { message });

/** The operator behind somebody's access: the chain of invitations that no other operator approved leads to them. */
function rootOf(all: ReadonlyMap<number, Row>, one: Row): number {
  const inviter = one.invitedBy === null || one.approvedBy !== null ? undefined : all.get(one.invitedBy);
  return inviter ? rootOf(all, inviter) : one.id;
}

const allOperators = async (db: Executor) =>
  new Map((await db.select().from(operators)).map((row) => [row.id, row]));

/**
 * Checks that one operator may approve what another proposed. Errors: forbidden for their own proposals, for new operators, for the same
 * mailbox, where one invited the other, and where the same operator is behind both.
 */
export async function refuseApprover(
  tx: Executor,
  { approverId, proposerId, now }: { approverId: number; proposerId: number; now: Date },
): Promise<void> {
  if (approverId === proposerId) throw forbidden('You proposed this. Another operator has to approve it.');
  const all = await allOperators(tx);
  const [approver, proposer] = [all.get(approverId), all.get(proposerId)];
  if (!approver || !proposer) throw new DomainError('not_found');
  if (mailboxOf(approver.email) === mailboxOf(proposer.email))
    throw forbidden(
      'You share a mailbox with the operator who proposed this. Someone else has to approve it.',
    );
  if (approver.createdAt.getTime() + NEW_OPERATOR_HOURS * HOUR_MS > now.getTime())
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
 * Makes payments by operators with the same operator behind them run one after the other, so that two sent concurrently see each other's sum.
 * Take it before any player's lock.
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
}

/**
 * Points that this operator has moved alone within 24 hours, in either direction, together with everybody who has the same operator
 * behind them. Otherwise inviting a second operator and ending their access would start a new sum. Under the operator's lock.
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
        gt(operatorPayments.at, new Date(now.getTime() - 24 * HOUR_MS)),
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
  /** Points that an operator may move alone within 24 hours. */
  readonly alone: number;
  readonly now: Date;
}

/** Notes a payment where the operator's sum has room for it. Under the operator's lock. */
export async function payWithin(tx: Transaction, given: Payment): Promise<boolean> {
  const { operatorId, act, subjectId, points, alone, now } = given;
  if (points <= 0) return true;
  if ((await paidAlone(tx, operatorId, now)) + points > alone) return false;
  await tx
    .insert(operatorPayments)
    .values({ operatorId, act, subjectId: String(subjectId), points, state: 'alone', at: now });
  return true;
}

/** For small payments, which any other operator can make. Errors: limit_reached. */
export async function payAlone(tx: Transaction, given: Payment): Promise<void> {
  await lockOperator(tx, given.operatorId);
  if (await payWithin(tx, given)) return;
  throw new DomainError('limit_reached', {
    message: `This would put you above ${formatPoints(given.alone)} points in 24 hours, counted with operators you invited or who invited you. Another operator has to do it.`,
  });
}

/**
 * The same, and above the sum the act waits until another operator does it as well. 'paid': do it now. 'proposed': it waits, and nothing
 * may happen yet. Errors: nothing_to_do (proposed by the same operator before), forbidden (refuseApprover).
 */
export async function payOrPropose(tx: Transaction, given: Payment): Promise<'paid' | 'proposed'> {
  const { operatorId, act, points, now } = given;
  const subjectId = String(given.subjectId);
  await lockOperator(tx, operatorId);
  // Of two who propose the same concurrently, the second approves it.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${act}:${subjectId}`}, 0))`);
  const isIt = and(
    eq(operatorPayments.act, act),
    eq(operatorPayments.subjectId, subjectId),
    eq(operatorPayments.state, 'waiting'),
  );
  const [waiting] = await tx.select().from(operatorPayments).where(isIt).for('update');
  if (waiting && waiting.operatorId !== operatorId && waiting.points === points) {
    await refuseApprover(tx, { approverId: operatorId, proposerId: waiting.operatorId, now });
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
 * For acts that let somebody credit points without limit, such as making a partner's key: a second operator has to do the same within
 * 72 hours. The only operator does it alone, and it counts as all that they may pay alone in a day. Somebody whose access ended less
 * than 72 hours ago still counts as a second operator, so nobody becomes the only one by ending another's access. Errors: as payOrPropose.
 */
export async function grantOrPropose(
  tx: Transaction,
  given: Omit<Payment, 'points'>,
): Promise<'alone' | 'approved' | 'proposed'> {
  const { operatorId, act, now } = given;
  const subjectId = String(given.subjectId);
  const since = new Date(now.getTime() - NEW_OPERATOR_HOURS * HOUR_MS);
  // More than anybody may pay alone, so it is never paid without a second operator.
  const points = given.alone + 1;
  await lockOperator(tx, operatorId);
  const others = await tx.$count(
    operators,
    and(ne(operators.id, operatorId), or(isNull(operators.endedAt), gt(operators.endedAt, since))),
  );
  if (others === 0) {
    await tx.insert(operatorPayments).values({ operatorId, act, subjectId, points, state: 'alone', at: now });
    return 'alone';
  }
  await withdrawProposal(tx, act, subjectId, lte(operatorPayments.at, since));
  return (await payOrPropose(tx, { ...given, points })) === 'paid' ? 'approved' : 'proposed';
}

/** Ends a proposal that was decided otherwise. `only`: narrows which. */
export async function withdrawProposal(
  tx: Executor,
  act: string,
  subjectId: string | number,
  only?: SQL,
): Promise<void> {
  await tx
    .update(operatorPayments)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(operatorPayments.act, act),
        eq(operatorPayments.subjectId, String(subjectId)),
        eq(operatorPayments.state, 'waiting'),
        only,
      ),
    );
}
