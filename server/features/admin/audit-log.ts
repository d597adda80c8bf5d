/**
 * The audit log of operators' actions. Each event is written in the action's own transaction, so neither exists without the
 * other.
 */
import { and, desc, eq, gte, inArray, isNull, like, lt, or, type SQL } from 'drizzle-orm';
import type { Act, AuditedAct } from '../../../src/lib/contract/admin/operator-audit.ts';
import type { Person } from '../../../src/lib/contract/admin/operator-fields.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor } from '../../db/database.ts';
import { operatorActs, operators, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { onlyOf } from '../../platform/ids.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { DAY } from '../../platform/time.ts';

type Short = Act['before'];

export interface NewAuditEvent {
  /** Null if no operator is signed in. */
  readonly operatorId: number | null;
  /** What it was about, and what was done: "order.deliver". */
  readonly act: AuditedAct | `partner.${string}`;
  /** The id of what it was about: of the order, for example. */
  readonly subjectId: number | string;
  readonly userId?: number | null;
  readonly reason?: string;
  /** A short summary, never a code, a secret or a delivery detail. */
  readonly before?: Short;
  readonly after?: Short;
  readonly now: Date;
}

/**
 * Operators may not act on their own account. Operators aren't users, so they are compared by email address: the same
 * confirmed mailbox means the same person. Anyone can claim an operator's address, and would be safe from that operator if a
 * claim counted. Errors: forbidden.
 */
async function rejectOwn(tx: Executor, operatorEmail: string, userId: number): Promise<void> {
  const own = and(eq(users.id, userId), eq(users.mailbox, mailboxOf(operatorEmail)));
  if ((await tx.$count(users, own)) > 0)
    throw new DomainError('forbidden', {
      message: 'You can’t decide on this: the account has your address. Ask another operator.',
    });
}

/** Throws forbidden if one of these accounts is the operator's own: a decision about one account may be one about another. */
export async function rejectOwnAmong(
  tx: Executor,
  operatorId: number,
  userIds: readonly number[],
): Promise<void> {
  const [operator] = await tx
    .select({ email: operators.email })
    .from(operators)
    .where(eq(operators.id, operatorId));
  if (!operator) throw new DomainError('unauthenticated');
  for (const userId of userIds) await rejectOwn(tx, operator.email, userId);
}

/**
 * Records an event. It waits for whoever is ending this operator's access, so that what the operator does meanwhile is rejected.
 * Every act about a player ends here, so none is possible on the operator's own account. Errors: unauthenticated, forbidden.
 */
export async function recordAuditEvent(tx: Executor, given: NewAuditEvent): Promise<void> {
  const { operatorId, act, subjectId, userId, reason, before, after, now } = given;
  if (operatorId !== null) {
    const isIn = and(eq(operators.id, operatorId), isNull(operators.endedAt));
    // The lock that the reference to the operator takes anyway. Payments of the same operator don't wait for it.
    const [operator] = await tx
      .select({ email: operators.email })
      .from(operators)
      .where(isIn)
      .for('key share');
    if (!operator) throw new DomainError('unauthenticated');
    if (userId != null) await rejectOwn(tx, operator.email, userId);
  }
  await tx.insert(operatorActs).values({
    operatorId,
    act,
    subject: act.slice(0, act.indexOf('.')),
    subjectId: String(subjectId),
    userId: userId ?? null,
    reason: reason?.trim() ?? '',
    before: before ?? {},
    after: after ?? {},
    at: now,
  });
}

/** Returns a function that looks up operators by id, for lists. */
export async function operatorNames(
  db: Executor,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => Person | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await db
          .select({ id: operators.id, name: operators.name })
          .from(operators)
          .where(inArray(operators.id, wanted));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

interface ActFilter extends Page {
  readonly operator_id: number | null;
  readonly user_id: number | null;
  readonly act: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly from: string | null;
  readonly to: string | null;
}

function wantedOf(given: ActFilter): SQL | undefined {
  const { operator_id, user_id, act, subject, subject_id, from, to } = given;
  // "order" matches all actions on orders.
  const acts = contains(act).slice(1, -1);
  return and(
    onlyOf(operatorActs.operatorId, operator_id),
    onlyOf(operatorActs.userId, user_id),
    act ? or(eq(operatorActs.act, act), like(operatorActs.act, `${acts}.%`)) : undefined,
    subject ? eq(operatorActs.subject, subject) : undefined,
    subject_id ? eq(operatorActs.subjectId, subject_id) : undefined,
    from === null ? undefined : gte(operatorActs.at, new Date(`${from}T00:00:00Z`)),
    to === null ? undefined : lt(operatorActs.at, new Date(Date.parse(`${to}T00:00:00Z`) + DAY)),
  );
}

/** Lists the events, newest first. */
export async function listAuditEvents(db: Database, given: ActFilter): Promise<Paginator<Act>> {
  const wanted = wantedOf(given);
  const rows = db.drizzle
    .select({ act: operatorActs, operator: { id: operators.id, name: operators.name } })
    .from(operatorActs)
    .leftJoin(operators, eq(operators.id, operatorActs.operatorId))
    .where(wanted)
    .orderBy(desc(operatorActs.id));
  const total = db.drizzle.$count(operatorActs, wanted);
  return pageOf(
    rows,
    total,
    given,
    ({ act, operator }): Act => ({
      id: act.id,
      at: act.at.toISOString(),
      operator,
      act: act.act,
      // Only recordAuditEvent writes this column.
      subject: act.subject as Act['subject'],
      subject_id: act.subjectId,
      user_id: act.userId,
      reason: act.reason,
      before: act.before,
      after: act.after,
    }),
  );
}
