/** The stock of codes. Codes are encrypted, each is accepted only once, and none that expires too soon is sold. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { CODE_DAYS_LEFT } from '../../../src/lib/contract/operator-limits.ts';
import { isDay } from '../../../src/lib/format/birth-date.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { amounts, codeRegister, codes } from '../../db/schema.ts';
import { fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { DAY, later } from '../../platform/time.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';

const MIN_CODE = 4;
const MAX_CODE = 200;
/**
 * A code with fewer than MIN_DAYS_IN days left isn't accepted. A code with fewer than CODE_DAYS_LEFT leaves the stock, because its
 * buyer would have too little time to use it.
 */
const MIN_DAYS_IN = 30;

export interface NewCode {
  readonly code: string;
  /** The last day on which it can be redeemed: "2027-05-31". */
  readonly expiresOn?: string | undefined;
}

export interface Refused {
  /** Line of the upload, from 1. */
  readonly line: number;
  readonly why: string;
  /** The earlier line with the same code. */
  readonly sameAs?: number;
}

const dayAfter = (now: Date, days: number) =>
  later(now, days * DAY)
    .toISOString()
    .slice(0, 10);

const codePurpose = (amountId: number) => `code:${amountId}`;

/** Two codes that differ only in spaces, hyphens or case are the same code. */
const plainOf = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** Returns a digest that recognises a code without revealing it. */
export function codeDigest(vault: Vault, code: string): Buffer {
  return vault.digest('code', plainOf(code));
}

/** Encrypts a code for the database. */
function sealCode(vault: Vault, amountId: number, code: string): string {
  return vault.seal(codePurpose(amountId), code);
}

/** Decrypts a code for the player. Null stays null. */
export function openCode(vault: Vault, amountId: number, sealed: string | null): string | null {
  return sealed === null ? null : vault.open(codePurpose(amountId), sealed);
}

function wrongWith({ code, expiresOn }: NewCode, now: Date): string | null {
  if (plainOf(code).length < MIN_CODE)
    return `too short to be a code: it needs at least ${MIN_CODE} characters`;
  if (code.length > MAX_CODE) return `longer than ${MAX_CODE} characters`;
  if (/[\p{Cc}]/u.test(code)) return 'contains control characters';
  // A spreadsheet would run it as a formula.
  if (/^[=+@]/.test(code)) return 'starts like a spreadsheet formula';
  if (expiresOn === undefined) return null;
  if (!isDay(expiresOn)) return 'the expiry must be a date like 2027-05-31';
  if (expiresOn < dayAfter(now, MIN_DAYS_IN)) return `expires within ${MIN_DAYS_IN} days`;
  return null;
}

/**
 * Adds codes to the stock of an amount. A code that was ever added, for any amount, is rejected, whether it is in stock or
 * delivered: two people would get it. Returns how many were added, and the rejected lines with their reasons. Errors: invalid
 * with `amount_id`.
 */
export async function addCodes(
  tx: Transaction,
  vault: Vault,
  given: { amountId: number; codes: readonly NewCode[]; now: Date },
): Promise<{ added: number; refused: Refused[] }> {
  const { amountId, now } = given;
  const [amount] = await tx
    .select({ isCode: amounts.isCode, rewardId: amounts.rewardId })
    .from(amounts)
    .where(eq(amounts.id, amountId));
  if (!amount?.isCode) throw fieldError('amount_id', 'This amount isn’t delivered as a code.');
  const refused: Refused[] = [];
  const fresh = new Map<string, NewCode & { line: number; digest: Buffer }>();
  for (const [at, one] of given.codes.entries()) {
    const line = at + 1;
    const code = one.code.trim();
    const wrong = wrongWith({ ...one, code }, now);
    const digest = codeDigest(vault, code);
    const same = fresh.get(digest.toString('hex'));
    if (wrong) refused.push({ line, why: wrong });
    else if (same) refused.push({ line, why: `the same as line ${same.line}`, sameAs: same.line });
    else fresh.set(digest.toString('hex'), { ...one, code, line, digest });
  }
  if (fresh.size === 0) return { added: 0, refused };
  // Codes are delivered in the order of their ids. So the first to expire gets the lowest id, and ties keep the order of the
  // file.
  const inOrder = [...fresh.values()].sort(
    (a, b) => Number(lastDay(a) > lastDay(b)) - Number(lastDay(a) < lastDay(b)) || a.line - b.line,
  );
  const numbers = await numbersFor(tx, inOrder.length);
  const rows = inOrder.map((row, at) => ({ ...row, id: numbers[at] ?? 0 }));
  const registered = await tx
    .insert(codeRegister)
    .values(
      rows
        // Sorted by digest, so two uploads of the same file can't deadlock.
        .toSorted((a, b) => Buffer.compare(a.digest, b.digest))
        .map(({ digest, id, expiresOn }) => ({
          digest,
          amountId,
          codeId: id,
          expiresOn: expiresOn ?? null,
          addedAt: now,
        })),
    )
    .onConflictDoNothing({ target: codeRegister.digest })
    .returning({ codeId: codeRegister.codeId });
  const taken = new Set(registered.map(({ codeId }) => codeId));
  const added = rows.flatMap(({ id, code, line }) => {
    if (taken.has(id)) return [{ id, amountId, code: sealCode(vault, amountId, code) }];
    refused.push({ line, why: 'it was added before' });
    return [];
  });
  if (added.length > 0) {
    await tx.insert(codes).overridingSystemValue().values(added);
    announce(tx, { kind: 'reward', rewardId: amount.rewardId });
  }
  return { added: added.length, refused: refused.sort((a, b) => a.line - b.line) };
}

