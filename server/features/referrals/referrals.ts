/**
 * Invited friends (docs/decisions/0011-what-players-bring-in.md). The inviter gets a share of what a friend wins in our own
 * games. We pay it, one day at a time after midnight UTC, and the friend loses nothing. It is computed from the friend's
 * whole ledger, not from single credits. So no fraction of a point is lost, reversed points don't count, and a day that was
 * missed is made up.
 */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { REFERRAL_CAP, REFERRAL_DAYS, REFERRAL_PERCENT } from '../../../src/lib/contract/limits.ts';
import { longDate } from '../../../src/lib/format/dates.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { referrals, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { periodOf } from '../../platform/periods.ts';
import { DAY, earlier, later } from '../../platform/time.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { credit, lockBalance } from '../ledger/ledger.ts';

/** Friends per transaction. */
const AT_ONCE = 500;
/** Inviters per query. */
const INVITERS_AT_ONCE = 200;

/** Returns the last complete UTC day: "2026-11-17". */
const lastDay = (now: Date) => periodOf('daily', earlier(now, DAY)).start;

/**
 * Records who invited whom, on today's terms. If both addresses belong to one mailbox, the referral is refused immediately. It
 * isn't a sign of one person with two accounts: the new address isn't confirmed, so a stranger may have typed it to have the
 * inviter's orders held.
 */
export async function recordReferral(
  tx: Executor,
  { inviterId, friendId, now }: { inviterId: number; friendId: number; now: Date },
): Promise<void> {
  const both = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [inviterId, friendId]));
  const [one, two] = both.flatMap(({ email }) => (email === null ? [] : [mailboxOf(email)]));
  const isSame = one !== undefined && one === two;
  await tx.insert(referrals).values({
    friendId,
    inviterId,
    percent: REFERRAL_PERCENT,
    cap: REFERRAL_CAP,
    joinedAt: now,
    endsAt: later(now, REFERRAL_DAYS * DAY),
    paidThrough: lastDay(now),
    ...(isSame && {
      refusedAt: now,
      reason: 'This account shares a mailbox with yours. You only get a share for other people.',
    }),
  });
}

/**
 * Returns what a friend won in our own games since signing up, until `until` and the end of their days, without reversed points.
 * Only points after the friend confirmed their address count, because anyone can make accounts with addresses they don't read.
 */
export const wonUntil = (until: Date) => sql<number>`(SELECT coalesce(sum(l.points), 0)::integer FROM ledger l
  WHERE l.user_id = referrals.friend_id AND l.reason = 'credit' AND l.key LIKE 'quest:%'
    AND l.created_at >= referrals.joined_at AND l.created_at >= (SELECT f.email_confirmed_at FROM users f WHERE f.id = referrals.friend_id) AND l.created_at < least(referrals.ends_at, ${until.toISOString()}::timestamptz)
    AND NOT EXISTS (SELECT 1 FROM ledger u WHERE u.refers_to = l.id AND u.reason = 'reversal'))`;

/**
 * Whether an unsettled match says that both may be one person, or the friend is suspended: what was won by cheating should pay
 * nobody.
 */
export const isHeld = sql<boolean>`(EXISTS (SELECT 1 FROM account_matches m WHERE m.settled_at IS NULL
    AND m.user_id = least(referrals.friend_id, referrals.inviter_id) AND m.other_id = greatest(referrals.friend_id, referrals.inviter_id))
  OR EXISTS (SELECT 1 FROM users AS friend WHERE friend.id = referrals.friend_id AND friend.suspended_at IS NOT NULL))`;

/** Returns the share of a number of points, within the friend's cap. */
export function shareOf({ percent, cap }: { percent: number; cap: number }, won: number): number {
  return Math.min(cap, Math.floor((won * percent) / 100));
}

/** Matches referrals that may still bring points: not refused, below the cap, with an existing inviter, and not paid to the end. */
const isOpen = and(
  isNull(referrals.refusedAt),
  lt(referrals.earned, referrals.cap),
  sql`referrals.paid_through < (referrals.ends_at AT TIME ZONE 'UTC')::date`,
  sql`(SELECT inviter.erased_at FROM users AS inviter WHERE inviter.id = referrals.inviter_id) IS NULL`,
);

