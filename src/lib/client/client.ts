/**
 * The only API client. Sends a call of the contract, checks the answer, and turns every failure into an ApiError.
 * Tests connect it to the server's app in memory. The product connects it to the API's host.
 */
import { createFetch, FetchError } from 'ofetch';
import { type Answer, addressOf, type Body, type Call, type Params, type Query } from '../contract/call.ts';
import { dropEarly, takeEarly } from './early.ts';
import { readErrorAnswer } from './error-answer.ts';
import { forgetKey, keyFor, rememberKey } from './idempotency.ts';
import { readAnswer } from './read.ts';

/** Codes for errors that only the browser can detect, in addition to the server's own (contract/errors.ts). */
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
  /** Match on this, never on the message. */
  readonly code: string;
  /** The HTTP status. 0 if there was no answer. */
  readonly status: number;
  /** The first message for each invalid field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense, if the server said so. */
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
  /** Returns the bearer token, or null if there is none. */
  token(): string | null;
  /** Called when a call with `token` (null for a guest) gets a 401. `isRead`: the call only read data. */
  onUnauthorized(token: string | null, isRead: boolean): void;
  /** Called when the host requires a second factor before anything else. */
  onFactorNeeded(): void;
  /** The same for operators' calls. Operators' sessions are separate from players' sessions. */
  operatorToken(): string | null;
  onOperatorUnauthorized(token: string | null): void;
  /** The time limit of a call, in milliseconds. */
  timeout: number;
  /**
   * For a host that knows only the specification (spec-only.ts): returns the part of the input to send. No Idempotency-Key is
   * sent.
   */
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
 * Whether the call may have been carried out despite the error. If so, only an identical call is safe. That is the case if there
 * was no answer, an answer that isn't JSON, or a server error. Calls that change something are never `aborted`.
 */
export function isEndUnknown({ code, status }: ApiError): boolean {
  if (code === 'aborted' || status === NOT_OFFERED) return false;
  return status === 0 || status >= 500 || code === 'unexpected_answer';
}

/**
 * Whether the host rejected the call before it looked at it: the session has ended, it lacks a second factor, or there were too many
 * requests. That says nothing about an earlier try of the same call, and a later one may succeed.
 */
export const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([401, 408, 429].includes(error.status) || error.code === 'second_factor_needed');

/** Changes the connection. Settings that aren't given stay the same. */
export function connectApi(change: Partial<Connection>): void {
  Object.assign(connection, change);
  missing.clear();
}

/** Recent reads that got a 404, by token and address. Going back to such a page doesn't ask the host again. Not for operators. */
const missing = new Map<string, ApiError>();
const MISSING_FOR = 60_000;

const send = createFetch({
  fetch: (...given) => connection.fetch(...given),
  // Only the caller knows whether a retry is right.
  defaults: { headers: { accept: 'application/json' }, parseResponse: parseJson, retry: false },
});

let pending = new AbortController();

/**
 * Aborts all pending reads on navigation (spec section 4); their promises reject with code `aborted`. Calls that change something
 * continue: the host carries them out anyway, and their answers keep points, orders and idempotency keys up to date. They end
 * with an answer or at the time limit.
 */
export function abortPending(): void {
  pending.abort();
  dropEarly();
  pending = new AbortController();
}

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]: T };
export type CallInput<C extends Call> = Part<'params', Params<C>> &
  Part<'body', Body<C>> &
  (Query<C> extends undefined ? { query?: never } : { query?: Query<C> }) &
  Repeats;

interface Repeats {
  /** Makes a repeated call count once. By default, `request` chooses one. */
  idempotencyKey?: string;
  /**
   * Identifies the act, like ['buy', 84], so that a repeated call counts as the same act as soon as it is sent. Without it, a
   * call counts as the same act if all its input is the same, and only while the outcome of the last try is unknown.
   */
  sameAs?: readonly unknown[];
}

/** The same without the types of a call. */
export interface LooseInput extends Repeats {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | string | undefined;
}

/** Sends a call and returns the answer that the contract promises. Rejects only with an ApiError. */
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
    else if (!isUndecided(error)) forgetKey(act);
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
 * Returns a string that identifies the act, for calls without a key of their own. Null for reads, and for guests, who have no
 * account in which an act could happen twice. The host keeps keys by account, and a new session doesn't make a new act.
 */
function actOf(call: Call, { params, query, body, idempotencyKey, sameAs }: LooseInput): string | null {
  if (idempotencyKey || call.method === 'GET' || !(call.who === 'user' || call.who === 'operator'))
    return null;
  if (sameAs) return JSON.stringify(sameAs);
  return `${call.who} ${call.method} ${addressOf(call, params, query)} ${JSON.stringify(body)}`;
}

/** Marks an answer that isn't JSON, such as a proxy's page. */
const NO_JSON = Symbol();

/** Parses an answer. Undefined if it is empty. */
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
  // A change may create what was missing.
  if (!isRead) missing.clear();
  const known = missing.get(question);
  if (known) throw known;
  // A timer instead of AbortSignal.timeout, because tests can control the page's timers.
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

/** Codes and messages by status, for other hosts' answers, which have no code and sometimes no message. */
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
  const { code, message, fields } = readErrorAnswer(error.data);
  // A 404 without a code on one of our own calls means that the host doesn't have the call.
  if (code === undefined && (status === NOT_OFFERED || (status === 404 && at.call.source === 'ours')))
    return clientError('not_offered', status);
  // Laravel's own message doesn't name the fields: "The given data was invalid."
  const words = code === undefined ? (Object.values(fields)[0] ?? message) : message;
  if (words === undefined && status >= 500) return clientError('unavailable', status, retryAfter);
  const [known, sentence] = byStatus[status] ?? [`http_${status}`, 'That didn’t work.'];
  return new ApiError(code ?? known, words ?? sentence, { status, fields, retryAfter });
}
