/** Partners, their offers, clicks, reports, and the comparison of reports with a partner's own list. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { HoldStep, OfferMilestone, OfferTerms } from '../../../src/lib/contract/offers/offer-files.ts';
import { RECONCILED_AS, REPORT_REJECTIONS } from '../../../src/lib/contract/operator-limits.ts';
import { userId } from './account.ts';
import { operators } from './admin.ts';
import { bytes, identity, time } from './columns.ts';
import { ledger } from './ledger.ts';

/** Figures of recent months. A job updates them from time to time (features/offers/payouts.ts). */
const measured = {
  /** The number of credited goals, and how many of them were reversed. */
  credited: integer('credited').notNull().default(0),
  reversed: integer('reversed').notNull().default(0),
  /** From the click to the credit, in seconds; null before the first credit. */
  medianSeconds: integer('median_seconds'),
  p90Seconds: integer('p90_seconds'),
};

export const partners = pgTable('partners', {
  /** As in /postback/{partner}. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The URL of an offer, with {offer} and {click} in it. */
  url: text('url').notNull(),
  /** How long points stay pending, by their amount. */
  holds: jsonb('holds').$type<HoldStep[]>().notNull(),
  /** An invented partner for trying things out; the screen says so. Never in a production database. */
  demo: boolean('demo').notNull().default(false),
  ...measured,
  /** Whether its offers are shown: it is in the catalogue's files and not turned off. */
  active: boolean('active').notNull().default(true),
  /** Whether it is in the files. */
  listed: boolean('listed').notNull().default(true),
  /** When an operator turned it off, so that its reports are rejected; null if it is on. */
  disabledAt: time('disabled_at'),
});

/**
 * The secrets that a partner signs with. There are two places, so the old secret stays valid next to a new one, but never a
 * third.
 */
export const partnerSecrets = pgTable(
  'partner_secrets',
  {
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    place: integer('place').notNull(),
    /** From 1, raised with each new secret. The higher of the two is newer. */
    number: integer('number').notNull(),
    /** Encrypted (platform/encryption.ts). */
    secret: text('secret').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partner, table.place] }),
    check('partner_secrets_two', sql`${table.place} = ${table.number} % 2`),
  ],
);

export const offers = pgTable(
  'offers',
  {
    id: integer('id').primaryKey(),
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    /** For finishing the offer, in addition to its milestones. */
    points: integer('points').notNull(),
    goal: text('goal').notNull(),
    milestones: jsonb('milestones').$type<OfferMilestone[]>().notNull(),
    newUsersOnly: boolean('new_users_only').notNull(),
    /** What players must pay at the partner, in US cents; 0 for nothing. */
    spendCents: integer('spend_cents').notNull(),
    deadlineDays: integer('deadline_days').notNull(),
    devices: jsonb('devices').$type<string[]>().notNull(),
    /** ISO 3166 codes; null means everywhere. */
    countries: jsonb('countries').$type<string[]>(),
    ...measured,
    active: boolean('active').notNull().default(true),
  },
  (table) => [index('offers_partner').on(table.partner), check('offers_points', sql`${table.points} > 0`)],
);

/** A user's click on an offer. Opening the offer again uses the same click. */
export const clicks = pgTable(
  'clicks',
  {
    /** 128 random bits in hex. The partner sends it back. */
    id: text('id').primaryKey(),
    userId: userId(),
    offerId: integer('offer_id')
      .notNull()
      .references(() => offers.id),
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    /** What was promised and asked when it was opened. Later changes of the offer don't apply to it (features/offers/terms.ts). */
    points: integer('points').notNull(),
    milestones: jsonb('milestones').$type<OfferMilestone[]>().notNull(),
    /** Null only if the release before this column opened it while it was being replaced; today's terms count then. */
    terms: jsonb('terms').$type<OfferTerms>(),
    deadlineAt: time('deadline_at').notNull(),
    openedAt: time('opened_at').notNull(),
  },
  (table) => [unique('clicks_once').on(table.userId, table.offerId)],
);

export const postbackKinds = ['credit', 'milestone', 'reversal'] as const;

export const postbackOutcomes = [
  'credited',
  'noted',
  'late',
  'repeated',
  'reversed',
  'waiting',
  'empty',
] as const;

