/** A baseline database (tests/fixtures, made with make-baseline.mjs) opened by this version: nothing in it is lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../../server/config/config.ts';
import { type Database, openPglite, openPostgres } from '../../../server/db/database.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importOffers } from '../../../server/features/offers/import.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { listOrders, revealCode } from '../../../src/lib/contract/redemption/orders.ts';
import { request, testApi } from '../../support/api.ts';
import { testVault } from '../../support/vault.ts';

const server = inject('template');
let made = 0;
const fixture = (name: string) =>
  zstdDecompressSync(readFileSync(join(import.meta.dirname, '../../fixtures', name)));

/** The baseline database for this project's kind of database, not upgraded yet. */
async function baseline(): Promise<Database> {
  if (!server.startsWith('postgres:'))
    return opened(await openPglite(undefined, new Blob([fixture('baseline.tar.zst')])));
  const name = `test_baseline_${process.pid}_${++made}`;
  const admin = await openPostgres(server);
  await admin.drizzle.execute(sql.raw(`CREATE DATABASE ${name}`));
  await admin.close();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Without the two lines that only psql understands.
  await client.query(
    fixture('baseline.sql.zst')
      .toString()
      .replaceAll(/^\\.*$/gm, ''),
  );
  await client.end();
  return opened(await openPostgres(url));
}

function opened(db: Database): Database {
  onTestFinished(() => db.close());
  return db;
}

const namesSchema = v.record(v.string(), v.nullable(v.array(v.string())));
const sumsSchema = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));

/** The row count of each table, and the sum of each numeric column. */
async function totals(db: Database): Promise<Record<string, string>> {
  const tables = await db.value(
    `SELECT json_object_agg(name, numbers) FROM (
      SELECT table_name AS name, json_agg(column_name) FILTER (WHERE data_type IN ('integer', 'bigint', 'numeric')) AS numbers
      FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name) AS t`,
    [],
  );
  const found: Record<string, string> = {};
  for (const [table, numbers] of Object.entries(v.parse(namesSchema, tables))) {
    const sums = (numbers ?? []).map((column) => `sum("${column}")::text AS "${column}"`);
    const asked = ['count(*)::text AS "rows"', ...sums].join(', ');
    // Without a name: after the upgrade a table has other columns.
    const seen = await db.value(`SELECT row_to_json(t) FROM (SELECT ${asked} FROM "${table}") AS t`, []);
    for (const [column, sum] of Object.entries(v.parse(sumsSchema, seen)))
      found[`${table}.${column}`] = String(sum);
  }
  return found;
}

/** What a later migration removed on purpose, as `table.column`; its commit says where the data went. */
const GONE: readonly string[] = [];
/** Data from the catalogue's files, which a start overwrites. */
const OF_THE_CATALOGUE =
  /^(?:amounts|articles|cases|contest_plans|contests|games|jobs|offers|partners|partner_secrets|quests|rewards|secrets|social_tasks)\./;

test('a baseline database is upgraded and started: every row and sum stays, and its players sign in to what they had', {
  tags: 'both',
}, async () => {
  const db = await baseline();
  const before = Object.entries(await totals(db)).filter(([name]) => !GONE.includes(name));
  expect(before).toContainEqual(['ledger.rows', '6']);
  await db.migrate();
  expect(await totals(db)).toMatchObject(Object.fromEntries(before));
  expect(await db.value('SELECT json_agg(DISTINCT variant) FROM rounds', [])).toEqual(['classic']);

  const now = new Date('2026-11-24T12:00:00Z');
  await seed(db, readCatalogue(), { demo: true, vault: testVault, now });
  expect(await totals(db)).toMatchObject(
    Object.fromEntries(before.filter(([name]) => !OF_THE_CATALOGUE.test(name))),
  );
  // This also checks the invariants when the test ends.
  const api = await testApi({ db });
  api.now = now;
  const signIn = async (email: string, password: string) => {
    const { token, user } = (await request(loginUser, { body: { email, password, captcha: 'off' } })).success;
    api.actAs({ id: user.id, email, token });
  };
  await signIn('mira@playtally.example', 'harbour lantern 42');
  expect((await request(getBalance, {})).balance).toEqual({
    available: 120,
    pending: 0,
    reserved: 0,
    debt: 0,
  });
  await signIn('demo@playtally.example', 'demo-password-1');
  expect((await request(getBalance, {})).balance).toEqual({
    available: 500,
    pending: 1200,
    reserved: 5000,
    debt: 0,
  });
  const code = (await request(listOrders, {})).data.find(({ points }) => points === 500);
  expect((await request(revealCode, { params: { id: code?.id ?? 0 } })).code).toMatch(/^SAMPLE-/);
});

