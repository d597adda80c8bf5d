/** Exports everything that is stored about an account, for its owner. */
import { and, asc, eq, gt, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import * as schema from '../../db/schema.ts';
import { deviceName } from '../../platform/device-name.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { orderDetails } from '../account/delivery-details.ts';
import { openCode } from '../redemption/code-stock.ts';
import { settingsOf } from './settings.ts';

/**
 * Tables with the user's rows, by their name in the file. `hidden` columns are secrets or keyed hashes. Tables that may be long
 * are read in parts, `by` their key.
 */
const parts: Readonly<Record<string, { from: string; by?: string; hidden?: readonly string[] }>> = {
  sign_in_providers: { from: 'identities WHERE user_id =' },
  passkeys: { from: 'passkeys WHERE user_id =', hidden: ['public_key', 'counter', 'handle'] },
  second_factor: { from: 'second_factors WHERE user_id =', hidden: ['totp_secret', 'totp_step'] },
  lost_second_factor: { from: 'factor_recoveries WHERE user_id =', hidden: ['link_hash', 'cancel_hash'] },
  recovery_codes: { from: 'recovery_codes WHERE user_id =', hidden: ['hash'] },
  ledger: { from: 'ledger WHERE user_id =', by: 'id' },
  disputes: { from: 'disputes WHERE user_id =' },
  adjustments: {
    from: 'adjustments WHERE user_id =',
    hidden: ['key', 'needs_second', 'decided_for'],
  },
  opinions: { from: 'opinions WHERE user_id =', hidden: ['version', 'waits_since'] },
  reports_of_opinions: { from: 'opinion_reports WHERE user_id =' },
  likes: { from: 'opinion_likes WHERE user_id =' },
  ratings: { from: 'ratings WHERE user_id =' },
  articles: { from: 'submissions WHERE user_id =' },
  social_tasks: { from: 'social_proofs WHERE user_id =', hidden: ['proof_key'] },
  rounds: { from: 'rounds WHERE user_id =', by: 'id', hidden: ['answer', 'finish_key', 'rival'] },
  tournaments: { from: 'tournament_players WHERE user_id =' },
  quests: { from: 'quest_progress WHERE user_id =' },
  days_played: { from: 'play_days WHERE user_id =' },
  creatures: { from: 'finds WHERE user_id =' },
  scores: { from: 'scores WHERE user_id =' },
  contests: { from: 'contest_entries WHERE user_id =', hidden: ['mailbox'] },
  cases: { from: 'case_openings WHERE user_id =' },
  offers: { from: 'clicks WHERE user_id =' },
  conversations: { from: 'threads WHERE user_id =' },
  messages: {
    from: 'messages JOIN (SELECT id AS thread, user_id FROM threads) AS t ON t.thread = messages.thread_id WHERE t.user_id =',
    hidden: ['thread', 'written_by', 'key'],
  },
  notifications: {
    from: 'notifications WHERE user_id =',
    by: 'id',
    hidden: ['key', 'shown', 'mail', 'push_at'],
  },
  devices_for_notifications: {
    from: 'push_subscriptions WHERE user_id =',
    hidden: ['token_id', 'endpoint', 'p256dh', 'auth'],
  },
  quiet_hours: { from: 'push_settings WHERE user_id =' },
  friends: { from: 'referrals WHERE inviter_id =' },
  invited_by: { from: 'referrals WHERE friend_id =' },
  // The original values can't be recovered, not even by us.
  signs_of_double_accounts: { from: 'account_signals WHERE user_id =', hidden: ['hash', 'kept_for'] },
};

/** The columns of all tables that say which operator did something. No file has them. */
const byOperators = Object.values(schema).flatMap((table) =>
  is(table, PgTable)
    ? getTableConfig(table).foreignKeys.flatMap((key) => {
        const { columns, foreignTable } = key.reference();
        return foreignTable === schema.operators ? columns.map(({ name }) => name) : [];
      })
    : [],
);

/**
 * Returns a file in pieces of JSON: profile, settings, and a list for each table. Codes and delivery details are in plain text.
 * Only one part of a list is in memory at a time. Errors: not_found.
 */
export async function exportAccount(
  db: Database,
  vault: Vault,
  userId: number,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const settings = await settingsOf(db.drizzle, vault, userId, true);
  const [user] = await db.drizzle.select().from(schema.users).where(eq(schema.users.id, userId));
  if (!user) throw new DomainError('not_found');
  const head = {
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
  };
  return pieces(db, vault, userId, head);
}

async function* pieces(db: Database, vault: Vault, userId: number, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  yield* list('orders', ordersOf(db, vault, userId));
  for (const [name, { from, by, hidden = [] }] of Object.entries(parts))
    yield* list(name, rowsByPart(db, from, userId, hidden, by));
  yield '}';
}

/** Yields a list as a field of the file, from its parts. */
async function* list(name: string, given: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let isFirst = true;
  for await (const rows of given) {
    if (rows.length === 0) continue;
    yield (isFirst ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(',');
    isFirst = false;
  }
  yield ']';
}

/** Rows per read. */
const AT_ONCE = 200;

async function* rowsByPart(
  db: Database,
  from: string,
  userId: number,
  hidden: readonly string[],
  by: string | undefined,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  if (by === undefined) {
    yield await rowsOf(db, sql.raw(from), sql`${userId}`, hidden);
    return;
  }
  for (let last: unknown; ; ) {
    const after = last === undefined ? sql`` : sql` AND ${sql.identifier(by)} > ${last}`;
    const part = sql`${userId}${after} ORDER BY ${sql.identifier(by)} LIMIT ${AT_ONCE}`;
    const rows = await rowsOf(db, sql.raw(from), part, hidden);
    yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.[by];
  }
}

async function devicesOf(db: Database, userId: number) {
  const rows = await rowsOf(db, sql.raw('tokens WHERE user_id ='), sql`${userId}`, ['hash']);
  return rows.map((row) => ({ ...row, name: deviceName(String(row.device)) }));
}

type OrderRow = typeof schema.orders.$inferSelect;

async function* ordersOf(db: Database, vault: Vault, userId: number): AsyncGenerator<readonly object[]> {
  for (let last = 0; ; ) {
    const rows = await db.drizzle
      .select()
      .from(schema.orders)
      .where(and(eq(schema.orders.userId, userId), gt(schema.orders.id, last)))
      .orderBy(asc(schema.orders.id))
      .limit(AT_ONCE);
    // Why a first order was held is left out: the list would only help someone to fake the missing signs.
    const shown = ({
      code,
      details,
      detailsField,
      idempotencyKey: _,
      processingBy: __,
      heldSigns: ___,
      tookStock: ____,
      ...order
    }: OrderRow) => ({
      ...order,
      details: orderDetails(vault, { userId, details, detailsField }),
      // A code is opened first, which is recorded: disputes are decided by that.
      code: order.revealedAt !== null ? openCode(vault, order.amountId, code) : null,
    });
    // An order whose encrypted texts can't be decrypted is exported without them.
    yield mapRows(rows, shown, (row) => ({ ...row, details: null, code: null }));
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function rowsOf(
  db: Database,
  from: SQL,
  ofUser: SQL,
  hidden: readonly string[],
): Promise<Record<string, unknown>[]> {
  const result: unknown = await db.drizzle.execute(
    sql`SELECT to_jsonb(part) - ${sql.param(`{${['user_id', ...byOperators, ...hidden].join(',')}}`)}::text[] AS row
      FROM (SELECT * FROM ${from} ${ofUser}) AS part`,
  );
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows))
    throw new Error('the database answered no rows');
  return result.rows.map(({ row }) => row);
}
