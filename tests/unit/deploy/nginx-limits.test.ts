/** Which addresses the limits of deploy/nginx.conf count together, on a real nginx with a server that keeps its answers back. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readProject } from '../../support/compose.ts';
import { findNginx, runNginx } from '../../support/nginx.ts';
import { anyPort } from '../../support/ports.ts';

const binary = findNginx() ?? '';
const text = readProject('deploy/nginx.conf');
const zones = text.match(/^ {2}limit_(?:conn|req)_zone .*zone=\w+:.*$/gm) ?? [];
const map = /^ {2}map \S+ \$limited \{$[\s\S]*?^ {2}\}$/m.exec(text)?.[0] ?? '';

test('every limit counts an IPv4 address, or an IPv6 network of /64', () => {
  expect(zones.map((line) => line.trim().split(/\s+/)[1])).toEqual(Array(5).fill('$limited'));
});

test.skipIf(!binary)('addresses of one IPv6 /64 share a limit, and others don’t', async () => {
  const waiting: ServerResponse[] = [];
  const upstream = createServer((_request, response) => waiting.push(response)).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const port = await anyPort();
  const folder = mkdtempSync(join(tmpdir(), 'playtally-limits-'));
  const lines = [
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
    ...[map, ...zones, 'limit_conn_status 429;', 'server {', `listen 127.0.0.1:${port};`],
    ...['set_real_ip_from 127.0.0.1;', 'real_ip_header X-Real-IP;', 'limit_conn open_calls 1;'],
    `location / { proxy_pass http://127.0.0.1:${(upstream.address() as AddressInfo).port}; }`,
    '}}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
  const nginx = await runNginx(binary, folder, port);
  onTestFinished(async () => {
    upstream.closeAllConnections();
    upstream.close();
    await nginx.stop();
  });
  const from = async (address: string) =>
    (await fetch(nginx.origin, { headers: { 'X-Real-IP': address } })).status;
  /** A call that stays open. */
  async function open(address: string): Promise<void> {
    const before = waiting.length;
    void from(address).catch(() => {});
    await expect.poll(() => waiting.length).toBe(before + 1);
  }
  await open('2001:db8:0:1::a');
  expect(await from('2001:db8:0:1:ffff::b')).toBe(429);
  await open('2001:db8:0:2::a');
  await open('203.0.113.7');
  expect(await from('203.0.113.7')).toBe(429);
  await open('203.0.113.8');
});
