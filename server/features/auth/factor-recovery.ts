/**
 * Recovery for someone who has lost their authenticator app and all recovery codes. It needs the proofs that setting it up
 * needed, the password and the mailbox. Then a wait starts, in which the owner can stop it. After the wait, the next login turns
 * off the second factor (second-factor.ts). docs/decisions/0017 says why.
 */
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { lostLinkRefused, stopLinkRefused } from '../../../src/lib/contract/auth/factor-recovery.ts';
import {
  FACTOR_RECOVERY_HOLD_HOURS,
  FACTOR_RECOVERY_LINK_MINUTES,
  FACTOR_RECOVERY_OPEN_DAYS,
  FACTOR_RECOVERY_WAIT_DAYS,
} from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { factorRecoveries, secondFactors, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { DAY, earlier, HOUR, later, MINUTE } from '../../platform/time.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { setReview } from '../fraud/signals.ts';
import { notify } from '../notifications/notifications.ts';
import { begunMail, linkMail, runningMail, stoppedMail } from './factor-recovery-mails.ts';

const ago = (now: Date, days: number) => earlier(now, days * DAY);

/**
 * No second factor was turned off since the wait started. A new loss can be reported while orders are still held for an earlier
 * one.
 */
const isOpen = or(
  isNull(factorRecoveries.removedAt),
  gt(factorRecoveries.startedAt, factorRecoveries.removedAt),
);
/** Started, not stopped, not finished, and not expired. */
const isRunning = (now: Date) =>
  and(
    isOpen,
    gt(factorRecoveries.startedAt, ago(now, FACTOR_RECOVERY_WAIT_DAYS + FACTOR_RECOVERY_OPEN_DAYS)),
  );
const isDue = (now: Date) =>
  and(isRunning(now), lte(factorRecoveries.startedAt, ago(now, FACTOR_RECOVERY_WAIT_DAYS)));

const isOf = (userId: number) => eq(factorRecoveries.userId, userId);
const isBegun = isNotNull(factorRecoveries.startedAt);

/** Returns when a wait ends. */
const dueAt = (startedAt: Date) => later(startedAt, FACTOR_RECOVERY_WAIT_DAYS * DAY);

/**
 * Locks the account and returns its confirmed address; null without a second factor. All code locks the account first, or this
 * and a login could deadlock.
 */
async function lockFactor(tx: Transaction, userId: number): Promise<string | null> {
  const [user] = await tx
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.onSince));
  if (!user?.confirmedAt || (await tx.$count(secondFactors, isOn)) === 0) return null;
  return user.email;
}

/**
 * Returns the mail with the link that starts the wait, and voids an earlier link. If the wait is already running, the mail says
 * so. Null if the account has no second factor. Call it only for someone who gave the password or a mailed reset link.
 */
export async function requestRecovery(
  db: Database,
  given: { userId: number; now: Date },
): Promise<Mail | null> {
  const { userId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const to = await lockFactor(tx, userId);
    if (to === null) return null;
    const [running] = await tx
      .select({ startedAt: factorRecoveries.startedAt })
      .from(factorRecoveries)
      .where(and(eq(factorRecoveries.userId, userId), isRunning(now)));
    if (running?.startedAt) return runningMail({ to, dueAt: dueAt(running.startedAt) });
    const token = randomToken();
    const link = {
      linkHash: hashOf(token),
      linkExpiresAt: later(now, FACTOR_RECOVERY_LINK_MINUTES * MINUTE),
    };
    await tx
      .insert(factorRecoveries)
      .values({ userId, ...link })
      .onConflictDoUpdate({ target: factorRecoveries.userId, set: link });
    return linkMail({ to, token, now });
  });
}

interface Begun {
  readonly userId: number;
  readonly dueAt: Date;
  readonly mail: Mail;
}

/** Starts the wait by the mailed link, and holds the account's orders. Errors: `token`, with one text for all reasons. */
export async function beginRecovery(db: Database, given: { token: string; now: Date }): Promise<Begun> {
  const { token, now } = given;
  const refused = fieldError('token', lostLinkRefused, { event: 'proof_refused' });
  const isLink = and(eq(factorRecoveries.linkHash, hashOf(token)), gt(factorRecoveries.linkExpiresAt, now));
  const [link] = await db.drizzle
    .select({ userId: factorRecoveries.userId })
    .from(factorRecoveries)
    .where(isLink);
  if (!link) throw refused;
  const { userId } = link;
  const stop = randomToken();
  return db.drizzle.transaction(async (tx) => {
    const to = await lockFactor(tx, userId);
    if (to === null) throw refused;
    const begun = await tx
      .update(factorRecoveries)
      .set({ linkHash: null, linkExpiresAt: null, startedAt: now, cancelHash: hashOf(stop) })
      // Checked again under the lock: of two requests, the second finds the link used.
      .where(isLink)
      .returning({ userId: factorRecoveries.userId });
    if (begun.length === 0) throw refused;
    await setReview(tx, userId);
    await notify(tx, userId, {
      kind: 'message',
      key: `factor-recovery:${now.getTime()}`,
      title: 'Someone reported your app and recovery codes as lost',
      body: `From ${exactTime(dueAt(now).toISOString())}, logging in turns off two-factor authentication. If it wasn’t you, keep it on in your settings.`,
      href: routes.userSettings.pattern,
      mailed: true,
      now,
    });
    return {
      userId,
      dueAt: dueAt(now),
      mail: begunMail({ to, token: stop, now, dueAt: dueAt(now) }),
    };
  });
}

