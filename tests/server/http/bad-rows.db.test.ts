/** An unreadable row doesn't break a list: it is planted in the database, and each list returns the others. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import {
  accountMatches,
  disputes,
  finds,
  operatorInvitations,
  orders,
  partnerSecrets,
  partners,
} from '../../../server/db/schema.ts';
import { createMetrics } from '../../../server/observability/metrics.ts';
import { LEADERBOARD_ROWS } from '../../../src/lib/contract/limits.ts';
import { reply, startThread } from '../../../src/lib/contract/messages/messages.ts';
import { addGameOpinion, createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { saveSubmission } from '../../../src/lib/contract/submissions/submissions.ts';
import { addAccount } from '../../support/accounts.ts';
import { playerApi, request, testApi } from '../../support/api.ts';
import { orderRobux } from '../../support/api-orders.ts';
import { testDatabase } from '../../support/database.ts';

/** Which column is replaced with what, in the row with the highest id of each table. */
type Plant = readonly [table: string, column: string, value: string];

const at = (table: string, column = 'created_at'): Plant => [table, column, "'infinity'"];
/** Encrypted with a missing key. */
const sealed = (table: string, column: string): Plant => [table, column, "'v1.deadbeef.planted'"];

const lists: readonly (readonly [address: string, list: string, ...plant: Plant])[] = [
  ['/api/user/games', 'data', 'games', 'devices', `'"toaster"'`],
  ['/api/user/offers', 'data', 'offers', 'milestones', "'[null]'"],
  ['/api/user/cases', 'data', 'cases', 'items', `'[{"name":"x","points":"planted"}]'`],
  ['/api/user/contests', 'data', ...at('contests', 'ends_at')],
  ['/api/operator/contests', 'data', ...at('contests', 'ends_at')],
  ['/api/user/articles', 'data', ...at('articles', 'published_at')],
  ['/api/user/dashboard/articles', 'data', ...at('articles', 'published_at')],
  ['/api/user/dashboard/transactions', 'data', ...at('ledger')],
  ['/api/user/dashboard/transactions/export', 'entries', ...at('ledger')],
  ['/api/operator/users/:id/ledger', 'data', ...at('ledger')],
  ['/api/user/orders', 'data', ...at('orders')],
  ['/api/operator/orders/search', 'data', ...at('orders')],
  ['/api/user/profiles/:id/opinions', 'data', ...at('opinions')],
  ['/api/user/profiles/:id', 'creatures', ...at('finds', 'found_at')],
  ['/api/user/games/1', 'opinions.data', ...at('opinions')],
  ['/api/operator/opinions?show=newest', 'data', ...at('opinions')],
  ['/api/user/messages', 'data', ...at('threads', 'updated_at')],
  ['/api/operator/threads/search', 'data', ...at('threads', 'updated_at')],
  ['/api/user/submissions', 'data', ...at('submissions', 'updated_at')],
  ['/api/user/settings', 'delivery', ...sealed('delivery_details', 'value')],
  ['/api/user/devices', 'devices', ...at('tokens')],
  ['/api/operator/sessions', 'sessions', ...at('operator_sessions')],
  ['/api/operator/operators', 'operators', ...at('operators')],
  ['/api/operator/operators', 'invitations', ...at('operator_invitations')],
  ['/api/operator/partners', 'partners', ...at('partner_secrets')],
  ['/api/operator/users/:id', 'friends', ...at('referrals', 'joined_at')],
  ['/api/operator/users/:id', 'matches', ...at('account_matches', 'found_at')],
  ['/api/user/invite', 'friends.data', ...at('referrals', 'joined_at')],
  ['/api/user/orders', 'data', ...at('disputes', 'opened_at')],
  ['/api/user/games/1', 'similar_games', 'games', 'devices', "'1'"],
  // Columns that the query itself reads.
  ['/api/user/offers', 'data', 'offers', 'milestones', "'7'"],
  ['/api/user/offers', 'data', 'offers', 'milestones', `'[{"points":"planted"}]'`],
  ['/api/user/contests?sort-by=price-asc', 'data', 'contests', 'prizes', `'["planted"]'`],
  ['/api/user/contests?sort-by=rating', 'data', 'contests', 'prizes', "'7'"],
  ['/api/user/cases?sort-by=rating', 'data', 'cases', 'items', "'7'"],
  ['/api/user/cases?sort-by=rating', 'data', 'cases', 'items', `'[{"points":"planted","weight":1}]'`],
];

/** The row to change in tables without ids, and in one whose newest row isn't in the list. */
const planted: Readonly<Record<string, string>> = {
  delivery_details: 'true',
  finds: 'kind = 2',
  partner_secrets: 'true',
  referrals: 'friend_id = (SELECT max(friend_id) FROM referrals)',
  games: "id = (SELECT max(id) FROM games WHERE source = 'own')",
};

const body = 'Long enough to be a text of one.';
const key = () => crypto.randomUUID();

/** Two friends who match the player, an invited operator, a partner's key, a dispute. */
async function addOthers({ drizzle }: Database, player: number) {
  const now = new Date('2026-11-18T12:00:00Z');
  const later = new Date('2026-11-30T12:00:00Z');
  for (const email of ['jan@test.example', 'ela@test.example']) {
    const friend = await addAccount(drizzle, email, now, { invitedBy: player });
    await drizzle
      .insert(accountMatches)
      .values({ userId: player, otherId: friend, reason: 'device', foundAt: now });
    await drizzle
      .insert(operatorInvitations)
      .values({ hash: Buffer.from(email), note: email, createdAt: now, expiresAt: later });
  }
  const [partner] = await drizzle.select({ id: partners.id }).from(partners);
  await drizzle
    .insert(partnerSecrets)
    .values({ partner: partner?.id ?? '', place: 1, number: 1, secret: 'sealed', createdAt: now })
    .onConflictDoNothing();
  const [order] = await drizzle.select({ id: orders.id }).from(orders).where(eq(orders.userId, player));
  await drizzle.insert(disputes).values({
    userId: player,
    subject: 'order',
    subjectId: order?.id ?? 0,
    reason: 'not_received',
    proof: body,
    dueAt: later,
  });
}

