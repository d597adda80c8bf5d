/**
 * Points that an operator gives or takes by hand, with a reason that the player reads. Above a limit a second operator must
 * approve.
 */

import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { ActOn } from '../../../src/lib/contract/admin/operator-audit.ts';
import type * as calls from '../../../src/lib/contract/operators/operator-users.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { adjustments, operators, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { canBeId, onlyOf } from '../../platform/ids.ts';
import { type Paginator, preparedPageOf } from '../../platform/pagination.ts';
import { givenReason } from '../admin/act.ts';
import { lockOperator, payWithin, rejectApprover } from '../admin/approvals.ts';
import { operatorNames, recordAuditEvent } from '../admin/audit-log.ts';
import { lockBalance, post, settleDebt } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';

type Row = typeof adjustments.$inferSelect;

const TITLE = 'Adjusted by our team';

const selectRows = (db: Executor) =>
  db
    .select({
      row: adjustments,
      user: { id: users.id, name: users.name },
      by: { id: operators.id, name: operators.name },
    })
    .from(adjustments)
    .innerJoin(users, eq(users.id, adjustments.userId))
    .innerJoin(operators, eq(operators.id, adjustments.proposedBy));

type Selected = Awaited<ReturnType<typeof selectRows>>;

/** Returns a function that shows each of these as the operator `operatorId` sees it. */
async function showerOf(
  db: Executor,
  rows: Selected,
  operatorId: number,
): Promise<(row: Selected[number]) => calls.Adjustment> {
  const nameOf = await operatorNames(
    db,
    rows.map(({ row }) => row.decidedBy),
  );
  return ({ row, user, by }) => ({
    id: row.id,
    user,
    points: row.points,
    reason: row.reason,
    state: row.state,
    proposed_by: by,
    proposed_at: row.proposedAt.toISOString(),
    decided_by: nameOf(row.decidedBy),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_for: row.decidedFor,
    can_decide: row.state === 'waiting' && row.proposedBy !== operatorId,
  });
}

async function adjustmentOf(db: Executor, id: number, operatorId: number): Promise<calls.Adjustment> {
  const rows = await selectRows(db).where(eq(adjustments.id, id));
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  return (await showerOf(db, rows, operatorId))(row);
}

export async function listAdjustments(
  db: Database,
  given: v.InferOutput<(typeof calls.listAdjustments)['query']> & { operatorId: number },
): Promise<Paginator<calls.Adjustment>> {
  const { operatorId, state, user_id } = given;
  const wanted = and(
    state === 'all' ? undefined : eq(adjustments.state, state),
    onlyOf(adjustments.userId, user_id),
  );
  const rows = selectRows(db.drizzle).where(wanted).orderBy(desc(adjustments.id));
  const total = db.drizzle.$count(adjustments, wanted);
  return preparedPageOf(rows, total, given, (found) => showerOf(db.drizzle, found, operatorId));
}

/**
 * Posts the entry, under the user's lock. If more is taken than the balance has, the rest first becomes a debt, as with a
 * reversal.
 */
async function book(tx: Transaction, { id, userId, points, reason }: Row, at: Date): Promise<void> {
  const { available } = await lockBalance(tx, userId);
  const common = { userId, title: TITLE, detail: reason, reason: 'adjustment', createdAt: at } as const;
  const lacking = -points - available;
  if (lacking > 0)
    await post(tx, {
      ...common,
      key: `adjustment:${id}:overdraft`,
      from: 'debt',
      to: 'available',
      points: lacking,
      reason: 'overdraft',
      detail: 'owed: an adjustment took more than you had',
    });
  const entry = await post(tx, {
    ...common,
    key: `adjustment:${id}`,
    from: points > 0 ? 'house:adjustments' : 'available',
    to: points > 0 ? 'available' : 'house:adjustments',
    points: Math.abs(points),
  });
  if (points > 0) await settleDebt(tx, userId, entry, at);
  await notify(tx, userId, {
    kind: 'message',
    key: `adjustment:${id}`,
    title:
      points > 0
        ? `Our team added ${formatPoints(points)} points`
        : `Our team took ${formatPoints(-points)} points`,
    body: reason,
    href: routes.userHome.pattern,
    now: at,
  });
}

const line = (row: Row, act: ActOn<'adjustment'>, operatorId: number, now: Date) => ({
  operatorId,
  act: `adjustment.${act}` as const,
  subjectId: row.id,
  userId: row.userId,
  reason: row.reason,
  after: { points: row.points, state: row.state },
  now,
});

/**
 * Gives or takes points, or proposes it if it is above the limit. The same key returns the same adjustment. `alone` is the number
 * of points that one operator may move within 24 hours, for any purpose. Errors: forbidden (the operator's own account), the
 * fields `user_id` and `Idempotency-Key`.
 */
