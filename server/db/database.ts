/**
 * The database behind one small port: PGlite in a folder (or in memory), or PostgreSQL by its address. The same migrations, the
 * same statements. What differs between the two ends here.
 */
import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

type Schema = typeof schema;
export type Drizzle = PgDatabase<PgQueryResultHKT, Schema>;
export type Transaction = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;
/** Where a statement may run: inside a transaction or alone. */
export type Executor = Drizzle | Transaction;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly drizzle: Drizzle;
  /** One statement, prepared under its name on each connection; the first row's only value, for functions that answer JSON. */
  value(name: string, text: string, values: readonly unknown[]): Promise<unknown>;
  /** Brings the tables up to date; false where they aren't and this role may not change them (`npm run migrate` does then). */
  migrate(): Promise<boolean>;
  notify(channel: string, payload: string): Promise<void>;
  /** Calls back for each payload, and `onGap` when a lost connection was made anew: what was sent meanwhile is lost. Answers how to stop. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const migrations = { migrationsFolder: new URL('./migrations', import.meta.url).pathname };

/**
 * Functions keep the plans that they made first. Made on tables that are still empty, those read whole tables, and go on to do so
 * as the tables grow; everything here asks by an index, so reading a whole table is made the last resort.
 */
const planning = { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' };

/** An embedded database in `folder`, or in memory; `template` is a dumped data folder to begin from. */
export async function openPglite(folder?: string, template?: Blob): Promise<Database> {
  const client = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  });
  for (const [name, value] of Object.entries(planning)) await client.exec(`SET ${name} = ${value}`);
  const drizzle = drizzlePglite(client, { schema });
  return {
    kind: 'pglite',
    drizzle,
    async value(_name, text, values) {
      const { rows } = await client.query<unknown[]>(text, [...values], { rowMode: 'array' });
      return rows[0]?.[0];
    },
    async migrate() {
      await migratePglite(drizzle, migrations);
      return true;
    },
    async notify(channel, payload) {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    close: () => client.close(),
  };
}

/** Dumps an embedded database, to begin others from. */
export async function dumpPglite(folder: string): Promise<Blob> {
  const client = await PGlite.create({ dataDir: folder });
  const dump = await client.dumpDataDir('none');
  await client.close();
  return dump;
}

const RECONNECT_MS = 1000;
/** After so long without a word the system asks whether the other end is still there. */
const KEEP_ALIVE_MS = 30_000;
/** Any number that nothing else locks by. */
const MIGRATION_LOCK = 7_250_117;

/** Whether this role may make tables, or only use them. */
async function mayCreate(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS may",
  );
  return rows[0]?.may === true;
}

/** Whether the last migration of this version was made, as the migrator itself tells. */
async function isUpToDate(client: pg.PoolClient): Promise<boolean> {
  const last = readMigrationFiles(migrations).at(-1);
  const { rows } = await client
    .query<{ made: string | null }>('SELECT max(created_at) AS made FROM drizzle.__drizzle_migrations')
    // No such table, or none that this role may read.
    .catch(() => ({ rows: [] }));
  return Number(rows[0]?.made ?? 0) >= (last?.folderMillis ?? 0);
}

/** PostgreSQL through a pool; a request waits at most five seconds for a connection and then fails (503 at the API). */
export async function openPostgres(url: string, log: (text: string) => void = () => {}): Promise<Database> {
  const options = Object.entries(planning)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    options,
  });
  // A killed server raises errors on idle clients and on clients in use: without listeners the process would die.
  pool.on('error', (error) => log(`database connection lost: ${error.message}`));
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`database connection lost: ${error.message}`)),
  );
  const drizzle = drizzlePostgres(pool, { schema });
  const listeners = new Set<() => Promise<void>>();

  /** One connection that listens; made anew a second after it was lost, until it is stopped. */
  async function listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap: () => void = () => {},
  ): Promise<() => Promise<void>> {
    let isFirst = true;
    let current: pg.Client | undefined;
    let again: NodeJS.Timeout | undefined;
    async function connect(): Promise<void> {
      const retry = () => {
        again = setTimeout(connect, RECONNECT_MS);
        again.unref();
      };
      const tell = (error: unknown) =>
        log(`can't listen for events yet: ${error instanceof Error ? error.message : error}`);
      let client: pg.Client;
      try {
        // Reads the certificate that the address names.
        client = new pg.Client({
          connectionString: url,
          // It says nothing by itself, so that nothing else would tell that the other end is gone without a word.
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        });
      } catch (error) {
        tell(error);
        return retry();
      }
      current = client;
      const lost = () => {
        if (current !== client) return;
        current = undefined;
        retry();
      };
      client.on('error', lost);
      client.on('end', lost);
      client.on('notification', (message) => onPayload(message.payload ?? ''));
      try {
        await client.connect();
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        if (!isFirst) onGap();
        isFirst = false;
      } catch (error) {
        tell(error);
        lost();
        // It may be connected, and only not listening.
        client.end().catch(() => {});
      }
    }
    async function stop(): Promise<void> {
      listeners.delete(stop);
      clearTimeout(again);
      const client = current;
      current = undefined;
      await client?.end();
    }
    listeners.add(stop);
    await connect();
    return stop;
  }

  return {
    kind: 'postgres',
    drizzle,
    async value(name, text, values) {
      const { rows } = await pool.query<unknown[]>({ name, text, values: [...values], rowMode: 'array' });
      return rows[0]?.[0];
    },
    async migrate() {
      // Processes that start together take turns: the second finds the tables made.
      const client = await pool.connect();
      try {
        if (!(await mayCreate(client))) return await isUpToDate(client);
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        await migratePostgres(drizzlePostgres(client, { schema }), migrations);
        return true;
      } finally {
        // Closed rather than given back, which also gives back the lock.
        client.release(true);
      }
    },
    async notify(channel, payload) {
      await pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    listen,
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
}
