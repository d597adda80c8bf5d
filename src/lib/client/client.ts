/**
 * The one client. Sends a call of the contract, checks the answer by it, and turns whatever goes wrong into one ApiError.
 * Tests connect it to the server's app in memory; the product connects it to the API's host.
 */
import { createFetch, FetchError } from 'ofetch';
import * as v from 'valibot';
import { type Answer, addressOf, type Body, type Call, type Params, type Query } from '../contract/call.ts';
import { validationErrorSchema } from '../contract/errors.ts';
import { dropEarly, takeEarly } from './early.ts';
import { forgetKey, keyFor, rememberKey } from './idempotency.ts';
import { read } from './read.ts';

/** Codes beside the server's own (contract/errors.ts): what only the browser's side can tell. */
export type ClientCode =
  | 'offline'
  | 'timeout'
  | 'aborted'
  | 'unexpected_answer'
  | 'unavailable'
  | 'not_offered';

const clientMessages: Record<ClientCode, string> = {
  offline: "We can't be reached. Check your connection and try again.",
  timeout: 'The answer took too long. Try again in a moment.',
  aborted: 'Stopped, since you went on to another page.',
  unexpected_answer: "The answer couldn't be read. Try again in a moment.",
  unavailable: 'Something went wrong on our side. Try again in a moment.',
  not_offered: "This isn't offered here.",
};

export class ApiError extends Error {
  override name = 'ApiError';
  /** What to match on; never the message. */
  readonly code: string;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The first text for each wrong field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until it is worth trying again, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    message: string,
    more: { status?: number; fields?: Record<string, string>; retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.status = more.status ?? 0;
    this.fields = more.fields ?? {};
    this.retryAfter = more.retryAfter;
  }
}

const clientError = (code: ClientCode, status = 0, retryAfter?: number) =>
  new ApiError(code, clientMessages[code], { status, retryAfter });

interface Connection {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** The bearer token to send, or null for none. */
  token(): string | null;
  /** A call sent with `token`, or as a guest with none, was answered 401. */
  onUnauthorized(token: string | null): void;
  /** The host asks for a second factor before anything else. */
  onFactorNeeded(): void;
  /** The same two for the operator's calls: their sessions are apart from the players'. */
  operatorToken(): string | null;
  onOperatorUnauthorized(token: string | null): void;
  /** Milliseconds until a call is given up. */
  timeout: number;
  /** Whether the Idempotency-Key header may be sent; off for hosts whose CORS refuses it. */
  idempotency: boolean;
}

const connection: Connection = {
  baseUrl: 'http://localhost:8000',
  fetch: (...given) => takeEarly(...given) ?? globalThis.fetch(...given),
  token: () => null,
  onUnauthorized: () => {},
  onFactorNeeded: () => {},
  operatorToken: () => null,
  onOperatorUnauthorized: () => {},
  timeout: 20_000,
  idempotency: true,
};

const NOT_OFFERED = 501;
/**
 * Codes after which nothing is known of what was asked for: it may have been done. So it is with every failure on the other side. What
 * changes something is never `aborted`.
 */
const unknownEnd = new Set([
  'offline',
  'timeout',
  'unavailable',
  'unexpected_answer',
  'internal',
  'database_unavailable',
]);

/** Whether what was asked for may have been done although an error came: then it is safe only to ask for exactly the same again. */
export function isEndUnknown(error: ApiError): boolean {
  return unknownEnd.has(error.code) || (error.status >= 500 && error.status !== NOT_OFFERED);
}

/** Changes where calls go and how; what isn't given stays. */
export function connectApi(change: Partial<Connection>): void {
  Object.assign(connection, change);
}

const send = createFetch({
  fetch: (...given) => connection.fetch(...given),
  // Only the caller knows whether to try again.
  defaults: { headers: { accept: 'application/json' }, parseResponse: parseJson, retry: false },
});

let pending = new AbortController();

/**
 * Stops every read under way: their promises reject with code `aborted`. For navigation (spec section 4). What changes something is let
 * be: the host does it whether somebody waits for it or not, so that its answer is what keeps points, orders and keys as they are
 * there, and a message from being sent twice. Each such answer comes, or is given up in time.
 */
export function abortPending(): void {
  pending.abort();
  dropEarly();
  pending = new AbortController();
}

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]: T };
/** What a call needs. */
export type CallInput<C extends Call> = Part<'params', Params<C>> &
  Part<'body', Body<C>> &
  (Query<C> extends undefined ? { query?: never } : { query?: Query<C> }) &
  Repeats;

