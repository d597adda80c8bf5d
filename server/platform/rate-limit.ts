import { eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { rateLimits } from '../db/schema.ts';
import { networksOf } from './client-address.ts';
import { latestHonest } from './clock.ts';
import { DomainError } from './domain-error.ts';
import { later } from './time.ts';

/**
 * Counts one request under `key` and returns how many there were. Throws too_many_requests, with the seconds to wait, if there
 * were more than `max` in a window of `within` milliseconds. The counts are in the database, so that several API processes count
 * together. It is for calls where guessing or flooding would pay.
 */
export async function countRequest(
  db: Executor,
  key: string,
  max: number,
  within: number,
  now: Date,
): Promise<number> {
  const fresh = later(now, within);
  const isOver = sql`(${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz OR
    ${rateLimits.resetsAt} > ${latestHonest(now, within).toISOString()}::timestamptz)`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt: fresh })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN ${fresh.toISOString()}::timestamptz ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
  // The first request of a window deletes expired windows, so the table holds only current keys.
  if (row?.count === 1) await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
  if (!row || row.count <= max) return row?.count ?? 0;
  const seconds = Math.max(1, Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000));
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  throw new DomainError('too_many_requests', {
    message: `That was too many tries. Please wait ${wait}.`,
    retryAfter: seconds,
  });
}

/**
 * Counts one request under `key` from a network, and from the wider network around it. Returns the keys that were counted, for
 * `uncount`. Errors: too_many_requests.
 */
export async function countFrom(
  db: Executor,
  {
    key,
    network,
    max,
    within,
    now,
  }: { key: string; network: string; max: number; within: number; now: Date },
): Promise<string[]> {
  const keys: string[] = [];
  for (const one of networksOf(network)) {
    keys.push(`${key}:${one.network}`);
    await countRequest(db, `${key}:${one.network}`, max * one.times, within, now);
  }
  return keys;
}

/** Takes back a request that turned out to be no guess. */
export async function uncount(db: Executor, ...keys: string[]): Promise<void> {
  for (const key of keys)
    await db
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
      .where(eq(rateLimits.key, key));
}
