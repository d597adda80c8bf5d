/** The ledger as players read it. */
import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { EXPORTED_AT_ONCE, type TRANSACTION_TYPES } from '../../../src/lib/contract/limits.ts';
import type { transactionSchema } from '../../../src/lib/contract/progress/dashboard.ts';
import type { Database, Executor } from '../../db/database.ts';
import { ledger } from '../../db/schema.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';

type Transaction = v.InferOutput<typeof transactionSchema>;

/**
 * A player sees one line per event. Confirmations and captures only change the status of the entry they refer to, so they have no
 * line. All other entries have one, including reversals and debts.
 */
const ownLine = sql`(${ledger.reason} not in ('confirm') and not (${ledger.reason} = 'capture' and ${ledger.refersTo} is not null))`;

/**
 * Matches entries that an entry with one of these reasons refers to. Columns are written as text because both sides are the
 * ledger. Reasons are too, because each has a partial index that PostgreSQL wouldn't use with a parameter. It isn't EXISTS,
 * because PostgreSQL may hash all such entries to answer that.
 */
export const endedBy = (reasons: ('capture' | 'return' | 'refund' | 'confirm' | 'reversal')[]) => {
  const one = (reason: string) =>
    `(SELECT true FROM ledger AS later WHERE later.refers_to = ledger.id AND later.reason = '${reason}' LIMIT 1) IS NOT NULL`;
  return sql.raw(`(${reasons.map(one).join(' OR ')})`);
};

const state = sql<Transaction['state']>`CASE
  WHEN ${ledger.reason} = 'reversal' THEN 'reversed'
  WHEN ${ledger.reason} = 'credit' AND ${endedBy(['reversal'])} THEN 'reversed'
  WHEN ${ledger.reason} = 'credit' AND ${ledger.to} = 'pending' AND NOT ${endedBy(['confirm'])} THEN 'pending'
  WHEN ${ledger.reason} in ('hold', 'capture') AND ${endedBy(['return', 'refund'])} THEN 'returned'
  WHEN ${ledger.reason} = 'capture' THEN 'redeemed'
  WHEN ${ledger.reason} = 'hold' AND ${endedBy(['capture'])} THEN 'redeemed'
  WHEN ${ledger.reason} = 'hold' THEN 'reserved'
  WHEN ${ledger.reason} in ('return', 'refund') THEN 'returned'
  ELSE 'confirmed' END`;

/**
 * Each condition with an `or` is in parentheses: without them, joining it to the condition on the user would show everyone's
 * entries. The prize of a case is listed with its stake, as it is for levels. Among earnings, it would make a player who loses at
 * cases look as if they earned points.
 */
const types: Record<(typeof TRANSACTION_TYPES)[number], SQL> = {
  all: ownLine,
  earned: sql`${ledger.reason} in ('credit', 'adjustment') and ${ledger.to} in ('available', 'pending')`,
  spent: sql`(${ledger.reason} in ('hold', 'return', 'refund', 'stake', 'prize') or (${ledger.reason} = 'capture' and ${ledger.refersTo} is null))`,
  pending: sql`${ledger.reason} = 'credit' and ${ledger.to} = 'pending' and not ${endedBy(['confirm', 'reversal'])}`,
  reversed: sql`(${ledger.reason} in ('reversal', 'overdraft') or (${ledger.reason} = 'credit' and ${endedBy(['reversal'])}))`,
};

const fallbackDetail: Partial<Record<Transaction['state'], string>> = {
  redeemed: 'delivered',
  reserved: 'on hold until it’s delivered',
  returned: 'points returned',
};

const selectEntries = (db: Executor) => db.select({ entry: ledger, state }).from(ledger);

function transactionOf({
  entry,
  state,
}: {
  entry: typeof ledger.$inferSelect;
  state: Transaction['state'];
}): Transaction {
  const gains = entry.to === 'available' || entry.to === 'pending';
  return {
    id: entry.id,
    title: entry.title,
    detail:
      entry.detail || (entry.orderId ? `order ${entry.orderId}, ${fallbackDetail[state] ?? state}` : ''),
    points: gains ? entry.points : -entry.points,
    state,
    releases_at: state === 'pending' ? (entry.releasesAt?.toISOString() ?? null) : null,
    order_id: entry.orderId,
    created_at: entry.createdAt.toISOString(),
  };
}

/** Returns the entries that match, oldest first. */
export async function transactionsOf(db: Executor, wanted: SQL): Promise<Transaction[]> {
  const rows = await selectEntries(db).where(and(wanted, ownLine)).orderBy(asc(ledger.id));
  return mapRows(rows, transactionOf);
}

/** Returns one part of a user's whole ledger, newest first: the lines before the entry `before`. */
export async function exportTransactions(
  db: Database,
  userId: number,
  before: number | null,
): Promise<{ entries: Transaction[]; before: number | null }> {
  const rows = await selectEntries(db.drizzle)
    .where(and(eq(ledger.userId, userId), ownLine, before === null ? undefined : lt(ledger.id, before)))
    .orderBy(desc(ledger.id))
    .limit(EXPORTED_AT_ONCE);
  const last = rows.at(-1);
  return {
    entries: mapRows(rows, transactionOf),
    before: rows.length < EXPORTED_AT_ONCE ? null : (last?.entry.id ?? null),
  };
}

/** Lists a user's ledger by page. Points earned are positive, points spent negative. */
export async function listTransactions(
  db: Database,
  userId: number,
  given: Page & { type: (typeof TRANSACTION_TYPES)[number]; order: 'newest' | 'oldest' },
): Promise<Paginator<Transaction>> {
  const wanted = and(eq(ledger.userId, userId), types[given.type]);
  const total = db.drizzle.$count(ledger, wanted);
  const rows = selectEntries(db.drizzle)
    .where(wanted)
    .orderBy(given.order === 'newest' ? desc(ledger.id) : asc(ledger.id));
  return pageOf(rows, total, given, transactionOf);
}
