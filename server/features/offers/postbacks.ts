/**
 * Handles partners' reports. Each genuine report is stored (a very long one shortened), in one transaction with the points it moved, and counts
 * once per (partner, transaction, kind). If anything fails, nothing is stored and the partner sends it again. Only a report that
 * is already stored, word for word, is a duplicate.
 */

import { and, eq, inArray, sql } from 'drizzle-orm';
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

type Row = typeof postbacks.$inferSelect;
type Outcome = (typeof postbackOutcomes)[number];
type Achievement = Exclude<Report, { kind: 'reversal' }>;

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
    return report.kind === 'reversal' ? takeReversal(tx, arrived, report) : takeReport(tx, arrived, report);
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
  const { what, points } = promised(found, report);
  const happenedAt = happened(arrived);
  const outcome: Outcome =
    happenedAt > click.deadlineAt
      ? 'late'
      : (await isPaid(tx, click.id, report.kind === 'milestone' ? report.milestone : null))
        ? 'repeated'
        : points > 0
          ? 'credited'
          : 'noted';
  const credited = outcome === 'credited';
  // A goal that an accepted dispute has paid isn't paid again. The credit counts as that payment, and its reversal takes it
  // back.
  const before =
    credited && report.kind === 'credit' ? await paidByDispute(tx, click.userId, offer.id) : null;
  const pays = credited && before === null;
  const ledgerId = pays ? await payFor(tx, { ...found, report, what, points, at: now }) : before;
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

/** Returns what was promised when the offer was opened. A milestone that was added later counts with its current points. */
function promised({ click, offer }: Found, report: Achievement): { what: string; points: number } {
  if (report.kind === 'credit') return { what: offer.goal, points: click.points };
  const is = ({ code }: OfferMilestone) => code === report.milestone;
  const milestone = click.milestones.find(is) ?? offer.milestones.find(is);
  if (!milestone) throw new DomainError('milestone_unknown');
  return { what: milestone.name, points: milestone.points };
}

async function payFor(
  tx: Transaction,
  given: Found & { report: Achievement; what: string; points: number; at: Date },
): Promise<number> {
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
  const originals = await tx
    .select({ ledgerId: postbacks.ledgerId, click: clicks, offer: offers })
    .from(postbacks)
    .innerJoin(clicks, eq(clicks.id, postbacks.clickId))
    .innerJoin(offers, eq(offers.id, clicks.offerId))
    .where(
      and(
        eq(postbacks.partner, partner),
        eq(postbacks.transaction, report.reference),
        inArray(postbacks.kind, ['credit', 'milestone']),
      ),
    )
    // All code that locks several balances does it in the order of their users.
    .orderBy(clicks.userId, postbacks.id);
  const paid = originals.flatMap(({ ledgerId }) => (ledgerId === null ? [] : [ledgerId]));
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
  if (original) announce(tx, { kind: 'offer', userId: original.click.userId, offerId: original.offer.id });
  return { duplicate: false, outcome };
}
