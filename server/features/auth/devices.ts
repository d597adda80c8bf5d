/** Devices: an account's sessions, as their owner sees and ends them. */

import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Device } from '../../../src/lib/contract/settings/settings.ts';
import type { Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { tokens } from '../../db/schema.ts';
import { deviceName } from '../../platform/device-name.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, later } from '../../platform/time.ts';
import { idleSince, tokenHash } from '../../platform/tokens.ts';

const isActive = (userId: number, now: Date, idleDays: number) =>
  and(
    eq(tokens.userId, userId),
    isNull(tokens.revokedAt),
    gt(tokens.expiresAt, now),
    gt(tokens.lastUsedAt, idleSince(now, idleDays)),
  );

/** Includes idle and expired sessions, since ending those does no harm. */
const mine = (userId: number) => and(eq(tokens.userId, userId), isNull(tokens.revokedAt));

/** Returns the id of the session that made this call. */
async function currentOf(db: Executor, userId: number, token: string): Promise<number | null> {
  const hash = tokenHash(token);
  if (!hash) return null;
  const [row] = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.hash, hash), eq(tokens.userId, userId)));
  return row?.id ?? null;
}

/** Lists the valid sessions: the caller's own first, then by last use. */
export async function listDevices(
  db: Executor,
  given: { userId: number; token: string; now: Date; idleDays: number },
): Promise<Device[]> {
  const { userId, token, now, idleDays } = given;
  const current = await currentOf(db, userId, token);
  const rows = await db
    .select()
    .from(tokens)
    .where(isActive(userId, now, idleDays))
    .orderBy(desc(tokens.lastUsedAt), desc(tokens.id));
  return mapRows(rows, (row) => ({
    id: row.id,
    name: deviceName(row.device),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    rests_at: later(row.lastUsedAt, idleDays * DAY).toISOString(),
    expires_at: row.expiresAt.toISOString(),
    current: row.id === current,
  })).toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Returns whether this is the caller's own session. Signing yourself out needs no proof. */
export async function isCurrent(db: Executor, userId: number, token: string, id: number): Promise<boolean> {
  return (await currentOf(db, userId, token)) === id;
}

/** Ends one of the user's own sessions. Errors: not_found, also for another user's session, so that ids reveal nothing. */
export async function revokeDevice(db: Executor, userId: number, id: number, now: Date): Promise<void> {
  const ended = await db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(mine(userId), eq(tokens.id, id)))
    .returning({ id: tokens.id });
  if (ended.length === 0) throw new DomainError('not_found');
  announce(db, { kind: 'sessions', userId });
}

/**
 * Ends every session but the caller's, or all of them if `token` is null. Returns how many of the ended ones were still valid.
 */
export async function revokeOthers(
  db: Executor,
  given: { userId: number; token: string | null; now: Date; idleDays: number },
): Promise<number> {
  const { userId, token, now, idleDays } = given;
  const current = token === null ? null : await currentOf(db, userId, token);
  const ended = await db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(mine(userId), current === null ? undefined : ne(tokens.id, current)))
    .returning({ lastUsedAt: tokens.lastUsedAt, expiresAt: tokens.expiresAt });
  if (ended.length > 0) announce(db, { kind: 'sessions', userId });
  const rested = idleSince(now, idleDays);
  return ended.filter(({ lastUsedAt, expiresAt }) => lastUsedAt > rested && expiresAt > now).length;
}
