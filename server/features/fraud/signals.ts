/**
 * One person, one account. What accounts have in common is kept as keyed hashes. A match proves nothing, since families share a
 * computer; it only holds orders until a person has looked (reviews.ts), and their owner is told so and why.
 */
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { type matchReasons, reviewReasons } from '../../db/schema/columns.ts';
import { accountMatches, accountSignals, factorRecoveries, users } from '../../db/schema.ts';
import { isPublicAddress, networkOf } from '../../platform/client-address.ts';
import type { Vault } from '../../platform/encryption.ts';

type SignalKind = (typeof accountSignals.$inferSelect)['kind'];
export type ReviewReason = (typeof reviewReasons)[number];
type MatchReason = (typeof matchReasons)[number];

/** Two accounts at one internet address count when they were there within this time of each other. */
const ADDRESS_MS = 24 * 3_600_000;
/** An address of more accounts than that is a school's, a phone network's or a farm's: it holds first orders, and nothing after them. */
const CROWD = 20;

/** "Mia@Example.com " and "mia@example.com" are one place. */
const normal = (value: string) => value.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');

interface Signal {
  readonly userId: number;
  readonly kind: SignalKind;
  /** The device's number, the internet address, or field and place of a delivery. */
  readonly value: string;
  readonly now: Date;
}

/** Keeps a sign and holds the orders to come of those who share it. Accounts of the demo data are everybody's and match nobody. */
export async function noteSignal(db: Database, vault: Pick<Vault, 'digest'>, given: Signal): Promise<void> {
  const { userId, kind, now } = given;
  if (kind === 'address' && !isPublicAddress(given.value)) return;
  // By the network in front: an IPv6 connection changes its lower half at will.
  const value = kind === 'address' ? networkOf(given.value).replace('::/64', '') : normal(given.value);
  const hash = vault.digest(`signal:${kind}`, value);
  await db.drizzle.transaction(async (tx) => {
    const [owner] = await tx.select({ sample: users.sample }).from(users).where(eq(users.id, userId));
    if (!owner || owner.sample) return;
    // Those who note the same sign at the same moment take turns, or neither would see the other.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`);
    await tx
      .insert(accountSignals)
      .values({ userId, kind, hash, firstSeenAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: [accountSignals.userId, accountSignals.kind, accountSignals.hash],
        set: { lastSeenAt: now },
      });
    const others = await sharersOf(tx, { userId, kind, hash, now });
    const reason = kind === 'address' && others.length >= CROWD ? 'crowd' : kind;
    for (const other of others) await match(tx, userId, other, reason, now);
  });
}

async function sharersOf(
  tx: Transaction,
  { userId, kind, hash, now }: Omit<Signal, 'value'> & { hash: Uint8Array },
): Promise<number[]> {
  const recent = gt(accountSignals.lastSeenAt, new Date(now.getTime() - ADDRESS_MS));
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
        isNull(users.erasedAt),
        kind === 'address' ? recent : undefined,
      ),
    )
    // Of a crowd those who were there last: a farm's accounts come one after the other.
    .orderBy(desc(accountSignals.lastSeenAt), users.id)
    .limit(CROWD);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Notes that two accounts have something in common, once for each reason; one that was settled stays settled. */
async function match(tx: Transaction, one: number, two: number, kind: MatchReason, now: Date): Promise<void> {
  const [userId, otherId] = one < two ? [one, two] : [two, one];
  // In the order of their numbers, so that no two of these wait for each other crosswise.
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

const ofUser = (id: number): SQL | undefined =>
  or(eq(accountMatches.userId, id), eq(accountMatches.otherId, id));

/** What an account is under review for: the gravest reason that nobody has settled, or that isn't over. The buy reads it from the user's row. */
export async function setReview(tx: Executor, userId: number): Promise<void> {
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

/** The matches of an account are looked at: they count no more, for either side. */
export async function settleMatches(tx: Transaction, userId: number, now: Date): Promise<void> {
  const settled = await tx
    .update(accountMatches)
    .set({ settledAt: now })
    .where(and(ofUser(userId), isNull(accountMatches.settledAt)))
    .returning({ userId: accountMatches.userId, otherId: accountMatches.otherId });
  const touched = [...new Set([userId, ...settled.flatMap((row) => [row.userId, row.otherId])])];
  for (const id of touched.toSorted((a, b) => a - b)) await setReview(tx, id);
}
