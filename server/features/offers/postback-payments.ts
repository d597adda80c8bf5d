/**
 * Pays what partners' reports are about, or takes it back, so that it doesn't matter in which order the reports arrive. The caller
 * (postbacks.ts) checks and stores the reports, and locks the balance.
 */

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OfferMilestone } from '../../../src/lib/contract/offers/offer-files.ts';
import { pointsInWords } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Transaction } from '../../db/database.ts';
import { clicks, offers, partners, type postbackOutcomes, postbacks } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { holdHours, holdWords, releaseTime } from '../ledger/holds.ts';
import { credit, reverse } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';
import { paidByDispute } from './offer-disputes.ts';
import { isPaid } from './paid-goals.ts';
import { type Achievement, type Arrived, shownReason } from './postback-report.ts';
import { termsOf } from './terms.ts';

type Row = typeof postbacks.$inferSelect;
export type Outcome = (typeof postbackOutcomes)[number];
/** What an achievement is, whenever it was reported. */
type Reached = Pick<Row, 'kind' | 'transaction' | 'milestone'> | Achievement;

/** Returns the code of the milestone that a report is about; null for the goal. */
export const stepOf = (report: Reached): string | null => ('milestone' in report ? report.milestone : null);

interface Found {
  readonly click: typeof clicks.$inferSelect;
  readonly offer: typeof offers.$inferSelect;
  readonly partner: typeof partners.$inferSelect;
}

export async function clickOf(tx: Transaction, partner: string, id: string): Promise<Found> {
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
export function promised(found: Found, report: Reached): { what: string; points: number } | undefined {
  const { goal, points, milestones } = termsOf(found);
  if (report.kind === 'credit') return { what: goal, points };
  const is = ({ code }: OfferMilestone) => code === report.milestone;
  const milestone = milestones.find(is) ?? found.offer.milestones.find(is);
  return milestone && { what: milestone.name, points: milestone.points };
}

export interface Booked {
  readonly outcome: Outcome;
  readonly ledgerId: number | null;
}

type Booking = Found & { report: Reached; what: string; points: number; at: Date };

/** A late report pays nothing. It still counts as what an accepted dispute has paid, so that its reversal takes it back. */
export async function bookLate(tx: Transaction, { click, offer }: Found, report: Reached): Promise<Booked> {
  const step = stepOf(report);
  const before = (await isPaid(tx, click.id, step))
    ? null
    : await paidByDispute(tx, click.userId, offer.id, step);
  return before === null ? { outcome: 'late', ledgerId: null } : { outcome: 'credited', ledgerId: before };
}

/** Pays what a report is for, which nothing has paid yet. */
export async function book(tx: Transaction, given: Booking): Promise<Booked> {
  const { click, offer, report, points } = given;
  if (points === 0) return { outcome: 'noted', ledgerId: null };
  // What an accepted dispute has paid isn't paid again. The report counts as that payment, and its reversal takes it back.
  const before = await paidByDispute(tx, click.userId, offer.id, stepOf(report));
  return { outcome: 'credited', ledgerId: before ?? (await payFor(tx, given)) };
}

async function payFor(tx: Transaction, given: Booking): Promise<number> {
  const { click, offer, partner, report, what, points, at } = given;
  const { holds } = termsOf(given);
  const releasesAt = releaseTime(holds, points, at);
  const held = releasesAt ? `, held for ${holdWords(holdHours(holds, points))}` : '';
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
    body: `You earned ${pointsInWords(points)}.${pending}`,
    win: true,
    href: routes.userHome.pattern,
    now: at,
  });
  return id;
}

export function whyOf(reason: string | null): string {
  const shown = shownReason(reason);
  return shown === null
    ? 'reversed by the partner, without a reason'
    : `reversed by the partner, who wrote: “${shown}”`;
}

/** Reverses a new credit if its reversal arrived first, by the exact points. If several did, only one of them took it back. */
export async function settleWaiting(
  tx: Transaction,
  { partner, report, now }: Arrived,
  clickId: string,
  ledgerId: number | null,
): Promise<void> {
  const waiting = await tx
    .select()
    .from(postbacks)
    .where(
      and(
        eq(postbacks.partner, partner),
        eq(postbacks.reference, report.transaction),
        inArray(postbacks.outcome, ['waiting', 'reversed', 'empty']),
      ),
    )
    // If one has taken something back already, it comes first.
    .orderBy(sql`${postbacks.outcome} <> 'reversed'`, asc(postbacks.id));
  const [first] = waiting;
  if (!first) return;
  if (ledgerId !== null) await reverse(tx, ledgerId, whyOf(first.reason), now);
  const undone = (row: Row): Outcome => (row === first ? 'reversed' : 'repeated');
  for (const row of waiting.filter(({ outcome }) => outcome !== 'reversed'))
    await tx
      .update(postbacks)
      .set({ clickId, outcome: ledgerId === null ? 'empty' : undone(row) })
      .where(eq(postbacks.id, row.id));
}

/**
 * Pays for another report of what was just taken back, as if it had arrived afterwards. It paid nothing then, because the goal was
 * paid already. So it doesn't matter in which order the reports arrive. The caller holds the lock of the balance.
 */
export async function payInstead(
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
