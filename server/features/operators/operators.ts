/** Operators: logging in, the list, and ending access. setup.ts has how someone becomes an operator. */
import { and, asc, eq, gt, isNull, lt, max } from 'drizzle-orm';
import type { AuditedAct } from '../../../src/lib/contract/admin/operator-audit.ts';
import type { Operator, OperatorSession } from '../../../src/lib/contract/operators/operator.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { operatorInvitations, operatorSessions, operators } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { givenReason } from '../admin/act.ts';
import { withdrawProposalsOf } from '../admin/approvals.ts';
import { operatorNames, recordAuditEvent } from '../admin/audit-log.ts';
import { createOperatorSession, endSessionsOf } from '../admin/sessions.ts';
import { appStep } from '../auth/authenticator.ts';
import type { KnownAccount } from '../auth/known-devices.ts';
import { findByPassword, saltOf } from '../auth/passwords.ts';
import { countTry, type FactorParts, forgetTries } from '../auth/second-factor.ts';

type Row = typeof operators.$inferSelect;

/** The purpose under which an operator's app secret is encrypted. */
export const totpPurpose = (email: string) => `operator-totp:${email}`;

/** The message is the same whichever of the three is wrong. */
const refused = () =>
  fieldError(
    'email',
    'Wrong email address, password or code. Each code works once, so wait for the next one.',
    { event: 'sign_in_refused' },
  );

/** Returns false after too many codes. A different error would reveal that the password was right. */
function refusedTry(error: unknown): false {
  if (error instanceof DomainError && error.code === 'too_many_requests') return false;
  throw error;
}

/** Returns operators as lists show them. */
async function shown(db: Executor, rows: readonly Row[]): Promise<Operator[]> {
  const nameOf = await operatorNames(
    db,
    rows.flatMap(({ invitedBy, endedBy }) => [invitedBy, endedBy]),
  );
  const seen = await db
    .select({ id: operatorSessions.operatorId, at: max(operatorSessions.lastUsedAt) })
    .from(operatorSessions)
    .groupBy(operatorSessions.operatorId);
  const seenAt = new Map(seen.map(({ id, at }) => [id, at]));
  return mapRows(rows, (row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    created_at: row.createdAt.toISOString(),
    invited_by: nameOf(row.invitedBy),
    last_seen_at: seenAt.get(row.id)?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    ended_by: nameOf(row.endedBy),
  }));
}

/** Returns the accounts whose known devices count (known-devices.ts). */
export async function knownOperators(db: Executor, email: string): Promise<KnownAccount[]> {
  const rows = await db
    .select({ id: operators.id, passwordHash: operators.passwordHash })
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.endedAt)));
  return rows.map((row) => ({ of: 'operator', ...row }));
}

export async function getOperator(db: Executor, id: number): Promise<Operator> {
  const rows = await db.select().from(operators).where(eq(operators.id, id));
  const [operator] = await shown(db, rows);
  if (!operator) throw new DomainError('not_found');
  return operator;
}

/** Opens a session and records it in the audit log. */
export async function beginSession(
  tx: Transaction,
  given: { operatorId: number; device: string; act: AuditedAct; now: Date },
): Promise<OperatorSession> {
  const { operatorId, device, act, now } = given;
  const { token, expiresAt } = await createOperatorSession(tx, operatorId, device, now);
  await recordAuditEvent(tx, { operatorId, act, subjectId: operatorId, now });
  return { token, expires_at: expiresAt.toISOString(), operator: await getOperator(tx, operatorId) };
}

/**
 * Logs in with password and second factor, both always. The error is the same, after the same hashing, whichever is wrong. A
 * wrong code after the right password is recorded, because only someone with the password gets that far. Errors: the field
 * `email`.
 */
