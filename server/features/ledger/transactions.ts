/** The ledger as players read it. */
import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { transactionSchema } from '../../../src/lib/contract/dashboard.ts';
import { EXPORTED_AT_ONCE, type TRANSACTION_TYPES } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { ledger } from '../../db/schema.ts';
import { type Page, type Paginator, paginate } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';

type Transaction = v.InferOutput<typeof transactionSchema>;

/**
 * A player sees one line for each thing that happened: confirmations and captures change the status of the entry they refer to and
 * have no line of their own. Everything else has one, reversals and debts too.
 */
const ownLine = sql`(${ledger.reason} not in ('confirm') and not (${ledger.reason} = 'capture' and ${ledger.refersTo} is not null))`;

/**
 * Whether an entry with one of these reasons refers to this one. Columns and reasons are written out: both sides are the ledger, and
 * each reason has a partial index that a parameter wouldn't use. Not EXISTS, which PostgreSQL may answer by hashing all such entries.
 */
const endedBy = (reasons: ('capture' | 'return' | 'refund' | 'confirm' | 'reversal')[]) => {
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
 * Each in parentheses: an `or` beside the condition on the user would show everybody's entries. A case's prize counts beside its stake,
 * as in the levels: among earnings it would make a player who loses by cases look as if they earned.
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

/** The entries that match, oldest first. */
export async function transactionsOf(db: Executor, wanted: SQL): Promise<Transaction[]> {
  const rows = await selectEntries(db).where(and(wanted, ownLine)).orderBy(asc(ledger.id));
  return mapRows(rows, transactionOf);
}

/** One part of a user's whole ledger, newest first: the lines before the entry `before`. */
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

/** A user's ledger, paged. Points earned are positive, points spent negative. */
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
