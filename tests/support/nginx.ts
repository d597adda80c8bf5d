/** An nginx for tests, on loopback, without system rights or files. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOST_FILES } from '../../server/static-site/site-rules.ts';
import { anyPort } from './ports.ts';

export interface Host {
  /** 'http://127.0.0.1:4321' */
  readonly origin: string;
  stop(): Promise<void>;
}

const PLACES = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];

export const findNginx = () => PLACES.find((path) => existsSync(path));

/**
 * Starts nginx with the built folder as its root and the build's includes, the operators' for `operatorHost`. Returns null if it
 * isn't installed.
 */
export async function startNginx(dist: string, operatorHost?: string): Promise<Host | null> {
  const binary = findNginx();
  if (!binary) return null;
  const folder = mkdtempSync(join(tmpdir(), 'playtally-nginx-'));
  const port = await anyPort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, dist, operatorHost));
  return runNginx(binary, folder, port);
}

/**
 * Starts nginx with this folder's nginx.conf, and removes the folder when it stops. It returns once nginx listens on all of `ports`,
 * because nginx opens one after another.
 */
export async function runNginx(
  binary: string,
  folder: string,
  ...ports: readonly [site: number, ...others: number[]]
): Promise<Host> {
  const child = spawn(binary, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const host = {
    origin: `http://127.0.0.1:${ports[0]}`,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (let tries = 0; tries < 4_000; tries++) {
    if (child.exitCode !== null) break;
    if ((await Promise.all(ports.map(isListening))).every(Boolean)) return host;
    await pause(25);
  }
  await host.stop();
  throw new Error(`nginx did not start with what the build wrote:\n${said}`);
}

/** Whether something accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A minimal configuration around the include. */
function configuration(folder: string, port: number, dist: string, operatorHost: string | undefined): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    // If it is started as root, its workers run as another user who can't read our folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr crit;',
    'events {}',
    'http {',
    'access_log off;',
    ...temporary,
    'default_type application/octet-stream;',
    'types { text/html html; text/css css; text/javascript js; image/svg+xml svg; font/woff2 woff2; text/plain txt; text/xml xml; }',
    ...server(port, dist, HOST_FILES.nginx, '_'),
    ...(operatorHost === undefined ? [] : server(port, dist, HOST_FILES.operatorNginx, operatorHost)),
    '}',
  ].join('\n');
}

/** The first server of a port answers for all names that no other has. */
const server = (port: number, dist: string, include: string, name: string) => [
  'server {',
  `listen 127.0.0.1:${port};`,
  `server_name ${name};`,
  `root "${dist}";`,
  `include "${join(dist, include)}";`,
  '}',
];
