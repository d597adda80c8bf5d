/**
 * The database behind one small interface: PGlite in a folder or in memory, or PostgreSQL by its URL. Migrations and statements
 * are the same. All differences between the two are in this file.
 */

import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { errorText } from '../platform/error-text.ts';
import { type DomainEvent, withEvents } from './events.ts';
import { retryConflicts } from './failures.ts';
import { callLimits, createPool, type PoolLimits } from './postgres-pool.ts';
import * as schema from './schema.ts';
import { MAY_NOT_MIGRATE, migrations, stateOfTables } from './upgrade.ts';

type Schema = typeof schema;
export type Drizzle = PgDatabase<PgQueryResultHKT, Schema>;
export type Transaction = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;
/** Where a statement may run: inside a transaction, or outside one. */
export type Executor = Drizzle | Transaction;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly drizzle: Drizzle;
  /** Calls `listener` for each announced event (events.ts), after the commit. */
  onEvent(listener: (event: DomainEvent) => void): void;
  /**
   * Runs one statement, prepared under its name on each connection. Returns the only value of the first row, for functions that
   * return JSON.
   */
  value(name: string, text: string, values: readonly unknown[]): Promise<unknown>;
  /**
   * Brings the tables up to date.
   * @throws ConfigError if that isn't possible: made before the baseline, by a newer version or by another program, or this role lacks the right
   */
  migrate(): Promise<void>;
  /** Runs work that only one process may do at a time. The others wait. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Calls back for each payload, and calls `onGap` after reconnecting, because payloads sent in between are lost. Returns a
   * function that stops it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Functions keep their first plans. Plans made while tables are empty read whole tables, and keep doing so as the tables grow.
 * All our queries have an index, so reading a whole table is made the last resort.
 */
const planning = { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * Makes every transaction run again after a conflict with another one. A transaction must therefore do everything through its own
 * `tx`.
 */
function retrying<D extends Drizzle>(drizzle: D): D {
  const transaction = drizzle.transaction.bind(drizzle);
  drizzle.transaction = (work, config) => retryConflicts(() => transaction(work, config));
  return drizzle;
}

/**
 * Sets Drizzle's parsers of times once. Drizzle passes the same parsers with each statement. PGlite would then copy its table of
 * all types, including the row types of our tables, which takes longer than most statements.
 */
function keepsParsers<T extends Pick<PGlite, 'query'>>(asked: T, known: PGlite['parsers']): T {
  const query = asked.query.bind(asked);
  asked.query = (text, values, { parsers, ...options } = {}) => {
    Object.assign(known, parsers);
    return query(text, values, options);
  };
  return asked;
}

/** Opens an embedded database in `folder`, or in memory. `template` is a dumped data folder to start from. */
export async function openPglite(
  folder?: string,
  template?: Blob,
): Promise<Database & { dump(): Promise<Blob> }> {
  const client = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  });
  keepsParsers(client, client.parsers);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) => transaction((tx) => work(keepsParsers(tx, client.parsers)));
  for (const [name, value] of Object.entries(planning)) await client.exec(`SET ${name} = ${value}`);
  const drizzle = retrying(drizzlePglite(client, { schema }));
  return {
    kind: 'pglite',
    drizzle,
    onEvent: withEvents(drizzle),
    async value(_name, text, values) {
      const { rows } = await client.query<unknown[]>(text, [...values], { rowMode: 'array' });
      return rows[0]?.[0];
    },
    async migrate() {
      if ((await stateOfTables((text) => client.query(text))) === 'behind')
        await migratePglite(drizzlePglite(client), migrations);
    },
    // No other process can open the folder.
    alone: (work) => work(),
    async notify(channel, payload) {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    close: () => client.close(),
    // Others can start from this dump.
    dump: () => client.dumpDataDir('none'),
  };
}

const RECONNECT_MS = 1000;
/** After this silence, the system checks whether the other end is still there. */
const KEEP_ALIVE_MS = 30_000;
/** Arbitrary numbers that no other lock uses. */
const MIGRATION_LOCK = 7_250_117;
const START_LOCK = 7_250_118;

/** Returns whether this role may create tables. */
async function mayCreate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS may",
  );
  return rows[0]?.may === true;
}

/**
 * Opens PostgreSQL through a pool. The default limits are for calls: each wait ends before people give up (the API answers 503).
 */
export async function openPostgres(
  url: string,
  log: (text: string) => void = () => {},
  limits: PoolLimits = callLimits,
): Promise<Database> {
  const pool = createPool({ url, limits, session: planning, log });
  const drizzle = retrying(drizzlePostgres(pool, { schema }));
  const listeners = new Set<() => Promise<void>>();

  /** Listens on its own connection. If it is lost, it is made again a second later, until it is stopped. */
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
      const report = (error: unknown) => log(`can't listen for events yet: ${errorText(error)}`);
      let client: pg.Client;
      try {
        // This reads the certificate files that the URL names.
        client = new pg.Client({
          connectionString: url,
          // The connection is otherwise silent, so nothing else would show that the other end is gone.
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        });
      } catch (error) {
        report(error);
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
        report(error);
        lost();
        // It may be connected without listening.
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

  /** A separate connection without time limits. Its locks end with it. */
  async function connectApart(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on('error', (error) => log(`database connection lost: ${errorText(error)}`));
    await client.connect();
    return client;
  }

  return {
    kind: 'postgres',
    drizzle,
    onEvent: withEvents(drizzle),
    async value(name, text, values) {
      const { rows } = await retryConflicts(() =>
        pool.query<unknown[]>({ name, text, values: [...values], rowMode: 'array' }),
      );
      return rows[0]?.[0];
    },
    async migrate() {
      const client = await connectApart();
      try {
        const isCurrent = async () => (await stateOfTables((text) => client.query(text))) === 'current';
        if (!(await mayCreate(client))) {
          if (await isCurrent()) return;
          throw new ConfigError(MAY_NOT_MIGRATE);
        }
        // Processes that start together wait for each other, so the second finds the tables made.
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        if (!(await isCurrent())) await migratePostgres(drizzlePostgres(client, { schema }), migrations);
      } finally {
        await client.end().catch(() => {});
      }
    },
    async alone(work) {
      const client = await connectApart();
      try {
        await client.query('SELECT pg_advisory_lock($1)', [START_LOCK]);
        return await work();
      } finally {
        await client.end().catch(() => {});
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
