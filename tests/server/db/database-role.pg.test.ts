/**
 * What the API's role may and may not do, on PostgreSQL. Every test of the project `server-postgres` uses it.
 * @module-tag postgres
 */
import { sql } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../../server/cli/migrate.ts';
import { openPostgres } from '../../../server/db/database.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { request, testApi } from '../../support/api.ts';
import { API_ROLE } from '../../support/database-setup.ts';

const server = inject('template');
let made = 0;

/** The URL of a new, empty database; `as` connects with another role. */
async function emptyDatabase(): Promise<(as?: string) => string> {
  const name = `test_role_${process.pid}_${++made}`;
  const admin = await openPostgres(server);
  await admin.drizzle.execute(sql.raw(`CREATE DATABASE ${name}`));
  await admin.close();
  return (as) =>
    Object.assign(new URL(server), { pathname: `/${name}`, ...(as && { username: as, password: 'x y/z' }) })
      .href;
}

async function opened(address: string) {
  const db = await openPostgres(address);
  onTestFinished(() => db.close());
  return db;
}

describe('the role of the API', () => {
  test('is the role of these tests, and can make a purchase', async () => {
    const api = await testApi();
    expect(await api.db.value('SELECT current_user::text', [])).toBe(API_ROLE);
    api.actAs(await api.addPlayer(1000));
    await request(buyReward, { params: { id: 12 }, body: {}, idempotencyKey: crypto.randomUUID() });
  });

  test.each([
    'CREATE TABLE mine (id integer)',
    'CREATE TEMP TABLE mine (id integer)',
    'CREATE FUNCTION mine() RETURNS void LANGUAGE sql AS $$ SELECT $$',
    'CREATE SCHEMA mine',
    'CREATE EXTENSION file_fdw',
    'ALTER TABLE ledger DISABLE TRIGGER ledger_append_only',
    'ALTER TABLE users ADD COLUMN mine text',
    'DROP TABLE users',
    'TRUNCATE ledger CASCADE',
    'TRUNCATE users CASCADE',
    'UPDATE ledger SET points = 1',
    'DELETE FROM ledger',
    'UPDATE operator_acts SET reason = NULL',
    'DELETE FROM operator_acts',
    "SELECT setval(pg_get_serial_sequence('ledger', 'id'), 1)",
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 1)",
    'CREATE ROLE mine SUPERUSER',
    `ALTER ROLE ${API_ROLE} SUPERUSER`,
    'SET ROLE playtally',
    'SET session_replication_role = replica',
    "SELECT pg_read_file('PG_VERSION')",
    "COPY users TO PROGRAM 'cat'",
    "COPY users TO '/tmp/users'",
    'SELECT rolpassword FROM pg_authid',
    'ALTER SYSTEM SET log_statement = none',
  ])('may not: %s', async (statement) => {
    const address = await migrated();
    const db = await opened(address(API_ROLE));
    await expect(db.drizzle.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });

  test('is made by `npm run migrate`, which also makes the tables and can run again', async () => {
    const address = await emptyDatabase();
    const env = { DATABASE_OWNER_URL: address(), DATABASE_URL: address('another_role') };
    await migrate(env);
    await migrate(env);
    const db = await opened(env.DATABASE_URL);
    await db.migrate();
    const api = await testApi({ db });
    expect(await api.db.value('SELECT current_user::text', [])).toBe('another_role');
    api.actAs(await api.addPlayer(1000));
  });

  test('doesn’t start on tables of an older version, and can’t change them', async () => {
    const address = await emptyDatabase();
    await migrate({ DATABASE_OWNER_URL: address(), DATABASE_URL: address(API_ROLE) });
    const owner = await opened(address());
    await owner.drizzle.execute(
      sql`DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`,
    );
    const refusal = /^The database’s tables aren’t those of this version.* `npm run migrate` first/;
    await expect((await opened(address(API_ROLE))).migrate()).rejects.toThrow(refusal);
    const empty = await emptyDatabase();
    await expect((await opened(empty(API_ROLE))).migrate()).rejects.toThrow(refusal);
  });

  test('is rejected if it has more rights', async () => {
    const address = await emptyDatabase();
    const owner = await opened(address());
    await owner.drizzle.execute(sql.raw('CREATE ROLE too_strong LOGIN CREATEDB'));
    await expect(
      migrate({ DATABASE_OWNER_URL: address(), DATABASE_URL: address('too_strong') }),
    ).rejects.toThrow('can create databases');
    for (const [wrong, words] of [
      [{ DATABASE_URL: address() }, 'password'],
      [{ DATABASE_URL: address('playtally') }, 'different role'],
      [{ DATABASE_URL: 'postgres://api:x@elsewhere.test/db' }, 'same database'],
      [{ DATABASE_URL: '' }, 'DATABASE_URL is required'],
      [{ DATABASE_URL: `${address(API_ROLE)}?sslcert=own.pem` }, 'leave one out'],
    ] as const)
      await expect(migrate({ DATABASE_OWNER_URL: address(), ...wrong })).rejects.toThrow(words);
  });

  let ready: Promise<(as?: string) => string> | undefined;
  /** One connection for all rejected statements. */
  function migrated() {
    ready ??= emptyDatabase().then(async (address) => {
      await migrate({ DATABASE_OWNER_URL: address(), DATABASE_URL: address(API_ROLE) });
      return address;
    });
    return ready;
  }
});
