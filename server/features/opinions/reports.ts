/** Players' reports of each other's opinions and comments. Operators decide on them (admin-opinions.ts). */
import { and, eq } from 'drizzle-orm';
import type { REPORT_REASONS } from '../../../src/lib/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { opinionReports, opinions } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';

/**
 * Records a report. The opinion then waits for an operator and stays visible meanwhile. A second report by the same user changes
 * nothing until the writer has edited the text. Errors: not_found (also if it is hidden), nothing_to_do (it was reviewed since),
 * and an error for the user's own opinion.
 */
export async function reportOpinion(
  db: Database,
  given: {
    opinionId: number;
    userId: number;
    reason: (typeof REPORT_REASONS)[number];
    note: string;
    now: Date;
  },
): Promise<void> {
  const { opinionId, userId, reason, note, now } = given;
  await db.drizzle.transaction(async (tx) => {
    const [row] = await tx.select().from(opinions).where(eq(opinions.id, opinionId)).for('update');
    if (!row) throw new DomainError('not_found');
    if (row.userId === userId)
      throw fieldError('reason', 'This one is yours. You can edit or delete it yourself.');
    if (row.hiddenAt) throw new DomainError('not_found');
    const [before] = await tx
      .select()
      .from(opinionReports)
      .where(and(eq(opinionReports.opinionId, opinionId), eq(opinionReports.userId, userId)));
    if (before && !before.settledAt) return;
    if (before && before.version === row.version)
      throw new DomainError('nothing_to_do', {
        message: 'You already reported this. We reviewed it and decided to keep it.',
      });
    const report = { reason, note, version: row.version, createdAt: now, settledAt: null };
    await tx
      .insert(opinionReports)
      .values({ opinionId, userId, ...report })
      .onConflictDoUpdate({ target: [opinionReports.opinionId, opinionReports.userId], set: report });
    await tx
      .update(opinions)
      .set({ waitsSince: row.waitsSince ?? now })
      .where(eq(opinions.id, opinionId));
  });
}
