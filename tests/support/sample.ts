/** Generated answers that a schema of the contract accepts, for tests that don't depend on their values. */
import * as v from 'valibot';
import type { Call, Schema } from '../../src/lib/contract/call.ts';

/** As much of valibot's schemas as the contract uses. */
export interface Node {
  readonly kind: string;
  readonly type: string;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly items?: readonly Node[];
  readonly options?: readonly unknown[];
  readonly wrapped?: Node;
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly pipe?: readonly Node[];
}

const texts: Readonly<Record<string, string>> = {
  iso_timestamp: '2026-11-20T10:00:00.000Z',
  iso_date: '2026-11-20',
  uuid: '7c0f0f5e-4a53-4c0e-9d3b-000000000001',
  email: 'player@test.example',
  url: 'https://test.example/',
};

/** A colour, and a creature's code. */
const formed = ['#2a2d34', '11111-210'];

function textFor(pipe: readonly Node[]): string {
  const patterns = pipe.flatMap(({ requirement }) => (requirement instanceof RegExp ? [requirement] : []));
  const form = formed.find((one) => patterns.some((pattern) => pattern.test(one)));
  if (form !== undefined) return form;
  const known = pipe.map(({ type }) => texts[type]).find((text) => text !== undefined);
  return (
    known ??
    '1'.repeat(Math.max(1, ...pipe.map(({ requirement: n }) => (typeof n === 'number' && n < 9 ? n : 1))))
  );
}

export function madeFor({ type, entries, item, items, options, wrapped, literal, pipe = [] }: Node): unknown {
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, madeFor(entry)]));
  if (wrapped) return madeFor(wrapped);
  if (item) return [madeFor(item)];
  if (items) return items.map(madeFor);
  const [first] = options ?? [];
  if (type === 'picklist') return first;
  if (type === 'union' || type === 'variant') return madeFor(first as Node);
  switch (type) {
    case 'string':
      return textFor(pipe);
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'literal':
      return literal;
    case 'record':
      return {};
    case 'null':
      return null;
    default:
      return undefined;
  }
}

/** A possible answer to `call`, including all optional fields. */
export function sampleAnswer({ answer, path }: Call): unknown {
  // Its parts are those above; anything else is rejected here.
  const value = madeFor(answer as unknown as Node);
  const { issues } = v.safeParse(answer, value);
  if (issues) throw new Error(`no sample for ${path}: ${v.getDotPath(issues[0])}: ${issues[0].message}`);
  return value;
}

/** An object of the contract with every field, plus a test's changes. */
export function sampleOf<S extends Schema>(
  schema: S,
  change: Partial<v.InferOutput<S>> = {},
): v.InferOutput<S> {
  return v.parse(schema, Object.assign(Object(madeFor(schema as unknown as Node)), change));
}
