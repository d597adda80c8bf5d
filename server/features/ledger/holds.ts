/** How long a partner's points stay pending, and how they are released. */
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { HoldStep } from '../../../src/lib/contract/offers/offer-files.ts';
import { POINTS_PER_DOLLAR } from '../../../src/lib/site.ts';
import type { Database } from '../../db/database.ts';
import { holds, ledger, users } from '../../db/schema.ts';
import { HOUR, later } from '../../platform/time.ts';
import { confirm } from './ledger.ts';

const BATCH = 500;

/** Returns how many hours a credit of `points` stays pending, by the partner's steps. */
export function holdHours(steps: readonly HoldStep[], points: number): number {
  const cents = (points * 100) / POINTS_PER_DOLLAR;
  const step = steps.find(({ up_to_cents }) => up_to_cents === null || cents <= up_to_cents);
  if (!step) throw new Error('the last step of a hold must have no upper limit');
  return step.hours;
}

/** Returns when points credited at `at` are released; undefined if immediately. */
export function releaseTime(steps: readonly HoldStep[], points: number, at: Date): Date | undefined {
  const hours = holdHours(steps, points);
  return hours === 0 ? undefined : later(at, hours * HOUR);
}

/** 24 → "24 hours", 168 → "7 days" */
export function holdWords(hours: number): string {
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  const days = Math.round(hours / 24);
  return `${days} days`;
}

/**
 * Releases the holds that are due, each in its own transaction; debts are paid off first. Several processes may run it
 * concurrently: each hold is released by one of them. Returns the users whose balance changed, without duplicates.
 */
export async function releaseHolds(db: Database, now: Date): Promise<number[]> {
  const changed = new Set<number>();
  for (;;) {
    const due = await db.drizzle
      .select({ id: holds.ledgerId, userId: ledger.userId })
      .from(holds)
      .innerJoin(ledger, eq(ledger.id, holds.ledgerId))
      .innerJoin(users, eq(users.id, ledger.userId))
      // Holds of suspended accounts wait until the suspension ends.
      .where(and(lte(holds.releasesAt, now), isNull(users.suspendedAt)))
      .orderBy(asc(holds.releasesAt), asc(holds.ledgerId))
      .limit(BATCH);
    for (const { id, userId } of due)
      if (await db.drizzle.transaction((tx) => confirm(tx, id, now))) changed.add(userId);
    if (due.length < BATCH) return [...changed];
  }
}
