/** How someone becomes an operator: with a setup code. The first comes from the server, all others from another operator. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { AppSecret } from '../../../src/lib/contract/auth/credentials.ts';
import { OPERATOR_INVITE_HOURS } from '../../../src/lib/contract/operator-limits.ts';
import type { OperatorSession } from '../../../src/lib/contract/operators/operator.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { operatorInvitations, operators } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { HOUR, later } from '../../platform/time.ts';
import { counting, lockOperator, rejectApprover } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { appStep, firstCodeRefused, newAppSecret } from '../auth/authenticator.ts';
import { hashPassword, saltOf } from '../auth/passwords.ts';
import { base32 } from '../auth/totp.ts';
import { rejectWeak } from '../auth/weak-passwords.ts';
import { beginSession, totpPurpose } from './operators.ts';

/** A code with spaces, hyphens or lower-case letters is the same code. */
const hashOf = (code: string) =>
  createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();

/** Returns a code like "K7QX-…": 140 random bits in groups that can be read aloud. */
function newCode(): string {
  const letters = base32(randomBytes(18)).slice(0, 28);
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** One message for a code that is unknown, used, withdrawn or expired. The difference would help someone who guesses. */
const codeRefused = () =>
  fieldError('setup_code', 'This setup code was used or has expired. Ask for a new one.');

/**
 * Returns a code for the first operator, when the server starts without any operator. `given` is the code from the settings.
 * Without it, a new code is made and returned, to be shown. Null if there are operators or the code from the settings was used.
 */
export async function firstSetupCode(
  db: Database,
  given: string | undefined,
  now: Date,
): Promise<string | null> {
  return db.drizzle.transaction(async (tx) => {
    if ((await tx.$count(operators, isNull(operators.endedAt))) > 0) return null;
    const code = given ?? newCode();
    const expiresAt = later(now, OPERATOR_INVITE_HOURS * HOUR);
    // Codes of earlier starts end, because those logs aren't read any more.
    await tx
      .update(operatorInvitations)
      .set({ expiresAt: now })
      .where(
        and(
          isNull(operatorInvitations.invitedBy),
          isNull(operatorInvitations.usedAt),
          ne(operatorInvitations.hash, hashOf(code)),
        ),
      );
    await tx
      .insert(operatorInvitations)
      .values({ hash: hashOf(code), note: 'the first operator', createdAt: now, expiresAt })
      .onConflictDoUpdate({
        target: operatorInvitations.hash,
        set: { expiresAt },
        setWhere: isNull(operatorInvitations.usedAt),
      });
    return given === undefined ? code : null;
  });
}

/**
 * Invites another operator. Only this answer contains the code. The same call sent again within a day gets it too
 * (http/idempotency.ts).
 */
export async function inviteOperator(
  db: Database,
  given: { operatorId: number; note: string; now: Date },
): Promise<{ setup_code: string; expires_at: string; needs_approval: boolean }> {
  const { operatorId, note, now } = given;
  const needsApproval = (await db.drizzle.$count(operators, counting(now))) > 1;
  const code = newCode();
  const expiresAt = later(now, OPERATOR_INVITE_HOURS * HOUR);
  await db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    await tx
      .insert(operatorInvitations)
      .values({ hash: hashOf(code), note, invitedBy: operatorId, createdAt: now, expiresAt });
    await recordAuditEvent(tx, {
      operatorId,
      act: 'operator.invite',
      subjectId: 'new',
      after: { note },
      now,
    });
  });
  return { setup_code: code, expires_at: expiresAt.toISOString(), needs_approval: needsApproval };
}

/** Makes a code without an invitation from another operator, for the person who runs the server (operator-code.ts). */
export async function furtherSetupCode(db: Database, now: Date): Promise<string> {
  const code = newCode();
  const expiresAt = later(now, OPERATOR_INVITE_HOURS * HOUR);
  const note = 'made on the server';
  await db.drizzle.transaction(async (tx) => {
    await tx
      .insert(operatorInvitations)
      .values({ hash: hashOf(code), note, further: true, createdAt: now, expiresAt });
    // Its operator can approve what the others propose, so they must be able to see where it came from.
    const event = {
      operatorId: null,
      act: 'operator.invite',
      subjectId: 'new',
      after: { note },
      now,
    } as const;
    await recordAuditEvent(tx, event);
  });
  return code;
}

/**
 * Approves another operator's invitation, so that its code works. Errors: not_found, nothing_to_do, forbidden (rejectApprover).
 */
export async function approveInvitation(
  db: Database,
  given: { operatorId: number; invitationId: number; now: Date },
): Promise<void> {
  const { operatorId, invitationId, now } = given;
  await db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const [row] = await tx
      .select()
      .from(operatorInvitations)
      .where(eq(operatorInvitations.id, invitationId))
      .for('update');
    if (!row) throw new DomainError('not_found');
    if (row.invitedBy === null || row.approvedAt || row.usedAt || row.expiresAt <= now)
      throw new DomainError('nothing_to_do');
    await rejectApprover(tx, { approverId: operatorId, proposerId: row.invitedBy, now });
    await tx
      .update(operatorInvitations)
      .set({ approvedBy: operatorId, approvedAt: now })
      .where(eq(operatorInvitations.id, invitationId));
    await recordAuditEvent(tx, {
      operatorId,
      act: 'operator.approve_invitation',
      subjectId: 'new',
      after: { note: row.note },
      now,
    });
  });
}

