/**
 * Handles partners' reports. Each genuine report is stored (a very long one shortened), in one transaction with the points it moved, and counts
 * once per (partner, transaction, kind). If anything fails, nothing is stored and the partner sends it again. Only a report that
 * is already stored, word for word, is a duplicate.
 */

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OfferMilestone } from '../../../src/lib/contract/offers/offer-files.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { clicks, offers, partners, type postbackOutcomes, postbacks } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { DAY } from '../../platform/time.ts';
import { holdHours, holdWords, releaseTime } from '../ledger/holds.ts';
import { credit, lockBalance, reverse } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';
import { pointsOf } from '../notifications/words.ts';
import { paidByDispute } from './offer-disputes.ts';
import { isPaid } from './paid-goals.ts';
import { type Report, shownReason, storedReport } from './postback-report.ts';
import { forgetRejected } from './rejected-reports.ts';

type Row = typeof postbacks.$inferSelect;
type Outcome = (typeof postbackOutcomes)[number];
type Achievement = Exclude<Report, { kind: 'reversal' }>;
/** What an achievement is, whenever it was reported. */
type Reached = Pick<Row, 'kind' | 'transaction' | 'milestone'> | Achievement;

interface Arrived {
  readonly partner: string;
  readonly report: Report;
  /** The query or the body, exactly as it was signed. */
  readonly raw: string;
  readonly now: Date;
}

interface Taken {
  readonly duplicate: boolean;
  readonly outcome: Outcome;
}

/**
 * Takes a report. Errors: partner_off, click_unknown, milestone_unknown, transaction_reused. After any of them the partner can
 * correct the cause and send it again.
 */
export async function takePostback(db: Database, arrived: Arrived): Promise<Taken> {
  const { partner, report } = arrived;
  return db.drizzle.transaction(async (tx) => {
    // A reversal and the report it reverses run one after the other, in whatever order they arrive.
    const about = report.kind === 'reversal' ? report.reference : report.transaction;
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`postback:${partner}:${about}`}, 0))`,
    );
    // If an operator turned the partner off, the answer has a status after which the partner sends again. So nothing is lost when
    // it is turned on again.
    const [open] = await tx.select({ on: partners.active }).from(partners).where(eq(partners.id, partner));
    if (!open?.on) throw new DomainError('partner_off');
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
      return { duplicate: true, outcome: known.outcome };
    }
    const taken =
      report.kind === 'reversal'
        ? await takeReversal(tx, arrived, report)
        : await takeReport(tx, arrived, report);
    await forgetRejected(tx, partner, report);
    return taken;
  });
}

function isSame(known: Row, report: Report): boolean {
  if (report.kind === 'reversal') return known.reference === report.reference;
  return (
    known.clickId === report.click &&
    known.milestone === (report.kind === 'milestone' ? report.milestone : null)
  );
}

/** A partner's clock may be ahead of ours or in another time zone. */
const CLOCK_SKEW = DAY;

/** Returns when it happened, as the partner says. A time slightly in the future becomes the time of arrival. */
function happened({ report, now }: Arrived): Date {
  const ahead = report.at ? report.at.getTime() - now.getTime() : 0;
  return report.at && (ahead < 0 || ahead > CLOCK_SKEW) ? report.at : now;
}

async function takeReport(tx: Transaction, arrived: Arrived, report: Achievement): Promise<Taken> {
  const { partner, raw, now } = arrived;
  const found = await clickOf(tx, partner, report.click);
  const { click, offer } = found;
  // From here on, no other movement of this user's points can run.
  await lockBalance(tx, click.userId);
  const promise = promised(found, report);
  if (!promise) throw new DomainError('milestone_unknown');
  const happenedAt = happened(arrived);
  const { outcome, ledgerId }: Booked =
    happenedAt > click.deadlineAt
      ? await bookLate(tx, found, report)
      : (await isPaid(tx, click.id, report.kind === 'milestone' ? report.milestone : null))
        ? { outcome: 'repeated', ledgerId: null }
        : await book(tx, { ...found, ...promise, report, at: now });
  await tx.insert(postbacks).values({
    partner,
    transaction: report.transaction,
    kind: report.kind,
    clickId: click.id,
    milestone: report.kind === 'milestone' ? report.milestone : null,
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

interface Found {
  readonly click: typeof clicks.$inferSelect;
  readonly offer: typeof offers.$inferSelect;
  readonly partner: typeof partners.$inferSelect;
}

async function clickOf(tx: Transaction, partner: string, id: string): Promise<Found> {
  const [found] = await tx
    .select({ click: clicks, offer: offers, partner: partners })
    .from(clicks)
    .innerJoin(offers, eq(offers.id, clicks.offerId))
    .innerJoin(partners, eq(partners.id, clicks.partner))
    // The answer doesn't reveal that another partner's click exists.
    .where(and(eq(clicks.id, id), eq(clicks.partner, partner)));
  if (!found) throw new DomainError('click_unknown');
  return found;
}

/**
 * Returns what was promised when the offer was opened. A milestone that was added later counts with its current points. Undefined
 * for a milestone that neither has.
 */
function promised({ click, offer }: Found, report: Reached): { what: string; points: number } | undefined {
  if (report.kind === 'credit') return { what: offer.goal, points: click.points };
  const is = ({ code }: OfferMilestone) => code === report.milestone;
  const milestone = click.milestones.find(is) ?? offer.milestones.find(is);
  return milestone && { what: milestone.name, points: milestone.points };
}

interface Booked {
  readonly outcome: Outcome;
  readonly ledgerId: number | null;
}

type Booking = Found & { report: Reached; what: string; points: number; at: Date };

/** A late report pays nothing. A late credit still counts as what an accepted dispute has paid, so that its reversal takes it back. */
async function bookLate(tx: Transaction, { click, offer }: Found, report: Reached): Promise<Booked> {
  const before =
    report.kind === 'credit' && !(await isPaid(tx, click.id, null))
      ? await paidByDispute(tx, click.userId, offer.id)
      : null;
  return before === null ? { outcome: 'late', ledgerId: null } : { outcome: 'credited', ledgerId: before };
}

/** Pays what a report is for, which nothing has paid yet. */
async function book(tx: Transaction, given: Booking): Promise<Booked> {
  const { click, offer, report, points } = given;
  if (points === 0) return { outcome: 'noted', ledgerId: null };
  // A goal that an accepted dispute has paid isn't paid again. The credit counts as that payment, and its reversal takes it
  // back.
  const before = report.kind === 'credit' ? await paidByDispute(tx, click.userId, offer.id) : null;
  return { outcome: 'credited', ledgerId: before ?? (await payFor(tx, given)) };
}

async function payFor(tx: Transaction, given: Booking): Promise<number> {
  const { click, offer, partner, report, what, points, at } = given;
  const releasesAt = releaseTime(partner.holds, points, at);
  const held = releasesAt ? `, held for ${holdWords(holdHours(partner.holds, points))}` : '';
  const id = await credit(tx, {
    key: `partner:${partner.id}:${report.kind}:${report.transaction}`,
    userId: click.userId,
    points,
    title: `${offer.name}: ${what}`,
    detail: `reported by ${partner.name}${held}`,
    ...(releasesAt && { releasesAt }),
    at,
  });
  if (id === null) throw new Error(`the ledger has an entry of ${partner.id}:${report.transaction} already`);
  const pending = releasesAt
    ? ` They unlock on ${releasesAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : '';
  await notify(tx, click.userId, {
    kind: 'quest',
    key: `credit:${id}`,
    title: `${offer.name}: ${what}`,
    body: `You earned ${pointsOf(points)}.${pending}`,
    win: true,
    href: routes.userHome.pattern,
    now: at,
  });
  return id;
}

