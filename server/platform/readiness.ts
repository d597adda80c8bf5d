/** Checks whether this process can work: its database answers and accepts writes. */

import type { ErrorCode } from '../../src/lib/contract/errors.ts';
import type { Database } from '../db/database.ts';
import { type DatabaseFailure, databaseFailure } from '../db/failures.ts';
import type { Clock } from './clock.ts';
import { DomainError } from './domain-error.ts';
import { errorText } from './error-text.ts';

export type NotReady =
  | 'the database does not answer'
  | 'the database accepts no writes'
  | 'the database is full';

export interface Readiness {
  /** Returns why it isn't ready; null if it is. */
  check(): Promise<NotReady | null>;
  /** Returns the error for a call whose database access failed; null if the failure was a bug of ours. */
  domainErrorOf(error: unknown): DomainError | null;
}

/** How long the database may take to answer, in milliseconds, before this process counts as not ready. */
const READY_MS = 2_000;
/**
 * How long a failed write counts as "full", in milliseconds. A full disk still accepts writes that fit into existing pages, so a
 * later success proves nothing.
 */
const FULL_FOR_MS = 30_000;

/** The error for each failure, and the seconds after which it makes sense to try again. */
const answers: Record<DatabaseFailure, { readonly code: ErrorCode; readonly retryAfter: number }> = {
  unavailable: { code: 'database_unavailable', retryAfter: 5 },
  conflict: { code: 'database_unavailable', retryAfter: 1 },
  full: { code: 'storage_full', retryAfter: 60 },
};

/** A typical write: a row of a table that most calls write to first. */
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
  if (databaseFailure(error) === 'full') return 'the database is full';
  return isReadOnly(error) ? 'the database accepts no writes' : 'the database does not answer';
}

/** Creates the check. `ms` is how long the database may take to answer. */
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
      await within(ms, db.value(PROBE, []));
    } catch (error) {
      const reason = reasonOf(error);
      log(`not ready, ${reason}: ${errorText(error)}`);
      return reason;
    }
    const since = fullAt === undefined ? FULL_FOR_MS : clock().getTime() - fullAt;
    return since >= 0 && since < FULL_FOR_MS ? 'the database is full' : null;
  }

  return {
    // Requests during a check share its answer. Anyone may ask, and each check is a write.
    check: () => {
      running ??= probe().finally(() => {
        running = undefined;
      });
      return running;
    },
    domainErrorOf(error) {
      const failure = databaseFailure(error);
      if (failure === 'full') fullAt = clock().getTime();
      return failure && new DomainError(answers[failure].code, answers[failure]);
    },
  };
}
