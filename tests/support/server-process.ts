/** The API server as a process of its own, for what one process can't show: several on one database, a restart, a benchmark. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { anyPort } from '../../scripts/ports.ts';
import { expectNoSecrets } from './log-secrets.ts';
import { isListening } from './nginx.ts';

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
  /** SIGKILL: as if its machine had gone. */
  kill(): Promise<void>;
  /** SIGHUP: it reads its certificate again. */
  renew(): void;
  /** Again, with the same settings and ports. */
  restart(): Promise<void>;
}

/** Ports that nobody listens on just now. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => anyPort()));

/**
 * Starts one on free ports, without a site, and waits until it answers. `settings` are the environment's: { DATABASE_URL: … }. Each time
 * it ends, what it wrote is looked through for planted secrets and for `secrets`, such as its players' tokens.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): Promise<ServerProcess> {
  const [site = 0, api = 0, realtime = 0] = await freePorts(3);
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

  /** Where it speaks TLS it is asked by what asks it in its container, a process of its own: once it listens. */
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
