/**
 * Reports with a valid signature that we couldn't use, kept so that operators can answer a player whose offer wasn't credited.
 * Partners resend such a report until we accept it. Its row is then deleted.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, min, ne, or, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type * as calls from '../../../src/lib/contract/offers/operator-partners.ts';
import type { REPORT_REJECTIONS } from '../../../src/lib/contract/operator-limits.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { clicks, offers, partners, rejectedReports, users } from '../../db/schema.ts';
import type { DomainError } from '../../platform/domain-error.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Paginator, pageOf } from '../../platform/pagination.ts';
import { type Report, storedReport } from './postback-report.ts';

type Rejection = (typeof REPORT_REJECTIONS)[number];

const known: readonly string[] = [
  'partner_off',
  'click_unknown',
  'milestone_unknown',
  'transaction_reused',
] satisfies Rejection[];

const reasonOf = ({ code }: DomainError): Rejection =>
  known.includes(code) ? (code as Rejection) : 'unreadable';

/**
 * Stores a report that was rejected for `error`. If the partner resends it unchanged, it stays one row. `report` is undefined if it
 * can't be read.
 */
export async function storeRejected(
  db: Database,
  given: {
    readonly partner: string;
    readonly raw: string;
    readonly report: Report | undefined;
    readonly error: DomainError;
    readonly now: Date;
  },
): Promise<void> {
  const { partner, raw, report, error, now } = given;
  const { message: detail } = error;
  const why = { reason: reasonOf(error), detail, lastAt: now };
  await db.drizzle
    .insert(rejectedReports)
    .values({
      ...why,
      partner,
      digest: createHash('sha256').update(raw).digest(),
      kind: report?.kind ?? null,
      transaction: report?.transaction ?? null,
      click: report && report.kind !== 'reversal' ? report.click : null,
      milestone: report?.kind === 'milestone' ? report.milestone : null,
      // The database can't store this character.
      raw: storedReport(raw).replaceAll('\0', '�'),
      firstAt: now,
    })
    .onConflictDoUpdate({
      target: [rejectedReports.partner, rejectedReports.digest],
      set: { ...why, tries: sql`${rejectedReports.tries} + 1` },
    });
}

const sameAs = (partner: string, { transaction, kind }: Report) =>
  and(
    eq(rejectedReports.partner, partner),
    eq(rejectedReports.transaction, transaction),
    eq(rejectedReports.kind, kind),
    // One that used the transaction for something else is a different report.
    ne(rejectedReports.reason, 'transaction_reused'),
  );

/** Returns when a report first arrived and was rejected, whatever it said then; null if it never was. */
export async function firstRejectedAt(
  tx: Transaction,
  partner: string,
  report: Report,
): Promise<Date | null> {
  const [row] = await tx
    .select({ at: min(rejectedReports.firstAt) })
    .from(rejectedReports)
    .where(sameAs(partner, report));
  return row?.at ?? null;
}

/** Deletes the rejected reports of a transaction once one of the same kind is accepted or proves to be a duplicate. */
export async function forgetRejected(tx: Transaction, partner: string, report: Report): Promise<void> {
  await tx.delete(rejectedReports).where(sameAs(partner, report));
}

type Filter = v.InferOutput<(typeof calls.listRejectedReports)['query']>;

/** Lists rejected reports, newest first. The player and the offer are those of the click, if it is one of the partner's. */
export async function listRejected(db: Database, given: Filter): Promise<Paginator<calls.RejectedReport>> {
  const { partner, reason, find, user_id } = given;
  const wanted = and(
    partner ? eq(rejectedReports.partner, partner) : undefined,
    reason === 'all' ? undefined : eq(rejectedReports.reason, reason),
    find ? or(eq(rejectedReports.transaction, find), eq(rejectedReports.click, find)) : undefined,
    onlyOf(clicks.userId, user_id),
  );
  const ofClick = and(eq(clicks.id, rejectedReports.click), eq(clicks.partner, rejectedReports.partner));
  const rows = db.drizzle
    .select({
      report: rejectedReports,
      partner: { id: partners.id, name: partners.name },
      user: { id: users.id, name: users.name },
      offer: { id: offers.id, name: offers.name },
    })
    .from(rejectedReports)
    .innerJoin(partners, eq(partners.id, rejectedReports.partner))
    .leftJoin(clicks, ofClick)
    .leftJoin(users, eq(users.id, clicks.userId))
    .leftJoin(offers, eq(offers.id, clicks.offerId))
    .where(wanted)
    .orderBy(desc(rejectedReports.lastAt), desc(rejectedReports.id));
  const total = db.drizzle
    .select({ count: sql<number>`count(*)::integer` })
    .from(rejectedReports)
    .leftJoin(clicks, ofClick)
    .where(wanted)
    .then(([row]) => row?.count ?? 0);
  return pageOf(rows, total, given, ({ report, partner, user, offer }) => ({
    id: report.id,
    partner,
    reason: report.reason,
    detail: report.detail,
    kind: report.kind,
    transaction: report.transaction,
    click: report.click,
    milestone: report.milestone,
    user,
    offer,
    tries: report.tries,
    first_at: report.firstAt.toISOString(),
    last_at: report.lastAt.toISOString(),
    raw: report.raw,
  }));
}
