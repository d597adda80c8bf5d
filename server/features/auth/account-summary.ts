/** What lets the reader of an account's mail recognise the account. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/database.ts';
import { balances, tokens, users } from '../../db/schema.ts';
import { knownDevice } from '../../platform/device-name.ts';

export interface AccountSummary {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  /** The device that created it: "Firefox on Windows"; null if it isn't known or has no name here. */
  readonly device: string | null;
  readonly points: number;
  readonly confirmed: boolean;
  readonly hasPassword: boolean;
}

/** Returns the accounts with this address, or one account; the likeliest owner comes first. Deleted accounts have no address. */
export async function accountSummaries(
  db: Executor,
  of: { readonly email: string } | { readonly userId: number },
): Promise<AccountSummary[]> {
  const device = db
    .select({ device: tokens.device })
    .from(tokens)
    .where(eq(tokens.userId, users.id))
    .orderBy(asc(tokens.id))
    .limit(1);
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      createdAt: users.createdAt,
      points: balances.available,
      confirmedAt: users.emailConfirmedAt,
      hash: users.passwordHash,
      device: sql<string | null>`(${device})`,
    })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where('email' in of ? eq(users.email, of.email) : eq(users.id, of.userId))
    .orderBy(sql`${users.emailConfirmedAt} IS NULL`, sql`${users.passwordHash} IS NULL`, users.id)
    .limit(MOST);
  return rows.map(({ confirmedAt, hash, device: agent, ...row }) => ({
    ...row,
    device: agent === null ? null : knownDevice(agent),
    confirmed: confirmedAt !== null,
    hasPassword: hash !== null,
  }));
}

/** A longer list wouldn't be read to its end. The next mail shows the accounts that are left. */
const MOST = 20;
