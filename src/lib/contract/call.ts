/**
 * What a call is: the one description that the client sends by, the server checks by, and the OpenAPI document is made from.
 */

import * as v from 'valibot';
import { formatNumber } from '../format/numbers.ts';
import { tidy } from './fields.ts';
import { MAX_PAGE, MAX_PER_PAGE, MAX_SEARCH, PER_PAGE } from './limits.ts';

export type Schema = v.GenericSchema;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` parts, as in `/api/user/rewards/:id`. */
  readonly path: string;
  /**
   * user: without a valid token the answer is 401. guest: a token is used when there is one. operator: the same as user with an
   * operator's token, and a player's doesn't hold. stranger: no token is sent or looked at.
   */
  readonly who: 'guest' | 'user' | 'operator' | 'stranger';
  /** Whether the specification names the call (its section 7) or we added it. */
  readonly source: 'spec' | 'ours';
  readonly summary: string;
  /** Whether it changes something, where its method doesn't tell. */
  readonly changes?: boolean;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Under which other name a field's refusal is told, by the field's name: { comment: 'opinion' }. */
  readonly told?: Readonly<Record<string, string>>;
  readonly answer: Schema;
}

/** Keeps the exact types of a call's schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type Input<C, K extends string> = C extends { readonly [P in K]: infer S extends Schema }
  ? v.InferInput<S>
  : undefined;
export type Params<C extends Call> = Input<C, 'params'>;
export type Query<C extends Call> = Input<C, 'query'>;
export type Body<C extends Call> = Input<C, 'body'>;
export type Answer<C extends Call> = v.InferOutput<C['answer']>;

/**
 * Where a call goes, from the API's address on: the parts of its path and its question filled in, and what is undefined left out.
 * { id: 84 }, { page: 2 } → '/api/user/rewards/84?page=2'.
 */
export function addressOf({ path }: Call, params: object = {}, query: object = {}): string {
  const parts = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts.get(name))));
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** A positive whole number, as it stands in a path or in JSON. */
export const idSchema = v.pipe(v.number(), v.integer(), v.minValue(1));
const idInPath = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number), v.number());
export const idParams = v.object({ id: v.pipe(v.union([v.number(), idInPath]), v.integer(), v.minValue(1)) });

/** Text of a form: trimmed, and without control and invisible characters, which could hide something in it. */
export function textSchema(min: number, max: number) {
  return v.pipe(
    v.string('Please write something here.'),
    tidy,
    v.minLength(min, `Please write at least ${min} characters.`),
    v.maxLength(max, `Please write at most ${formatNumber(max)} characters.`),
  );
}

function wholeInQuery(name: string, standard: number, max: number) {
  const message = `${name} must be a whole number from 1 to ${formatNumber(max)}.`;
  return v.pipe(
    v.optional(v.union([v.string(), v.number()]), standard),
    // Digits alone: Number would take ' 1', '0x1' and '1e3' as well. NaN is refused below.
    v.transform((given) =>
      given === '' ? standard : /^[1-9]\d*$/.test(String(given)) ? Number(given) : Number.NaN,
    ),
    v.number(message),
    v.maxValue(max, message),
  );
}

/** One of the listed values; empty or missing is the first; another is refused with the list (shared calls page, "Values"). */
export function choice<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return v.pipe(
    v.optional(v.string(), values[0]),
    v.transform((given) => given || values[0]),
    v.picklist(values, `${name} must be one of: ${values.join(', ')}.`),
  );
}

export const pageEntries = {
  page: wholeInQuery('page', 1, MAX_PAGE),
  per_page: wholeInQuery('per_page', PER_PAGE, MAX_PER_PAGE),
};

/** `game-name`: part of a game's name, any case. */
export const searchSchema = v.optional(
  v.pipe(v.string(), tidy, v.maxLength(MAX_SEARCH, `game-name has at most ${MAX_SEARCH} characters.`)),
  '',
);

/** Laravel's paginator around rows of one kind. */
export function paged<S extends Schema>(row: S) {
  return v.object({
    data: v.array(row),
    current_page: v.number(),
    last_page: v.number(),
    per_page: v.number(),
    total: v.number(),
    next_page_url: v.nullable(v.string()),
    prev_page_url: told(v.string()),
  });
}

/** A text that another host may leave out: empty then. */
export const text = v.optional(v.string(), '');

/** What another host may leave out, as null then: no screen shows a figure or a time that nobody told. */
export function told<S extends Schema>(schema: S) {
  return v.optional(v.nullable(schema), null);
}

/** A row of ours: all is told in it. */
export type Told<T> = { [K in keyof T]: NonNullable<T[K]> };

/** The same for one of our own words: another host may have others. */
export function knownWord<const T extends readonly [string, ...string[]]>(words: T) {
  return v.fallback(told(v.picklist(words)), null);
}

/** A list that another host may leave out: empty then. */
export function listOf<S extends Schema>(row: S) {
  return v.optional(v.array(row), []);
}

/** Yes or no, and what it is where another host doesn't tell. */
export const flag = (standard: boolean) => v.optional(v.boolean(), standard);

/** A time in ISO 8601, UTC. */
export const timeSchema = v.pipe(v.string(), v.isoTimestamp());
