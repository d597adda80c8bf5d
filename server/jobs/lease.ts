/**
 * Work that comes again, once for all processes on a database: the process that takes the lease does it. The lease is a row and not a lock that
 * is held meanwhile, since the embedded database has one connection, which the work needs.
 */

import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { jobs } from '../db/schema.ts';
import { latestHonest } from '../platform/clock.ts';
import { errorTrace } from '../platform/error-text.ts';

export interface Job {
  readonly name: string;
  /** Seconds from one run's beginning to the next one. */
  readonly every: number;
  run(now: Date): Promise<void>;
}

/** A process that died at its work is followed after so long, in milliseconds: longer than any of it takes. */
const LEASE_MS = 10 * 60_000;

/**
 * Runs those that are due, one after another, and logs those that failed: they come again at their next time, and don't keep
 * the others from running. Answers the names of those that ran here.
 */
export async function runJobs(
  db: Database,
  list: readonly Job[],
  now: Date,
  log: (text: string) => void,
): Promise<string[]> {
  const ran: string[] = [];
  for (const job of list) {
    if (!(await take(db, job, now))) continue;
    ran.push(job.name);
    try {
      await job.run(now);
    } catch (error) {
      log(`the job ${job.name} failed: ${errorTrace(error)}`);
    } finally {
      await db.drizzle.update(jobs).set({ leasedUntil: null }).where(eq(jobs.name, job.name));
    }
  }
  return ran;
}

/** Whether this process is the one to do it now. */
async function take(db: Database, { name, every }: Job, now: Date): Promise<boolean> {
  await db.drizzle.insert(jobs).values({ name, dueAt: now }).onConflictDoNothing();
  const taken = await db.drizzle
    .update(jobs)
    .set({
      dueAt: new Date(now.getTime() + every * 1000),
      leasedUntil: new Date(now.getTime() + LEASE_MS),
    })
    .where(
      and(
        eq(jobs.name, name),
        or(lte(jobs.dueAt, now), gt(jobs.dueAt, latestHonest(now, every))),
        or(
          isNull(jobs.leasedUntil),
          lte(jobs.leasedUntil, now),
          gt(jobs.leasedUntil, latestHonest(now, LEASE_MS / 1000)),
        ),
      ),
    )
    .returning({ name: jobs.name });
  return taken.length > 0;
}
