/** What node-postgres relies on, and what only PostgreSQL does by itself. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';

const nameOf = (id: number) => sql`SELECT name FROM users WHERE id = ${id}`;
const PREPARED =
  "SELECT count(*)::integer FROM pg_prepared_statements WHERE statement = 'SELECT name FROM users WHERE id = $1'";

test('a text is prepared once in PGlite', async () => {
  const { drizzle, value } = await testDatabase();
  await drizzle.execute(nameOf(1));
  await drizzle.execute(nameOf(2));
  await drizzle.transaction((tx) => tx.execute(nameOf(3)));
  expect(await value(PREPARED, [])).toBe(1);
});

test('a failed statement leaves nothing to the next client of PGlite’s only session', async () => {
  const { drizzle, value } = await testDatabase();
  await drizzle.execute(nameOf(1));
  // The pool gives this client up, because the statement wasn't in a transaction of Drizzle's.
  await expect(drizzle.execute('BEGIN; UPDATE users SET name = NULL')).rejects.toThrow();
  expect(await value(PREPARED, [])).toBe(0);
  expect(await value("SELECT current_setting('plan_cache_mode')", [])).toBe('force_generic_plan');
  await drizzle.execute(nameOf(1));
  expect(await value(PREPARED, [])).toBe(1);
});

test('a client that has prepared many texts is replaced', async () => {
  const { drizzle, value } = await testDatabase();
  const count = () => value('SELECT count(*)::integer FROM pg_prepared_statements', []);
  const before = Number(await count());
  for (let left = 1100; left > 0; left--)
    await drizzle.execute(sql`SELECT ${left}::integer AS ${sql.raw(`n${left}`)}`);
  expect(await count()).toBeLessThan(before + 1000);
  await drizzle.execute(nameOf(1));
  expect(await value(PREPARED, [])).toBe(1);
});
