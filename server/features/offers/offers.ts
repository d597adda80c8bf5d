/** Partner offers as players see them, and how they open and dispute them. */
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { MEASURED_FROM, type OFFER_VIEWS } from '../../../src/lib/contract/limits.ts';
import { offerKinds } from '../../../src/lib/contract/offers/offer-files.ts';
import type { Offer, OfferCard } from '../../../src/lib/contract/offers/offers.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { elementsOf, numberOf } from '../../db/json-sql.ts';
import { clicks, ledger, offers, partners, postbacks, users } from '../../db/schema.ts';
import { countries as countryList } from '../../platform/countries.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, paginate } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, later } from '../../platform/time.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { appealOfferDispute, disputeAbout, openOfferDispute, paidByDispute } from './offer-disputes.ts';
import { termsNow, termsOf } from './terms.ts';
import { disputeWindow, mineOf, type OfferRow, offerState, type Reported, stepState } from './timeline.ts';

/** An offer, and the caller's click on it if there is one. */
interface Found {
  readonly offer: OfferRow;
  readonly partner: typeof partners.$inferSelect;
  readonly click: typeof clicks.$inferSelect | null;
}

/**
 * Returns the payout figures. They are shown only above a number of credits: fewer would say more about chance than about the
 * partner.
 */
export function figuresOf(row: {
  credited: number;
  reversed: number;
  medianSeconds: number | null;
  p90Seconds: number | null;
}): OfferCard['figures'] {
  const { credited, reversed, medianSeconds, p90Seconds } = row;
  if (credited < MEASURED_FROM || medianSeconds === null || p90Seconds === null) return null;
  return { credited, reversed, median_seconds: medianSeconds, p90_seconds: p90Seconds };
}

function cardOf(given: Found, state: OfferCard['state']): OfferCard {
  const { offer, partner } = given;
  const { points, milestones, requirements } = termsOf(given);
  return {
    id: offer.id,
    name: offer.name,
    slug: offer.slug,
    kind: offerKinds.find((kind) => kind === offer.kind) ?? 'game',
    summary: offer.summary,
    partner: { id: partner.id, name: partner.name, demo: partner.demo },
    points: milestones.reduce((sum, milestone) => sum + milestone.points, points),
    devices: requirements.devices,
    spend_cents: requirements.spend_cents,
    state,
    figures: figuresOf(offer),
  };
}

/** The reason is written as text, because each has a partial index that PostgreSQL wouldn't use with a parameter. */
const ending = (reason: 'confirm' | 'reversal') =>
  sql<boolean>`(SELECT true FROM ledger AS ending WHERE ending.refers_to = ${ledger.id} AND ending.reason = ${sql.raw(`'${reason}'`)} LIMIT 1) IS NOT NULL`;

/** Returns the reports about these clicks, oldest first. */
async function reportsOf(db: Executor, clickIds: readonly string[]): Promise<Reported[]> {
  if (clickIds.length === 0) return [];
  const rows = await db
    .select({
      report: postbacks,
      points: ledger.points,
      releasesAt: ledger.releasesAt,
      confirmed: ending('confirm'),
      reversed: ending('reversal'),
    })
    .from(postbacks)
    .leftJoin(ledger, eq(ledger.id, postbacks.ledgerId))
    .where(inArray(postbacks.clickId, [...clickIds]))
    .orderBy(asc(postbacks.id));
  // A milestone without points has no ledger entry that a reversal could refer to.
  const taken = new Set(
    rows.flatMap(({ report }) =>
      report.outcome === 'empty' ? [`${report.partner} ${report.reference}`] : [],
    ),
  );
  return rows.map((row) => ({
    ...row,
    reversed: row.reversed || taken.has(`${row.report.partner} ${row.report.transaction}`),
  }));
}

/**
 * Lists offers, the best paid first. `started` lists those that the user has opened, the latest first, even if they aren't
 * offered any more.
 */
