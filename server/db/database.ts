/**
 * The database behind one small interface: PGlite in a folder or in memory, or PostgreSQL by its URL. Migrations and statements
 * are the same. All differences between the two are in this file.
 */

import { hash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { errorText } from '../platform/error-text.ts';
import { type DomainEvent, withEvents } from './events.ts';
import { retryConflicts } from './failures.ts';
import { PgliteStream } from './pglite-stream.ts';
import { createPool, type PoolLimits, patientLimits } from './postgres-pool.ts';
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
   * Runs one statement, which is prepared once on each connection. Returns the only value of the first row, for functions that
   * return JSON.
   */
  value(text: string, values: readonly unknown[]): Promise<unknown>;
  /**
   * Brings the tables up to date.
   * @throws ConfigError if that isn't possible: made before the baseline, by a newer version or by another program, or this role lacks the right
   */
  migrate(): Promise<void>;
  /** Runs work that only one process may do at a time. The others wait. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Reaches the other processes that use this database. PGlite has none, because only one process can open its folder. */
  readonly bridge?: (channel: string) => Bridge;
  close(): Promise<void>;
}

/** How processes reach each other: PostgreSQL's NOTIFY and LISTEN on one channel, or something equivalent. */
export interface Bridge {
  notify(payload: string): Promise<void>;
  /**
   * Passes on every payload, including this process's own, and returns a function that stops it. The bridge reconnects by itself.
   * It calls `onGap` when it is listening again, because payloads sent in between are lost.
   */
  listen(onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
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

/** The name under which connections prepare a text. */
const nameOf = (text: string) => hash('sha256', text, 'base64url');

const valueFrom =
  (pool: pg.Pool): Database['value'] =>
  async (text, values) => {
    const { rows } = await retryConflicts(() =>
      pool.query<unknown[]>({ name: nameOf(text), text, values: [...values], rowMode: 'array' }),
    );
    return rows[0]?.[0];
  };

/** What a client has prepared takes memory until it leaves. Texts with lists of values have a statement for each length. */
const MOST_PREPARED = 1000;

/** Prepares each text with values once. PGlite takes longer to plan most statements than to run them. */
function prepareOnce(pool: pg.Pool): void {
  const full = new WeakSet<pg.Client>();
  pool.on('connect', (client) => {
    const prepared = new Set<string>();
    const withName = (asked: unknown, values: readonly unknown[] | undefined): unknown => {
      if (!isConfig(asked) || !(asked.name ?? (asked.values ?? values)?.length)) return asked;
      const name = asked.name ?? nameOf(asked.text);
      if (prepared.add(name).size > MOST_PREPARED) full.add(client);
      return { ...asked, name };
    };
    client.query = new Proxy(client.query, {
      apply: (query, self, [asked, values, ...rest]) =>
        Reflect.apply(query, self, [withName(asked, values), values, ...rest]),
    });
  });
  // An ended client isn't kept, and the next one begins with nothing.
  pool.on('release', (_error, client) => {
    if (full.has(client)) client.end().catch(() => {});
  });
}

const isConfig = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' && asked !== null && 'text' in asked;

/** Opens an embedded database in `folder`, or in memory. `template` is a dumped data folder to start from. */
export async function openPglite(
  folder?: string,
  template?: Blob,
): Promise<Database & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(template === undefined ? {} : { loadDataDir: template }),
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(planning).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
  const pool = new pg.Pool({
    stream: () => new PgliteStream(pglite),
    // Variables such as PGSSLMODE are for PostgreSQL.
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    // PGlite has one session.
    max: 1,
    idleTimeoutMillis: 0,
  });
  prepareOnce(pool);
  const drizzle = retrying(drizzlePostgres(pool, { schema }));
  return {
    kind: 'pglite',
    drizzle,
    onEvent: withEvents(drizzle),
    value: valueFrom(pool),
    async migrate() {
      if ((await stateOfTables((text) => pool.query(text))) === 'behind')
        await migratePostgres(drizzlePostgres(pool), migrations);
    },
    // No other process can open the folder.
    alone: (work) => work(),
    async close() {
      await pool.end();
      await pglite.close();
    },
    // Others can start from this dump.
    dump: () => pglite.dumpDataDir('none'),
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
 * Opens PostgreSQL through a pool. The API passes `callLimits`, whose waits end before people give up (it answers 503); everything
 * else can wait, and nothing but a call fails because a machine is busy.
 */
export async function openPostgres(
  url: string,
  log: (text: string) => void = () => {},
  limits: PoolLimits = patientLimits,
): Promise<Database> {
  const pool = createPool({ url, limits, session: planning, log });
  const drizzle = retrying(drizzlePostgres(pool, { schema }));
  const listeners = new Set<() => Promise<void>>();

  /** Listens on its own connection. If it is lost, it is made again a second later, until it is stopped. */
  async function listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap: () => void,
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
    value: valueFrom(pool),
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
    bridge: (channel) => ({
      async notify(payload) {
        await pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
      },
      listen: (onPayload, onGap) => listen(channel, onPayload, onGap),
    }),
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
}
