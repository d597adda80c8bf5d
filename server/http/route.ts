/**
 * Mounts calls of the contract as routes. It checks the input with the call's own schemas and passes typed values to the handler.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Call } from '../../src/lib/contract/call.ts';
import { callerAddress } from '../platform/client-address.ts';
import { DomainError, fieldError } from '../platform/domain-error.ts';
import { canBeId } from '../platform/ids.ts';
import { withOneWait } from '../platform/one-wait.ts';
import { userOfToken } from '../platform/tokens.ts';
import type { ApiEnv, AppDeps } from './app-deps.ts';
import { onceByKey } from './idempotency.ts';
import { withPageLinks } from './page-links.ts';
import { withSoundRows } from './sound-rows.ts';

type Output<C, K extends string> = C extends { readonly [P in K]: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : undefined;

export interface Given<C extends Call> {
  params: Output<C, 'params'>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
  /** The caller. Null is a guest, which only calls open to guests can get. */
  userId: C['who'] extends 'user' ? number : number | null;
  parts: AppDeps;
  now: Date;
  c: Context<ApiEnv>;
}

/** Returns the bearer token as sent, or null if there is none. */
export function bearerToken(c: Context): string | null {
  return /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null;
}

/** Returns where a request comes from, for limits and for signs of second accounts: an IPv4 address or an IPv6 network. */
export function addressOf(c: Context): string {
  const parts: AppDeps = c.get('parts');
  return callerAddress(socketAddress(c), c.req.header('X-Forwarded-For'), parts.trustedProxies);
}

/** Empty for requests in memory, which have no socket. */
function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return '';
  }
}

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('malformed_json');
  }
}

/** No text that a person writes contains the character NUL, and PostgreSQL can't store it, not even within a list. */
function rejectNul(value: unknown, field = 'body'): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw fieldError(field, 'This contains a character that isn’t allowed.');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    rejectNul(part, field === 'body' ? key : `${field}.${key}`);
}

const NO_OBJECT = 'The body must be a JSON object.';

function check<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  aliases: Call['fieldAliases'] = {},
): v.InferOutput<S> {
  // The schema would accept a list as an object without entries, and no call takes a list.
  if (Array.isArray(value))
    throw new DomainError('invalid', { fields: { [aliases.body ?? 'body']: [NO_OBJECT] } });
  const result = v.safeParse(schema, value);
  if (result.success) {
    rejectNul(result.output);
    return result.output;
  }
  const fields: Record<string, string[]> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue) ?? 'body';
    const field = aliases[name] ?? name;
    // For a missing field the library reports the object around it, in words for programmers, so the message is replaced.
    const text = issue.type === 'object' ? (issue.path ? `${field} is missing.` : NO_OBJECT) : issue.message;
    fields[field] = [...(fields[field] ?? []), text];
  }
  throw new DomainError('invalid', { fields });
}

/**
 * Returns the caller. An invalid token gets 401 on every call, even one that is open to guests, because the browser must learn
 * that its session has ended.
 */
async function callerOf(c: Context<ApiEnv>, now: Date): Promise<number | null> {
  const token = bearerToken(c);
  if (token === null) return null;
  const userId = await userOfToken(c.var.parts.db, token, now, c.var.parts.sessionIdleDays);
  if (userId === null) throw new DomainError('unauthenticated');
  c.set('caller', { user: userId });
  return c.var.asGuest ? null : userId;
}

function areIds(params: unknown): boolean {
  return Object.values(params ?? {}).every((value) => typeof value !== 'number' || canBeId(value));
}

type Read<C extends Call> = Pick<Given<C>, 'params' | 'query' | 'body'>;

/**
 * Returns a call's path, query and body, checked against the contract. Errors: not_found (a malformed id), invalid,
 * malformed_json.
 */
export async function readCall<C extends Call>(call: C, c: Context): Promise<Read<C>> {
  const params = call.params ? v.safeParse(call.params, c.req.param()) : undefined;
  if (params && (!params.success || !areIds(params.output))) throw new DomainError('not_found');
  const read = {
    params: params?.output,
    query: call.query ? check(call.query, c.req.query()) : undefined,
    body: call.body ? check(call.body, await readBody(c), call.fieldAliases) : undefined,
  };
  // This call's own schemas made the values, so they have this type.
  return read as Read<C>;
}

const isRead = ({ method, changes }: Call) => method === 'GET' && !changes;

/** Returns a response with a body that is already JSON. */
export function jsonOf(c: Context, json: string): Response {
  return c.body(json, 200, { 'content-type': 'application/json' });
}

/**
 * Mounts a call whose answer is too long to hold in memory. The handler yields its JSON in pieces, each after the caller has read
 * the one before. A failure on the way ends the connection, and the incomplete answer isn't valid JSON.
 */
export function handleStream<C extends Call>(
  app: Hono<ApiEnv>,
  call: C,
  handler: (given: Given<C>) => Promise<AsyncGenerator<string>>,
): void {
  mount(app, call, async (given) => {
    const pieces = await handler(given);
    // Pieces are read outside the call's context. This restores it, so that row faults are reported for this call.
    const withinCall = AsyncLocalStorage.snapshot();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // Each piece gets its own waiting time, because the call is already being answered.
        const { done, value } = await withinCall(() => withOneWait(() => pieces.next()));
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return given.c.body(body, 200, { 'content-type': 'application/json' });
  });
}

/** Mounts a call. The handler gets checked values and returns what the contract says. */
export function handle<C extends Call>(
  app: Hono<ApiEnv>,
  call: C,
  handler: (given: Given<C>) => Promise<v.InferOutput<C['answer']>>,
): void {
  mount(app, call, async (given) => {
    const { c, userId } = given;
    const answer = async () => withPageLinks(call, withSoundRows(call, await handler(given)), given);
    if (call.who !== 'user' || isRead(call)) return c.json(await answer());
    return jsonOf(c, await onceByKey(c, call, `user:${userId}`, answer));
  });
}

function mount<C extends Call>(
  app: Hono<ApiEnv>,
  call: C,
  answer: (given: Given<C>) => Promise<Response>,
): void {
  app.on(call.method, [call.path], async (c) => {
    const { parts } = c.var;
    const now = parts.clock();
    const userId = await callerOf(c, now);
    if (call.who === 'user' && userId === null) throw new DomainError('unauthenticated');
    if (userId !== null) await parts.admitAct(parts.db.drizzle, call, userId);
    const read = await readCall(call, c);
    return answer({ ...read, userId, parts, now, c } as Given<C>);
  });
}
