/** From a call of the contract to a route: checks what came in by the call's own schemas and hands typed values on. */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Answer, Call } from '../../src/lib/contract/call.ts';
import type { AppParts } from '../app.ts';
import { canBeId } from '../domain/ids.ts';
import { fieldRefusal, Refusal } from '../domain/refusal.ts';
import { userOfToken } from '../domain/tokens.ts';
import { callerAddress } from './address.ts';

export interface ApiEnv {
  Variables: {
    parts: AppParts;
    requestId: string;
    /** Who calls, once a token has told. */
    caller?: { readonly user?: number; readonly operator?: number };
    /** The session opens nothing yet: calls that are open to guests answer as to one (second-factor-door.ts). */
    asGuest?: boolean;
  };
}

type Output<C, K extends string> = C extends { readonly [P in K]: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : undefined;

export interface Given<C extends Call> {
  params: Output<C, 'params'>;
  query: Output<C, 'query'>;
  body: Output<C, 'body'>;
  /** Who calls; null is a guest, which only calls open to guests ever see. */
  userId: C['who'] extends 'user' ? number : number | null;
  parts: AppParts;
  now: Date;
  c: Context<ApiEnv>;
}

/** The bearer token as sent, or null when there is none. */
export function bearerToken(c: Context): string | null {
  return /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null;
}

/** Where a request comes from, for limits and signs of second accounts: an IPv4 address or an IPv6 network. */
export function addressOf(c: Context): string {
  const parts: AppParts = c.get('parts');
  return callerAddress(socketAddress(c), c.req.header('X-Forwarded-For'), parts.trustedProxies);
}

/** Empty in memory, where there is no socket. */
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
    throw new Refusal('malformed_json');
  }
}

/** No text that a person writes has the character NUL, and PostgreSQL can't keep it. */
function refuseNul(values: unknown): void {
  if (typeof values !== 'object' || values === null) return;
  for (const [field, value] of Object.entries(values))
    if (typeof value === 'string' && value.includes('\0'))
      throw fieldRefusal(field, 'This holds a character that no text can have.');
}

function check<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  told: Call['told'] = {},
): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) {
    refuseNul(result.output);
    return result.output;
  }
  const fields: Record<string, string[]> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue) ?? 'body';
    const field = told[name] ?? name;
    // What is missing altogether is told by the object around it, in words that are meant for programmers.
    const text =
      issue.type === 'object'
        ? issue.path
          ? `${field} is missing.`
          : 'The body must be a JSON object.'
        : issue.message;
    fields[field] = [...(fields[field] ?? []), text];
  }
  throw new Refusal('invalid', { fields });
}

/**
 * Who calls. A token that doesn't hold is 401 on any call, open to guests or not: the browser must learn that its session is gone.
 */
async function callerOf(c: Context<ApiEnv>, now: Date): Promise<number | null> {
  const token = bearerToken(c);
  if (token === null) return null;
  const userId = await userOfToken(c.var.parts.db, token, now, c.var.parts.sessionRestDays);
  if (userId === null) throw new Refusal('unauthenticated');
  c.set('caller', { user: userId });
  return c.var.asGuest ? null : userId;
}

function areIds(params: unknown): boolean {
  return Object.values(params ?? {}).every((value) => typeof value !== 'number' || canBeId(value));
}

type Read<C extends Call> = Pick<Given<C>, 'params' | 'query' | 'body'>;

/** What a call's path, query and body hold, by the contract. Refusals: not_found (a malformed id), invalid, malformed_json. */
export async function readCall<C extends Call>(call: C, c: Context): Promise<Read<C>> {
  const params = call.params ? v.safeParse(call.params, c.req.param()) : undefined;
  if (params && (!params.success || !areIds(params.output))) throw new Refusal('not_found');
  const read = {
    params: params?.output,
    query: call.query ? check(call.query, c.req.query()) : undefined,
    body: call.body ? check(call.body, await readBody(c), call.told) : undefined,
  };
  // The schemas of this very call made these values: the type says no more than that.
  return read as Read<C>;
}

/** Mounts a call. The handler gets checked values and answers what the contract says. */
export function handle<C extends Call>(
  app: Hono<ApiEnv>,
  call: C,
  handler: (given: Given<C>) => Promise<Answer<C>>,
): void {
  app.on(call.method, [call.path], async (c) => {
    const { parts } = c.var;
    const now = parts.clock();
    const userId = await callerOf(c, now);
    if (call.who === 'user' && userId === null) throw new Refusal('unauthenticated');
    const read = await readCall(call, c);
    return c.json(await handler({ ...read, userId, parts, now, c } as Given<C>));
  });
}
