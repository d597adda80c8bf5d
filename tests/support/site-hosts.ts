/** The servers of the site, each as a host for tests: Astro in development, our server, nginx. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import * as v from 'valibot';
import type { SiteAddresses } from '../../server/config/site.ts';
import { createSite } from '../../server/static-site/site.ts';
import type { Host } from './nginx.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What `npm start` runs for the site, on its own port. `addresses` of the API and the socket replace the built-in ones. */
export async function startSite(
  dist: string,
  operatorHost?: string,
  addresses?: SiteAddresses,
): Promise<Host> {
  const site = createSite({ dist, operatorHost, addresses });
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

/** `astro dev` on its own port. `siteUrl` is the beginning of the pages' canonical links. */
export async function startDev(siteUrl: string, operatorHost: string): Promise<Host> {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dev-site.ts')], {
    cwd: ROOT,
    env: { ...env, SITE_URL: siteUrl, OPERATOR_URL: `http://${operatorHost}`, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (first === null) throw new Error('astro dev ended before it listened');
  const { port } = v.parse(v.object({ port: v.number() }), first[0]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Requests exactly this path: a URL object, and so fetch, would normalize '//x' and '/%2e%2e' first. */
export function ask(
  host: Pick<Host, 'origin'>,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(host.origin);
  return new Promise((done, fail) => {
    const request = httpRequest(
      { hostname, port, path, method, agent: false, headers: { accept: 'text/html', ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          body += text;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    request.end();
  });
}