/** Withdraws an invitation. Errors: not_found, nothing_to_do (if it was used or has expired). */
export async function withdrawInvitation(
  db: Database,
  given: { operatorId: number; invitationId: number; now: Date },
): Promise<void> {
  const { operatorId, invitationId, now } = given;
  const invitation = eq(operatorInvitations.id, invitationId);
  await db.drizzle.transaction(async (tx) => {
    const [gone] = await tx
      .update(operatorInvitations)
      .set({ expiresAt: now })
      .where(and(invitation, isNull(operatorInvitations.usedAt), gt(operatorInvitations.expiresAt, now)))
      .returning({ note: operatorInvitations.note });
    if (!gone) {
      const known = await tx.$count(operatorInvitations, invitation);
      throw new DomainError(known > 0 ? 'nothing_to_do' : 'not_found');
    }
    await recordAuditEvent(tx, {
      operatorId,
      act: 'operator.withdraw_invitation',
      subjectId: 'new',
      before: { note: gone.note },
      now,
    });
  });
}

/** Returns the invitation of a code, locked. Errors: the field `setup_code`. */
async function lockInvitation(tx: Transaction, code: string, now: Date) {
  const [row] = await tx
    .select()
    .from(operatorInvitations)
    .where(eq(operatorInvitations.hash, hashOf(code)))
    .for('update');
  if (!row || row.usedAt || row.expiresAt <= now) throw codeRefused();
  // Setups run one after another, so a second one finds the operator that the first made.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('operators', 0))`);
  const others = await tx.$count(operators, isNull(operators.endedAt));
  // The server's own code is only for the first operator, unless it was made for a further one.
  if (row.invitedBy === null && !row.further && others > 0) throw codeRefused();
  // A sole operator can invite a second one alone. From the third on, another operator must approve, whenever the code was made.
  if (row.invitedBy !== null && row.approvedAt === null && (await tx.$count(operators, counting(now))) > 1)
    throw fieldError('setup_code', 'Another operator has to approve this invitation before its code works.');
  return row;
}

/**
 * First step: stores name, address and password with the invitation, and returns the app's secret. Starting again makes a new
 * secret. Errors: the fields `setup_code`, `email`, `password`.
 */
export async function beginSetup(
  db: Database,
  vault: Vault,
  given: { setupCode: string; name: string; email: string; password: string; now: Date },
): Promise<AppSecret> {
  const { setupCode, name, email, password, now } = given;
  // The code is checked first: without a valid one, nothing about addresses is revealed and no hash is made.
  await db.drizzle.transaction((tx) => lockInvitation(tx, setupCode, now));
  rejectWeak(password, email);
  const passwordHash = await hashPassword(password, await saltOf(db, email));
  const { sealed, shown } = newAppSecret(vault, totpPurpose(email), email);
  await db.drizzle.transaction(async (tx) => {
    const { id } = await lockInvitation(tx, setupCode, now);
    await rejectTaken(tx, email);
    await tx
      .update(operatorInvitations)
      .set({ name, email, passwordHash, totpSecret: sealed })
      .where(eq(operatorInvitations.id, id));
  });
  return shown;
}

async function rejectTaken(tx: Transaction, email: string): Promise<void> {
  if ((await tx.$count(operators, and(eq(operators.email, email), isNull(operators.endedAt)))) > 0)
    throw fieldError('email', 'There’s already an operator with this address.');
}

/** Second step: checks a code from the app and uses up the setup code. Errors: `setup_code`, `code`, `email`. */
export async function confirmSetup(
  db: Database,
  vault: Vault,
  given: { setupCode: string; code: string; device: string; now: Date },
): Promise<OperatorSession> {
  const { setupCode, code, device, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, setupCode, now);
    const { name, email, passwordHash, totpSecret, invitedBy, approvedBy } = invitation;
    if (name === null || email === null || passwordHash === null || totpSecret === null)
      throw fieldError('setup_code', 'Please enter your name, email address and password first.');
    const step = appStep(vault, { purpose: totpPurpose(email), sealed: totpSecret }, code, now);
    if (step === null) throw firstCodeRefused();
    await rejectTaken(tx, email);
    const [made] = await tx
      .insert(operators)
      .values({
        name,
        email,
        passwordHash,
        totpSecret,
        totpStep: step,
        invitedBy,
        approvedBy,
        createdAt: now,
      })
      .returning({ id: operators.id });
    if (!made) throw new Error('the operator was not stored');
    await tx
      .update(operatorInvitations)
      // From now on only the operator's row has these.
      .set({ usedAt: now, passwordHash: null, totpSecret: null })
      .where(eq(operatorInvitations.id, invitation.id));
    return beginSession(tx, { operatorId: made.id, device, act: 'operator.set_up', now });
  });
}
