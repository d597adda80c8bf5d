/** Comparisons of a day's reports with a partner's own list. */
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { RECONCILED_AS } from '../../../src/lib/contract/limits.ts';
import { identity, time } from './columns.ts';
import { operators } from './operators.ts';
import { partners, postbackKinds } from './partners.ts';

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
