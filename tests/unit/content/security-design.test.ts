/** Compares the tables of docs/developers/security-design.md with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '../../../server/db/schema.ts';
import { userSchema } from '../../../src/lib/contract/account/user.ts';
import { operatorUserDetailSchema } from '../../../src/lib/contract/operators/operator-users.ts';

const ROOT = join(import.meta.dirname, '../../..');
const text = readFileSync(join(ROOT, 'docs/developers/security-design.md'), 'utf8');

/** The rows of the table under a heading whose first cell is a name of the code. */
function rowsOf(heading: string): string[][] {
  const section = text.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([a-z_]+)` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

test('every table of the database has a level of protection, and a time for which it is kept', () => {
  const tables = Object.values<unknown>(schema)
    .filter((one) => is(one, PgTable))
    .map((table) => getTableName(table))
    .sort();
  const rows = rowsOf('Levels of protection');
  expect(rows.map(([name]) => name).sort()).toEqual(tables);
  for (const [name, level, what, time] of rows) {
    expect(['public', 'personal', 'sensitive', 'secret'], name).toContain(level);
    expect([what, time], name).not.toContain('');
  }
});

test('every field of an account says who sees it', () => {
  const rows = rowsOf('Who sees and changes what');
  const seen = (column: number) =>
    rows
      .filter((row) => row[column] !== 'no')
      .map(([name]) => name)
      .sort();
  expect(seen(1)).toEqual(Object.keys(userSchema.entries).sort());
  // tests/server/profile/profile.db.test.ts has them from the call itself.
  expect(seen(2)).toEqual(['avatar', 'created_at', 'id', 'name', 'private', 'sample']);
  expect(seen(3)).toEqual(Object.keys(operatorUserDetailSchema.entries).sort());
  for (const [name, , , , changed] of rows) expect(changed, name).not.toBe('');
});

test('lists in calls are limited as the document says', async () => {
  const { MAX_CSV, MAX_CSV_LINES } = await import('../../../src/lib/contract/operator-limits.ts');
  expect(text).toContain(`at most ${MAX_CSV.toLocaleString('en-US')}\ncharacters`);
  expect(text).toContain(`${MAX_CSV_LINES.toLocaleString('en-US')} lines`);
});

test('each host the server may call is listed with its setting', () => {
  const code = readFileSync(join(ROOT, 'server/platform/outgoing.ts'), 'utf8');
  for (const [, host = ''] of code.matchAll(/'https:\/\/([\w.]+)'/g))
    if (host !== 'accounts.google.com') expect(text).toContain(`\`${host}\``);
  for (const name of ['GOOGLE_ISSUER', 'GOOGLE_JWKS_URL', 'OUTGOING_ORIGINS', 'STEAM_OPENID_URL'])
    expect(text).toContain(`\`${name}\``);
});

test('every table in the document is made by a migration', () => {
  const made = readdirSync(join(ROOT, 'server/db/migrations')).filter((name) => name.endsWith('.sql'));
  const sql = made.map((name) => readFileSync(join(ROOT, 'server/db/migrations', name), 'utf8')).join('\n');
  for (const [name] of rowsOf('Levels of protection'))
    expect(sql).toMatch(new RegExp(`CREATE TABLE "${name}"|ALTER TABLE "\\w+" RENAME TO "${name}"`));
});
