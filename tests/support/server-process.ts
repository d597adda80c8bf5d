/** The API server as a separate process, for tests with several processes on one database, restarts, and benchmarks. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectNoSecrets } from './log-secrets.ts';
import { isListening } from './nginx.ts';
import { anyPort } from './ports.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const HEALTHY = join(import.meta.dirname, '../../server/cli/healthcheck.ts');

export interface ServerProcess {
  readonly api: number;
  readonly realtime: number;
  readonly pid: number;
  /** What it printed at its start. */
  notes(): string;
  /** SIGTERM, and waits until it is gone. */
  stop(): Promise<void>;
  /** SIGKILL: as if its machine had died. */
  kill(): Promise<void>;
  /** SIGHUP: rereads its certificate. */
  renew(): void;
  /** Starts it again with the same settings and ports. */
  restart(): Promise<void>;
}

/**
 * Starts one on free ports, without a site, and waits until it answers. `settings` are environment variables: { DATABASE_URL: …
 * }. Each time it ends, its output is searched for planted secrets and for `secrets`, such as its players' tokens.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): Promise<ServerProcess> {
  const [site, api, realtime] = [await anyPort(), await anyPort(), await anyPort()];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    SITE_DIST: 'none',
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
    DATABASE_URL: '',
    NODE_ENV: '',
    SITE_PORT: String(site),
    API_PORT: String(api),
    REALTIME_PORT: String(realtime),
    ...settings,
  };
  let child: ChildProcess;
  let notes = '';
  let errors = '';

  /** With TLS, it is checked by its container's health check, a separate process, once it listens. */
  const answers = async (): Promise<boolean> =>
    env.TLS_CERT_FILE
      ? (await isListening(api)) &&
        new Promise((done) => execFile(process.execPath, [HEALTHY], { env }, (error) => done(error === null)))
      : fetch(`http://127.0.0.1:${api}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );

  async function start(): Promise<void> {
    child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      notes += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      errors += text;
      process.stderr.write(text);
    });
    for (let tries = 0; tries < 2_400; tries++) {
      if (await answers()) return;
      if (child.exitCode !== null) break;
      await pause(50);
    }
    child.kill('SIGKILL');
    throw new Error('the server did not start');
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
    expectNoSecrets(notes + errors, secrets);
  }

  await start();
  return {
    api,
    realtime,
    get pid() {
      return child.pid ?? 0;
    },
    notes: () => notes,
    restart: start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    renew: () => void child.kill('SIGHUP'),
  };
}
