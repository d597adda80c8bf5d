/**
 * Another host of the specification's calls (section 7), made from its text alone: the fields that it names and what they cannot be
 * without (an id, a name), whole numbers as texts, yes and no as 1 and 0, Laravel's forms for pages and errors. It has none of our own
 * additions: those are answered 404, as Laravel does, or with a page.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { calls, TOKEN } from './foreign-calls.ts';
import { createWorld, type Json, type Reply } from './foreign-world.ts';
import { startHttpHost } from './http-host.ts';

export interface ForeignHost {
  readonly url: string;
  /** The one origin that may call it. */
  siteUrl: string;
  close(): Promise<void>;
  /** 'POST /api/login-user', oldest first. */
  readonly asked: string[];
  /** The payloads of the same. */
  readonly sent: Json[];
}

const gone: Reply = { status: 401, body: { message: 'Unauthenticated.' } };

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const part of request) text += part;
  // The socket asks for its signature by a form.
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  // Steam's token is the whole body.
  if (typeof parsed === 'string') return { token: parsed };
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

const missing: Reply = { status: 404, body: { message: 'The route could not be found.' } };

/** Starts it on a free port of this machine. */
export async function startForeignHost(): Promise<ForeignHost> {
  const world = createWorld();

  async function reply(request: IncomingMessage, url: URL): Promise<Reply> {
    const { pathname, searchParams: query } = url;
    const body = await bodyOf(request);
    host.asked.push(`${request.method} ${pathname}`);
    host.sent.push(body);
    const path = pathname.replace(/^\/api\//, '');
    for (const [method, pattern, who, answer] of calls) {
      const found = method === request.method ? pattern.exec(path) : null;
      if (!found) continue;
      if (who === 'user' && request.headers.authorization !== `Bearer ${TOKEN}`) return gone;
      return answer({ world, part: (at) => found[at] ?? '', query, body });
    }
    return missing;
  }

  function send(response: ServerResponse, { status, body }: Reply): void {
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://foreign.example');
    response.setHeader('access-control-allow-origin', host.siteUrl);
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      response.setHeader(
        'access-control-allow-headers',
        'authorization, content-type, accept, idempotency-key',
      );
      response.writeHead(204).end();
      return;
    }
    void reply(request, url).then((given) => send(response, given));
  });
  const { origin, close } = await startHttpHost(server);
  const host: ForeignHost = {
    url: origin,
    close,
    siteUrl: '',
    asked: [],
    sent: [],
  };
  return host;
}
