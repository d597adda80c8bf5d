import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Fault, faulty } from '../../mutations/fault.ts';
import { areas } from '../../mutations/faults.ts';

const ROOT = join(import.meta.dirname, '../../..');

const fault: Fault = { id: 'a-limit', file: 'a.ts', find: '< 5', replace: '<= 5', effect: 'One too many.' };

test('a fault replaces its text literally, including dollar signs', () => {
  expect(faulty(fault, 'if (n < 5) go();')).toBe('if (n <= 5) go();');
  expect(faulty({ ...fault, replace: '< $&' }, 'n < 5')).toBe('n < $&');
});

test.each([
  ['n < 6', 'The fault "a-limit" no longer fits a.ts: its text isn’t there.'],
  ['n < 5 && m < 5', 'The fault "a-limit" no longer fits a.ts: its text is there more than once.'],
])('one that no longer fits %j is explained', (text, words) => {
  expect(() => faulty(fault, text)).toThrow(words);
});

test('every seeded fault fits its file, and names tests that exist', () => {
  const problems = areas.flatMap(({ faults }) =>
    faults.flatMap((one) => {
      const missing = (one.proveWith ?? []).filter((path) => !existsSync(join(ROOT, path)));
      try {
        faulty(one, readFileSync(join(ROOT, one.file), 'utf8'));
        return missing.map((path) => `The fault "${one.id}" names ${path}, which doesn't exist.`);
      } catch (error) {
        return [String(error)];
      }
    }),
  );
  expect(problems).toEqual([]);
});