test('openings from before they were public stay private to their player', async () => {
  const db = await baseline();
  await db.drizzle.execute(sql`
    INSERT INTO case_openings (id, user_id, case_id, items, item, cost, points, seed, seed_hash, player_seed, nonce, opened_at)
    SELECT gen_random_uuid(), users.id, cases.id, '[]', 0, 1, 1, 'a', 'b', 'my mother’s name', 0, now() FROM users, cases LIMIT 1`);
  await db.migrate();
  expect(await db.value('SELECT json_agg(listed) FROM case_openings', [])).toEqual([false]);
});

test('an offer that was started keeps its terms of the day of the upgrade', { tags: 'both' }, async () => {
  const db = await baseline();
  await db.drizzle.execute(sql`INSERT INTO clicks (id, user_id, offer_id, partner, points, milestones, deadline_at, opened_at)
    SELECT 'c1', max(users.id), offers.id, offers.partner, offers.points, offers.milestones, '2099-01-01', now()
    FROM users, offers WHERE offers.id = (SELECT min(id) FROM offers WHERE countries IS NULL) GROUP BY offers.id`);
  const offer = await db.value(
    `SELECT row_to_json(t) FROM (SELECT o.*, p.holds FROM offers o JOIN partners p ON p.id = o.partner
      JOIN clicks c ON c.offer_id = o.id WHERE c.id = 'c1') AS t`,
    [],
  );
  await db.migrate();
  await importOffers(db, { partners: [], offers: [] }, null);
  await db.drizzle.execute(sql`UPDATE offers SET goal = 'Something else'`);
  await importOffers(db, { partners: [], offers: [] }, null);
  const { goal, new_users_only, spend_cents, deadline_days, devices, countries, holds } = v.parse(
    v.looseObject({ goal: v.string() }),
    offer,
  );
  const requirements = { new_users_only, spend_cents, deadline_days, devices, countries };
  expect(await db.value(`SELECT terms FROM clicks WHERE id = 'c1'`, [])).toEqual({
    goal,
    requirements,
    holds,
  });
  expect(await db.value('SELECT count(*)::integer FROM clicks WHERE terms IS NULL', [])).toBe(0);
});

test('a partner whose file was removed stays off until an operator turns it on', {
  tags: 'both',
}, async () => {
  const db = await baseline();
  await db.drizzle.execute(sql`UPDATE partners SET demo = false, listed = false`);
  await db.migrate();
  expect(await db.value('SELECT json_agg(disabled_at IS NOT NULL) FROM partners', [])).toEqual([true]);
});

test('of two accounts that confirmed one mailbox by addresses that counted as two, the first keeps it', async () => {
  const db = await baseline();
  await db.drizzle.execute(sql`INSERT INTO users (email, name, email_confirmed_at) VALUES
    ('jo.doe@pm.me', 'x', '2026-10-02'), ('jodoe@proton.me', 'x', '2026-10-01'), ('jo.doe@me.com', 'x', '2026-10-03')`);
  await db.migrate();
  expect(await db.value(`SELECT json_agg(mailbox ORDER BY id) FROM users WHERE name = 'x'`, [])).toEqual([
    null,
    'jodoe@proton.me',
    'jo.doe@icloud.com',
  ]);
});

test('a goal that was redeemed before purchases ended goals has ended, unless its points came back', {
  tags: 'both',
}, async () => {
  const db = await baseline();
  const run = (statement: ReturnType<typeof sql>) => db.drizzle.execute(statement);
  await run(sql`CREATE TEMP TABLE cancelled AS SELECT * FROM orders WHERE points = 500`);
  await run(sql`UPDATE cancelled SET id = id + 100, idempotency_key = 'another', state = 'cancelled', ended_at = created_at, ended_for = 'x',
    delivered_at = NULL, code_id = NULL, code = NULL, user_id = (SELECT id FROM users WHERE email = 'mira@playtally.example')`);
  await run(sql`INSERT INTO orders OVERRIDING SYSTEM VALUE SELECT * FROM cancelled`);
  await run(sql`UPDATE users SET myreward = (SELECT reward_id FROM orders WHERE points = 500 LIMIT 1)`);
  const goals = () =>
    db.value(
      `SELECT json_agg(myreward IS NOT NULL ORDER BY email) FROM users WHERE email IN ('demo@playtally.example', 'mira@playtally.example')`,
      [],
    );
  expect(await goals()).toEqual([true, true]);
  await db.migrate();
  expect(await goals()).toEqual([false, true]);
});

test.each([
  [
    'from before the baseline',
    'UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1',
    'before the first release',
  ],
  [
    'of a newer version',
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 9000000000000), ('y', 9000000000001)",
    'newer version',
  ],
  ['that isn’t Playtally’s', 'DROP SCHEMA drizzle CASCADE', 'didn’t make'],
])(
  'a database %s is rejected with a sentence and left unchanged',
  { tags: 'both' },
  async (_, change, words) => {
    const db = await baseline();
    await db.drizzle.execute(sql.raw(change));
    const before = await totals(db);
    const refused = await db.migrate().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain(words);
    expect(await totals(db)).toEqual(before);
  },
);
