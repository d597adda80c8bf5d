/** Rejected reports that an operator takes, for partners that stop sending before the cause is fixed. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { clicks, postbacks, rejectedReports } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import type { Outcome } from './postback-payments.ts';
import { isShortened, type Report, readReport } from './postback-report.ts';
import { takeIn } from './postbacks.ts';

const unusable = (message: string) => new DomainError('nothing_to_do', { message });

/** What an operator reads instead of the words for partners. */
const causes: Readonly<Record<string, string>> = {
  partner_off: 'The partner is off. Turn it on first.',
  click_unknown: 'This partner still has no such click.',
  milestone_unknown: 'The offer still has no such milestone. Add it to the offer’s file first.',
};

/** Runs what may reject a report. Errors: nothing_to_do with the cause. */
async function explained<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw unusable(
      causes[error.code] ?? 'We can’t use this report. Have the partner correct it and send it again.',
    );
  }
}

/** Returns the player whom a report is about; null for a reversal that still waits for its original. */
async function playerOf(tx: Transaction, partner: string, report: Report): Promise<number | null> {
  const its = and(
    eq(postbacks.partner, partner),
    eq(postbacks.transaction, report.transaction),
    eq(postbacks.kind, report.kind),
  );
  const [row] = await tx
    .select({ userId: clicks.userId })
    .from(clicks)
    .where(inArray(clicks.id, tx.select({ id: postbacks.clickId }).from(postbacks).where(its)));
  return row?.userId ?? null;
}

/**
 * Takes a rejected report as if its partner had sent it again now: its signature was checked when it arrived. Errors: not_found (also
 * if the partner's own try was faster), nothing_to_do if it still can't be used, forbidden (the operator's own), the field `reason`.
 */
export async function takeRejected(
  db: Database,
  given: { operatorId: number; id: number; reason: string; now: Date },
): Promise<Outcome> {
  const { operatorId, id, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    // Not locked: the partner may be sending it again, and takeIn puts the two in order.
    const [row] = await tx.select().from(rejectedReports).where(eq(rejectedReports.id, id));
    if (!row) throw new DomainError('not_found');
    const { partner, raw } = row;
    if (isShortened(raw)) throw unusable('It was too long to keep in full. Have the partner send it again.');
    const report = await explained(() => readReport(raw, raw.trimStart().startsWith('{')));
    const { outcome } = await explained(() => takeIn(tx, { partner, report, raw, now }));
    await recordAuditEvent(tx, {
      operatorId,
      act: 'partner.take_report',
      subjectId: partner,
      userId: await playerOf(tx, partner, report),
      reason,
      after: { kind: report.kind, transaction: report.transaction, outcome },
      now,
    });
    return outcome;
  });
}
