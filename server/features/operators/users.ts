/** Users as operators search and see them. */
import { and, desc, eq, isNotNull, max, or, sql } from 'drizzle-orm';
import type { OperatorUser, OperatorUserDetail } from '../../../src/lib/contract/operators/operator-users.ts';
import type { Database, Executor } from '../../db/database.ts';
import { accountMatches, balances, identities, orders, referrals, tokens, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { operatorNames } from '../admin/audit-log.ts';
import { foundBy } from '../admin/find.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { earnedOf } from '../milestones/earned.ts';
import { hasHeldShares, isHeld } from '../referrals/referrals.ts';

type Row = typeof users.$inferSelect;

function cardOf(row: Row): OperatorUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    created_at: row.createdAt.toISOString(),
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    deleted: row.erasedAt !== null,
    sample: row.sample,
  };
}

export async function findUsers(
  db: Database,
  given: Page & { search: string; show: 'all' | 'suspended' | 'shares_held' },
): Promise<Paginator<OperatorUser>> {
  const { search, show } = given;
  const wanted = and(
    foundBy(search, { id: users.id, userId: users.id }),
    show === 'suspended' ? isNotNull(users.suspendedAt) : undefined,
    show === 'shares_held' ? hasHeldShares : undefined,
  );
  const rows = db.drizzle.select().from(users).where(wanted).orderBy(desc(users.id));
  return pageOf(rows, db.drizzle.$count(users, wanted), given, cardOf);
}

/** Returns a user. Errors: not_found. */
export async function operatorUser(db: Executor, id: number): Promise<OperatorUserDetail> {
  const [row] = await db
    .select({ user: users, balance: balances })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(eq(users.id, id));
  if (!row) throw new DomainError('not_found');
  const { user, balance } = row;
  const [inviter] =
    user.invitedBy === null
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, user.invitedBy));
  const providers = await db
    .select({ name: identities.provider })
    .from(identities)
    .where(eq(identities.userId, id));
  const [redeemed] = await db
    .select({ cents: sql<number>`coalesce(sum(${orders.cents}), 0)::integer` })
    .from(orders)
    .where(and(eq(orders.userId, id), eq(orders.state, 'delivered')));
  const [seen] = await db
    .select({ at: max(tokens.lastUsedAt) })
    .from(tokens)
    .where(eq(tokens.userId, id));
  const nameOf = await operatorNames(db, [user.suspendedBy]);
  return {
    ...cardOf(user),
    email_confirmed: user.emailConfirmedAt !== null,
    country: user.country,
    birth_date: user.birthDate,
    has_password: user.passwordHash !== null,
    providers: providers.map(({ name }) => name),
    invited_by: inviter ?? null,
    suspended_for: user.suspendedFor,
    suspended_by: nameOf(user.suspendedBy),
    review_for: user.reviewFor,
    deletion_due_at: user.deletionDueAt?.toISOString() ?? null,
    balance: balanceOf(balance),
    earned: await earnedOf(db, id),
    orders: await db.$count(orders, eq(orders.userId, id)),
    redeemed_cents: redeemed?.cents ?? 0,
    last_seen_at: seen?.at?.toISOString() ?? null,
  };
}

/** Returns a user with the account's matches and invited friends. Errors: not_found. */
export async function getOperatorUser(db: Executor, id: number) {
  const user = await operatorUser(db, id);
  const found = await db
    .select({ match: accountMatches, user: { id: users.id, name: users.name } })
    .from(accountMatches)
    .innerJoin(
      users,
      sql`${users.id} = CASE WHEN ${accountMatches.userId} = ${id} THEN ${accountMatches.otherId} ELSE ${accountMatches.userId} END`,
    )
    .where(or(eq(accountMatches.userId, id), eq(accountMatches.otherId, id)))
    .orderBy(desc(accountMatches.id))
    .limit(100);
  const friends = await db
    .select({ referral: referrals, user: { id: users.id, name: users.name }, held: isHeld })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.friendId))
    .where(eq(referrals.inviterId, id))
    .orderBy(desc(referrals.joinedAt), desc(referrals.friendId))
    .limit(100);
  return {
    user,
    matches: mapRows(found, ({ match, user: other }) => ({
      id: match.id,
      user: other,
      reason: match.reason,
      found_at: match.foundAt.toISOString(),
      settled_at: match.settledAt?.toISOString() ?? null,
    })),
    friends: mapRows(friends, ({ referral, user: friend, held }) => ({
      user: friend,
      joined_at: referral.joinedAt.toISOString(),
      earned: referral.earned,
      refused_for: referral.reason,
      held,
    })),
  };
}
