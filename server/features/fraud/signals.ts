/**
 * One person, one account. What accounts have in common is stored as keyed hashes. A match proves nothing, because families share
 * a computer. It only holds orders until an operator has looked (redemption/order-reviews.ts), and the owner can read that, and
 * why.
 */
import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { type matchReasons, reviewReasons } from '../../db/schema/columns.ts';
import {
  accountMatches,
  accountSignals,
  factorRecoveries,
  identities,
  ledger,
  users,
} from '../../db/schema.ts';
import { isPublicAddress, networkOf } from '../../platform/client-address.ts';
import { fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { rejectOwnAmong } from '../admin/audit-log.ts';
import { isWelcomed, isWelcomeOf, signalHash } from './kept-signals.ts';

type SignalKind = (typeof accountSignals.$inferSelect)['kind'];
export type ReviewReason = (typeof reviewReasons)[number];
type MatchReason = (typeof matchReasons)[number];

/**
 * Only one open account can have a given mailbox, login or proof. Any other account with it was deleted, or has removed the login.
 */
const isOwn = (kind: SignalKind) => kind === 'mailbox' || kind === 'sign_in' || kind === 'proof';

/** Two accounts at one network address match if they were there within this time of each other. */
const ADDRESS_MS = DAY;
/**
 * An address with more accounts than this belongs to a school, a phone network or a farm. Sharing one holds an account's first
 * order, but no later orders.
 */
const CROWD = 20;

/** "Mia@Example.com " and "mia@example.com" are the same place. */
const normal = (value: string) => value.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');

interface Signal {
  readonly userId: number;
  readonly kind: SignalKind;
  /**
   * The device id, the network address, the mailbox, the id at a provider, or the field and value of a delivery detail.
   */
  readonly value: string;
  readonly now: Date;
}

// Only the network part counts: an IPv6 connection changes its lower half at will.
const hashOf = (vault: Pick<Vault, 'digest'>, { kind, value }: Pick<Signal, 'kind' | 'value'>): Buffer =>
  signalHash(vault, kind, kind === 'address' ? networkOf(value).replace('::/64', '') : normal(value));

/** Requests with the same signal run one after another, or neither would see the other. */
const lockSignal = (tx: Transaction, hash: Buffer) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`);

/**
 * Stores a signal, and holds the next orders of the accounts that share it. Demo accounts are shared by everyone, so they never
 * match.
 */
export const noteSignal = (db: Database, vault: Pick<Vault, 'digest'>, given: Signal): Promise<void> =>
  db.drizzle.transaction((tx) => noteSignalIn(tx, vault, given));

/** Does the same in the caller's transaction, which must not hold a user's row yet, or the two could deadlock. */
export async function noteSignalIn(
  tx: Transaction,
  vault: Pick<Vault, 'digest'>,
  given: Signal,
): Promise<void> {
  const { userId, kind, now } = given;
  if (kind === 'address' && !isPublicAddress(given.value)) return;
  const hash = hashOf(vault, given);
  const [owner] = await tx.select({ sample: users.sample }).from(users).where(eq(users.id, userId));
  if (!owner || owner.sample) return;
  await lockSignal(tx, hash);
  const thisSignal = and(
    eq(accountSignals.userId, userId),
    eq(accountSignals.kind, kind),
    eq(accountSignals.hash, hash),
  );
  const isNew = (await tx.$count(accountSignals, thisSignal)) === 0;
  await tx
    .insert(accountSignals)
    .values({ userId, kind, hash, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [accountSignals.userId, accountSignals.kind, accountSignals.hash],
      set: { lastSeenAt: now },
    });
  // What a deleted account was paid counts from now on (arcade/play-budget.ts). Welcome points from before were paid twice.
  const wasPaidTwice = isOwn(kind) && isNew && (await isWelcomed(tx, userId));
  const others = await sharersOf(tx, { userId, kind, hash, now, wasPaidTwice });
  const reason = isOwn(kind) ? 'returned' : kind === 'address' && others.length >= CROWD ? 'crowd' : kind;
  for (const other of others) await match(tx, userId, other, reason, now);
}

/** Stores the mailbox and the logins of an account as signals. An account that had them before may have been deleted. */
export async function noteOwner(
  db: Database,
  vault: Pick<Vault, 'digest'>,
  userId: number,
  now: Date,
): Promise<void> {
  const [user] = await db.drizzle.select({ mailbox: users.mailbox }).from(users).where(eq(users.id, userId));
  const known = await db.drizzle.select().from(identities).where(eq(identities.userId, userId));
  if (user?.mailbox) await noteSignal(db, vault, { userId, kind: 'mailbox', value: user.mailbox, now });
  for (const { provider, subject } of known)
    await noteSignal(db, vault, { userId, kind: 'sign_in', value: `${provider} ${subject}`, now });
}

async function sharersOf(
  tx: Transaction,
  given: Omit<Signal, 'value'> & { hash: Uint8Array; wasPaidTwice: boolean },
): Promise<number[]> {
  const { userId, kind, hash, now, wasPaidTwice } = given;
  const forReview = eq(accountSignals.keptFor, 'review');
  // A kept mailbox may also be one of an account that had no welcome points, only others.
  const welcome = tx.select({ one: sql`1` }).from(ledger).where(isWelcomeOf(accountSignals.userId));
  const wasWelcomed = and(isNotNull(accountSignals.keptFor), exists(welcome));
  // A login that another living account has, or had until its owner removed it there.
  const moved = kind === 'sign_in' ? isNull(accountSignals.keptFor) : undefined;
  const kept = wasPaidTwice ? or(forReview, wasWelcomed, moved) : or(forReview, moved);
  const recent = gt(accountSignals.lastSeenAt, earlier(now, ADDRESS_MS));
  const rows = await tx
    .select({ id: users.id })
    .from(accountSignals)
    .innerJoin(users, eq(users.id, accountSignals.userId))
    .where(
      and(
        eq(accountSignals.kind, kind),
        eq(accountSignals.hash, hash),
        ne(accountSignals.userId, userId),
        eq(users.sample, false),
        isOwn(kind) ? kept : or(isNull(users.erasedAt), kept),
        kind === 'address' ? recent : undefined,
      ),
    )
    // In a crowd, the latest ones: a farm's accounts come one after another.
    .orderBy(desc(accountSignals.lastSeenAt), users.id)
    .limit(CROWD);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Records that two accounts have something in common, once per reason. A settled match stays settled. */
export async function match(
  tx: Transaction,
  one: number,
  two: number,
  kind: MatchReason,
  now: Date,
): Promise<void> {
  const [userId, otherId] = one < two ? [one, two] : [two, one];
  // In the order of their ids, so two of these can't deadlock.
  const both = await tx
    .select({ id: users.id, invitedBy: users.invitedBy })
    .from(users)
    .where(inArray(users.id, [userId, otherId]))
    .orderBy(users.id)
    .for('no key update');
  const invited = both.some(
    ({ id, invitedBy }) => invitedBy !== null && invitedBy === (id === one ? two : one),
  );
  await tx
    .insert(accountMatches)
    .values(
      [kind, ...(invited && kind !== 'crowd' ? (['self_referral'] as const) : [])].map((reason) => ({
        userId,
        otherId,
        reason,
        foundAt: now,
      })),
    )
    .onConflictDoNothing();
  for (const id of [userId, otherId]) await setReview(tx, id);
}

interface Forgotten {
  readonly userId: number;
  /** The place, as it may be written. */
  readonly values: readonly string[];
  /** The places of the account's other orders. One of them may be the same in another spelling. */
  readonly kept: readonly string[];
  /** Signals from before this stay. Null if none does. */
  readonly since: Date | null;
}

/**
 * Forgets that an account's order goes to a place, and what the account has in common with others only by that. What an operator
 * has settled stays settled. The caller must not hold a user's row yet, like that of noteSignalIn.
 */
export async function forgetPayout(
  tx: Transaction,
  vault: Pick<Vault, 'digest'>,
  { userId, values, kept, since }: Forgotten,
): Promise<void> {
  const kind = 'payout';
  // Compared as hashes, because those are the signals: a name in capital letters is the same place.
  const keptHashes = kept.map((value) => hashOf(vault, { kind, value }));
  const hashes = values
    .map((value) => hashOf(vault, { kind, value }))
    .filter((hash) => !keptHashes.some((other) => other.equals(hash)));
  // All of them before any user's row, or this and noteSignalIn could deadlock.
  for (const hash of hashes) await lockSignal(tx, hash);
  const sameSignals = and(eq(accountSignals.kind, kind), inArray(accountSignals.hash, hashes));
  const gone = await tx
    .delete(accountSignals)
    .where(
      and(
        sameSignals,
        eq(accountSignals.userId, userId),
        since ? gt(accountSignals.firstSeenAt, since) : undefined,
      ),
    )
    .returning({ one: accountSignals.userId });
  if (gone.length === 0) return;
  const sharers = await tx
    .selectDistinct({ id: accountSignals.userId })
    .from(accountSignals)
    .where(sameSignals);
  const touched = [userId, ...sharers.map(({ id }) => id)].toSorted((a, b) => a - b);
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, touched))
    .orderBy(users.id)
    .for('no key update');
  for (const { id } of sharers) {
    const ofPair = and(
      eq(accountMatches.userId, Math.min(userId, id)),
      eq(accountMatches.otherId, Math.max(userId, id)),
      isNull(accountMatches.settledAt),
    );
    const common = sql`EXISTS (SELECT 1 FROM account_signals mine JOIN account_signals theirs USING (kind, hash)
      WHERE mine.user_id = ${userId} AND theirs.user_id = ${id} AND kind = ${kind})`;
    await tx.delete(accountMatches).where(and(ofPair, eq(accountMatches.reason, kind), sql`NOT ${common}`));
    // A match between an inviter and a friend counts as self-referral too (match).
    const noOtherReason = sql`NOT EXISTS (SELECT 1 FROM account_matches other WHERE other.user_id = ${accountMatches.userId}
      AND other.other_id = ${accountMatches.otherId} AND other.reason NOT IN ('self_referral', 'crowd'))`;
    await tx
      .delete(accountMatches)
      .where(and(ofPair, eq(accountMatches.reason, 'self_referral'), noOtherReason));
  }
  for (const id of touched) await setReview(tx, id);
}

const ofUser = (id: number): SQL | undefined =>
  or(eq(accountMatches.userId, id), eq(accountMatches.otherId, id));

/**
 * Sets what an account is under review for: the most serious reason that is neither settled nor over. The purchase reads it from
 * the user's row.
 */
export async function setReview(tx: Executor, userId: number): Promise<void> {
  // Locked before reading: if two transactions change the reasons at the same time, the second sees the first one's change.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const open = await tx
    .select({ reason: accountMatches.reason })
    .from(accountMatches)
    .where(and(ofUser(userId), isNull(accountMatches.settledAt)));
  const found = new Set<string>(open.map(({ reason }) => reason));
  const lost = and(eq(factorRecoveries.userId, userId), isNotNull(factorRecoveries.startedAt));
  if ((await tx.$count(factorRecoveries, lost)) > 0) found.add('lost_factor');
  const reviewFor = reviewReasons.find((reason) => found.has(reason)) ?? null;
  await tx.update(users).set({ reviewFor }).where(eq(users.id, userId));
}

/**
 * Settles an account's matches after an operator has looked at them. They no longer count for either side. Returns
 * how many there were. Errors: forbidden if one of the accounts is the operator's own, `matched_up_to` if there is a match that is
 * newer than the one with this id, so the operator hasn't seen it.
 */
export async function settleMatches(
  tx: Transaction,
  given: { operatorId: number; userId: number; matchedUpTo: number; now: Date },
): Promise<number> {
  const { operatorId, userId, matchedUpTo, now } = given;
  const settled = await tx
    .update(accountMatches)
    .set({ settledAt: now })
    .where(and(ofUser(userId), isNull(accountMatches.settledAt)))
    .returning({
      id: accountMatches.id,
      userId: accountMatches.userId,
      otherId: accountMatches.otherId,
    });
  if (settled.some(({ id }) => id > matchedUpTo))
    throw fieldError(
      'matched_up_to',
      'A new match with another account was found. Look at it before you decide.',
    );
  const touched = [...new Set([userId, ...settled.flatMap((row) => [row.userId, row.otherId])])];
  await rejectOwnAmong(tx, operatorId, touched);
  for (const id of touched.toSorted((a, b) => a - b)) await setReview(tx, id);
  return settled.length;
}
