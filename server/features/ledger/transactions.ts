/** The ledger as its owner reads it. */
import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../src/lib/contract/dashboard.ts';
import { EXPORTED_AT_ONCE, type TRANSACTION_TYPES } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { ledger } from '../../db/schema.ts';
import { type Page, type Paginator, paginate } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';

/**
 * Confirmations and captures change the state of the entry that they refer to and aren't lines of their own: a reader sees one
 * line per thing that happened. Everything else is shown, reversals and debts too.
 */
const ownLine = sql`(${ledger.reason} not in ('confirm') and not (${ledger.reason} = 'capture' and ${ledger.refersTo} is not null))`;

/**
 * Whether an entry for one of these reasons refers to this one. Columns are written out, since both sides are the ledger, and so is each
 * reason by itself: there is an index for each, and a reason that is handed over as a value finds none of them. Not EXISTS, which
 * may be answered by hashing every such entry there is.
 */
const ending = (reasons: ('capture' | 'return' | 'refund' | 'confirm' | 'reversal')[]) => {
  const one = (reason: string) =>
    `(SELECT true FROM ledger AS ending WHERE ending.refers_to = ledger.id AND ending.reason = '${reason}' LIMIT 1) IS NOT NULL`;
  return sql.raw(`(${reasons.map(one).join(' OR ')})`);
};

const state = sql<NonNullable<Transaction['state']>>`CASE
  WHEN ${ledger.reason} = 'reversal' THEN 'reversed'
  WHEN ${ledger.reason} = 'credit' AND ${ending(['reversal'])} THEN 'reversed'
  WHEN ${ledger.reason} = 'credit' AND ${ledger.to} = 'pending' AND NOT ${ending(['confirm'])} THEN 'pending'
  WHEN ${ledger.reason} in ('hold', 'capture') AND ${ending(['return', 'refund'])} THEN 'returned'
  WHEN ${ledger.reason} = 'capture' THEN 'redeemed'
  WHEN ${ledger.reason} = 'hold' AND ${ending(['capture'])} THEN 'redeemed'
  WHEN ${ledger.reason} = 'hold' THEN 'reserved'
  WHEN ${ledger.reason} in ('return', 'refund') THEN 'returned'
  ELSE 'confirmed' END`;

/**
 * In parentheses, each whole: an `or` that stood beside the condition on the user would show everybody's entries. A case's prize stands
 * beside what was staked for it, as in the levels: among what was earned, somebody who loses by cases would seem to earn by them.
 */
const types: Record<(typeof TRANSACTION_TYPES)[number], SQL> = {
  all: ownLine,
  earned: sql`${ledger.reason} in ('credit', 'adjustment') and ${ledger.to} in ('available', 'pending')`,
  spent: sql`(${ledger.reason} in ('hold', 'return', 'refund', 'stake', 'prize') or (${ledger.reason} = 'capture' and ${ledger.refersTo} is null))`,
  pending: sql`${ledger.reason} = 'credit' and ${ledger.to} = 'pending' and not ${ending(['confirm', 'reversal'])}`,
  reversed: sql`(${ledger.reason} in ('reversal', 'overdraft') or (${ledger.reason} = 'credit' and ${ending(['reversal'])}))`,
};

const fallbackDetail: Partial<Record<NonNullable<Transaction['state']>, string>> = {
  redeemed: 'delivered',
  reserved: 'held until it is delivered',
  returned: 'the points went back',
};

const selectEntries = (db: Executor) => db.select({ entry: ledger, state }).from(ledger);

function transactionOf({
  entry,
  state,
}: {
  entry: typeof ledger.$inferSelect;
  state: NonNullable<Transaction['state']>;
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

/** Some entries as lines, the oldest first. */
export async function transactionsOf(db: Executor, wanted: SQL): Promise<Transaction[]> {
  const rows = await selectEntries(db).where(and(wanted, ownLine)).orderBy(asc(ledger.id));
  return mapRows(rows, transactionOf);
}

/** The user's whole ledger, newest first: so many lines at a time, those before the entry `before`. */
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

/** The user's ledger, paged. Points are signed as the owner feels them: earned above zero, spent below. */
export async function listTransactions(
  db: Database,
  userId: number,
  given: Page & { type: (typeof TRANSACTION_TYPES)[number]; order: 'newest' | 'oldest' },
): Promise<Paginator<Transaction>> {
  const wanted = and(eq(ledger.userId, userId), types[given.type]);
  const total = await db.drizzle.$count(ledger, wanted);
  const rows = await selectEntries(db.drizzle)
    .where(wanted)
    .orderBy(given.order === 'newest' ? desc(ledger.id) : asc(ledger.id))
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  const data = mapRows(rows, transactionOf);
  return paginate(data, total, given, '/api/user/dashboard/transactions', {
    type: given.type,
    order: given.order,
  });
}
