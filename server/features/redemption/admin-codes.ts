/** The code stock: how operators list and fill it. */
import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type {
  CodeStock,
  CodesFound,
  CodesImported,
  CodesRemoved,
} from '../../../src/lib/contract/redemption/operator-orders.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { amounts, codeRegister, codes, orders, rewards } from '../../db/schema.ts';
import { readCsv } from '../../platform/csv.ts';
import type { Vault } from '../../platform/encryption.ts';
import { canBeId } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { givenReason } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { addCodes, codeDigest, type NewCode, removeCodes as removeFromStock } from './code-stock.ts';
import { deliverReleased, isInGoodStanding } from './order-reviews.ts';

/** Lists the amounts that are delivered as codes, with the lowest stock first. */
export async function listCodeStock(
  db: Database,
  given: Page & { search: string },
  now: Date,
): Promise<Paginator<CodeStock>> {
  const pattern = contains(given.search);
  const wanted = and(
    eq(amounts.isCode, true),
    given.search ? or(ilike(rewards.name, pattern), ilike(amounts.label, pattern)) : undefined,
  );
  const since = sql`${earlier(now, 30 * DAY).toISOString()}::timestamptz`;
  const of = sql.raw('amounts.id');
  const inStock = sql<number>`(SELECT count(*)::integer FROM codes c WHERE c.amount_id = ${of})`;
  const rows = db.drizzle
    .select({
      amount_id: amounts.id,
      reward: { id: rewards.id, name: rewards.name },
      amount: amounts.label,
      points: amounts.points,
      in_stock: inStock,
      sold_30_days: sql<number>`(SELECT count(*)::integer FROM orders o WHERE o.amount_id = ${of} AND o.code_id IS NOT NULL AND o.delivered_at > ${since})`,
      waiting: sql<number>`(SELECT count(*)::integer FROM orders WHERE orders.amount_id = ${of} AND orders.state = 'pending' AND ${isInGoodStanding})`,
      next_expiry: sql<
        string | null
      >`(SELECT min(r.expires_on)::text FROM code_register r JOIN codes c ON c.amount_id = r.amount_id AND c.id = r.code_id WHERE r.amount_id = ${of})`,
      active: amounts.active,
    })
    .from(amounts)
    .innerJoin(rewards, eq(rewards.id, amounts.rewardId))
    .where(wanted)
    .orderBy(sql`${amounts.active} DESC`, inStock, asc(amounts.id));
  const [count] = await db.drizzle
    .select({ all: sql<number>`count(*)::integer` })
    .from(amounts)
    .innerJoin(rewards, eq(rewards.id, amounts.rewardId))
    .where(wanted);
  return pageOf(rows, count?.all ?? 0, given, (row) => row);
}

const COLUMNS = ['code', 'amount_id', 'expires_on'];

interface Line extends NewCode {
  readonly line: number;
}

const refusedLines = (ragged: readonly number[]) =>
  ragged.map((line) => ({ line, why: 'has a different number of cells than the header' }));

/** Groups the lines by amount. Lines without an amount are refused. */
function byAmount(csv: string, amountId: number | null) {
  const needed = amountId === null ? ['code', 'amount_id'] : ['code'];
  const { rows, ragged } = readCsv(csv, { needed, known: COLUMNS });
  const refused = refusedLines(ragged);
  const found = new Map<number, Line[]>();
  for (const { line, values } of rows) {
    const { code = '', amount_id = '', expires_on = '' } = values;
    const of = amount_id === '' ? amountId : /^\d{1,10}$/.test(amount_id) ? Number(amount_id) : null;
    if (of === null || !canBeId(of)) refused.push({ line, why: 'has no amount number' });
    else {
      const one = { line, code, ...(expires_on && { expiresOn: expires_on }) };
      found.set(of, [...(found.get(of) ?? []), one]);
    }
  }
  return { found, refused };
}

/** Returns the names of those amounts that are delivered as codes, by id. */
async function codeAmounts(tx: Transaction, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await tx
    .select({ id: amounts.id, label: amounts.label, reward: rewards.name })
    .from(amounts)
    .innerJoin(rewards, eq(rewards.id, amounts.rewardId))
    .where(and(inArray(amounts.id, [...ids]), eq(amounts.isCode, true)));
  return new Map(rows.map(({ id, label, reward }) => [id, `${reward}, ${label}`]));
}

/**
 * Imports a CSV file into the stock. Valid codes are added, in one transaction; the others are returned with their line and the
 * reason. Orders that were waiting for one of these codes are delivered, and the result lists them so that the caller can notify
 * browsers. Errors: invalid, with the field `csv`.
 */
