/**
 * Recurring jobs that run once for all processes on a database: the process that takes the lease runs the job. The lease is a
 * row, not a held lock, because the embedded database has only one connection, which the job needs.
 */

import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { jobs } from '../db/schema.ts';
import { type Clock, latestHonest } from '../platform/clock.ts';
import { errorTrace } from '../platform/error-text.ts';
import { later, MINUTE } from '../platform/time.ts';

export interface Job {
  readonly name: string;
  /** Milliseconds from the start of one run to the next. */
  readonly every: number;
  run(now: Date): Promise<unknown>;
}

/** After this time, in milliseconds, another process takes over from one that died. It is longer than any job takes. */
const LEASE_MS = 10 * MINUTE;

/**
 * Runs the due jobs one after another. A failed job is logged, runs again at its next time, and doesn't stop the others. Returns
 * the names of the jobs that ran here.
 */
export async function runJobs(
  db: Database,
  list: readonly Job[],
  clock: Clock,
  log: (text: string) => void,
  failed: (name: string) => void = () => {},
): Promise<string[]> {
  const ran: string[] = [];
  for (const job of list) {
    // The jobs before this one may have run for long, and a lease from an old time would already be over.
    const now = clock();
    const leasedUntil = later(now, LEASE_MS);
    if (!(await take(db, job, now, leasedUntil))) continue;
    ran.push(job.name);
    try {
      await job.run(now);
    } catch (error) {
      failed(job.name);
      log(`the job ${job.name} failed: ${errorTrace(error)}`);
    } finally {
      // Another process may hold the lease by now.
      const own = and(eq(jobs.name, job.name), eq(jobs.leasedUntil, leasedUntil));
      await db.drizzle.update(jobs).set({ leasedUntil: null }).where(own);
    }
  }
  return ran;
}

/** Returns whether this process should run the job now. */
async function take(db: Database, { name, every }: Job, now: Date, leasedUntil: Date): Promise<boolean> {
  await db.drizzle.insert(jobs).values({ name, dueAt: now }).onConflictDoNothing();
  const taken = await db.drizzle
    .update(jobs)
    .set({ dueAt: later(now, every), leasedUntil })
    .where(
      and(
        eq(jobs.name, name),
        or(lte(jobs.dueAt, now), gt(jobs.dueAt, latestHonest(now, every))),
        or(
          isNull(jobs.leasedUntil),
          lte(jobs.leasedUntil, now),
          gt(jobs.leasedUntil, latestHonest(now, LEASE_MS)),
        ),
      ),
    )
    .returning({ name: jobs.name });
  return taken.length > 0;
}