/**
 * Ends a wait, and voids a link that would start one: the second factor stays on. Call it in the transaction, under the account's
 * lock, of whatever proved that the factor isn't lost or must stay. Returns whether a wait was running.
 */
export async function endRecovery(tx: Transaction, userId: number): Promise<boolean> {
  const had = (await tx.$count(factorRecoveries, and(isOf(userId), isOpen, isBegun))) > 0;
  await tx.delete(factorRecoveries).where(and(isOf(userId), isNull(factorRecoveries.removedAt)));
  // If an earlier factor was turned off, its orders stay held.
  await tx
    .update(factorRecoveries)
    .set({
      ...{ linkHash: null, linkExpiresAt: null },
      startedAt: sql`least(${factorRecoveries.startedAt}, ${factorRecoveries.removedAt})`,
    })
    .where(isOf(userId));
  if (had) await setReview(tx, userId);
  return had;
}

/** Returns the mail to the owner after the wait was stopped. */
export async function stoppedMailTo(db: Executor, userId: number, now: Date) {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ? stoppedMail({ to: user.email, now }) : null;
}

interface Stopped {
  readonly userId: number;
  readonly mail: Mail | null;
}

/** Stops the wait by the link in the mail that announced it. Errors: `token`, with one text for all reasons. */
export async function stopByLink(db: Database, given: { token: string; now: Date }): Promise<Stopped> {
  const { token, now } = given;
  const refused = fieldError('token', stopLinkRefused, { event: 'proof_refused' });
  const isLink = and(eq(factorRecoveries.cancelHash, hashOf(token)), isOpen);
  const [link] = await db.drizzle
    .select({ userId: factorRecoveries.userId })
    .from(factorRecoveries)
    .where(isLink);
  if (!link || !(await stopWait(db, link.userId))) throw refused;
  return { userId: link.userId, mail: await stoppedMailTo(db.drizzle, link.userId, now) };
}

/** Stops the wait. Returns whether there was one. */
export function stopWait(db: Database, userId: number): Promise<boolean> {
  return db.drizzle.transaction(async (tx) => {
    await lockFactor(tx, userId);
    return endRecovery(tx, userId);
  });
}

/** Returns the running wait: when it started, and from when a login turns off the second factor. Null if none is running. */
export async function waitOf(
  db: Executor,
  userId: number,
  now: Date,
): Promise<{ startedAt: Date; dueAt: Date } | null> {
  const [row] = await db
    .select({ startedAt: factorRecoveries.startedAt })
    .from(factorRecoveries)
    .where(and(eq(factorRecoveries.userId, userId), isRunning(now)));
  return row?.startedAt ? { startedAt: row.startedAt, dueAt: dueAt(row.startedAt) } : null;
}

/**
 * Turns off the second factor if the wait is over, and ends all earlier sessions. Returns whether it did. Call it under the
 * account's lock.
 */
export async function removeLostFactor(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  const taken = await tx
    .update(factorRecoveries)
    .set({ removedAt: now, linkHash: null, linkExpiresAt: null })
    .where(and(eq(factorRecoveries.userId, userId), isDue(now)))
    .returning({ userId: factorRecoveries.userId });
  if (taken.length === 0) return false;
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await revokeAllTokens(tx, userId, now);
  return true;
}

/** Deletes links that weren't opened, waits without a login afterwards, and recoveries whose orders were held long enough. */
export async function deleteOldRecoveries(db: Database, now: Date): Promise<void> {
  const heldUntil = earlier(now, FACTOR_RECOVERY_HOLD_HOURS * HOUR);
  const isOver = or(
    and(isNull(factorRecoveries.startedAt), lte(factorRecoveries.linkExpiresAt, now)),
    and(
      isOpen,
      lte(factorRecoveries.startedAt, ago(now, FACTOR_RECOVERY_WAIT_DAYS + FACTOR_RECOVERY_OPEN_DAYS)),
    ),
    // If the factor was lost again in the meantime, the row is needed until that link or wait ends.
    and(
      lte(factorRecoveries.removedAt, heldUntil),
      lte(factorRecoveries.startedAt, factorRecoveries.removedAt),
      or(isNull(factorRecoveries.linkExpiresAt), lte(factorRecoveries.linkExpiresAt, now)),
    ),
  );
  const over = await db.drizzle
    .select({ userId: factorRecoveries.userId })
    .from(factorRecoveries)
    .where(isOver)
    .orderBy(factorRecoveries.userId);
  for (const { userId } of over)
    await db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
      await tx.delete(factorRecoveries).where(and(eq(factorRecoveries.userId, userId), isOver));
      await setReview(tx, userId);
    });
}
