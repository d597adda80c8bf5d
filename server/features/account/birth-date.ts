/** A player's date of birth, and accounts of people who are too young for one. */
import { and, eq, isNull } from 'drizzle-orm';
import { DELETION_DAYS, MIN_AGE } from '../../../src/lib/contract/limits.ts';
import { ageAt, isDay } from '../../../src/lib/format/birth-date.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { users } from '../../db/schema.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { DAY, later } from '../../platform/time.ts';

/** What the account is suspended for. */
const tooYoung = `You have to be ${MIN_AGE} or older to use ${site.name}.`;

/**
 * Saves the birth date, once: a player who could change it could pass any age limit. An account of somebody who is too young for
 * one is suspended, and deleted later. An operator can undo a slip (operators/clear-birth-date.ts). Errors: `birth_date`.
 */
export async function saveBirthDate(
  db: Database,
  userId: number,
  birthDate: string,
  now: Date,
): Promise<void> {
  if (!isDay(birthDate))
    throw fieldError('birth_date', 'That date doesn’t exist. Please check your date of birth.');
  const age = ageAt(birthDate, now);
  if (age < 0 || age > 120) throw fieldError('birth_date', 'Please check the year.');
  const isTooYoung = age < MIN_AGE;
  const kept = await db.drizzle.transaction(async (tx) => {
    // A demo account is shared: nobody's date closes it.
    const mayClose = isTooYoung ? eq(users.sample, false) : undefined;
    // One statement, so the second of two concurrent requests finds what the first saved.
    const saved = await tx
      .update(users)
      .set({ birthDate })
      .where(and(eq(users.id, userId), isNull(users.birthDate), mayClose))
      .returning({ birthDate: users.birthDate });
    if (saved.length > 0 && isTooYoung) await suspendTooYoung(tx, userId, now);
    if (saved.length > 0) return birthDate;
    const [row] = await tx.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId));
    return row?.birthDate;
  });
  if (isTooYoung) {
    const undo = 'We’ve suspended this account. If you mistyped the date, contact support.';
    throw fieldError('birth_date', kept === birthDate ? `${tooYoung} ${undo}` : tooYoung);
  }
  if (kept === birthDate) return;
  throw fieldError('birth_date', 'You’ve already saved your date of birth. If it’s wrong, contact support.');
}

/** Suspends the account, and has it deleted. Logging in doesn't cancel that while its birth date says so (platform/tokens.ts). */
async function suspendTooYoung(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      suspendedAt: now,
      suspendedFor: tooYoung,
      deletionAskedAt: now,
      deletionDueAt: later(now, DELETION_DAYS * DAY),
      deletionUndoneAt: null,
    })
    .where(eq(users.id, userId));
  announce(tx, { kind: 'balance', userId });
}
