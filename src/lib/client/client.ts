/**
 * The one client. Sends a call of the contract, checks the answer by it, and turns whatever goes wrong into one ApiError.
 * Tests connect it to the server's app in memory; the product connects it to the API's host.
 */
import { createFetch, FetchError } from 'ofetch';
import { type Answer, addressOf, type Body, type Call, type Params, type Query } from '../contract/call.ts';
import { dropEarly, takeEarly } from './early.ts';
import { forgetKey, keyFor, rememberKey } from './idempotency.ts';
import { readAnswer } from './read.ts';
import { readRefusal } from './refusal.ts';

/** Codes beside the server's own (contract/errors.ts): what only the browser's side can know. */
type ClientCode = 'offline' | 'timeout' | 'aborted' | 'unexpected_answer' | 'unavailable' | 'not_offered';

const clientMessages: Record<ClientCode, string> = {
  offline: 'We can’t connect. Check your connection and try again.',
  timeout: 'This is taking too long. Try again in a moment.',
  aborted: 'Stopped because you left the page.',
  unexpected_answer: 'Something went wrong with the response. Try again in a moment.',
  unavailable: 'Something went wrong on our side. Try again in a moment.',
  not_offered: 'This isn’t available here.',
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

export const clientError = (code: ClientCode, status = 0, retryAfter?: number) =>
  new ApiError(code, clientMessages[code], { status, retryAfter });

interface Connection {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** The bearer token to send, or null for none. */
  token(): string | null;
  /** A call sent with `token`, or as a guest with none, was answered 401. `isRead`: nobody asked for more than to see the page. */
  onUnauthorized(token: string | null, isRead: boolean): void;
  /** The host asks for a second factor before anything else. */
  onFactorNeeded(): void;
  /** The same two for the operator's calls: their sessions are apart from the players'. */
  operatorToken(): string | null;
  onOperatorUnauthorized(token: string | null): void;
  /** Milliseconds until a call is given up. */
  timeout: number;
  /** Where the host knows the specification alone (spec-only.ts): what of a call is sent, without the Idempotency-Key header. */
  only: ((call: Call, input: LooseInput) => LooseInput) | undefined;
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
  only: undefined,
};

export const NOT_OFFERED = 501;

/**
 * Whether the call may have been carried out despite the error: then only exactly the same call is safe. That is so where no answer came,
 * or one that isn't JSON, and after a failure of the host. Calls that change something are never `aborted`.
 */
export function isEndUnknown({ code, status }: ApiError): boolean {
  if (code === 'aborted' || status === NOT_OFFERED) return false;
  return status === 0 || status >= 500 || code === 'unexpected_answer';
}

/** Changes where calls go and how; what isn't given stays. */
export function connectApi(change: Partial<Connection>): void {
  Object.assign(connection, change);
  missing.clear();
}

/** Players' reads that just found nothing, by token and address: a return there doesn't ask the host again. */
const missing = new Map<string, ApiError>();
const MISSING_FOR = 60_000;

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
export interface LooseInput extends Repeats {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | string | undefined;
}

/** Sends a call and answers what the contract promises; rejects with an ApiError and nothing else. */
export async function request<C extends Call>(call: C, input: CallInput<C>): Promise<Answer<C>> {
  if (connection.only) return requestAs(call, connection.only(call, input));
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
  const given = await exchange(call, input);
  const answer = given === NO_JSON ? undefined : readAnswer(call, given, input.query);
  if (answer === undefined) throw clientError('unexpected_answer', 200);
  return answer;
}

/**
 * What distinguishes an act without a key of its own. Null for what changes nothing, and for guests, who have no account in which a thing could be done twice.
 */
function actOf(call: Call, { params, query, body, idempotencyKey, sameAs }: LooseInput): string | null {
  if (idempotencyKey || call.method === 'GET' || !(call.who === 'user' || call.who === 'operator'))
    return null;
  if (sameAs) return JSON.stringify(sameAs);
  return `${tokenFor(call)} ${call.method} ${addressOf(call, params, query)} ${JSON.stringify(body)}`;
}

/** Marks a body that isn't JSON, such as a proxy's page. */
const NO_JSON = Symbol();

/** Of an empty body: undefined, as of an answer that has none. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

function tokenFor({ who }: Call): string | null {
  if (who === 'operator') return connection.operatorToken();
  return who === 'stranger' ? null : connection.token();
}

async function exchange(call: Call, { params, query, body, idempotencyKey }: LooseInput): Promise<unknown> {
  const { baseUrl, timeout } = connection;
  const token = tokenFor(call);
  const isRead = call.method === 'GET' && !call.changes;
  const navigation = isRead ? pending.signal : undefined;
  const address = addressOf(call, params, query);
  const question = `${token} ${address}`;
  // An act may make what wasn't there.
  if (!isRead) missing.clear();
  const known = missing.get(question);
  if (known) throw known;
  // A timer rather than AbortSignal.timeout: a test that is handed the page's clock can let the time pass.
  const ending = new AbortController();
  const limit = ending.signal;
  const timer = setTimeout(() => ending.abort(), timeout);
  try {
    return await send(baseUrl + address, {
      method: call.method,
      body: body && JSON.stringify(body),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      signal: navigation ? AbortSignal.any([navigation, limit]) : limit,
    });
  } catch (error) {
    const turned = apiErrorOf(error, { call, navigation, limit });
    if (turned.status === 404 && isRead && call.who !== 'operator') {
      missing.set(question, turned);
      setTimeout(() => missing.delete(question), MISSING_FOR);
    }
    if (turned.status === 401) {
      if (call.who === 'operator') connection.onOperatorUnauthorized(token);
      else connection.onUnauthorized(token, isRead);
    }
    if (turned.code === 'second_factor_needed') connection.onFactorNeeded();
    if (turned.code !== 'aborted')
      console.warn(`${call.method} ${call.path}: ${turned.status} ${turned.code}, ${turned.message}`);
    throw turned;
  } finally {
    clearTimeout(timer);
  }
}

/** Codes and sentences by status, for other hosts' answers: they have no code, and not all have words. */
const byStatus: Readonly<Record<number, readonly [code: string, sentence: string]>> = {
  401: ['unauthenticated', 'Please log in first.'],
  403: ['forbidden', 'You don’t have access to this.'],
  404: ['not_found', 'We couldn’t find this page.'],
  422: ['invalid', 'Something in the form isn’t right. Check it and try again.'],
  429: ['too_many_requests', 'Too many requests. Wait a moment and try again.'],
};

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
  const { code, message, fields } = readRefusal(error.data);
  // Without a code a 404 says that the whole call is missing, where that is an addition of ours.
  if (code === undefined && (status === NOT_OFFERED || (status === 404 && at.call.source === 'ours')))
    return clientError('not_offered', status);
  // Of wrong fields Laravel's own message names none: "The given data was invalid."
  const words = code === undefined ? (Object.values(fields)[0] ?? message) : message;
  if (words === undefined && status >= 500) return clientError('unavailable', status, retryAfter);
  const [known, sentence] = byStatus[status] ?? [`http_${status}`, 'That didn’t work.'];
  return new ApiError(code ?? known, words ?? sentence, { status, fields, retryAfter });
}
