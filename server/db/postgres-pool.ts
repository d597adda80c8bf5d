/**
 * Connections to PostgreSQL that never leave a call waiting. Whatever happens to the server (frozen, locked, read-only, full),
 * each wait ends, and a connection that may be broken isn't used again.
 */

import { Socket } from 'node:net';
import pg from 'pg';
import { errorText } from '../platform/error-text.ts';
import { waitsOfCall } from '../platform/one-wait.ts';

/** Sizes are in connections, times in milliseconds. */
export interface PoolLimits {
  readonly size: number;
  /** For a free or new connection, for all statements of a call together. */
  readonly wait: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For one statement. The server ends it. */
  readonly statement: number;
  /**
   * Without data from a server that was sent something. It is longer than a statement may take, so the server must be frozen or
   * gone.
   */
  readonly silence: number;
}

/**
 * For calls. Waiting for connections and a failing statement together take less than five seconds, after which people give up.
 */
export const callLimits: PoolLimits = {
  size: 8,
  wait: 1_500,
  lock: 2_000,
  statement: 2_500,
  silence: 3_000,
};

/** For migrations, seeds and jobs, which can wait longer. */
export const patientLimits: PoolLimits = {
  size: 3,
  wait: 10_000,
  lock: 30_000,
  statement: 60_000,
  silence: 90_000,
};

/** `read_only_sql_transaction`: this server isn't the primary any more, and the URL may lead to another one by now. */
const READ_ONLY = '25006';

/** Cuts a connection if its server was sent something and doesn't answer. */
function cutWhenSilent(client: pg.PoolClient, silence: number): void {
  const { connection } = client;
  const { stream } = connection;
  if (!(stream instanceof Socket)) return;
  let writtenWhenDone = stream.bytesWritten;
  connection.on('readyForQuery', () => {
    writtenWhenDone = stream.bytesWritten;
  });
  // A listener, because setTimeout's own callback runs only once, and an idle connection would use it up.
  stream.setTimeout(silence).on('timeout', () => {
    // It was idle. Checked now, because a statement that is sent a moment later wasn't silent yet.
    if (stream.bytesWritten === writtenWhenDone) return;
    const heard = stream.bytesRead;
    // Data that arrived while this process was busy is read first.
    setImmediate(() => {
      if (stream.bytesRead !== heard) return;
      stream.destroy(Object.assign(new Error('PostgreSQL has stopped answering'), { code: 'ETIMEDOUT' }));
    });
  });
}

type Callback = Parameters<pg.Pool['connect']>[0];

class CallPool extends pg.Pool {
  constructor(config: pg.PoolConfig, wait: number) {
    super(config);
    Object.defineProperty(this.options, 'connectionTimeoutMillis', {
      // 0 would mean no limit.
      get: () => Math.max(1, wait - (waitsOfCall()?.ms ?? 0)),
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const call = waitsOfCall();
    const since = performance.now();
    const over = () => {
      if (call) call.ms += performance.now() - since;
    };
    if (!callback) return super.connect().finally(over);
    super.connect((...answer) => {
      over();
      callback(...answer);
    });
    return undefined;
  }
}

interface PoolOptions {
  readonly url: string;
  readonly limits: PoolLimits;
  /** Settings of each session, by their PostgreSQL names. */
  readonly session: Readonly<Record<string, string>>;
  readonly log: (text: string) => void;
}

export function createPool({ url, limits, session, log }: PoolOptions): pg.Pool {
  const config = {
    connectionString: url,
    max: limits.size,
    lock_timeout: limits.lock,
    statement_timeout: limits.statement,
    // A process that froze inside a transaction must not keep its locks.
    idle_in_transaction_session_timeout: limits.statement * 4,
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const pool = new CallPool(config, limits.wait);
  const outdated = new WeakSet<pg.PoolClient>();
  // A killed server raises errors on idle clients and on clients in use. Without listeners the process would exit.
  pool.on('error', (error) => log(`database connection lost: ${errorText(error)}`));
  pool.on('connect', (client) => {
    client.on('error', (error) => log(`database connection lost: ${errorText(error)}`));
    client.connection.on('errorMessage', ({ code }: { code?: unknown }) => {
      if (code === READ_ONLY) outdated.add(client);
    });
    cutWhenSilent(client, limits.silence);
  });
  // An ended client isn't kept. The next call connects again, to the new primary.
  pool.on('release', (_error, client) => {
    if (outdated.has(client)) client.end().catch(() => {});
  });
  return pool;
}
