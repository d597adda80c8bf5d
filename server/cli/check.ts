/**
 * `npm run check`: checks that the database is consistent and that DATA_KEYS decrypts its contents. Run it on a restored
 * database, after an incident, or before an old key is thrown away. It only reads. DATABASE_URL and DATA_KEYS say what to check;
 * an argument names another database on the same server: `npm run check -- playtally_restored`.
 */

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { ConfigError, getConfig, withSecretFiles } from '../config/config.ts';
import { type Database, openPostgres } from '../db/database.ts';
import { patientLimits } from '../db/postgres-pool.ts';
import { amounts, codes, orders } from '../db/schema.ts';
import { stateOfTables } from '../db/upgrade.ts';
import { openCode } from '../features/redemption/code-stock.ts';
import { findBrokenInvariants } from '../jobs/invariants.ts';
import { checkDatabaseFiles } from '../platform/certificate-files.ts';
import { createVault, type Vault } from '../platform/encryption.ts';
import { fatalText } from '../platform/error-text.ts';

/** How many codes per key are decrypted, in the stock and in orders. */
const OPENED = 100;

interface Sealed {
  readonly amountId: number;
  readonly code: string | null;
}

/** Returns a table's codes by the name of their key: how many there are, and some of them. */
async function codesByKey(
  db: Database,
  table: typeof codes | typeof orders,
): Promise<Map<string, { count: number; some: Sealed[] }>> {
  const name = sql<string>`split_part(${table.code}, '.', 2)`;
  const counted = await db.drizzle
    .select({ name, count: sql<number>`count(*)::integer` })
    .from(table)
    .where(sql`${table.code} is not null`)
    .groupBy(name);
  const found = new Map<string, { count: number; some: Sealed[] }>();
  for (const { name: key, count } of counted) {
    const some = await db.drizzle
      .select({ amountId: table.amountId, code: table.code })
      .from(table)
      .where(sql`${name} = ${key}`)
      .limit(OPENED);
    found.set(key, { count, some });
  }
  return found;
}

function countOpened(vault: Vault, sealed: readonly Sealed[]): number {
  return sealed.filter(({ amountId, code }) => {
    try {
      return openCode(vault, amountId, code) !== null;
    } catch {
      return false;
    }
  }).length;
}

/** Checks the database. Returns one line per check; `ok` says whether all passed. */
export async function checkDatabase(db: Database, vault: Vault): Promise<{ ok: boolean; lines: string[] }> {
  const lines: string[] = [];
  const broken = await findBrokenInvariants(db);
  lines.push(...(broken.length === 0 ? ['The invariants hold.'] : broken.map((what) => `BROKEN: ${what}`)));
  let ok = broken.length === 0;
  for (const [where, table] of [
    ['in stock', codes],
    ['in orders', orders],
  ] as const)
    for (const [key, { count, some }] of await codesByKey(db, table)) {
      const opened = countOpened(vault, some);
      ok &&= opened === some.length;
      lines.push(
        `${opened === some.length ? 'Codes' : 'CAN’T BE DECRYPTED: codes'} ${where} by key ${key}: ${count}, tried ${some.length}, decrypted ${opened}.`,
      );
    }
  const [kept] = await db.drizzle.select({ amounts: sql<number>`count(*)::integer` }).from(amounts);
  lines.push(`Amounts in the catalog: ${kept?.amounts ?? 0}.`);
  return { ok, lines };
}

/** @throws ConfigError for a database of an older version, such as a restored one, in which the checks would miss columns */
async function rejectOlderTables(url: string, database = ''): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if ((await stateOfTables((text) => client.query(text))) === 'behind')
      throw new ConfigError(
        `These are the tables of an older version, or the role of DATABASE_URL may not read them. Update them first: node server/cli/migrate.ts ${database}`.trim(),
      );
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  try {
    const config = getConfig(withSecretFiles(process.env));
    if (!config.DATABASE_URL) throw new ConfigError('DATABASE_URL is required: the database to check.');
    if (config.DATA_KEYS.length === 0)
      throw new ConfigError('DATA_KEYS is required: the keys that decrypt the codes.');
    checkDatabaseFiles('DATABASE_URL', config.DATABASE_URL);
    const url = new URL(config.DATABASE_URL);
    const [another] = process.argv.slice(2);
    if (another) url.pathname = `/${encodeURIComponent(another)}`;
    // On a long ledger the sums take longer than any call may. Unlike calls, they are best made by reading whole tables.
    url.searchParams.set('statement_timeout', '0');
    url.searchParams.set('options', '-c work_mem=256MB');
    await rejectOlderTables(url.href, another);
    const db = await openPostgres(url.href, undefined, { ...patientLimits, statement: 0, silence: 0 });
    try {
      const { ok, lines } = await checkDatabase(db, createVault(config.DATA_KEYS));
      for (const line of lines) console.log(line);
      process.exitCode = ok ? 0 : 1;
    } finally {
      await db.close();
    }
  } catch (error) {
    console.error(fatalText(error));
    process.exitCode = 1;
  }
}
