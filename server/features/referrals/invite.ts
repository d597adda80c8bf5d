/**
 * Invited friends, as the inviter sees them. Friends read before signing up what is shown: name, avatar, day, share and whether the
 * account is under review, nothing else.
 */
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { REFERRAL_CAP, REFERRAL_DAYS, REFERRAL_PERCENT } from '../../../src/lib/contract/limits.ts';
import type { Friend, Invite } from '../../../src/lib/contract/referrals/invite.ts';
import type { Database } from '../../db/database.ts';
import { referrals, users } from '../../db/schema.ts';
import { type Page, pageOf } from '../../platform/pagination.ts';
import { periodOf } from '../../platform/periods.ts';
import { isHeld, shareOf, wonUntil } from './referrals.ts';

const HELD =
  'This might be your own second account. We’re reviewing it, and your share is on hold until then.';
const PAUSED = 'We’re reviewing this account, and your share is on hold until then.';

interface Row {
  referral: typeof referrals.$inferSelect;
  user: { id: number; name: string; sample: boolean };
  won: number;
  held: boolean;
  suspendedAt: Date | null;
}

function stateOf({ referral, won, held }: Row, now: Date): Friend['state'] {
  if (referral.refusedAt) return 'refused';
  if (held) return 'held';
  if (shareOf(referral, won) >= referral.cap) return 'complete';
  if (now >= referral.endsAt) return 'ended';
  return won > 0 ? 'playing' : 'joined';
}

const comingOf = (referral: Row['referral'], won: number) =>
  referral.refusedAt ? 0 : Math.max(0, shareOf(referral, won) - referral.earned);

function friendOf(row: Row, now: Date): Friend {
  const { referral, user, won } = row;
  const state = stateOf(row, now);
  return {
    user,
    state,
    joined_at: referral.joinedAt.toISOString(),
    counts_until: referral.endsAt.toISOString(),
    percent: referral.percent,
    cap: referral.cap,
    earned: referral.earned,
    coming: comingOf(referral, won),
    reason: state === 'held' ? (row.suspendedAt ? PAUSED : HELD) : referral.reason,
  };
}

/** Returns the user's link, the terms for new friends, and the friends, newest first. */
export async function getInvite(db: Database, userId: number, page: Page, now: Date): Promise<Invite> {
  const mine = eq(referrals.inviterId, userId);
  const midnight = periodOf('daily', now).end ?? now;
  const rows = db.drizzle
    .select({
      referral: referrals,
      user: { id: users.id, name: users.name, avatar: users.avatar, sample: users.sample },
      won: wonUntil(midnight),
      held: isHeld,
      suspendedAt: users.suspendedAt,
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.friendId))
    .where(mine)
    .orderBy(desc(referrals.friendId));
  const [sum] = await db.drizzle
    .select({
      friends: sql<number>`count(*)::integer`,
      earned: sql<number>`coalesce(sum(${referrals.earned}), 0)::integer`,
    })
    .from(referrals)
    .where(mine);
  return {
    reflink: String(userId),
    percent: REFERRAL_PERCENT,
    cap: REFERRAL_CAP,
    days: REFERRAL_DAYS,
    earned: sum?.earned ?? 0,
    coming: await comingToAll(db, userId, midnight),
    friends: await pageOf(rows, sum?.friends ?? 0, page, (row) => friendOf(row, now)),
  };
}

/**
 * Returns what all friends together bring after midnight. Only friends whose days are running or have just ended can bring
 * something.
 */
async function comingToAll(db: Database, userId: number, midnight: Date): Promise<number> {
  const open = await db.drizzle
    .select({ referral: referrals, won: wonUntil(midnight) })
    .from(referrals)
    .where(
      and(
        eq(referrals.inviterId, userId),
        isNull(referrals.refusedAt),
        lt(referrals.earned, referrals.cap),
        sql`NOT ${isHeld}`,
        sql`referrals.paid_through < (referrals.ends_at AT TIME ZONE 'UTC')::date`,
      ),
    );
  return open.reduce((sum, { referral, won }) => sum + comingOf(referral, won), 0);
}
