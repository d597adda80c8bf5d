/** Reads an answer by its schema, following the rules in contract/answer.ts. */
import * as v from 'valibot';
import { type Adapt, isObject, type Read } from '../contract/answer.ts';
import type { Answer, Call, Schema } from '../contract/call.ts';

/** The parts of a valibot schema that are used here, and the marks from contract/answer.ts. */
interface Node extends Schema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly pipe?: unknown;
  readonly needed?: true;
  readonly whole?: true;
  readonly raw?: true;
  readonly noun?: string;
  readonly adapt?: Adapt;
}

/** Marks a value that can't be read. */
const INVALID = Symbol();

/** '84' → 84 and 1 → true, if the schema expects a number or a boolean. */
function coerced(type: string, given: unknown): unknown {
  if (type === 'number' && typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given)) return Number(given);
  if (type === 'boolean' && (given === 1 || given === '1')) return true;
  if (type === 'boolean' && (given === 0 || given === '0')) return false;
  if (type === 'string' && typeof given === 'number') return String(given);
  return given;
}

/** Whether a player's call from the specification changes something. If so, any answer that isn't an error means success. */
const isAct = ({ source, who, method, changes = method === 'POST' && who === 'user' }: Call) =>
  source === 'spec' && changes;

/**
 * Reads the answer to `call`. If it can't be read: null for a change, which succeeded anyway, and undefined for any other call.
 */
export function readAnswer<C extends Call>(call: C, given: unknown, query?: object): Answer<C> | undefined {
  const page = (query && 'page' in query && Number(query.page)) || 1;
  const answer = read(call.answer, given, page, call.source === 'ours');
  // The schemas of this call made the value.
  return (answer === INVALID ? (isAct(call) ? null : undefined) : answer) as Answer<C> | undefined;
}

/** Reads a value that was stored after reading. Undefined if it can't be read any more. */
export function readKept<S extends Schema>(schema: S, given: unknown): Read<S> | undefined {
  const value = read(schema, given, 1, false);
  return value === INVALID ? undefined : (value as Read<S>);
}

/**
 * Returns the value, or INVALID. `page` is the page that was requested. With `exact`, only what the schema makes optional can be
 * absent. { id: '84', isRated: 0, points: 'many' } → { id: 84, isRated: false, points: null }
 */
function read(schema: Node, given: unknown, page: number, exact: boolean): unknown {
  const { type, entries, item, wrapped, adapt } = schema;
  if (schema.raw) return given;
  if (wrapped) {
    const nothing = type === 'optional' ? undefined : null;
    return given === nothing ? nothing : read(wrapped, given, page, exact);
  }
  if (type === 'object' && entries) {
    const inner = exact ? given : unwrapped(entries, given);
    const whole = exact || schema.whole === true;
    return readEntries(entries, adapt && !exact ? adapt(inner, page) : inner, page, whole);
  }
  if (item) {
    const list = !exact && isObject(given) ? given.data : given;
    if (!Array.isArray(list)) return INVALID;
    const rows = list.map((row) => read(item, row, page, exact));
    if (exact) return rows.includes(INVALID) ? INVALID : rows;
    // Another host may list an entry twice; keep it once. Plain numbers, such as prizes, may be equal.
    const once = new Map(
      rows.map((row) => [isObject(row) ? (row.id ?? row) : typeof row === 'string' ? row : {}, row]),
    );
    return [...once.values()].filter((row) => row !== INVALID);
  }
  const { success, output } = v.safeParse(schema, coerced(type, adapt ? adapt(given, page) : given));
  // Too large to add up exactly. A sum with it could show as NaN.
  return success && !(Math.abs(Number(output)) > Number.MAX_SAFE_INTEGER && type === 'number')
    ? output
    : INVALID;
}

function readEntries(
  entries: Readonly<Record<string, Node>>,
  given: unknown,
  page: number,
  exact: boolean,
): unknown {
  if (!isObject(given)) return INVALID;
  const values: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(entries)) {
    let value = read(entry, given[key], page, exact);
    if (value === INVALID && (exact || entry.needed)) return INVALID;
    if (value === INVALID || (value === '' && entry.noun && !exact)) value = absent(entry, given);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

function absent({ type, pipe, noun }: Node, { id }: Readonly<Record<string, unknown>>): unknown {
  if (noun) return `${noun} ${id}`;
  if (type === 'array') return [];
  if (type === 'optional') return undefined;
  return type === 'string' && !pipe ? '' : null;
}

/** Unwraps { data: … } from API resources, and a list that is the whole answer. */
function unwrapped(entries: Readonly<Record<string, Node>>, given: unknown): unknown {
  const keys = Object.keys(entries);
  const known = (values: object) => keys.filter((key) => key in values).length;
  const { data } = isObject(given) ? given : {};
  const isWrapped =
    isObject(given) && known(given) < (isObject(data) ? known(data) : Array.isArray(data) ? 1 : 0);
  const inner = isWrapped ? data : given;
  const list = Array.isArray(inner) && keys.find((key) => entries[key]?.type === 'array');
  return list ? { [list]: inner } : inner;
}
