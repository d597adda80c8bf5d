/** The other host that the site is tried before (tests/support/foreign-host.ts) has the specification's calls, and none of our own. */
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/lib/contract/call.ts';
import { calls } from '../../support/foreign-calls.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const contract = Object.values(
  import.meta.glob<Record<string, unknown>>('../../../src/lib/contract/*.ts', { eager: true }),
).flatMap((file) => Object.values(file).filter(isCall));

/** '/api/user/articles/:id' → 'user/articles/1' */
const example = ({ path }: Call) => path.replace('/api/', '').replace(':type', 'guide').replace(/:\w+/g, '1');
const has = (call: Call) =>
  calls.some(([method, pattern]) => method === call.method && pattern.test(example(call)));

describe.each(contract.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  test(`is ${call.source === 'spec' ? 'answered' : 'unknown'} there`, () => {
    expect(has(call)).toBe(call.source === 'spec');
  });
});

test('the specification has 33 of them', () => {
  expect(contract.filter(({ source }) => source === 'spec')).toHaveLength(33);
});
