/**
 * Takes partners' reports. Each genuine report is stored (a very long one shortened), in one transaction with the points it moved
 * (postback-payments.ts), and counts once per (partner, transaction, kind). If anything fails, nothing is stored and the partner
 * sends it again. Only a report that is already stored, word for word, is a duplicate.
 */

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { clicks, partners, postbacks } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { DAY } from '../../platform/time.ts';
import { lockBalance, reverse } from '../ledger/ledger.ts';
import { isPaid } from './paid-goals.ts';
import {
  type Booked,
  book,
  bookLate,
  clickOf,
  type Outcome,
  payInstead,
  promised,
  settleWaiting,
  stepOf,
  whyOf,
} from './postback-payments.ts';
import { type Achievement, type Arrived, type Report, storedReport } from './postback-report.ts';
import { firstRejectedAt, forgetRejected } from './rejected-reports.ts';

type Row = typeof postbacks.$inferSelect;

interface Taken {
  readonly duplicate: boolean;
  readonly outcome: Outcome;
}

/**
 * Takes a report. Errors: partner_off, click_unknown, milestone_unknown, transaction_reused. After any of them the partner can
 * correct the cause and send it again.
 */
export function takePostback(db: Database, arrived: Arrived): Promise<Taken> {
  return db.drizzle.transaction((tx) => takeIn(tx, arrived));
}

/** The same, in the caller's transaction. */
export async function takeIn(tx: Transaction, arrived: Arrived): Promise<Taken> {
  const { partner, report } = arrived;
  // A reversal and the report it reverses run one after the other, in whatever order they arrive.
  const about = report.kind === 'reversal' ? report.reference : report.transaction;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`postback:${partner}:${about}`}, 0))`);
  // If an operator turned the partner off, the answer has a status after which the partner sends again. So nothing is lost when
  // it is turned on again.
  const [row] = await tx
    .select({ disabledAt: partners.disabledAt })
    .from(partners)
    .where(eq(partners.id, partner));
  if (row?.disabledAt !== null) throw new DomainError('partner_off');
  const [known] = await tx
    .select()
    .from(postbacks)
    .where(
      and(
        eq(postbacks.partner, partner),
        eq(postbacks.transaction, report.transaction),
        eq(postbacks.kind, report.kind),
      ),
    );
  if (known) {
    if (!isSame(known, report)) throw new DomainError('transaction_reused');
    await forgetRejected(tx, partner, report);
    return { duplicate: true, outcome: known.outcome };
  }
  const taken =
    report.kind === 'reversal'
      ? await takeReversal(tx, arrived, report)
      : await takeReport(tx, arrived, report);
  await forgetRejected(tx, partner, report);
  return taken;
}

function isSame(known: Row, report: Report): boolean {
  if (report.kind === 'reversal') return known.reference === report.reference;
  return known.clickId === report.click && known.milestone === stepOf(report);
}

/** A partner's clock may be ahead of ours or in another time zone. */
const CLOCK_SKEW = DAY;

/**
 * Returns when it happened, as the partner says. Without a time, or with one slightly in the future, it happened when the report
 * first arrived, even if we rejected it then.
 */
async function happened(tx: Transaction, { partner, report, now }: Arrived): Promise<Date> {
  const arrived = (await firstRejectedAt(tx, partner, report)) ?? now;
  const ahead = report.at ? report.at.getTime() - arrived.getTime() : 0;
  return report.at && (ahead < 0 || ahead > CLOCK_SKEW) ? report.at : arrived;
}

async function takeReport(tx: Transaction, arrived: Arrived, report: Achievement): Promise<Taken> {
  const { partner, raw, now } = arrived;
  const found = await clickOf(tx, partner, report.click);
  const { click, offer } = found;
  // From here on, no other movement of this user's points can run.
  await lockBalance(tx, click.userId);
  const promise = promised(found, report);
  if (!promise) throw new DomainError('milestone_unknown');
  const happenedAt = await happened(tx, arrived);
  const { outcome, ledgerId }: Booked =
    happenedAt > click.deadlineAt
      ? await bookLate(tx, found, report)
      : (await isPaid(tx, click.id, stepOf(report)))
        ? { outcome: 'repeated', ledgerId: null }
        : await book(tx, { ...found, ...promise, report, at: now });
  await tx.insert(postbacks).values({
    partner,
    transaction: report.transaction,
    kind: report.kind,
    clickId: click.id,
    milestone: stepOf(report),
    raw: storedReport(raw),
    happenedAt,
    receivedAt: now,
    outcome,
    ledgerId,
  });
  await settleWaiting(tx, arrived, click.id, ledgerId);
  announce(tx, { kind: 'offer', userId: click.userId, offerId: offer.id });
  return { duplicate: false, outcome };
}

/** Reverses everything that the referenced transaction paid, or waits for that transaction. */
async function takeReversal(
  tx: Transaction,
  arrived: Arrived,
  report: Extract<Report, { kind: 'reversal' }>,
): Promise<Taken> {
  const { partner, raw, now } = arrived;
  const found = await originalsOf(tx, partner, report.reference);
  // All code that locks several balances does it in the order of their users.
  for (const { click } of found) await lockBalance(tx, click.userId);
  // Read again: another reversal may just have paid one of them (payInstead).
  const originals = await originalsOf(tx, partner, report.reference);
  const paid = originals.flatMap(({ row }) => (row.ledgerId === null ? [] : [row.ledgerId]));
  let undone = false;
  for (const ledgerId of paid)
    if (await reverse(tx, ledgerId, whyOf(report.reason || null), now)) undone = true;
  const [original] = originals;
  const outcome: Outcome = !original
    ? 'waiting'
    : undone
      ? 'reversed'
      : paid.length > 0
        ? 'repeated'
        : 'empty';
  await tx.insert(postbacks).values({
    partner,
    transaction: report.transaction,
    kind: 'reversal',
    clickId: original?.click.id ?? null,
    reference: report.reference,
    reason: report.reason || null,
    raw: storedReport(raw),
    happenedAt: await happened(tx, arrived),
    receivedAt: now,
    outcome,
  });
  for (const { row, click } of originals) {
    await payInstead(tx, arrived, row);
    announce(tx, { kind: 'offer', userId: click.userId, offerId: click.offerId });
  }
  return { duplicate: false, outcome };
}

/** Returns the reports that a reversal is about, in the order of their users. */
function originalsOf(tx: Transaction, partner: string, transaction: string) {
  return tx
    .select({ row: postbacks, click: clicks })
    .from(postbacks)
    .innerJoin(clicks, eq(clicks.id, postbacks.clickId))
    .where(
      and(
        eq(postbacks.partner, partner),
        eq(postbacks.transaction, transaction),
        inArray(postbacks.kind, ['credit', 'milestone']),
      ),
    )
    .orderBy(clicks.userId, postbacks.id);
}
