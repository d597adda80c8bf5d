/**
 * The connection and rate limits per address of compose.yaml's nginx. There is no process behind it, so each answer is nginx's
 * own.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorMessages } from '../../src/lib/contract/errors.ts';
import { findNginx } from '../support/nginx.ts';
import { anyPort } from '../support/ports.ts';
import { makeCertificates } from '../support/within.ts';
import { startProxy, tlsFiles } from './arrangement.ts';

type Proxy = Awaited<ReturnType<typeof startProxy>>;

const OPEN = 200;
const BURST = 600;

/** Each kind of address that nginx proxies or serves, with its limits. */
const places = [
  { name: 'a page', zone: 'site', host: 'site', path: '/' },
  { name: 'a missing page', zone: 'site', host: 'site', path: '/nowhere' },
  { name: 'the operators’ area', zone: 'site', host: 'operators', path: '/operator' },
  { name: 'a call', zone: 'calls', host: 'api', path: '/api/user/balance' },
  { name: 'a call with a key', zone: 'calls', host: 'api', path: '/api/user/messages', key: 'a-key-of-ours' },
  { name: 'a socket', zone: 'sockets', host: 'api', path: '/app/playtally' },
] as const;
type Place = (typeof places)[number];
const names = {
  site: 'playtally.example',
  operators: 'operator.playtally.example',
  api: 'api.playtally.example',
};

describe.skipIf(!findNginx())('nginx, for one address,', () => {
  const ground = mkdtempSync(join(tmpdir(), 'playtally-limits-'));
  const started: Proxy[] = [];

  /** A new nginx without any counts, whose windows don't end during a test. */
  async function start(): Promise<Proxy> {
    const nobody = [
      { api: await anyPort(), realtime: await anyPort() },
      { api: await anyPort(), realtime: await anyPort() },
    ];
    const proxy = await startProxy(ground, nobody, tlsFiles(), (text) =>
      text
        .replaceAll('rate=300r/s', 'rate=1r/m')
        .replace('server_tokens off;', '$& lingering_time 180s; lingering_timeout 180s;'),
    );
    started.push(proxy);
    return proxy;
  }

  beforeAll(() => void makeCertificates(join(ground, 'within')));
  afterAll(async () => {
    for (const { site } of started) await site.stop();
    rmSync(ground, { recursive: true, force: true });
  });

  /**
   * Sends the head of a call. `first` is the first response data, `all` the whole answer. A `length` without a body keeps it
   * open.
   */
  async function send(proxy: Proxy, { host, path, ...more }: Place, { length = 0, tls = false } = {}) {
    const port = Number(new URL(host === 'api' ? proxy.api : proxy[host].origin).port);
    const socket = tls
      ? connectTls({ port: proxy.tls, host: '127.0.0.1', servername: names[host], rejectUnauthorized: false })
      : connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    await once(socket, tls ? 'secureConnect' : 'connect');
    const method = host === 'api' ? 'POST' : 'GET';
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${names[host]}`,
      'Origin: https://playtally.example',
      `Content-Length: ${length}`,
      ...(length > 0 ? ['Expect: 100-continue'] : ['Connection: close']),
      ...('key' in more ? [`Idempotency-Key: ${more.key}`] : []),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [first] = await once(socket, 'data');
    let all = String(first);
    socket.on('data', (text) => {
      all += text;
    });
    return {
      status: all.slice(9, 12),
      end: async () => {
        socket.end();
        await once(socket, 'close');
        return all;
      },
    };
  }
  const statusesOf = async (proxy: Proxy, of: readonly Place[]) => {
    const found: [string, string][] = [];
    for (const place of of)
      for (const tls of [false, true])
        found.push([`${place.name}${tls ? ' by TLS' : ''}`, (await send(proxy, place, { tls })).status]);
    return found;
  };
  const refusedEach = (of: readonly Place[]) =>
    of.flatMap(({ name }) => [
      [name, '429'],
      [`${name} by TLS`, '429'],
    ]);

  test.each(['site', 'calls', 'sockets'])(
    'allows at most two hundred of %s at a time, whatever is requested, and more once they are closed',
    async (zone) => {
      const proxy = await start();
      const of = places.filter((place) => place.zone === zone);
      const [place] = of;
      if (!place) throw new Error('no such place');
      const held: Awaited<ReturnType<typeof send>>[] = [];
      for (let at = 0; at < OPEN; at++) held.push(await send(proxy, place, { length: 9 }));
      expect(new Set(held.map(({ status }) => status))).not.toContain('429');
      expect(await statusesOf(proxy, of)).toEqual(refusedEach(of));
      const others = await statusesOf(
        proxy,
        places.filter((place) => !of.includes(place)),
      );
      expect(others.map(([, status]) => status)).not.toContain('429');
      await held[0]?.end();
      await expect.poll(async () => (await send(proxy, place)).status).not.toBe('429');
    },
  );

  test.each(['site', 'calls'])('passes on a limited rate of %s, and rejects the rest', async (zone) => {
    const proxy = await start();
    const of = places.filter((place) => place.zone === zone || (zone === 'calls' && place.host === 'api'));
    const [place] = of;
    if (!place) throw new Error('no such place');
    const statuses: string[] = [];
    for (let at = 0; at < BURST + 2; at++) statuses.push((await send(proxy, place)).status);
    expect(statuses.indexOf('429')).toBe(BURST + 1);
    expect(await statusesOf(proxy, of)).toEqual(refusedEach(of));
  });

  test('answers callers of the API in the API’s form, which pages can read', async () => {
    const proxy = await start();
    const call = places[3];
    let last = await send(proxy, call);
    for (let at = 0; at < BURST + 1; at++) last = await send(proxy, call);
    expect(last.status).toBe('429');
    const [head = '', body = ''] = (await last.end()).split('\r\n\r\n');
    expect(head.toLowerCase().split('\r\n')).toEqual(
      expect.arrayContaining(['retry-after: 2', 'access-control-allow-origin: https://playtally.example']),
    );
    expect(JSON.parse(body)).toEqual({ message: expect.any(String), code: 'too_many_requests' });
    expect(errorMessages).toHaveProperty('too_many_requests');
  });
});