function whyOf(reason: string | null): string {
  const shown = shownReason(reason);
  return shown === null
    ? 'reversed by the partner, without a reason'
    : `reversed by the partner, who wrote: “${shown}”`;
}

/** Reverses a new credit if its reversal arrived first, by the exact points. Returns whether there was one. */
async function settleWaiting(
  tx: Transaction,
  { partner, report, now }: Arrived,
  clickId: string,
  ledgerId: number | null,
): Promise<boolean> {
  const waiting = await tx
    .select()
    .from(postbacks)
    .where(
      and(
        eq(postbacks.partner, partner),
        eq(postbacks.reference, report.transaction),
        inArray(postbacks.outcome, ['waiting', 'reversed', 'empty']),
      ),
    );
  if (waiting.length === 0) return false;
  if (ledgerId !== null) await reverse(tx, ledgerId, whyOf(waiting[0]?.reason ?? null), now);
  for (const row of waiting.filter(({ outcome }) => outcome !== 'reversed'))
    await tx
      .update(postbacks)
      .set({ clickId, outcome: ledgerId === null ? 'empty' : 'reversed' })
      .where(eq(postbacks.id, row.id));
  return ledgerId !== null;
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
    happenedAt: happened(arrived),
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

/**
 * Pays for another report of what was just taken back, as if it had arrived afterwards. It paid nothing then, because the goal was
 * paid already. So it doesn't matter in which order the reports arrive. The caller holds the lock of the balance.
 */
async function payInstead(
  tx: Transaction,
  { partner, now }: Arrived,
  { clickId, kind, milestone }: Row,
): Promise<void> {
  if (clickId === null || (await isPaid(tx, clickId, milestone))) return;
  const [next] = await tx
    .select()
    .from(postbacks)
    .where(
      and(
        eq(postbacks.clickId, clickId),
        eq(postbacks.kind, kind),
        milestone === null ? undefined : eq(postbacks.milestone, milestone),
        eq(postbacks.outcome, 'repeated'),
        sql`NOT EXISTS (SELECT 1 FROM postbacks r WHERE r.partner = ${postbacks.partner} AND r.reference = ${postbacks.transaction})`,
      ),
    )
    .orderBy(asc(postbacks.id))
    .limit(1);
  if (!next) return;
  const found = await clickOf(tx, partner, clickId);
  const promise = promised(found, next);
  if (!promise) return;
  const booked = await book(tx, { ...found, ...promise, report: next, at: now });
  await tx.update(postbacks).set(booked).where(eq(postbacks.id, next.id));
}