interface Repeats {
  /** Makes a repeated call count once; without it `request` chooses one. */
  idempotencyKey?: string;
  /**
   * What makes a repeated call the same act from the moment it is sent, as ['buy', 84]. Without it, it is the same if all that is sent is, and
   * only once nobody knows how the last try ended.
   */
  sameAs?: readonly unknown[];
}

/** The same without the call's own types: what building the request needs to know. */
interface LooseInput extends Repeats {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | string | undefined;
}

/** Sends a call and answers what the contract promises; rejects with an ApiError and nothing else. */
export async function request<C extends Call>(call: C, input: CallInput<C>): Promise<Answer<C>> {
  const act = actOf(call, input);
  if (act === null) return requestAs(call, input);
  const key = keyFor(act);
  if (input.sameAs) rememberKey(act, key);
  try {
    const answer = await requestAs(call, { ...input, idempotencyKey: key });
    forgetKey(act);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isEndUnknown(error)) rememberKey(act, key);
    else forgetKey(act);
    throw error;
  }
}

async function requestAs<C extends Call>(call: C, input: LooseInput): Promise<Answer<C>> {
  const parsed = v.safeParse(call.answer, read(call.answer, await exchange(call, input)));
  if (!parsed.success) throw clientError('unexpected_answer', 200);
  return parsed.output;
}

/**
 * What tells an act without a key of its own from others. Null for what changes nothing, and for guests, who have no account in which a thing could be done twice.
 */
function actOf(call: Call, { params, query, body, idempotencyKey, sameAs }: LooseInput): string | null {
  if (idempotencyKey || call.method === 'GET' || !(call.who === 'user' || call.who === 'operator'))
    return null;
  if (sameAs) return JSON.stringify(sameAs);
  return `${tokenFor(call)} ${call.method} ${addressOf(call, params, query)} ${JSON.stringify(body)}`;
}

/** What isn't JSON, such as a proxy's page, reads as nothing: then the status alone tells what happened. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tokenFor({ who }: Call): string | null {
  if (who === 'operator') return connection.operatorToken();
  return who === 'stranger' ? null : connection.token();
}

async function exchange(call: Call, { params, query, body, idempotencyKey }: LooseInput): Promise<unknown> {
  const { baseUrl, timeout, idempotency } = connection;
  const token = tokenFor(call);
  const navigation = call.method === 'GET' && !call.changes ? pending.signal : undefined;
  // A timer rather than AbortSignal.timeout: a test that is handed the page's clock can let the time pass.
  const ending = new AbortController();
  const limit = ending.signal;
  const timer = setTimeout(() => ending.abort(), timeout);
  try {
    return await send(baseUrl + addressOf(call, params, query), {
      method: call.method,
      body: body && JSON.stringify(body),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(idempotency && idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      signal: navigation ? AbortSignal.any([navigation, limit]) : limit,
    });
  } catch (error) {
    const turned = apiErrorOf(error, { call, navigation, limit });
    if (turned.status === 401) {
      if (call.who === 'operator') connection.onOperatorUnauthorized(token);
      else connection.onUnauthorized(token);
    }
    if (turned.code === 'second_factor_needed') connection.onFactorNeeded();
    throw turned;
  } finally {
    clearTimeout(timer);
  }
}

/** Of forms without a code, as Laravel's are. */
const standardCodes: Readonly<Record<number, string>> = { 404: 'not_found', 422: 'invalid' };

function apiErrorOf(
  error: unknown,
  at: { call: Call; navigation: AbortSignal | undefined; limit: AbortSignal },
): ApiError {
  if (error instanceof ApiError) return error;
  if (at.navigation?.aborted) return clientError('aborted');
  if (at.limit.aborted) return clientError('timeout');
  if (!(error instanceof FetchError)) return clientError('unexpected_answer', 200);
  const response = error.response;
  if (!response) return clientError('offline');
  if (response.ok) return clientError('unexpected_answer', response.status);
  const wait = Number(response.headers.get('retry-after'));
  const retryAfter = wait > 0 ? wait : undefined;
  const { status } = response;
  const form = v.safeParse(v.partial(validationErrorSchema, ['errors']), error.data);
  // Another host has forms of its own: without a code a 404 tells of the whole call where that is an addition of ours.
  const told = form.success && form.output.code !== undefined;
  if (!told && (status === 501 || (status === 404 && at.call.source === 'ours')))
    return clientError('not_offered', status);
  if (!form.success) return clientError('unavailable', status, retryAfter);
  const { message, errors = {}, code = standardCodes[status] ?? `http_${status}` } = form.output;
  const fields = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts[0] ?? message]),
  );
  // Of wrong fields Laravel's own message names none: "The given data was invalid."
  const words = told ? message : (Object.values(fields)[0] ?? message);
  return new ApiError(code, words, { status, fields, retryAfter });
}
