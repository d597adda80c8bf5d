/** Removes rows from a list that the contract doesn't allow. Otherwise the browser would reject the whole answer. */
import * as v from 'valibot';
import type { Call, Schema } from '../../src/lib/contract/call.ts';
import { mapRows } from '../platform/sound-rows.ts';

/** The parts of valibot's schemas that lists consist of. */
interface Node {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema & Node>>;
  readonly item?: Schema & Node;
  readonly wrapped?: Schema & Node;
}

/** Where a list is in an answer (['opinions', 'data']), and the schema of its rows. */
interface ListPlace {
  readonly path: readonly string[];
  readonly row: Schema;
}

/** Returns the lists in an answer, including those inside its pages. Lists inside a row (a goal's steps) belong to the row. */
export function listsIn(answer: Schema): ListPlace[] {
  return placesIn(answer, []).filter(({ path }) => path.length > 0);
}

function placesIn(schema: Schema & Partial<Node>, path: readonly string[]): ListPlace[] {
  if (schema.type === 'optional' && schema.wrapped) return placesIn(schema.wrapped, path);
  if (schema.type === 'array' && schema.item) return schema.item.entries ? [{ path, row: schema.item }] : [];
  const isPage = schema.entries?.data !== undefined && 'per_page' in schema.entries;
  if (!schema.entries || (path.length > 0 && !isPage)) return [];
  return Object.entries(schema.entries).flatMap(([name, entry]) => placesIn(entry, [...path, name]));
}

const known = new WeakMap<Schema, ListPlace[]>();

/** The same for a call. */
export function placesOf({ answer }: Call): ListPlace[] {
  const places = known.get(answer) ?? listsIn(answer);
  known.set(answer, places);
  return places;
}

/** Returns the answer without rows that the contract doesn't allow. */
export function withSoundRows<T>(call: Call, answer: T): T {
  return placesOf(call).reduce((whole, { path, row }) => changedAt(whole, path, soundRows(row)), answer);
}

const soundRows = (schema: Schema) => (rows: unknown) =>
  Array.isArray(rows) && !rows.every((row) => v.is(schema, row))
    ? mapRows(rows, (row: unknown) => {
        v.parse(schema, row);
        return row;
      })
    : rows;

/** Returns a copy with the value at `path` changed; the same value if there is none at `path`. */
export function changedAt<T>(
  whole: T,
  [name, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): T {
  if (name === undefined) return change(whole) as T;
  if (typeof whole !== 'object' || whole === null || !(name in whole)) return whole;
  const before: unknown = Reflect.get(whole, name);
  const after = changedAt(before, rest, change);
  return after === before ? whole : { ...whole, [name]: after };
}
