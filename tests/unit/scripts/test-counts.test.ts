import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addUp, countStep, inWords } from '../../../scripts/test-counts.ts';
import { folderWith } from './temp.ts';

const report = (value: unknown) => join(folderWith({ 'report.json': JSON.stringify(value) }), 'report.json');
const vitest = (counts: object, testResults: object[] = []) =>
  report({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...counts,
  });
const playwright = (counts: object) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts } });

test('a check counts as one test', () => {
  expect(inWords(countStep(0))).toBe('1 passed, 0 failed');
  expect(inWords(countStep(1))).toBe('0 passed, 1 failed');
  expect(inWords(countStep(null))).toBe('0 passed, 1 failed');
});

describe("a runner's report", () => {
  test('gives the real counts', () => {
    expect(countStep(1, 'vitest', vitest({ numPassedTests: 3, numFailedTests: 2, numTodoTests: 1 }))).toEqual(
      {
        passed: 3,
        failed: 2,
        skipped: 1,
      },
    );
    expect(countStep(0, 'playwright', playwright({ expected: 4, skipped: 1 }))).toEqual({
      passed: 4,
      failed: 0,
      skipped: 1,
    });
    expect(countStep(1, 'playwright', playwright({ expected: 4, unexpected: 1, flaky: 1 })).failed).toBe(2);
  });

  test('each file that could not be loaded is a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const counts = countStep(1, 'vitest', vitest({ numPassedTests: 3 }, [broken, broken]));
    expect(counts).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });

  test('a crash is a failure, whatever the report says', () => {
    expect(countStep(1, 'vitest', vitest({ numPassedTests: 3 }))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
    expect(countStep(null, 'playwright', '/nowhere/report.json')).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
    expect(countStep(0, 'vitest', '/nowhere/report.json')).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a skipped suite isn’t a failure, but the total shows it', () => {
    expect(countStep(0, 'vitest', vitest({ numPendingTests: 2 }))).toEqual({
      passed: 0,
      failed: 0,
      skipped: 2,
    });
  });

  test('a run without tests is a failure', () => {
    expect(countStep(0, 'vitest', vitest({}))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

test('the total names skipped tests only if there are any', () => {
  const one = { passed: 2, failed: 1, skipped: 0 };
  expect(inWords(addUp([one, one]))).toBe('4 passed, 2 failed');
  expect(inWords(addUp([one, { ...one, skipped: 3 }]))).toBe('4 passed, 2 failed, 3 skipped');
});
