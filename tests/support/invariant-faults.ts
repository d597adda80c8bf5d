import { type SQL, TransactionRollbackError } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { findBrokenInvariants } from '../../server/jobs/invariants.ts';

/** The fault, the statement that causes it, and part of the name of the check that finds it. */
export type Fault = readonly [what: string, statement: SQL, check: string];

/** Causes each of them, compares the checks' result, and undoes it. */
export async function expectFound(db: Database, faults: readonly Fault[]): Promise<void> {
  expect(await findBrokenInvariants(db)).toEqual([]);
  for (const [what, statement, check] of faults) {
    let found: string[] = [];
    await db.drizzle
      .transaction(async (tx) => {
        await tx.execute(statement);
        found = await findBrokenInvariants({ ...db, drizzle: tx });
        tx.rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });
    expect(found, what).toContainEqual(expect.stringContaining(check));
  }
  expect(await findBrokenInvariants(db)).toEqual([]);
}
