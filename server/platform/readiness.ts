/** Whether this process can do its work: its database answers, and takes writes. */

import type { ErrorCode } from '../../src/lib/contract/errors.ts';
import type { Database } from '../db/database.ts';
import { type DatabaseFailure, databaseFailure } from '../db/failures.ts';
import type { Clock } from './clock.ts';
import { DomainError } from './domain-error.ts';
import { errorText } from './error-text.ts';

export type NotReady =
  | 'the database does not answer'
  | 'the database takes no writes'
  | 'the database has no room left';

export interface Readiness {
  /** Why not; null: it is ready. */
  check(): Promise<NotReady | null>;
  /** What a call is refused with that the database failed; null: it failed by a fault of ours. */
  refusalOf(error: unknown): DomainError | null;
}

/** The database has so long to answer, in milliseconds, before this process is said to be of no use now. */
const READY_MS = 2_000;
/**
 * A disk that is full still takes a write that fits into what was there before. So a write that found no room counts for so long,
 * in milliseconds, whatever comes after it.
 */
const FULL_FOR_MS = 30_000;

/** What is said of it, and in how many seconds it is worth trying again. */
const refusals: Record<DatabaseFailure, { readonly code: ErrorCode; readonly retryAfter: number }> = {
  unavailable: { code: 'database_unavailable', retryAfter: 5 },
  conflict: { code: 'database_unavailable', retryAfter: 1 },
  full: { code: 'storage_full', retryAfter: 60 },
};

/** As writes go: a row of a table that most calls write to first. */
const PROBE = `INSERT INTO rate_limits (key, count, resets_at) VALUES ('readiness', 1, now())
  ON CONFLICT (key) DO UPDATE SET resets_at = EXCLUDED.resets_at`;

function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '25006') || isReadOnly(error.cause));

function reasonOf(error: unknown): NotReady {
  if (databaseFailure(error) === 'full') return 'the database has no room left';
  return isReadOnly(error) ? 'the database takes no writes' : 'the database does not answer';
}

/** `ms`: how long the database has to answer. */
export function createReadiness(
  db: Pick<Database, 'value'>,
  clock: Clock,
  log: (text: string) => void,
  ms = READY_MS,
): Readiness {
  let fullAt: number | undefined;
  let running: Promise<NotReady | null> | undefined;

  async function probe(): Promise<NotReady | null> {
    try {
      await within(ms, db.value('ready', PROBE, []));
    } catch (error) {
      const reason = reasonOf(error);
      log(`not ready, ${reason}: ${errorText(error)}`);
      return reason;
    }
    const since = fullAt === undefined ? FULL_FOR_MS : clock().getTime() - fullAt;
    return since >= 0 && since < FULL_FOR_MS ? 'the database has no room left' : null;
  }

  return {
    // Who asks meanwhile waits for the same answer: anybody may ask, and each would be a write.
    check: () => {
      running ??= probe().finally(() => {
        running = undefined;
      });
      return running;
    },
    refusalOf(error) {
      const failure = databaseFailure(error);
      if (failure === 'full') fullAt = clock().getTime();
      return failure && new DomainError(refusals[failure].code, refusals[failure]);
    },
  };
}
