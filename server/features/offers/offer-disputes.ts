/**
 * Disputes over offers, in which a player says that something should have been credited. They share the table and the states of
 * disputes over orders.
 */
import { and, eq, sql } from 'drizzle-orm';
import { DISPUTE_ANSWER_DAYS } from '../../../src/lib/contract/limits.ts';
import type { OfferDispute } from '../../../src/lib/contract/offers/offers.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { clicks, disputes, ledger, offers, partners } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { DAY, later } from '../../platform/time.ts';
import { credit, lockBalance } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';
import { disputeOf } from '../redemption/order-disputes.ts';
import { isPaid } from './paid-goals.ts';
import { termsOf } from './terms.ts';

const answerBy = (now: Date) => later(now, DISPUTE_ANSWER_DAYS * DAY);

const of = (userId: number, offerId: number) =>
  and(eq(disputes.userId, userId), eq(disputes.subject, 'offer'), eq(disputes.subjectId, offerId));

/** Returns a user's dispute about an offer, or null. */
export async function disputeAbout(
  db: Executor,
  userId: number,
  offerId: number,
): Promise<OfferDispute | null> {
  const [row] = await db.select().from(disputes).where(of(userId, offerId));
  return row ? { ...disputeOf(row), milestone: row.milestone } : null;
}

/**
 * Opens a dispute. The caller checks whether there is anything to dispute. Sending the same text again changes nothing. Errors:
 * dispute_closed if there is another dispute.
 */
export async function openOfferDispute(
  tx: Transaction,
  given: { userId: number; offerId: number; proof: string; milestone: string | null; now: Date },
): Promise<void> {
  const { userId, offerId, proof, milestone, now } = given;
  const made = await tx
    .insert(disputes)
    .values({
      userId,
      subject: 'offer',
      subjectId: offerId,
      proof,
      milestone,
      openedAt: now,
      dueAt: answerBy(now),
    })
    .onConflictDoNothing({ target: [disputes.userId, disputes.subject, disputes.subjectId] })
    .returning({ id: disputes.id });
  if (made.length > 0) return announce(tx, { kind: 'offer', userId, offerId });
  const known = await disputeAbout(tx, userId, offerId);
  if (known?.proof !== proof || known.milestone !== milestone)
    throw new DomainError('dispute_closed', {
      message: 'You’ve already reported a problem with this offer. You can do so once.',
    });
}

/** Appeals a rejected dispute, once. Sending the same text again changes nothing. Errors: not_found, dispute_closed. */
export async function appealOfferDispute(
  tx: Transaction,
  given: { userId: number; offerId: number; appeal: string; now: Date },
): Promise<void> {
  const { userId, offerId, appeal, now } = given;
  const [known] = await tx.select().from(disputes).where(of(userId, offerId)).for('update');
  if (!known) throw new DomainError('not_found');
  if (known.state === 'appealed' && known.appeal === appeal) return;
  if (known.state !== 'refused')
    throw new DomainError('dispute_closed', {
      message: 'You can appeal once, after we’ve declined your report.',
    });
  await tx
    .update(disputes)
    .set({ state: 'appealed', appeal, appealedAt: now, dueAt: answerBy(now) })
    .where(eq(disputes.id, known.id));
  announce(tx, { kind: 'offer', userId, offerId });
}

/**
 * Returns the ledger entry by which an accepted dispute paid the goal (`milestone` null) or a milestone of this offer; null if there is
 * none or it was reversed.
 */
export async function paidByDispute(
  db: Executor,
  userId: number,
  offerId: number,
  milestone: string | null,
): Promise<number | null> {
  const [row] = await db
    .select({ id: ledger.id })
    .from(disputes)
    .innerJoin(ledger, eq(ledger.key, sql`'dispute:' || ${disputes.id}`))
    .where(
      and(
        of(userId, offerId),
        sql`${disputes.milestone} IS NOT DISTINCT FROM ${milestone}`,
        sql`NOT EXISTS (SELECT 1 FROM ledger r WHERE r.refers_to = ${ledger.id} AND r.reason = 'reversal')`,
      ),
    );
  return row?.id ?? null;
}

type Click = typeof clicks.$inferSelect;

/** Returns what the goal (`milestone` null) or a milestone was to pay. */
export function pointsPromised(click: Click, milestone: string | null): number {
  if (milestone === null) return click.points;
  return click.milestones.find(({ code }) => code === milestone)?.points ?? 0;
}

/** Returns the points that accepting a dispute would pay: none if the partner has reported the step in the meantime. */
export async function pointsDue(db: Executor, click: Click, milestone: string | null): Promise<number> {
  return (await isPaid(db, click.id, milestone)) ? 0 : pointsPromised(click, milestone);
}

/** The same, until the end of the transaction: it locks the player's balance, as a postback does. */
export async function disputedPoints(
  tx: Transaction,
  click: Click,
  milestone: string | null,
): Promise<number> {
  await lockBalance(tx, click.userId);
  return pointsDue(tx, click, milestone);
}

/**
 * Records an operator's answer and its reason. If the dispute is accepted, the goal or milestone is paid immediately. A report that the
 * partner sends for it later pays nothing more. It counts as this payment, so its reversal takes the payment back
 * (postback-payments.ts). Returns the user to notify and the points that were paid; null if the dispute isn't waiting for an
 * answer. Errors: not_found.
 */
export async function answerOfferDispute(
  tx: Transaction,
  given: { disputeId: number; accept: boolean; answer: string; at: Date },
): Promise<{ userId: number; offerId: number; points: number } | null> {
  const { disputeId, accept, answer, at } = given;
  const [found] = await tx
    .select({
      userId: disputes.userId,
      milestone: disputes.milestone,
      click: clicks,
      offer: offers,
      partner: partners,
    })
    .from(disputes)
    .innerJoin(offers, eq(offers.id, disputes.subjectId))
    .innerJoin(clicks, and(eq(clicks.offerId, offers.id), eq(clicks.userId, disputes.userId)))
    .innerJoin(partners, eq(partners.id, clicks.partner))
    .where(and(eq(disputes.id, disputeId), eq(disputes.subject, 'offer')));
  if (!found) throw new DomainError('not_found');
  const { userId, milestone, click, offer } = found;
  const due = await disputedPoints(tx, click, milestone);
  const { goal, milestones } = termsOf(found);
  const what = milestone === null ? goal : milestones.find(({ code }) => code === milestone)?.name;
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, disputeId));
  if (row?.state !== 'open' && row?.state !== 'appealed') return null;
  const answeredBefore = row.state === 'appealed';
  const refused = answeredBefore ? 'closed' : 'refused';
  await tx
    .update(disputes)
    .set({ state: accept ? 'accepted' : refused, answer, answeredAt: at })
    .where(eq(disputes.id, disputeId));
  announce(tx, { kind: 'offer', userId, offerId: offer.id });
  const points = accept ? due : 0;
  if (points > 0)
    await credit(tx, {
      key: `dispute:${disputeId}`,
      userId,
      points,
      title: `${offer.name}: ${what}`,
      detail: 'added after your report',
      at,
    });
  await notify(tx, userId, {
    kind: 'order',
    key: `dispute:${disputeId}:${answeredBefore ? 'appeal' : 'answer'}`,
    title: `We answered your report about ${offer.name}`,
    body: answer,
    href: hrefs.userOffer(offer.id),
    now: at,
  });
  return { userId, offerId: offer.id, points };
}
