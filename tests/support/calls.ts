/** Every call of the contract, by its name there. */
import type { Call } from '../../src/lib/contract/call.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const files = import.meta.glob<Record<string, unknown>>('../../src/lib/contract/**/*.ts', { eager: true });

export const calls = Object.values(files).flatMap((file) =>
  Object.entries(file).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])),
);

const patterns = calls.map(({ call }) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** The call of an address, and the parts of its path: { id: '84' }. */
export function callAt(
  method: string,
  path: string,
): { call: Call; params: Readonly<Record<string, string>> } {
  // The call with the most literal path segments wins.
  const [found] = patterns
    .filter(({ call, pattern }) => call.method === method && pattern.test(path))
    .toSorted((a, b) => a.call.path.split(':').length - b.call.path.split(':').length);
  if (!found) throw new Error(`The contract has no call ${method} ${path}.`);
  return { call: found.call, params: { ...found.pattern.exec(path)?.groups } };
}
