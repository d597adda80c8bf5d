/**
 * An API in memory for tests of screens and stores: a table of answers by call of the contract, and a record of requests. A call
 * without an answer in the table gets a sample from the contract.
 */
import type * as v from 'valibot';
import { beforeEach } from 'vitest';
import { connectApi } from '../../src/lib/client/client.ts';
import { getCountries, getUser } from '../../src/lib/contract/account/account.ts';
import { getCaptcha } from '../../src/lib/contract/auth/sign-in.ts';
import type { Answer, Body, Call } from '../../src/lib/contract/call.ts';
import { callAt } from './calls.ts';
import { aUser, currentUser } from './fixtures.ts';
import { sampleAnswer } from './sample.ts';

export interface Asked<C extends Call = Call> {
  readonly call: C;
  /** '/api/user/rewards/84' */
  readonly path: string;
  /** The parts of the path, like { id: '84' }. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body<C>;
  /** The header that carries the session. */
  readonly authorization: string | null;
  /** The idempotency key. */
  readonly key: string | null;
}

/** A call's answer: a value that is sent as JSON, with fields absent as on other hosts, or a whole response. */
export type Reply<C extends Call> = v.InferInput<C['answer']> | Answer<C> | Response;
type Answering<C extends Call> = (asked: Asked<C>) => Reply<C> | Promise<Reply<C>>;

export interface Host {
  readonly fetch: typeof globalThis.fetch;
  /** All requests, oldest first. */
  readonly log: readonly Asked[];
  /** From now on answers a call like this. */
  on<C extends Call>(call: C, answer: Answering<C>): void;
  /** Lets a call wait until the returned function answers it. */
  hold<C extends Call>(call: C): (reply: Reply<C>) => void;
  /** The requests of one call, oldest first. */
  asked<C extends Call>(call: C): Asked<C>[];
  bodies<C extends Call>(call: C): Body<C>[];
  /** The requests with a method other than GET. */
  acts(): Asked[];
}

export function createHost(): Host {
  const log: Asked[] = [];
  const answers = new Map<Call, (asked: Asked) => unknown>();
  const isOf = <C extends Call>(one: Asked, call: C): one is Asked<C> => one.call === call;
  const host: Host = {
    log,
    on<C extends Call>(call: C, answer: Answering<C>) {
      answers.set(call, (asked) => (isOf(asked, call) ? answer(asked) : undefined));
      // Items that the client remembers as missing may exist now.
      connectApi({});
    },
    hold<C extends Call>(call: C) {
      const { promise, resolve } = Promise.withResolvers<Reply<C>>();
      host.on(call, () => promise);
      return resolve;
    },
    asked: <C extends Call>(call: C) => log.filter((one): one is Asked<C> => isOf(one, call)),
    bodies: (call) => host.asked(call).map(({ body }) => body),
    acts: () => log.filter(({ call }) => call.method !== 'GET'),
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname: path, searchParams: query } = new URL(request.url);
      const { call, params } = callAt(request.method, path);
      const text = await request.text();
      const { headers } = request;
      const one: Asked = {
        call,
        path,
        params,
        query,
        body: text === '' ? undefined : JSON.parse(text),
        authorization: headers.get('authorization'),
        key: headers.get('idempotency-key'),
      };
      log.push(one);
      const given = (answers.get(call) ?? (() => sampleAnswer(call)))(one);
      const answer = await Promise.race([endOf(init?.signal), given]);
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
  host.on(getCaptcha, () => ({}));
  host.on(getCountries, () => ({ countries: [] }));
  host.on(getUser, ({ params }) => ({ user: aUser({ ...currentUser(), id: Number(params.id) }) }));
  return host;
}

/** Rejects when a call is aborted. */
function endOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The host of a test file, reset and prepared with `prepare` for each test. */
export function hostOfEachTest(prepare: (host: Host) => void = () => {}): Host {
  const host = createHost();
  beforeEach(() => {
    Object.assign(host, createHost());
    connectApi({ fetch: host.fetch });
    prepare(host);
  });
  return host;
}

export function refusal(status: number, code: string, message = 'Our side is down for a moment.'): Response {
  return Response.json({ message, code }, { status });
}

/** 503: the reason that most failure tests expect. */
export const databaseAway = () => refusal(503, 'database_unavailable', 'The database is away.');

export const notFound = () => refusal(404, 'not_found', 'There is nothing at this address.');

/** A host that doesn't know the call. */
export const notOffered = () => new Response('<h1>Not found</h1>', { status: 404 });

/** 422: { message, errors, code }. */
export function fieldError(field: string, text: string): Response {
  return Response.json({ message: text, errors: { [field]: [text] }, code: 'invalid' }, { status: 422 });
}

/** A broken connection. */
export function brokenLine(): never {
  throw new TypeError('the line broke');
}

/** One page of a list with the given rows. */
export function pageOf<T>(data: readonly T[], { page = 1, total = data.length } = {}) {
  const last = Math.max(1, Math.ceil(total / 20));
  return {
    data: [...data],
    current_page: page,
    last_page: last,
    per_page: 20,
    total,
    next_page_url: page < last ? `/?page=${page + 1}` : null,
    prev_page_url: page > 1 ? `/?page=${page - 1}` : null,
  };
}

/** The requested page of all rows. */
export function paginate<T>(rows: readonly T[], query: URLSearchParams, perPage = 20) {
  const size = Number(query.get('per_page') ?? perPage);
  const page = Number(query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(rows.length / size));
  return {
    ...pageOf(rows.slice((page - 1) * size, page * size), { page, total: rows.length }),
    last_page: last,
    per_page: size,
    next_page_url: page < last ? `/?page=${page + 1}` : null,
  };
}
