/** Everything that is held about an account, for its owner to take along. */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { orders, users } from '../db/schema.ts';
import { openCode } from './code-stock.ts';
import { orderDetails } from './delivery-details.ts';
import { deviceName } from './devices.ts';
import { Refusal } from './refusal.ts';
import { settingsOf } from './settings.ts';
import type { Vault } from './vault.ts';

/** Tables with the caller's rows, by the name they get in the file; `hidden` columns are secrets or keyed hashes. */
const parts: Readonly<Record<string, { from: string; hidden?: readonly string[] }>> = {
  sign_in_providers: { from: 'identities WHERE user_id =' },
  second_factor: { from: 'second_factors WHERE user_id =', hidden: ['totp_secret', 'totp_step'] },
  lost_second_factor: { from: 'lost_factors WHERE user_id =', hidden: ['link_hash', 'stop_hash'] },
  recovery_codes: { from: 'recovery_codes WHERE user_id =', hidden: ['hash'] },
  ledger: { from: 'ledger WHERE user_id =' },
  disputes: { from: 'disputes WHERE user_id =' },
  adjustments: {
    from: 'adjustments WHERE user_id =',
    hidden: ['key', 'needs_second', 'proposed_by', 'decided_by', 'decided_for'],
  },
  opinions: { from: 'opinions WHERE user_id =', hidden: ['version', 'hidden_by', 'waits_since'] },
  reports_of_opinions: { from: 'opinion_reports WHERE user_id =' },
  likes: { from: 'opinion_likes WHERE user_id =' },
  ratings: { from: 'ratings WHERE user_id =' },
  articles: { from: 'submissions WHERE user_id =' },
  social_tasks: { from: 'social_proofs WHERE user_id =', hidden: ['proof_key'] },
  rounds: { from: 'rounds WHERE user_id =', hidden: ['answer', 'finish_key'] },
  quests: { from: 'quest_progress WHERE user_id =' },
  days_played: { from: 'play_days WHERE user_id =' },
  scores: { from: 'scores WHERE user_id =' },
  contests: { from: 'contest_entries WHERE user_id =' },
  cases: { from: 'case_openings WHERE user_id =' },
  offers: { from: 'clicks WHERE user_id =' },
  conversations: { from: 'threads WHERE user_id =' },
  messages: {
    from: 'messages JOIN (SELECT id AS thread, user_id FROM threads) AS t ON t.thread = messages.thread_id WHERE t.user_id =',
    hidden: ['thread', 'written_by', 'operator_id', 'key'],
  },
  notices: { from: 'notices WHERE user_id =', hidden: ['key', 'shown', 'mail'] },
  friends: { from: 'referrals WHERE inviter_id =' },
  invited_by: { from: 'referrals WHERE friend_id =' },
  // What they were made of can't be read any more, not by us either.
  signs_of_double_accounts: { from: 'account_signals WHERE user_id =', hidden: ['hash'] },
};

/** A whole file: profile, settings, and a list for each thing that is kept. Codes and delivery details in plain text. */
export async function exportAccount(
  db: Database,
  vault: Vault,
  userId: number,
  now: Date,
): Promise<{ made_at: string; [part: string]: unknown }> {
  const settings = await settingsOf(db.drizzle, vault, userId);
  const [user] = await db.drizzle.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Refusal('not_found');
  const lists: Record<string, unknown> = {};
  for (const [name, { from, hidden = [] }] of Object.entries(parts))
    lists[name] = await rowsOf(db, sql.raw(from), userId, hidden);
  return {
    made_at: now.toISOString(),
    profile: {
      ...settings.user,
      email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
      held_for_review: user.reviewFor,
      suspended_for: user.suspendedFor,
    },
    settings: {
      has_password: settings.has_password,
      leaderboard: user.leaderboard,
      notifications: settings.notifications,
    },
    devices: await devicesOf(db, userId),
    orders: await ordersOf(db, vault, userId),
    ...lists,
  };
}

async function devicesOf(db: Database, userId: number) {
  const rows = await rowsOf(db, sql.raw('tokens WHERE user_id ='), userId, ['hash']);
  return rows.map((row) => ({ ...row, name: deviceName(String(row.device)) }));
}

async function ordersOf(db: Database, vault: Vault, userId: number) {
  const rows = await db.drizzle
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id));
  return rows.map(({ code, details, detailsField, idempotencyKey: _, processingBy: __, ...order }) => ({
    ...order,
    details: orderDetails(vault, { userId, details, detailsField }),
    code: openCode(vault, order.amountId, code),
  }));
}

async function rowsOf(
  db: Database,
  from: SQL,
  userId: number,
  hidden: readonly string[],
): Promise<Record<string, unknown>[]> {
  const result: unknown = await db.drizzle.execute(
    sql`SELECT to_jsonb(part) - ${sql.param(hidden.length > 0 ? `{${hidden.join(',')}}` : '{}')}::text[] - 'user_id' AS row
      FROM (SELECT * FROM ${from} ${userId}) AS part`,
  );
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows))
    throw new Error('the database answered no rows');
  return result.rows.map(({ row }) => row);
}
