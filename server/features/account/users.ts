/** What a user's owner and other players see of a user (spec section 4). */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { userSchema } from '../../../src/lib/contract/account/account.ts';
import type { Executor } from '../../db/database.ts';
import { balances, ledger, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { detailsOf } from './delivery-details.ts';

type User = v.InferOutput<typeof userSchema>;

/** Returns a user as its owner sees it. */
export async function ownUser(db: Executor, vault: Vault, userId: number): Promise<User> {
  const [row] = await db
    .select({
      users,
      balances,
      isNew: sql<boolean>`(SELECT 1 FROM ${ledger} WHERE ${ledger.userId} = ${users.id} LIMIT 1) IS NULL`,
    })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('not_found');
  return {
    id: row.users.id,
    name: row.users.name,
    myreward: row.users.myreward,
    email: row.users.email,
    email_confirmed: row.users.emailConfirmedAt !== null,
    avatar: row.users.avatar,
    private: row.users.isPrivate,
    country: row.users.country,
    birth_date: row.users.birthDate,
    balance: { ...balanceOf(row.balances), ...(row.isNew && { is_new: true }) },
    delivery_details: await detailsOf(db, vault, userId),
    created_at: row.users.createdAt.toISOString(),
    suspended:
      row.users.suspendedAt && row.users.suspendedFor !== null
        ? { at: row.users.suspendedAt.toISOString(), reason: row.users.suspendedFor }
        : null,
    sample: row.users.sample,
  };
}

/**
 * Returns a user as others see it. A private profile, and that of a suspended account, shows only the name and the creature.
 * Errors: not_found, also for a deleted account.
 */
export async function publicUser(db: Executor, userId: number): Promise<User> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (!row) throw new DomainError('not_found');
  const { id, name, avatar, sample } = row;
  if (row.isPrivate || row.suspendedAt) return { id, name, avatar, sample, private: true };
  return { id, name, avatar, sample, created_at: row.createdAt.toISOString() };
}