export async function listOffers(
  db: Database,
  userId: number,
  given: Page & { show: (typeof OFFER_VIEWS)[number] },
  now: Date,
): Promise<Paginator<OfferCard>> {
  const started = given.show === 'started';
  const total = sql`${offers.points} + (SELECT coalesce(sum(${numberOf(sql`m.value -> 'points'`)}), 0) FROM ${elementsOf(offers.milestones)} AS m)`;
  const order: SQL[] = started ? [desc(clicks.openedAt)] : [sql`${total} DESC`];
  const wanted = started
    ? sql`${clicks.id} IS NOT NULL`
    : and(eq(offers.active, true), eq(partners.active, true));
  const rows = await db.drizzle
    .select({
      offer: offers,
      partner: partners,
      click: clicks,
      put: sql<boolean>`EXISTS (SELECT 1 FROM disputes d JOIN ledger l ON l.key = 'dispute:' || d.id WHERE d.user_id = ${userId}
        AND d.subject = 'offer' AND d.subject_id = ${offers.id} AND d.milestone IS NULL
        AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.refers_to = l.id AND r.reason = 'reversal'))`,
      total: sql<number>`count(*) OVER ()::integer`,
    })
    .from(offers)
    .innerJoin(partners, eq(partners.id, offers.partner))
    .leftJoin(clicks, and(eq(clicks.offerId, offers.id), eq(clicks.userId, userId)))
    .where(wanted)
    .orderBy(...order, asc(offers.id))
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  const reports = await reportsOf(
    db.drizzle,
    rows.flatMap(({ click }) => (click ? [click.id] : [])),
  );
  const cards = mapRows(rows, ({ put, ...found }) => {
    const { click } = found;
    const own = reports.filter(({ report }) => report.clickId === click?.id);
    return cardOf(found, put ? 'credited' : offerState(click, own, now));
  });
  // A page past the end has no row with the total.
  const all = rows[0]?.total ?? (given.page === 1 ? 0 : await countOf(db, userId, started));
  return paginate(cards, all, given);
}

function countOf(db: Database, userId: number, started: boolean): Promise<number> {
  return started
    ? db.drizzle.$count(clicks, eq(clicks.userId, userId))
    : db.drizzle.$count(
        offers,
        and(
          eq(offers.active, true),
          sql`(SELECT p.active FROM partners AS p WHERE p.id = ${sql.raw('offers.partner')})`,
        ),
      );
}

const nameOfCountry = (code: string) => countryList.find((country) => country.code === code)?.name ?? code;

/**
 * Returns whether a user may open the offer now, and if not, why. One that they have started stays open to them until its deadline,
 * unless an operator turned its partner off.
 */
function openTo(
  { offer, partner, click, country }: Found & { country: string | null },
  now: Date,
): Offer['open'] {
  const no = (why: string, needs: Offer['open']['needs'] = null) => ({ allowed: false, why, needs });
  const yes = { allowed: true, why: '', needs: null };
  if (partner.disabledAt || (!click && !(offer.active && partner.active)))
    return no('This offer is no longer available.');
  if (click) return now > click.deadlineAt ? no('Your time for this offer has run out.') : yes;
  // An unknown country counts as one where the offer isn't available, because the partner would reject what is played there.
  if (offer.countries && country === null)
    return no(
      'This offer isn’t available everywhere. Choose your country in your settings to see if you can start it.',
      'country',
    );
  if (offer.countries && country !== null && !offer.countries.includes(country))
    return no(`This offer isn’t available in ${nameOfCountry(country)}, your account’s country.`);
  return yes;
}