/** A player and an operator whose lists have rows. */
async function world() {
  const db = await testDatabase();
  const metrics = createMetrics({
    db,
    sockets: () => ({ connections: 0 }),
    jobs: [],
    clock: () => new Date(),
    log: () => {},
  });
  const { api, player } = await playerApi(20_000, { db, metrics });
  await orderRobux();
  await orderRobux();
  await request(createRewardOpinion, { params: { id: 12 }, body: { user_id: player.id, opinion: body } });
  await request(createRewardOpinion, { params: { id: 84 }, body: { user_id: player.id, opinion: body } });
  await request(addGameOpinion, { params: { id: 1 }, body: { user_id: player.id, opinion: body } });
  for (const subject of ['A first matter', 'A second matter']) {
    const { thread } = await request(startThread, {
      body: { topic: 'other', subject, body, order_id: null },
    });
    await request(reply, { params: { id: thread.id }, body: { body } });
    await request(saveSubmission, {
      params: { key: key() },
      body: { title: subject, summary: body, type: 'guide', game_id: null, body, version: 0 },
    });
  }
  await db.drizzle
    .insert(finds)
    .values(
      [1, 2].map((kind) => ({ userId: player.id, kind, creature: 'eeeee-210', foundAt: api.now, count: 1 })),
    );
  const operator = await api.addOperator();
  await api.addOperator();
  await addOthers(db, player.id);

  async function get(address: string) {
    const by = address.startsWith('/api/operator') ? operator : player;
    const [path = '', query = ''] = address.replace(':id', String(player.id)).split('?');
    const answer = path.endsWith('/search')
      ? await api.send(by.token, 'POST', path, { per_page: 100 })
      : await api.send(by.token, 'GET', `${path}?per_page=100&${query}`);
    return { status: answer.status, body: await answer.json() };
  }
  /** Runs `act` while the newest row of a table is broken. */
  async function whileSpoilt<T>([table, column, value]: Plant, act: () => Promise<T>): Promise<T> {
    const newest = planted[table] ?? `id = (SELECT max(id) FROM ${table})`;
    const was = await db.value(`SELECT ${column}::text FROM ${table} WHERE ${newest}`, []);
    const put = (text: string) =>
      db.drizzle.transaction(async (tx) => {
        // No statement of the product writes such values.
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        await tx.execute(sql.raw(`UPDATE ${table} SET ${column} = ${text} WHERE ${newest}`));
      });
    await put(value);
    const result = await act();
    await put(`$was$${String(was)}$was$`);
    return result;
  }
  return { api, metrics, get, whileSpoilt };
}

function lengthAt(body: unknown, path: string): number {
  const list = path.split('.').reduce((inner, name) => (inner as Record<string, unknown>)[name], body);
  return (list as unknown[]).length;
}

test('each list returns its other rows and its original total', async () => {
  const { api, metrics, get, whileSpoilt } = await world();
  const seen = new Set<string>();
  for (const [address, list, ...plant] of lists) {
    const before = await get(address);
    const after = await whileSpoilt(plant, () => get(address));
    const found = api.logged.splice(0);
    const row = [address, list, ...plant].join(' ');
    expect.soft(after.status, row).toBe(200);
    if (after.status !== 200) continue;
    expect.soft(lengthAt(after.body, list), row).toBe(lengthAt(before.body, list) - 1);
    expect.soft(after.body.total, row).toBe(before.body.total);
    // A reported row isn't reported again.
    const [path = ''] = address.split('?');
    if (!seen.has(path) || found.length > 0)
      expect.soft(found, row).toEqual([expect.stringMatching(/ can't show a row, /)]);
    seen.add(path);
    expect.soft(found.join(), row).not.toMatch(/planted|toaster|Mira_k|Long enough/);
  }
  const text = await metrics.text();
  expect(text).toContain('playtally_rows_unshown_total{route="/api/user/games"} 1');
});

test('an order whose details no key decrypts is shown without them, and is logged once', async () => {
  const { api, get, whileSpoilt } = await world();
  await whileSpoilt(sealed('orders', 'details'), async () => {
    await get('/api/user/orders');
    const { body } = await get('/api/user/orders');
    expect(body.data.map(({ details }: { details: unknown }) => details)).toEqual([null, 'Mira_k']);
    const kept = await get('/api/user/export');
    expect(kept.status).toBe(200);
  });
  expect(api.logged.splice(0)).toHaveLength(2);
});

test('a player below the leaderboard’s first rows sees their neighbours, even if the date of their own row is broken', async () => {
  const api = await testApi();
  const player = await api.addPlayer(1);
  for (let above = 0; above < LEADERBOARD_ROWS; above++) await api.addPlayer(2);
  const board = async () => {
    const answer = await api.send(player.token, 'GET', '/api/user/leaderboard?span=week');
    return { status: answer.status, body: await answer.json() };
  };
  const before = await board();
  expect(before.body).toMatchObject({ around: [{ points: 2 }, { points: 2 }, { points: 1, mine: true }] });
  for (const broken of ['infinity', '-infinity', '0044-03-15 BC', '294276-12-31']) {
    await api.db.drizzle.execute(
      sql`UPDATE scores SET reached_at = ${broken}::timestamptz WHERE user_id = ${player.id}`,
    );
    expect.soft([broken, await board()]).toEqual([broken, before]);
  }
});
