/**
 * Operators' sessions. They are short and stored as hashes in their own table, so that a player's token never opens an operator's
 * call or the other way round.
 */
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { OPERATOR_IDLE_MINUTES, OPERATOR_SESSION_HOURS } from '../../../src/lib/contract/operator-limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { operatorSessions, operators } from '../../db/schema.ts';
import { deviceName } from '../../platform/device-name.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { earlier, HOUR, later, MINUTE } from '../../platform/time.ts';
import { recordAuditEvent } from './audit-log.ts';

/** How often a use is recorded at most, so that not every read causes a write. */
const NOTED_EVERY = MINUTE;

export interface SignedInOperator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly sessionId: number;
  readonly expiresAt: Date;
}

/** Returns the hash under which the database stores a token; null if the text can't be an operator's token. */
function sessionHash(token: string): Buffer | null {
  const secret = /^operator-\d{1,10}\|([\w-]{43})$/.exec(token)?.[1];
  return secret === undefined ? null : hashOf(secret);
}

/**
 * Creates a session and its token, `operator-<id>|<secret>`. The secret isn't stored, so the answer is the only place that has
 * it.
 */
export async function createOperatorSession(
  tx: Executor,
  operatorId: number,
  device: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const secret = randomToken();
  const expiresAt = later(now, OPERATOR_SESSION_HOURS * HOUR);
  const [row] = await tx
    .insert(operatorSessions)
    .values({
      operatorId,
      hash: hashOf(secret),
      device: device.slice(0, 200),
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
    })
    .returning({ id: operatorSessions.id });
  if (!row) throw new Error('the session was not stored');
  return { token: `operator-${row.id}|${secret}`, expiresAt };
}

/** Matches sessions that aren't revoked, haven't expired and were used within the idle limit. */
const isActive = (now: Date): SQL | undefined =>
  and(
    isNull(operatorSessions.revokedAt),
    gt(operatorSessions.expiresAt, now),
    gt(operatorSessions.lastUsedAt, earlier(now, OPERATOR_IDLE_MINUTES * MINUTE)),
  );

/**
 * Returns the operator of a session; null if the session is unknown, expired, idle for too long or revoked, or if the operator's
 * access has ended.
 */
export async function operatorOfToken(
  db: Database,
  token: string,
  now: Date,
): Promise<SignedInOperator | null> {
  const hash = sessionHash(token);
  if (!hash) return null;
  const [row] = await db.drizzle
    .select({
      id: operators.id,
      name: operators.name,
      email: operators.email,
      sessionId: operatorSessions.id,
      expiresAt: operatorSessions.expiresAt,
      lastUsedAt: operatorSessions.lastUsedAt,
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operatorSessions.hash, hash), isActive(now), isNull(operators.endedAt)));
  if (!row) return null;
  const { lastUsedAt, ...operator } = row;
  if (now.getTime() - lastUsedAt.getTime() > NOTED_EVERY)
    await db.drizzle
      .update(operatorSessions)
      // If two calls run at the same time, the later time wins.
      .set({ lastUsedAt: sql`greatest(${operatorSessions.lastUsedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(operatorSessions.id, row.sessionId));
  return operator;
}

/** Lists all operators' valid sessions, the last used first. */
export async function listOperatorSessions(db: Executor, current: number, now: Date) {
  const rows = await db
    .select({ session: operatorSessions, operator: { id: operators.id, name: operators.name } })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(isActive(now), isNull(operators.endedAt)))
    .orderBy(desc(operatorSessions.lastUsedAt), desc(operatorSessions.id));
  return mapRows(rows, ({ session, operator }) => ({
    id: session.id,
    operator,
    device: deviceName(session.device),
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    current: session.id === current,
  }));
}

/** Ends a session immediately. Errors: not_found, also if it has already ended. */
export async function revokeOperatorSession(
  db: Database,
  given: { operatorId: number; sessionId: number; now: Date },
): Promise<void> {
  const { operatorId, sessionId, now } = given;
  await db.drizzle.transaction(async (tx) => {
    const [gone] = await tx
      .update(operatorSessions)
      .set({ revokedAt: now })
      .where(and(eq(operatorSessions.id, sessionId), isActive(now)))
      .returning({ of: operatorSessions.operatorId });
    if (!gone) throw new DomainError('not_found');
    await recordAuditEvent(tx, {
      operatorId,
      act: 'session.revoke',
      subjectId: sessionId,
      after: { operator: gone.of },
      now,
    });
  });
}

export async function endSessionsOf(tx: Executor, operatorId: number, now: Date): Promise<void> {
  await tx
    .update(operatorSessions)
    .set({ revokedAt: now })
    .where(and(eq(operatorSessions.operatorId, operatorId), isNull(operatorSessions.revokedAt)));
}
