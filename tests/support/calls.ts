/** Every call of the contract, by its name there. */
import type { Call } from '../../src/lib/contract/call.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const files = import.meta.glob<Record<string, unknown>>('../../src/lib/contract/*.ts', { eager: true });

export const calls = Object.values(files).flatMap((file) =>
  Object.entries(file).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])),
);