/** Matches referrals to pay: with a day of play that isn't paid yet. A held referral waits. */
const due = (now: Date) => and(isOpen, lt(referrals.paidThrough, lastDay(now)), sql`NOT ${isHeld}`);

/** Matches users whose share for a friend is on hold. */
export const hasHeldShares = sql`EXISTS (SELECT 1 FROM referrals WHERE referrals.inviter_id = ${users.id} AND ${isOpen} AND ${isHeld})`;

/** Pays one inviter for all days up to the last midnight. Returns the points. */
export async function payInviter(db: Database, inviterId: number, now: Date): Promise<number> {
  const wanted = and(eq(referrals.inviterId, inviterId), due(now));
  if ((await db.drizzle.$count(referrals, wanted)) === 0) return 0;
  const day = lastDay(now);
  return db.drizzle.transaction(async (tx) => {
    // Payments to this inviter run one after another, so a second one finds the day already paid.
    await lockBalance(tx, inviterId);
    const rows = await tx
      .select({
        friendId: referrals.friendId,
        percent: referrals.percent,
        cap: referrals.cap,
        earned: referrals.earned,
        won: wonUntil(new Date(periodOf('daily', now).start)),
      })
      .from(referrals)
      .where(wanted)
      .orderBy(referrals.friendId)
      .limit(AT_ONCE)
      // A referral that an operator is refusing is read after that.
      .for('no key update');
    let paid = 0;
    for (const { friendId, percent, cap, earned, won } of rows) {
      const points = shareOf({ percent, cap }, won) - earned;
      if (points > 0) {
        await credit(tx, {
          key: `referral:${friendId}:${day}`,
          userId: inviterId,
          points,
          // Without the name: entries stay when the friend's account is deleted.
          title: 'Invited friend',
          detail: `${percent}% of ${formatPoints(won)} points earned in our games up to ${longDate(day)}, minus earlier shares`,
          at: now,
        });
        paid += points;
      }
      await tx
        .update(referrals)
        .set({ paidThrough: day, ...(points > 0 && { earned: earned + points }) })
        .where(eq(referrals.friendId, friendId));
    }
    return paid;
  });
}

/** Pays all inviters who are due. A job runs it after midnight. Returns the inviters who got points, to be notified. */
export async function payReferrals(db: Database, now: Date): Promise<number[]> {
  const paid = new Set<number>();
  for (;;) {
    const rows = await db.drizzle
      .selectDistinct({ inviterId: referrals.inviterId })
      .from(referrals)
      .where(due(now))
      .orderBy(referrals.inviterId)
      .limit(INVITERS_AT_ONCE);
    // Paid referrals aren't due any more, so the loop ends.
    if (rows.length === 0) return [...paid];
    for (const { inviterId } of rows) if ((await payInviter(db, inviterId, now)) > 0) paid.add(inviterId);
  }
}

/**
 * Refuses a referral, because an operator found that the friend is the inviter's own second account. From now on nothing is paid
 * for it. What was paid stays; an adjustment can take it back. Returns the inviter. Errors: not_found, nothing_to_do,
 * `reason`.
 */
export async function refuseReferral(
  tx: Transaction,
  { friendId, operatorId, reason, now }: OperatorAct & { friendId: number },
): Promise<{ userId: number }> {
  const [row] = await tx.select().from(referrals).where(eq(referrals.friendId, friendId)).for('update');
  if (!row) throw new DomainError('not_found');
  if (row.refusedAt) throw new DomainError('nothing_to_do');
  await tx
    .update(referrals)
    .set({ refusedAt: now, refusedBy: operatorId, reason: givenReason(reason) })
    .where(eq(referrals.friendId, friendId));
  return { userId: row.inviterId };
}

/**
 * Undoes a refusal that was wrong. What the friend won in the meantime counts. Returns the inviter. Errors: not_found,
 * nothing_to_do.
 */
export async function admitReferral(
  tx: Transaction,
  { friendId }: { friendId: number },
): Promise<{ userId: number }> {
  const [row] = await tx.select().from(referrals).where(eq(referrals.friendId, friendId)).for('update');
  if (!row) throw new DomainError('not_found');
  if (!row.refusedAt) throw new DomainError('nothing_to_do');
  await tx
    .update(referrals)
    .set({ refusedAt: null, refusedBy: null, reason: null })
    .where(eq(referrals.friendId, friendId));
  return { userId: row.inviterId };
}
