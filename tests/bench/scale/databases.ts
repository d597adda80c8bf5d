/** The small and the large database of `npm run bench:scale`, in one cluster. They are made unless they exist. */
import { type Database, openPostgres } from '../../../server/db/database.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { createVault, KEY_BYTES } from '../../../server/platform/encryption.ts';
import type { Postgres } from '../../support/postgres.ts';
import { seedScale } from './seed.ts';

export const vault = createVault([Buffer.alloc(KEY_BYTES, 7)]);

/** The name contains the size, so that another size isn't confused with it. */
const nameOf = (users: number) => `scale_${users}`;
export const urlOf = (postgres: Postgres, users: number) => postgres.urlOf(nameOf(users));

export async function makeDatabase(postgres: Postgres, users: number): Promise<void> {
  const url = urlOf(postgres, users);
  if (await isMade(postgres, users)) return;
  const admin = await openPostgres(postgres.url);
  await admin.drizzle.execute(`DROP DATABASE IF EXISTS ${nameOf(users)}`);
  await admin.drizzle.execute(`CREATE DATABASE ${nameOf(users)}`);
  await admin.close();
  const db = await openPostgres(url);
  await db.migrate();
  await seed(db, readCatalogue(), { demo: false, vault, now: new Date() });
  await db.close();
  await seedScale(url, users, (line) => console.log(`  ${users.toLocaleString('en-US')} users: ${line}`));
}

async function isMade(postgres: Postgres, users: number): Promise<boolean> {
  const admin = await openPostgres(postgres.url);
  const found = await admin.value('SELECT count(*)::integer FROM pg_database WHERE datname = $1', [
    nameOf(users),
  ]);
  await admin.close();
  if (found !== 1) return false;
  const db = await openPostgres(urlOf(postgres, users));
  // The numbers are set last, so an interrupted seeding has none.
  const last = await db
    .value("SELECT coalesce(pg_sequence_last_value('users_id_seq'), 0)::integer", [])
    .catch(() => 0);
  await db.close();
  return typeof last === 'number' && last >= users;
}

/** Without the time limits of an app's connection, because these take minutes over the whole ledger. */
export async function brokenInvariants(url: string): Promise<string[]> {
  const db = await openPostgres(
    `${url}?statement_timeout=0&options=${encodeURIComponent('-c work_mem=256MB')}`,
  );
  try {
    return await findBrokenInvariants(db);
  } finally {
    await db.close();
  }
}

export async function sizeOf(db: Database): Promise<string> {
  const size = await db.value('SELECT pg_size_pretty(pg_database_size(current_database()))', []);
  const entries = Number(
    await db.value("SELECT reltuples::bigint FROM pg_class WHERE oid = 'ledger'::regclass", []),
  );
  return `${entries.toLocaleString('en-US')} entries, ${size}`;
}

/** Reads everything once, so that the calls are measured and not a cold disk. */
export async function warm(db: Database): Promise<void> {
  await db.drizzle.execute('CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await db.drizzle.execute(`SET statement_timeout = 0;
    SELECT sum(pg_prewarm(oid::regclass, 'read')) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i');
    RESET statement_timeout`);
}

/** Returns the pages read by the closed connections to a database since it was made. */
export async function pagesRead(postgres: Postgres, users: number): Promise<number> {
  const admin = await openPostgres(postgres.url);
  try {
    const name = nameOf(users);
    for (;;) {
      const open = await admin.value('SELECT count(*)::integer FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
      if (open === 0) break;
    }
    const pages = await admin.value(
      'SELECT (blks_hit + blks_read)::float8 FROM pg_stat_database WHERE datname = $1',
      [name],
    );
    return Number(pages);
  } finally {
    await admin.close();
  }
}