/** Returns an offer as the player sees it. Errors: not_found, also for a delisted offer that the player never opened. */
export async function getOffer(db: Executor, id: number, userId: number, now: Date): Promise<Offer> {
  const [row] = await db
    .select({ offer: offers, partner: partners, click: clicks, country: users.country })
    .from(offers)
    .innerJoin(partners, eq(partners.id, offers.partner))
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(clicks, and(eq(clicks.offerId, offers.id), eq(clicks.userId, userId)))
    .where(and(eq(offers.id, id), or(eq(offers.active, true), sql`${clicks.id} IS NOT NULL`)));
  if (!row) throw new DomainError('not_found');
  const { offer, partner, click } = row;
  const { goal, points, milestones, requirements, holds } = termsOf(row);
  const reports = await reportsOf(db, click ? [click.id] : []);
  const dispute = click && (await disputeAbout(db, userId, id));
  const put = dispute && (await paidByDispute(db, userId, id, dispute.milestone)) !== null ? dispute : null;
  const stateOf = (step: string | null) =>
    put && put.milestone === step ? 'confirmed' : stepState(reports, step);
  return {
    ...cardOf(row, put?.milestone === null ? 'credited' : offerState(click, reports, now)),
    description: offer.description,
    goal: { name: goal, points, state: stateOf(null) },
    milestones: milestones.map((milestone) => ({
      ...milestone,
      state: stateOf(milestone.code),
    })),
    requirements,
    holds,
    open: openTo(row, now),
    mine: click && mineOf({ click, offer, partner, reports, dispute, put, now }),
  };
}

/**
 * Opens an offer by making the click that the partner reports with. Opening it again returns the same click, with its first terms
 * and deadline. Errors: not_found, offer_closed.
 */
export async function openOffer(db: Database, id: number, userId: number, now: Date): Promise<Offer> {
  return db.drizzle.transaction(async (tx) => {
    const before = await getOffer(tx, id, userId, now);
    if (!before.open.allowed) throw new DomainError('offer_closed', { message: before.open.why });
    if (before.mine) return before;
    await rejectSuspended(tx, userId);
    const [found] = await tx
      .select({ offer: offers, partner: partners })
      .from(offers)
      .innerJoin(partners, eq(partners.id, offers.partner))
      .where(eq(offers.id, id));
    if (!found) throw new DomainError('not_found');
    const { offer, partner } = found;
    const opened = await tx
      .insert(clicks)
      .values({
        id: randomBytes(16).toString('hex'),
        userId,
        offerId: id,
        partner: offer.partner,
        points: offer.points,
        milestones: offer.milestones,
        terms: termsNow(offer, partner),
        deadlineAt: later(now, offer.deadlineDays * DAY),
        openedAt: now,
      })
      // If another tab was faster, its click counts.
      .onConflictDoNothing({ target: [clicks.userId, clicks.offerId] })
      .returning({ id: clicks.id });
    if (opened.length > 0) announce(tx, { kind: 'offer', userId, offerId: id });
    return getOffer(tx, id, userId, now);
  });
}

async function clickAndReports(tx: Transaction, id: number, userId: number) {
  const [click] = await tx
    .select()
    .from(clicks)
    .where(and(eq(clicks.offerId, id), eq(clicks.userId, userId)));
  if (!click) throw new DomainError('not_found');
  return { click, reports: await reportsOf(tx, [click.id]) };
}

/** Opens a dispute. Errors: not_found, dispute_closed (credited, too early, too late, or disputed before). */
export async function disputeOffer(
  db: Database,
  given: { id: number; userId: number; proof: string; milestone: string | null; now: Date },
): Promise<Offer> {
  const { id, userId, proof, milestone, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const { click, reports } = await clickAndReports(tx, id, userId);
    if ((await disputeAbout(tx, userId, id)) === null) {
      const window = disputeWindow(click, reports, milestone, now);
      const closed = (message: string) => new DomainError('dispute_closed', { message });
      if (!window) throw closed('You can’t report a problem with this step of the offer now.');
      if (now < window.from) throw closed('You can report a problem a day after you start the offer.');
    }
    await openOfferDispute(tx, { userId, offerId: id, proof, milestone, now });
    return getOffer(tx, id, userId, now);
  });
}

/** Appeals a dispute. Errors: not_found, dispute_closed. */
export async function appealOffer(
  db: Database,
  given: { id: number; userId: number; appeal: string; now: Date },
): Promise<Offer> {
  const { id, userId, appeal, now } = given;
  return db.drizzle.transaction(async (tx) => {
    await appealOfferDispute(tx, { userId, offerId: id, appeal, now });
    return getOffer(tx, id, userId, now);
  });
}
