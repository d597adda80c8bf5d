/**
 * Moves points for everything but purchases, which are one database function. Each movement runs in the caller's transaction,
 * locks the user's balance row first, as a purchase does, and happens once per key. The schema describes accounts and reasons.
 */

import { and, eq, isNotNull, like, sql } from 'drizzle-orm';
import type { Balance } from '../../../src/lib/contract/account/account.ts';
import { pointsInWords } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { accountSignals, balances, ledger, users } from '../../db/schema.ts';
import { withMilestones } from '../milestones/milestones.ts';
import { notify } from '../notifications/notifications.ts';
import { sentence } from '../notifications/words.ts';

type Account = typeof ledger.$inferSelect.from;

/** One movement of a user's points, from one account to another. */
interface Entry {
  /** Names the event. The same event arriving twice has the same key. */
  readonly key: string;
  readonly userId: number;
  readonly from: Account;
  readonly to: Account;
  readonly points: number;
  readonly reason: typeof ledger.$inferSelect.reason;
  readonly title: string;
  readonly detail?: string;
  /** The entry that this one reverses, confirms, captures or returns. */
  readonly refersTo?: number | null;
  readonly orderId?: number | null;
  readonly questId?: number | null;
  readonly releasesAt?: Date | null;
  readonly createdAt: Date;
}

/** Locks a user's balance until the transaction ends, and returns it in points. Debt is zero or negative. */
export async function lockBalance(tx: Transaction, userId: number): Promise<typeof balances.$inferSelect> {
  const [row] = await tx.select().from(balances).where(eq(balances.userId, userId)).for('no key update');
  if (!row) throw new Error(`user ${userId} has no balance row`);
  return row;
}

