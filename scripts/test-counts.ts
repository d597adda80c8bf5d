/** How many tests passed, from what the runners report about themselves. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Which runner wrote the report; a step without one is a check that counts as one test. */
export type Reporter = 'vitest' | 'playwright';

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  /** A file that could not be loaded has failed without one test of its own. */
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
});

const READERS: Readonly<Record<Reporter, (report: unknown) => Counts>> = {
  vitest: (report) => {
    const found = v.parse(vitestReport, report);
    const broken = found.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: found.numPassedTests,
      failed: found.numFailedTests + broken.length,
      skipped: found.numPendingTests + found.numTodoTests,
    };
  },
  playwright: (report) => {
    const { expected, unexpected, flaky, skipped } = v.parse(playwrightReport, report).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  },
};

/**
 * The counts of one step that has ended. A runner that crashed, left no report or ran no test at all counts as a failure.
 * @param code the exit code; null when a signal ended it.
 * @param mayBeEmpty it ran what a change can break, which may be no test at all.
 */
export function countStep(code: number | null, reporter?: Reporter, file = '', mayBeEmpty = false): Counts {
  if (!reporter)
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  const counts = readCounts(reporter, file);
  const sound = code === 0 && (mayBeEmpty || counts.passed + counts.skipped > 0);
  return sound || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readCounts(reporter: Reporter, file: string): Counts {
  try {
    return READERS[reporter](JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

/** All steps together. */
export function addUp(counts: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** "12 passed, 0 failed", and how many were skipped where any were. */
export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