/** Every genuine report of a partner, as it came (postback-report.ts shortens very long ones), with its outcome, in one transaction. */
export const postbacks = pgTable(
  'postbacks',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    transaction: text('transaction').notNull(),
    kind: text('kind', { enum: [...postbackKinds] }).notNull(),
    /** Null for a reversal whose original hasn't arrived yet. */
    clickId: text('click_id').references(() => clicks.id),
    milestone: text('milestone'),
    /** For a reversal: the transaction that it reverses. */
    reference: text('reference'),
    reason: text('reason'),
    /** The query or the body, exactly as it was signed. */
    raw: text('raw').notNull(),
    /** When it happened, as the partner says. */
    happenedAt: time('happened_at').notNull(),
    receivedAt: time('received_at').notNull(),
    /**
     * credited: paid, by itself or earlier by an accepted dispute. noted: a milestone without points. late: it happened after the
     * deadline. repeated: paid or reversed under another transaction; a goal is credited if that one is reversed. reversed: it took
     * back what had been paid. waiting: a reversal before its original. empty: a reversal of something that paid nothing.
     */
    outcome: text('outcome', { enum: [...postbackOutcomes] }).notNull(),
    /** The entry that paid it, or the entry of the dispute that did. */
    ledgerId: bigint('ledger_id', { mode: 'number' }).references(() => ledger.id),
  },
  (table) => [
    unique('postbacks_once').on(table.partner, table.transaction, table.kind),
    index('postbacks_click').on(table.clickId, table.id),
    index('postbacks_reference').on(table.partner, table.reference).where(sql`reference is not null`),
    uniqueIndex('postbacks_ledger').on(table.ledgerId).where(sql`ledger_id is not null`),
    check('postbacks_reference', sql`(${table.kind} = 'reversal') = (${table.reference} is not null)`),
    check('postbacks_milestone', sql`(${table.kind} = 'milestone') = (${table.milestone} is not null)`),
    check('postbacks_paid', sql`(${table.outcome} = 'credited') = (${table.ledgerId} is not null)`),
    check('postbacks_of_a_click', sql`${table.kind} = 'reversal' or ${table.clickId} is not null`),
  ],
);

/** Reports with a valid signature that couldn't be used, until the partner's report of the same transaction is accepted. */
export const rejectedReports = pgTable(
  'rejected_reports',
  {
    id: identity(),
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    /** SHA-256 of the report as it came. */
    digest: bytes('digest').notNull(),
    reason: text('reason', { enum: REPORT_REJECTIONS }).notNull(),
    /** The answer that the partner got. */
    detail: text('detail').notNull(),
    /** As the partner wrote them. Null for a report that can't be read. */
    kind: text('kind', { enum: [...postbackKinds] }),
    transaction: text('transaction'),
    click: text('click'),
    milestone: text('milestone'),
    raw: text('raw').notNull(),
    /** How often it was sent. */
    tries: integer('tries').notNull().default(1),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    unique('rejected_reports_once').on(table.partner, table.digest),
    index('rejected_reports_transaction').on(table.partner, table.transaction),
    index('rejected_reports_click').on(table.click).where(sql`click is not null`),
    index('rejected_reports_last').on(table.lastAt),
  ],
);

/** A partner's list of a day, compared with our records. The result is stored as it was found. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: identity(),
    partner: text('partner')
      .notNull()
      .references(() => partners.id),
    day: date('day', { mode: 'string' }).notNull(),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id),
    madeAt: time('made_at').notNull(),
    matched: integer('matched').notNull(),
    missingHere: integer('missing_here').notNull(),
    missingThere: integer('missing_there').notNull(),
    different: integer('different').notNull(),
    pointsHere: bigint('points_here', { mode: 'number' }).notNull(),
    pointsThere: bigint('points_there', { mode: 'number' }).notNull(),
  },
  (table) => [index('reconciliations_partner').on(table.partner, table.id)],
);

export const reconciliationLines = pgTable(
  'reconciliation_lines',
  {
    reconciliationId: integer('reconciliation_id')
      .notNull()
      .references(() => reconciliations.id),
    /** From 1, differences first. */
    number: integer('number').notNull(),
    as: text('as', { enum: RECONCILED_AS }).notNull(),
    transaction: text('transaction').notNull(),
    kind: text('kind', { enum: [...postbackKinds] }).notNull(),
    pointsHere: integer('points_here'),
    pointsThere: integer('points_there'),
  },
  (table) => [primaryKey({ columns: [table.reconciliationId, table.number] })],
);
