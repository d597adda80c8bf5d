import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failuresOf } from '../../../scripts/test-failures.ts';
import { folderWith } from './temp.ts';

const report = (value: unknown) => join(folderWith({ 'report.json': JSON.stringify(value) }), 'report.json');

describe('failed tests are listed', () => {
  test('by file and test, with the first line of the error', () => {
    const results = [
      {
        name: '/tests/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'it holds', status: 'passed', failureMessages: [] },
          {
            fullName: 'it stands',
            status: 'failed',
            failureMessages: ['\u001b[31mError: it fell\u001b[39m\n  at …'],
          },
        ],
      },
      { name: '/tests/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ];
    expect(failuresOf('vitest', report({ testResults: results }))).toEqual([
      '/tests/a.test.ts › it stands: Error: it fell',
      '/tests/b.test.ts: No such module',
    ]);
  });

  test('for browser tests too, however deeply nested', () => {
    const spec = (title: string, ok: boolean) => ({
      title,
      ok,
      tests: [{ results: [ok ? {} : { error: { message: 'Error: it moves\nmore' } }] }],
    });
    const suites = [
      {
        title: 'a.test.ts',
        specs: [spec('one', true)],
        suites: [{ title: 'group', specs: [spec('two', false)] }],
      },
    ];
    const file = report({ suites });
    expect(failuresOf('playwright', file)).toEqual(['a.test.ts › group › two: Error: it moves']);
  });

  test('without a report none are listed', () => {
    expect(failuresOf('vitest', '/nowhere/report.json')).toEqual([]);
    expect(failuresOf()).toEqual([]);
  });
});
