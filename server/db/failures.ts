/** What a failed statement says about the database, by SQLSTATE (PostgreSQL's appendix A) or by the system's error codes. */

/**
 * The kinds of failures:
 * - `unavailable`: it can't be reached, doesn't answer in time, or accepts no writes at the moment. A later try may work.
 * - `full`: it has no space left to write.
 * - `conflict`: two transactions conflicted. This one was rolled back and can be run again.
 */
export type DatabaseFailure = 'unavailable' | 'full' | 'conflict';

const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** serialization_failure, deadlock_detected */
const CONFLICT = new Set(['40001', '40P01']);
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // idle_in_transaction_session_timeout, transaction_timeout
  '25P03',
  '25P04',
  // read_only_sql_transaction: a standby, or a primary that was set to read-only
  '25006',
  // lock_not_available: waited for longer than lock_timeout
  '55P03',
  // query_canceled: longer than statement_timeout
  '57014',
]);
/** connection_exception; insufficient_resources; operator_intervention (shutdowns, crashes, starting up); system_error */
const UNAVAILABLE_CLASSES = ['08', '53', '57P', '58'];

function byCode(code: string): DatabaseFailure | null {
  if (FULL.has(code)) return 'full';
  if (CONFLICT.has(code)) return 'conflict';
  const isOfClass = code.length === 5 && UNAVAILABLE_CLASSES.some((start) => code.startsWith(start));
  return isOfClass || UNAVAILABLE.has(code) ? 'unavailable' : null;
}

/** Messages of node-postgres that have no code. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed/;

/** Returns what an error or its causes say about the database; null if nothing, so it is a bug of ours. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const found = 'code' in at && typeof at.code === 'string' ? byCode(at.code) : null;
    if (found) return found;
    if (LOST.test(at.message)) return 'unavailable';
    if (at instanceof AggregateError)
      for (const one of at.errors) {
        const inside = databaseFailure(one);
        if (inside) return inside;
      }
  }
  return null;
}

/** read_only_sql_transaction, lock_not_available, query_canceled */
const UNDONE = new Set([...FULL, ...CONFLICT, '25006', '55P03', '57014']);

/**
 * Returns whether the database confirmed that the failed statement was rolled back. If the connection was lost, it may have been
 * committed.
 */
export function isUndone(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && UNDONE.has(at.code)) return true;
  return false;
}

/** How often a transaction is tried in total. More conflicts only happen if many write to one row at the same time. */
const TRIES = 4;

/**
 * Runs a transaction, and runs it again after a conflict. `work` must do nothing that a rollback doesn't undo.
 * @example retryConflicts(() => db.drizzle.transaction(…))
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || databaseFailure(error) !== 'conflict') throw error;
    }
  }
}