export async function logInOperator(
  db: Database,
  parts: FactorParts,
  given: {
    email: string;
    password: string;
    code: string;
    device: string;
    /** The network of the request; null for a device that the operator's account knows. */
    from: string | null;
    now: Date;
  },
): Promise<OperatorSession> {
  const { email, password, code, device, from, now } = given;
  const rows = await db.drizzle
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.endedAt)));
  const accounts = rows.map((row) => ({ hash: row.passwordHash, row }));
  const found = await findByPassword(accounts, password, await saltOf(db, email));
  if (!found) throw refused();
  const operatorId = found.row.id;
  const owner = `operator-${operatorId}` as const;
  const mayTry = await countTry(db, parts, { userId: owner, from, now }).then(() => true, refusedTry);
  const secret = { purpose: totpPurpose(email), sealed: found.row.totpSecret };
  const step = mayTry ? appStep(parts.vault, secret, code, now) : null;
  const session = await db.drizzle.transaction(async (tx) => {
    const [used] =
      step === null
        ? []
        : await tx
            .update(operators)
            .set({ totpStep: step })
            // If two requests send the same code, only one gets in. An operator whose access has just ended doesn't.
            .where(and(eq(operators.id, operatorId), lt(operators.totpStep, step), isNull(operators.endedAt)))
            .returning({ id: operators.id });
    if (used) return beginSession(tx, { operatorId, device, act: 'operator.log_in', now });
    await recordAuditEvent(tx, {
      operatorId: null,
      act: 'operator.code_refused',
      subjectId: operatorId,
      reason: mayTry
        ? 'The password was right, but the code was wrong or already used.'
        : 'The password was right, but too many codes were tried within an hour.',
      now,
    });
    return null;
  });
  if (!session) throw refused();
  await forgetTries(db, owner, from);
  return session;
}

export async function listOperators(db: Executor, now: Date) {
  const all = await db.select().from(operators).orderBy(asc(operators.id));
  const open = await db
    .select()
    .from(operatorInvitations)
    .where(and(isNull(operatorInvitations.usedAt), gt(operatorInvitations.expiresAt, now)))
    .orderBy(asc(operatorInvitations.id));
  const nameOf = await operatorNames(
    db,
    open.flatMap(({ invitedBy, approvedBy }) => [invitedBy, approvedBy]),
  );
  return {
    operators: await shown(db, all),
    invitations: mapRows(open, ({ id, note, invitedBy, approvedBy, createdAt, expiresAt }) => ({
      id,
      note,
      invited_by: nameOf(invitedBy),
      approved_by: nameOf(approvedBy),
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
  };
}

/**
 * Ends another operator's access, with their sessions, open invitations and proposals. Errors: not_found, nothing_to_do, forbidden,
 * `reason`.
 */
export async function endOperator(
  db: Database,
  given: { operatorId: number; endedId: number; reason: string; now: Date },
): Promise<Operator> {
  const { operatorId, endedId, now } = given;
  const reason = givenReason(given.reason);
  // So one operator is always left. If two end each other at the same time, the lock lets only one succeed.
  if (operatorId === endedId)
    throw new DomainError('forbidden', { message: 'You can’t end your own access. Ask another operator.' });
  return db.drizzle.transaction(async (tx) => {
    const both = await tx
      .select()
      .from(operators)
      .where(isNull(operators.endedAt))
      .orderBy(asc(operators.id))
      .for('update');
    if (!both.some(({ id }) => id === operatorId)) throw new DomainError('unauthenticated');
    if (!both.some(({ id }) => id === endedId)) {
      const known = await tx.$count(operators, eq(operators.id, endedId));
      throw new DomainError(known > 0 ? 'nothing_to_do' : 'not_found');
    }
    await tx.update(operators).set({ endedAt: now, endedBy: operatorId }).where(eq(operators.id, endedId));
    await endSessionsOf(tx, endedId, now);
    await withdrawProposalsOf(tx, endedId);
    await tx
      .update(operatorInvitations)
      .set({ expiresAt: now })
      .where(and(eq(operatorInvitations.invitedBy, endedId), isNull(operatorInvitations.usedAt)));
    await recordAuditEvent(tx, { operatorId, act: 'operator.end', subjectId: endedId, reason, now });
    return getOperator(tx, endedId);
  });
}
