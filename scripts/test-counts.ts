/** Counts the tests that passed, from the runners' own reports. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The runner that wrote the report. A step without one is a check that counts as one test. */
export type Reporter = 'vitest' | 'playwright';

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  /** A file that couldn't be loaded has failed without any test of its own. */
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
 * Returns the counts of a step that has ended. A runner that crashed, left no report or ran no test counts as a failure.
 * @param code the exit code; null if a signal ended it
 * @param mayBeEmpty it ran only what a change can break, which may be no test
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

/** Adds up all steps. */
export function addUp(counts: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** Returns "12 passed, 0 failed", and how many were skipped, if any. */
export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