export async function importCodes(
  db: Database,
  vault: Vault,
  given: { operatorId: number; csv: string; amountId: number | null; now: Date },
): Promise<CodesImported> {
  const { operatorId, csv, amountId, now } = given;
  const read = byAmount(csv, amountId);
  const { found } = read;
  const { came: result, refused } = await db.drizzle.transaction(async (tx) => {
    const refused = [...read.refused];
    const names = await codeAmounts(tx, [...found.keys()]);
    const came: CodesImported['amounts'] = [];
    // Everything that adds codes goes through amounts in the order of their ids, so two uploads can't deadlock.
    for (const [id, lines] of [...found].toSorted(([a], [b]) => a - b)) {
      const name = names.get(id);
      if (name === undefined) {
        for (const { line } of lines)
          refused.push({ line, why: `amount ${id} doesn’t exist or isn’t delivered as a code` });
        continue;
      }
      const done = await addCodes(tx, vault, { amountId: id, codes: lines, now });
      for (const { line, why, sameAs } of done.refused)
        refused.push({
          line: lines[line - 1]?.line ?? 0,
          why: sameAs === undefined ? why : `the same as line ${lines[sameAs - 1]?.line ?? 0}`,
        });
      if (done.added === 0) continue;
      came.push({ amount_id: id, name, added: done.added });
      await recordAuditEvent(tx, {
        operatorId,
        act: 'amount.import_codes',
        subjectId: id,
        after: { added: done.added, refused: done.refused.length },
        now,
      });
    }
    return { came, refused };
  });
  const delivered = result.length > 0 ? await deliverReleased(db, now) : [];
  return {
    added: result.reduce((sum, { added }) => sum + added, 0),
    amounts: result,
    refused: refused.toSorted((a, b) => a.line - b.line),
    delivered,
  };
}

const NOT_IN_STOCK = 'not in stock: it was never added, has left the stock, or is on a line before';

/**
 * Removes the codes of a CSV file from the stock, in one transaction. Lines that can't be read, and those with codes that aren't in
 * stock or were on a line before, are returned. Errors: invalid, with the field `csv` or `reason`.
 */
export async function removeCodes(
  db: Database,
  vault: Vault,
  given: { operatorId: number; csv: string; reason: string; now: Date },
): Promise<CodesRemoved> {
  const { operatorId, csv, now } = given;
  const reason = givenReason(given.reason);
  const { rows, ragged } = readCsv(csv, { needed: ['code'], known: COLUMNS });
  return db.drizzle.transaction(async (tx) => {
    const removed = await removeFromStock(
      tx,
      vault,
      rows.map(({ values }) => values.code ?? ''),
    );
    const names = await codeAmounts(tx, [...removed.keys()]);
    for (const [subjectId, lines] of removed)
      await recordAuditEvent(tx, {
        operatorId,
        act: 'amount.remove_codes',
        subjectId,
        reason,
        after: { removed: lines.length },
        now,
      });
    const done = new Set([...removed.values()].flat());
    return {
      removed: done.size,
      amounts: [...removed].map(([id, lines]) => ({
        amount_id: id,
        name: names.get(id) ?? '',
        removed: lines.length,
      })),
      refused: [
        ...refusedLines(ragged),
        ...rows.flatMap(({ line }, at) => (done.has(at) ? [] : [{ line, why: NOT_IN_STOCK }])),
      ].toSorted((a, b) => a.line - b.line),
    };
  });
}

/** Says for each line of a CSV file where its code is. Errors: invalid, with the field `csv`. */
export async function findCodes(db: Database, vault: Vault, csv: string): Promise<CodesFound> {
  const { rows, ragged } = readCsv(csv, { needed: ['code'], known: ['code'], others: true });
  const digests = rows.map(({ values }) => codeDigest(vault, values.code ?? ''));
  const known =
    digests.length === 0
      ? []
      : await db.drizzle
          .select({ digest: codeRegister.digest, stock: codes.id, order: orders.id })
          .from(codeRegister)
          .leftJoin(codes, and(eq(codes.amountId, codeRegister.amountId), eq(codes.id, codeRegister.codeId)))
          .leftJoin(
            orders,
            and(eq(orders.amountId, codeRegister.amountId), eq(orders.codeId, codeRegister.codeId)),
          )
          .where(inArray(codeRegister.digest, digests));
  const found = new Map(known.map((row) => [Buffer.from(row.digest).toString('hex'), row]));
  const lines = rows.map(({ line }, at): CodesFound['lines'][number] => {
    const row = found.get(digests[at]?.toString('hex') ?? '');
    const where = !row ? 'unknown' : row.order !== null ? 'order' : row.stock !== null ? 'stock' : 'gone';
    return { line, where, order_id: row?.order ?? null };
  });
  const unread = ragged.map((line) => ({ line, where: 'unreadable', order_id: null }) as const);
  return { lines: [...lines, ...unread].toSorted((a, b) => a.line - b.line) };
}
