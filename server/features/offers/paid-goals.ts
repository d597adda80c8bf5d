/** Finds what an offer has already paid, so it isn't paid again by another transaction or after a dispute. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/database.ts';
import { postbacks } from '../../db/schema.ts';

/** Returns whether the goal (`milestone` null) or a milestone of a click was reported and hasn't been reversed. */
export async function isPaid(db: Executor, clickId: string, milestone: string | null): Promise<boolean> {
  const paid = await db.$count(
    postbacks,
    and(
      eq(postbacks.clickId, clickId),
      eq(postbacks.kind, milestone === null ? 'credit' : 'milestone'),
      milestone === null ? undefined : eq(postbacks.milestone, milestone),
      inArray(postbacks.outcome, ['credited', 'noted']),
      sql`NOT EXISTS (SELECT 1 FROM postbacks r WHERE r.partner = ${postbacks.partner}
        AND r.reference = ${postbacks.transaction} AND r.outcome IN ('reversed', 'empty'))`,
    ),
  );
  return paid > 0;
}