/** Codes without a last day sort after all others. */
const lastDay = ({ expiresOn }: NewCode) => expiresOn ?? '9999-12-31';

async function numbersFor(tx: Transaction, count: number): Promise<number[]> {
  const rows = await tx
    .select({ id: sql<number>`nextval(pg_get_serial_sequence('codes', 'id'))::integer` })
    .from(sql`generate_series(1, ${count}::integer)`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/**
 * Removes codes that are still in stock, and forgets them, so that they can be added again, for another amount too. Returns those
 * that were removed, as the first position of each in `given`, by amount. A code that has left the stock stays known.
 */
export async function removeCodes(
  tx: Transaction,
  vault: Vault,
  given: readonly string[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const digests = given.map((code) => codeDigest(vault, code));
  const firstAt = new Map(digests.map((digest, at) => [digest.toString('hex'), at] as const).toReversed());
  const known =
    digests.length === 0
      ? []
      : await tx.select().from(codeRegister).where(inArray(codeRegister.digest, digests));
  const removed = new Map<number, number[]>();
  // By amount, because codes have their amount in front of their key.
  for (const amountId of [...new Set(known.map((row) => row.amountId))].toSorted((a, b) => a - b)) {
    const ids = known.flatMap((row) => (row.amountId === amountId ? [row.codeId] : []));
    const gone = await tx
      .delete(codes)
      .where(and(eq(codes.amountId, amountId), inArray(codes.id, ids)))
      .returning({ id: codes.id });
    if (gone.length === 0) continue;
    const goneIds = new Set(gone.map(({ id }) => id));
    await tx
      .delete(codeRegister)
      .where(and(eq(codeRegister.amountId, amountId), inArray(codeRegister.codeId, [...goneIds])));
    await tx.execute(sql`SELECT note_codes_gone(${amountId})`);
    const [amount] = await tx
      .select({ rewardId: amounts.rewardId })
      .from(amounts)
      .where(eq(amounts.id, amountId));
    if (amount) announce(tx, { kind: 'reward', rewardId: amount.rewardId });
    const isGone = known.filter((row) => row.amountId === amountId && goneIds.has(row.codeId));
    removed.set(
      amountId,
      isGone.map(({ digest }) => firstAt.get(Buffer.from(digest).toString('hex')) ?? 0),
    );
  }
  return removed;
}

/**
 * Removes codes from the stock that expire too soon to be sold, and records that for operators: codes cost money. Returns how
 * many.
 */
export async function dropExpiringCodes(db: Database, now: Date): Promise<number> {
  return db.drizzle.transaction(async (tx) => {
    const ending = tx
      .select({ codeId: codeRegister.codeId })
      .from(codeRegister)
      .where(
        and(
          lt(codeRegister.expiresOn, dayAfter(now, CODE_DAYS_LEFT)),
          eq(codeRegister.amountId, codes.amountId),
          eq(codeRegister.codeId, codes.id),
        ),
      );
    const gone = await tx
      .delete(codes)
      .where(sql`EXISTS (${ending})`)
      .returning({ amountId: codes.amountId });
    const changed = [...new Set(gone.map((row) => row.amountId))];
    for (const amountId of changed) {
      await tx.execute(sql`SELECT note_codes_gone(${amountId})`);
      await recordAuditEvent(tx, {
        operatorId: null,
        act: 'amount.expire_codes',
        subjectId: amountId,
        after: { removed: gone.filter((row) => row.amountId === amountId).length },
        now,
      });
    }
    const found = await tx
      .selectDistinct({ rewardId: amounts.rewardId })
      .from(amounts)
      .where(inArray(amounts.id, changed));
    for (const { rewardId } of found) announce(tx, { kind: 'reward', rewardId });
    return gone.length;
  });
}
