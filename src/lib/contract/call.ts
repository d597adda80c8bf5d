/**
 * What a call is. The client, the server's checks and the OpenAPI document all use this one description.
 */

import * as v from 'valibot';
import { formatNumber } from '../format/numbers.ts';
import { adapted, adaptPage, adaptTime, needed, type Read } from './answer.ts';
import { tidy } from './fields.ts';
import { MAX_PAGE, MAX_PER_PAGE, MAX_SEARCH, PER_PAGE } from './limits.ts';

export type Schema = v.GenericSchema;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** May have `:name` parts, as in `/api/user/rewards/:id`. */
  readonly path: string;
  /**
   * Who may call it. user: without a valid token the answer is 401. guest: a token is optional. operator: needs an operator's
   * token; a player's token isn't valid. stranger: no token is sent or checked.
   */
  readonly who: 'guest' | 'user' | 'operator' | 'stranger';
  /** Whether the specification names the call (section 7) or we added it. */
  readonly source: 'spec' | 'ours';
  readonly summary: string;
  /** Whether it changes something, if the method doesn't say so. */
  readonly changes?: boolean;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Other names under which a field's error is reported, by field name: { comment: 'opinion' }. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  readonly answer: Schema;
}

type Described = Omit<Call, 'method' | 'path' | 'who' | 'source' | 'params'> &
  Partial<Pick<Call, 'source' | 'params'>>;
type WithId<P extends string> = P extends `${string}/:id` | `${string}/:id/${string}`
  ? { readonly params: typeof idParams }
  : unknown;

/**
 * Defines a call: ('user', 'GET /api/user/rewards/:id', { summary, answer }). Default `source`: ours. Default `params` for a path
 * with `:id`: a number.
 */
export function defineCall<
  const W extends Call['who'],
  const M extends Call['method'],
  const P extends string,
  const C extends Described,
>(
  who: W,
  address: `${M} ${P}`,
  described: C,
): C &
  (C extends { params: Schema } ? unknown : WithId<P>) & {
    readonly who: W;
    readonly method: M;
    readonly path: P;
    readonly source: C extends { source: 'spec' } ? 'spec' : 'ours';
  };
/* @__NO_SIDE_EFFECTS__ */
export function defineCall(who: string, address: string, described: Described): object {
  const [method, path = ''] = address.split(' ');
  return {
    source: 'ours',
    ...(path.includes('/:id') && { params: idParams }),
    ...described,
    who,
    method,
    path,
  };
}

/** Marks a query or body field that we added to a call of the specification. */
/* @__NO_SIDE_EFFECTS__ */
export function ours<S extends Schema>(schema: S): S {
  return { ...schema, ours: true };
}
export const isOurs = (schema: object): boolean => 'ours' in schema;

type Input<C, K extends string> = C extends { readonly [P in K]: infer S extends Schema }
  ? v.InferInput<S>
  : undefined;
export type Params<C extends Call> = Input<C, 'params'>;
export type Query<C extends Call> = Input<C, 'query'>;
export type Body<C extends Call> = Input<C, 'body'>;

/** Whether a player's call from the specification changes something. If so, any answer that isn't an error means success. */
type IsAct<C extends Call> = C extends { source: 'spec'; changes: true }
  ? true
  : C extends { source: 'spec'; who: 'user'; method: 'POST' }
    ? C extends { changes: false }
      ? false
      : true
    : false;
/**
 * What the client returns for an answer. Null if a change succeeded with an answer in another form. Our own calls are read
 * exactly.
 */
export type Answer<C extends Call> = C extends { source: 'ours' }
  ? v.InferOutput<C['answer']>
  : Read<C['answer']> | (IsAct<C> extends true ? null : never);

/**
 * Builds a call's path relative to the API's address. Fills in path parameters and the query; omits undefined values.
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

/** A positive whole number, in a path or in JSON. */
export const idSchema = needed(v.pipe(v.number(), v.integer(), v.minValue(1)));
const idInPath = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number), v.number());
export const idParams = v.object({ id: v.pipe(v.union([v.number(), idInPath]), v.integer(), v.minValue(1)) });

/** A form text: trimmed, without control or invisible characters, which could hide part of it. */
/* @__NO_SIDE_EFFECTS__ */
export function textSchema(min: number, max: number) {
  return v.pipe(
    v.string('Please write something here.'),
    tidy,
    v.minLength(min, `Please write at least ${min} characters.`),
    v.maxLength(max, `Please write at most ${formatNumber(max)} characters.`),
  );
}

/* @__NO_SIDE_EFFECTS__ */
function wholeInQuery(name: string, fallback: number, max: number) {
  const message = `${name} must be a whole number from 1 to ${formatNumber(max)}.`;
  return v.pipe(
    v.optional(v.union([v.string(), v.number()]), fallback),
    // Digits only: Number would also accept ' 1', '0x1' and '1e3'. NaN is rejected below.
    v.transform((given) =>
      given === '' ? fallback : /^[1-9]\d*$/.test(String(given)) ? Number(given) : Number.NaN,
    ),
    v.number(message),
    v.maxValue(max, message),
  );
}

/**
 * One of the listed values. Empty or missing means the first one. The error for any other value lists them.
 */
/* @__NO_SIDE_EFFECTS__ */
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

/** `game-name`: part of a game's name, in any case. */
export const searchSchema = v.optional(
  v.pipe(v.string(), tidy, v.maxLength(MAX_SEARCH, `game-name has at most ${MAX_SEARCH} characters.`)),
  '',
);

/** Laravel's full paginator around rows of one type. Other hosts return less of it, or a plain list: see read.ts. */
/* @__NO_SIDE_EFFECTS__ */
export function paged<S extends Schema>(row: S) {
  return adapted(
    v.object({
      data: needed(v.array(row)),
      current_page: needed(v.number()),
      last_page: v.number(),
      per_page: v.number(),
      total: v.number(),
      next_page_url: v.nullable(v.string()),
      prev_page_url: v.nullable(v.string()),
    }),
    adaptPage,
  );
}

/** A time in ISO 8601, UTC. */
export const timeSchema = adapted(v.pipe(v.string(), v.isoTimestamp()), adaptTime);