export async function adjustBalance(
  db: Database,
  given: {
    operatorId: number;
    userId: number;
    points: number;
    reason: string;
    key: string;
    alone: number;
    now: Date;
  },
): Promise<calls.Adjustment> {
  const { operatorId, userId, points, key, alone, now } = given;
  const reason = givenReason(given.reason);
  const unknown = fieldError('user_id', 'No player has this ID. Please look it up in the list of players.');
  if (!canBeId(userId)) throw unknown;
  return db.drizzle.transaction(async (tx) => {
    if ((await tx.$count(users, eq(users.id, userId))) === 0) throw unknown;
    // All code locks the operator before the player. Two halves of a payment sent at the same time then see each other, even if
    // they are for different players.
    await lockOperator(tx, operatorId);
    await lockBalance(tx, userId);
    const [before] = await tx
      .select()
      .from(adjustments)
      .where(and(eq(adjustments.proposedBy, operatorId), eq(adjustments.key, key)));
    if (before) {
      if (before.userId !== userId || before.points !== points || before.reason !== reason)
        throw fieldError('Idempotency-Key', 'This key belongs to another adjustment. Send a new one.');
      return adjustmentOf(tx, before.id, operatorId);
    }
    // Under the lock that an erasure takes.
    if (await isErased(tx, userId)) throw fieldError('user_id', 'The owner has deleted this account.');
    const payment = { operatorId, act: 'adjustment.book', subjectId: `${operatorId}:${key}`, alone, now };
    const needsSecond = !(await payWithin(tx, { ...payment, points: Math.abs(points) }));
    const [row] = await tx
      .insert(adjustments)
      .values({
        userId,
        points,
        reason,
        key,
        needsSecond,
        state: needsSecond ? 'waiting' : 'done',
        proposedBy: operatorId,
        proposedAt: now,
      })
      .returning();
    if (!row) throw new Error('the adjustment was not stored');
    if (!needsSecond) await book(tx, row, now);
    await recordAuditEvent(tx, line(row, needsSecond ? 'propose' : 'book', operatorId, now));
    return adjustmentOf(tx, row.id, operatorId);
  });
}

const isErased = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0;

/** Returns a waiting adjustment, with its user locked. Errors: not_found, nothing_to_do. */
async function lockWaiting(tx: Transaction, id: number): Promise<Row> {
  const [found] = await tx
    .select({ userId: adjustments.userId })
    .from(adjustments)
    .where(eq(adjustments.id, id));
  if (!found) throw new DomainError('not_found');
  await lockBalance(tx, found.userId);
  const [row] = await tx.select().from(adjustments).where(eq(adjustments.id, id)).for('update');
  if (row?.state !== 'waiting')
    throw new DomainError('nothing_to_do', { message: 'Someone else has already decided on this.' });
  return row;
}

/**
 * Approves another operator's proposal, once, and posts it. Errors: not_found, nothing_to_do, forbidden (one's own proposal or
 * account).
 */
export async function approveAdjustment(
  db: Database,
  given: { operatorId: number; adjustmentId: number; now: Date },
): Promise<calls.Adjustment> {
  const { operatorId, adjustmentId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const row = await lockWaiting(tx, adjustmentId);
    await rejectApprover(tx, { approverId: operatorId, proposerId: row.proposedBy, now });
    if (await isErased(tx, row.userId))
      throw new DomainError('nothing_to_do', {
        message: 'The owner has since deleted the account. Please decline it.',
      });
    const [done] = await tx
      .update(adjustments)
      .set({ state: 'done', decidedBy: operatorId, decidedAt: now })
      .where(eq(adjustments.id, adjustmentId))
      .returning();
    if (!done) throw new Error('the adjustment is gone');
    await book(tx, done, now);
    await recordAuditEvent(tx, { ...line(done, 'approve', operatorId, now), before: { state: 'waiting' } });
    return adjustmentOf(tx, adjustmentId, operatorId);
  });
}

/** Declines a proposal. Declining one's own withdraws it. Errors: not_found, nothing_to_do, the field `reason`. */
export async function declineAdjustment(
  db: Database,
  given: { operatorId: number; adjustmentId: number; reason: string; now: Date },
): Promise<calls.Adjustment> {
  const { operatorId, adjustmentId, now } = given;
  const decidedFor = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    await lockWaiting(tx, adjustmentId);
    const [row] = await tx
      .update(adjustments)
      .set({ state: 'declined', decidedBy: operatorId, decidedAt: now, decidedFor })
      .where(eq(adjustments.id, adjustmentId))
      .returning();
    if (!row) throw new Error('the adjustment is gone');
    await recordAuditEvent(tx, {
      ...line(row, 'decline', operatorId, now),
      reason: decidedFor,
      before: { state: 'waiting' },
    });
    return adjustmentOf(tx, adjustmentId, operatorId);
  });
}
