/**
 * Several accounts may have the same address. The reader of its mail chooses which one gets a new password, and can close the
 * others.
 */
import { and, eq } from 'drizzle-orm';
import { type ResetAccount, resetLinkRefused } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Database, Executor } from '../../db/database.ts';
import { passwordResets } from '../../db/schema.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { type AccountSummary, accountSummaries } from './account-summary.ts';
import { closeUnproven } from './close-account.ts';
import { linkHash, ownerOfLink } from './password-reset.ts';
import type { Offered } from './passwordless-sign-in.ts';

interface Link {
  readonly token: string;
  readonly email: string;
  readonly now: Date;
}

/** An account with only a provider and an unconfirmed address can't have one: the person who made it could go on logging in. */
const canHavePassword = ({ hasPassword, confirmed }: AccountSummary) => hasPassword || confirmed;

async function linkedAccounts(db: Executor, { token, email, now }: Link) {
  const linked = await ownerOfLink(db, token, email, now);
  if (linked === null) throw fieldError('token', resetLinkRefused, { event: 'sign_in_refused' });
  return { linked, accounts: await accountSummaries(db, { email }) };
}

/** Returns the accounts with the link's address, first the one that it was mailed for. Errors: `token`. */
export async function accountsOfLink(db: Executor, link: Link): Promise<ResetAccount[]> {
  const { linked, accounts } = await linkedAccounts(db, link);
  return shown(accounts.toSorted((a, b) => Number(b.id === linked) - Number(a.id === linked)));
}

const shown = (accounts: readonly AccountSummary[]): ResetAccount[] =>
  mapRows(accounts, (account) => ({
    id: account.id,
    name: account.name,
    points: account.points,
    created_at: account.createdAt.toISOString(),
    device: account.device,
    confirmed: account.confirmed,
    can_have_password: canHavePassword(account),
  }));

/**
 * Returns the account for the new password: the chosen one, or the one that the link was mailed for. Errors: `token`, `account`.
 */
export async function accountOfLink(
  db: Executor,
  link: Link & { account: number | undefined },
): Promise<number> {
  const { linked, accounts } = await linkedAccounts(db, link);
  if (link.account === undefined || link.account === linked) return linked;
  const chosen = accounts.find(({ id }) => id === link.account);
  if (!chosen || !canHavePassword(chosen))
    throw fieldError('account', 'Please choose one of the accounts.', {
      event: 'sign_in_refused',
    });
  return chosen.id;
}

/**
 * Closes an account that the mail's reader says isn't theirs, and returns those that are left. The link then applies to one of
 * them. Errors: `token`, `account`, nothing_to_do.
 */
export async function closeOfLink(
  db: Database,
  offered: Offered,
  link: Link & { account: number },
): Promise<ResetAccount[]> {
  const { linked, accounts } = await linkedAccounts(db.drizzle, link);
  if (!accounts.some(({ id }) => id === link.account))
    throw fieldError('account', 'That account has a different address.', { event: 'sign_in_refused' });
  await closeUnproven(db, offered, { ...link, userId: link.account });
  const left = accounts.filter(({ id }) => id !== link.account);
  const next = left.find(canHavePassword);
  if (link.account === linked && next)
    await db.drizzle
      .update(passwordResets)
      .set({ userId: next.id })
      .where(
        and(eq(passwordResets.hash, linkHash(link.token, link.email)), eq(passwordResets.userId, linked)),
      );
  return shown(left);
}