/** Locks several balances, in the order of their users, as all code does. */
export async function lockBalances(tx: Transaction, userIds: readonly number[]): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM balances WHERE user_id = ANY(${sql.param(`{${userIds.join(',')}}`)}::integer[])
    ORDER BY user_id FOR NO KEY UPDATE`);
}

/** Converts a balance row to the API's form, in which debt is zero or positive. */
export function balanceOf(row: typeof balances.$inferSelect): Balance {
  return { available: row.available, pending: row.pending, reserved: row.reserved, debt: -row.debt };
}

/**
 * Moves points unless the ledger already has the key. The caller holds the lock of the balance. Only the database function
 * ledger_post writes entries, for purchases too. Returns the entry's id, or null if nothing moved.
 */
async function postOnce(tx: Transaction, entry: Entry): Promise<number | null> {
  const { key, userId, from, to, points, reason, title, createdAt, detail = '' } = entry;
  const { refersTo = null, orderId = null, questId = null, releasesAt = null } = entry;
  const [row] = await tx
    .select({
      id: sql<
        number | null
      >`ledger_post(${key}, ${userId}, ${from}, ${to}, ${points}, ${reason}, ${title}, ${createdAt.toISOString()}::timestamptz,
        ${detail}, ${refersTo}, ${orderId}, ${questId}, ${releasesAt?.toISOString() ?? null}::timestamptz)::float8`,
    })
    .from(users)
    .where(eq(users.id, userId));
  const id = row?.id ?? null;
  if (id !== null) announce(tx, { kind: 'balance', userId });
  return id;
}

/** Moves points and returns the entry's id. Throws if the key exists, which the caller must have ruled out. */
export async function post(tx: Transaction, entry: Entry): Promise<number> {
  const id = await postOnce(tx, entry);
  if (id === null) throw new Error(`the ledger has an entry "${entry.key}" already`);
  return id;
}

interface Credit {
  /** Unique per event: `quest:12:7:1970-01-01`, `partner:x:transaction`. */
  key: string;
  userId: number;
  points: number;
  title: string;
  detail: string;
  questId?: number;
  /** If set, the points are pending until this time. */
  releasesAt?: Date;
  /** True if the caller itself notifies about levels and milestones, as a round does. */
  quiet?: boolean;
  at: Date;
}

/** Call it under the lock of the balance, which suspending and erasing an account take too. */
async function accountState(tx: Transaction, userId: number): Promise<'open' | 'suspended' | 'erased'> {
  const [user] = await tx
    .select({ suspended: users.suspendedAt, erased: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user?.erased ? 'erased' : user?.suspended ? 'suspended' : 'open';
}

/**
 * Returns when a credit is released. In a suspended account it stays pending until the suspension ends (holds.ts). In a deleted
 * account it is never pending.
 */
function releaseOf(
  { releasesAt, at }: Credit,
  owner: Awaited<ReturnType<typeof accountState>>,
): Date | undefined {
  if (owner === 'erased') return undefined;
  return releasesAt ?? (owner === 'suspended' ? at : undefined);
}

/**
 * Credits points once per key. They pay off any debt first. In a deleted account they lapse immediately. Returns the entry's id,
 * or null if the key was credited before.
 */
export async function credit(tx: Transaction, given: Credit): Promise<number | null> {
  await lockBalance(tx, given.userId);
  if (given.quiet || given.releasesAt) return creditOnce(tx, given);
  return withMilestones(tx, { userId: given.userId, now: given.at }, () => creditOnce(tx, given));
}

async function creditOnce(tx: Transaction, given: Credit): Promise<number | null> {
  const owner = await accountState(tx, given.userId);
  const releasesAt = releaseOf(given, owner);
  const id = await postOnce(tx, {
    key: given.key,
    userId: given.userId,
    from: 'house:earnings',
    to: releasesAt ? 'pending' : 'available',
    points: given.points,
    reason: 'credit',
    title: given.title,
    detail: given.detail,
    questId: given.questId ?? null,
    releasesAt: releasesAt ?? null,
    createdAt: given.at,
  });
  if (id === null) return null;
  if (owner === 'erased') await lapse(tx, given.userId, given.at, id);
  else if (!releasesAt) await settleDebt(tx, given.userId, id, given.at);
  return id;
}

/**
 * Takes back the available points of a deleted account and forgives its debt. `after` is the entry that brought the points; it is
 * absent while the account is being erased.
 */
export async function lapse(tx: Transaction, userId: number, at: Date, after?: number): Promise<void> {
  const { available, debt } = await lockBalance(tx, userId);
  const key = (account: string) =>
    ['lapse', userId, account, ...(after === undefined ? [] : [after])].join(':');
  const common = {
    userId,
    reason: 'adjustment',
    title: 'Removed when the account was deleted',
    createdAt: at,
    refersTo: after ?? null,
  } as const;
  if (available > 0)
    await postOnce(tx, {
      ...common,
      key: key('available'),
      from: 'available',
      to: 'house:adjustments',
      points: available,
    });
  if (debt === 0) return;
  await postOnce(tx, { ...common, key: key('debt'), from: 'house:adjustments', to: 'debt', points: -debt });
  // As with a debt from before the deletion, a player who returns is reviewed (fraud/kept-signals.ts), unless the points that have
  // lapsed cover the debt.
  const [lapsed] = await tx
    .select({
      owed: sql<boolean>`sum(CASE ${ledger.to} WHEN 'debt' THEN ${ledger.points} ELSE -${ledger.points} END) > 0`,
    })
    .from(ledger)
    .where(and(eq(ledger.userId, userId), like(ledger.key, 'lapse:%')));
  if (!lapsed?.owed) return;
  const kept = and(eq(accountSignals.userId, userId), isNotNull(accountSignals.keptFor));
  await tx.update(accountSignals).set({ keptFor: 'review' }).where(kept);
}

/** Pays off debt from points that the entry `creditId` has just made available. */
export async function settleDebt(tx: Transaction, userId: number, creditId: number, at: Date): Promise<void> {
  const { available, debt } = await lockBalance(tx, userId);
  const points = Math.min(available, -debt);
  if (points <= 0) return;
  await postOnce(tx, {
    key: `settle:${creditId}`,
    userId,
    from: 'available',
    to: 'debt',
    points,
    reason: 'settle',
    title: 'Debt paid off',
    detail: 'paid from new points: we reversed points you had already spent',
    refersTo: creditId,
    createdAt: at,
  });
}

/**
 * Makes a pending credit available. Returns false if it was confirmed or reversed before, or if the account is suspended: then it
 * stays pending.
 */
export async function confirm(tx: Transaction, creditId: number, at: Date): Promise<boolean> {
  const entry = await entryOf(tx, creditId);
  await lockBalance(tx, entry.userId);
  return withMilestones(tx, { userId: entry.userId, now: at }, () => confirmOnce(tx, creditId, entry, at));
}

async function confirmOnce(
  tx: Transaction,
  creditId: number,
  entry: typeof ledger.$inferSelect,
  at: Date,
): Promise<boolean> {
  if (entry.to !== 'pending' || (await isUndone(tx, creditId))) return false;
  if ((await accountState(tx, entry.userId)) === 'suspended') return false;
  const id = await postOnce(tx, {
    key: `confirm:${creditId}`,
    userId: entry.userId,
    from: 'pending',
    to: 'available',
    points: entry.points,
    reason: 'confirm',
    title: entry.title,
    refersTo: creditId,
    createdAt: at,
  });
  if (id === null) return false;
  await settleDebt(tx, entry.userId, id, at);
  await notify(tx, entry.userId, {
    kind: 'quest',
    key: `confirm:${creditId}`,
    title: `Confirmed: ${entry.title}`,
    body: `${pointsInWords(entry.points)} unlocked. You can spend them now.`,
    href: routes.userHome.pattern,
    now: at,
  });
  return true;
}

/**
 * Reverses a credit by its exact points, once. If the available points don't cover it, the rest first becomes a debt, in its own
 * entry. Returns false if the credit was reversed before.
 */
export async function reverse(tx: Transaction, creditId: number, why: string, at: Date): Promise<boolean> {
  const entry = await entryOf(tx, creditId);
  const { available } = await lockBalance(tx, entry.userId);
  if (await isUndone(tx, creditId)) return false;
  const isPending = entry.to === 'pending' && !(await isConfirmed(tx, creditId));
  const shortfall = isPending ? 0 : entry.points - available;
  const common = { userId: entry.userId, title: entry.title, refersTo: creditId, createdAt: at };
  if (shortfall > 0)
    await postOnce(tx, {
      ...common,
      key: `overdraft:${creditId}`,
      from: 'debt',
      to: 'available',
      points: shortfall,
      reason: 'overdraft',
      detail: 'owed: we reversed points you had already spent',
    });
  await postOnce(tx, {
    ...common,
    key: `reversal:${creditId}`,
    from: isPending ? 'pending' : 'available',
    to: 'house:earnings',
    points: entry.points,
    reason: 'reversal',
    detail: why,
  });
  if ((await accountState(tx, entry.userId)) === 'erased') await lapse(tx, entry.userId, at, creditId);
  await notify(tx, entry.userId, {
    kind: 'quest',
    key: `reversal:${creditId}`,
    title: `Reversed: ${entry.title}`,
    body: `We reversed ${pointsInWords(entry.points)}. ${sentence(why)}`,
    href: routes.userHome.pattern,
    now: at,
  });
  return true;
}

async function entryOf(tx: Transaction, id: number) {
  const [entry] = await tx.select().from(ledger).where(eq(ledger.id, id));
  if (!entry) throw new Error(`the ledger has no entry ${id}`);
  return entry;
}

async function keyExists(tx: Transaction, key: string): Promise<boolean> {
  const rows = await tx.select({ id: ledger.id }).from(ledger).where(eq(ledger.key, key));
  return rows.length > 0;
}

const isUndone = (tx: Transaction, creditId: number) => keyExists(tx, `reversal:${creditId}`);
const isConfirmed = (tx: Transaction, creditId: number) => keyExists(tx, `confirm:${creditId}`);
