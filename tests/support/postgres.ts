/** A PostgreSQL for tests and benchmarks, on loopback and with temporary data. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { anyPort } from './ports.ts';

const run = promisify(execFile);

export interface Postgres {
  /** postgres://… of the maintenance database. */
  readonly url: string;
  urlOf(database: string): string;
  /** kill -9 of the server and all its backends. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: freezes the server and all its backends until they continue. */
  freeze(): void;
  thaw(): void;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Stops it, and removes its data unless it is kept. */
  stop(): Promise<void>;
}

export function findBinaries(): string | null {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(home, version, 'bin')),
    '/usr/local/bin',
    '/usr/bin',
    '/opt/homebrew/bin',
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** PostgreSQL refuses to run as root, so it then runs as the system's postgres or nobody. */
export function otherUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2]), gid: Number(user?.[3]) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    if (child.exitCode !== null) throw new Error(`postgres ended immediately with code ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    const error = await client.connect().then(
      () => client.end().then(() => null),
      (reason: unknown) => reason,
    );
    if (error === null) return;
    await pause(50);
  }
  throw new Error('postgres did not get ready within 100 s');
}

/** If the system tells, as on Linux. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

/**
 * Starts one, or returns null without PostgreSQL's binaries. `settings` are -c options. `kept`: a folder whose data stays for the
 * next time. `tls`: its key and certificate. `query`: the end of its URLs, if it requires one.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  kept?: string,
  tls?: { readonly key: string; readonly cert: string },
  query = '',
): Promise<Postgres | null> {
  const bin = findBinaries();
  if (!bin) return null;
  const user = otherUser();
  const data = kept ?? mkdtempSync(join(tmpdir(), 'playtally-postgres-'));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid);
  if (!existsSync(join(data, 'PG_VERSION')))
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'playtally', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
      { ...user, cwd: '/' },
    );
  for (const [name, text] of Object.entries(tls ?? {})) {
    writeFileSync(join(data, `${name}.pem`), text, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(join(data, `${name}.pem`), user.uid, user.gid ?? user.uid);
  }
  const port = await anyPort();
  const urlOf = (database: string) => `postgres://playtally@127.0.0.1:${port}/${database}${query}`;
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    ...(tls && { ssl: 'on', ssl_key_file: 'key.pem', ssl_cert_file: 'cert.pem' }),
    ...settings,
  };
  let child: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = undefined;
    if (!running?.pid || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    // Also its backends, which are separate process groups and would keep answering until they notice.
    if (signal === 'SIGKILL')
      for (const pid of [running.pid, ...childrenOf(running.pid)]) process.kill(pid, signal);
    else running.kill(signal);
    await ended;
  }

  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    if (!child?.pid) return;
    for (const pid of [child.pid, ...childrenOf(child.pid)]) process.kill(pid, name);
  }

  const postgres: Postgres = {
    url: urlOf('postgres'),
    urlOf,
    async start() {
      rmSync(join(data, 'postmaster.pid'), { force: true });
      const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      child = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
        ...user,
        cwd: '/',
        stdio: 'ignore',
        detached: true,
      });
      await untilReady(urlOf('postgres'), child);
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      if (kept === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
  try {
    await postgres.start();
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
