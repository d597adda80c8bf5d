/**
 * A host of the specification, made only from its text: it implements the 33 calls of section 7 and nothing else, answers in one
 * of four styles, and records every request. It imports nothing from the product, so that a shared mistake can't hide.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startHttpHost } from '../http-host.ts';
import { answers } from './answers.ts';
import { type Manner, type MannerName, manners } from './manners.ts';
import { callAt, parsed, payloadOf, type Recorded } from './section-7.ts';
import { type SpecSocket, startSpecSocket } from './socket.ts';
import { createWorld, ME, type World } from './world.ts';

export interface SpecHost {
  readonly url: string;
  readonly world: World;
  readonly socket: SpecSocket;
  /** The only origin that may call it. */
  siteUrl: string;
  /** Every request since the start, including preflights, oldest first. */
  readonly requests: Recorded[];
  /** A session as in local storage, after section 4. */
  session(): { readonly token: string; readonly user_id: string; readonly user: string };
  /** Ends all sessions. */
  expire(): void;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Starts it on free ports of this machine. */
export async function startSpecHost(name: MannerName): Promise<SpecHost> {
  const manner = manners[name];
  const world = createWorld();
  const tokens = new Set<string>();
  const requests: Recorded[] = [];
  let issued = 0;

  function enter(): string {
    issued += 1;
    const token = `${issued}|of-the-${name}-host`;
    tokens.add(token);
    return token;
  }

  function reply({ method, path, query, headers, body }: Recorded): Reply {
    const call = callAt(method, path);
    if (call === null) return manner.unknown;
    const { guests } = payloadOf(call.name);
    const isOpen = guests === 'always' || (guests === 'list' && manner.letsGuestsLook);
    const { authorization } = headers;
    const isKnown = tokens.has(authorization?.replace(/^Bearer /, '') ?? '');
    // An unknown token is rejected even if none is needed.
    if (!isKnown && (authorization !== undefined || !isOpen))
      return { status: 401, body: manner.refusal('Unauthenticated.') };
    const answered = answers[call.name]({
      ...{ world, manner, query, enter, parts: call.parts },
      body: parsed(body),
      address: host.url + path,
    });
    if ('missing' in answered) return { status: 404, body: manner.refusal(answered.missing) };
    if ('field' in answered) return { status: 422, body: manner.invalid(answered.field, answered.text) };
    return { status: 200, body: manner.whole(answered.answer) };
  }

  function send(response: ServerResponse, { status, body }: Reply): void {
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(said(body, manner)));
  }

  const server = createServer((request, response) => {
    void recorded(request).then((one) => {
      requests.push(one);
      response.setHeader('access-control-allow-origin', host.siteUrl);
      if (one.method !== 'OPTIONS') return send(response, reply(one));
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.setHeader('access-control-allow-headers', 'authorization, accept, content-type');
      response.writeHead(204).end();
    });
  });
  const { origin, close } = await startHttpHost(server);
  const socket = await startSpecSocket();
  const host: SpecHost = {
    url: origin,
    world,
    socket,
    siteUrl: '',
    requests,
    session: () => ({
      token: enter(),
      user_id: String(ME),
      user: JSON.stringify(said({ ...manner.user, id: ME, myreward: manner.goal(undefined) }, manner)),
    }),
    expire: () => tokens.clear(),
    async close() {
      await socket.close();
      await close();
    },
  };
  return host;
}

async function recorded(request: IncomingMessage): Promise<Recorded> {
  let body = '';
  for await (const part of request) body += part;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://spec.example');
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
  };
}

/** The answer with each value in the style's format. */
function said(value: unknown, manner: Manner): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date)
    return manner.say(value);
  if (Array.isArray(value)) return value.map((one: unknown) => said(one, manner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one, manner)]));
}
