/**
 * The whole product as a separate process: the built site, the API and the socket on free ports, with its own data in
 * .cache/e2e/0. Each worker has one, the next in .cache/e2e/1, and may kill and restart it. All serve the same built site.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { plainEnv, SITE } from '../../scripts/test-site.ts';
import { anyPort } from './ports.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The folder of the product with this number, or of the one that only prepares data. */
const placesOf = (index: number | 'prepared') => {
  const folder = join(ROOT, '.cache/e2e', String(index));
  return {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    /** The running process, for the run after an interrupted one. */
    state: join(folder, 'product.json'),
  };
};

const stateSchema = v.object({ pid: v.number(), env: v.record(v.string(), v.string()) });

export interface Product {
  /** 'http://localhost:4321' */
  readonly siteUrl: string;
  /** The operators' host: 'http://operator.localhost:4321'. */
  readonly operatorUrl: string;
  readonly apiUrl: string;
  /** Its settings, for other processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** What the server has printed so far. */
  log(): string;
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
  /** Starts the same product on the same ports and data, and waits until it answers. Call `kill` or `stop` before. */
  restart(): Promise<void>;
  /** Stops it normally (SIGTERM). */
  stop(): Promise<void>;
}

/** The settings of the product with this number: production's defaults on free ports, with temporary data. */
export async function prepareProduct(index: number | 'prepared'): Promise<Record<string, string>> {
  const places = placesOf(index);
  await endLeftover(places.state);
  const [site, api, realtime, partner] = [await anyPort(), await anyPort(), await anyPort(), await anyPort()];
  return {
    SITE_PORT: String(site),
    API_PORT: String(api),
    REALTIME_PORT: String(realtime),
    PARTNER_PORT: String(partner),
    SITE_URL: `http://localhost:${site}`,
    OPERATOR_URL: `http://operator.localhost:${site}`,
    PUBLIC_API_URL: `http://localhost:${api}`,
    DATA_DIR: places.data,
  };
}

/**
 * Starts the product with empty data, or with the prepared data of a whole run. `env`: the result of `prepareProduct`, and more:
 * { RATE_LIMIT: 'off' }.
 */
export async function startProduct(
  index: number | 'prepared',
  env: Record<string, string>,
): Promise<Product> {
  const places = placesOf(index);
  rmSync(places.data, { recursive: true, force: true });
  rmSync(places.log, { force: true });
  mkdirSync(places.folder, { recursive: true });
  if (process.env.TEST_DATA) cpSync(process.env.TEST_DATA, places.data, { recursive: true });
  let pid = await launch(env, places);
  return {
    siteUrl: env.SITE_URL ?? '',
    operatorUrl: env.OPERATOR_URL ?? '',
    apiUrl: env.PUBLIC_API_URL ?? '',
    env,
    dataDir: places.data,
    log: () => readFileSync(places.log, 'utf8'),
    kill: () => end(pid, 'SIGKILL'),
    restart: async () => {
      pid = await launch(env, places);
    },
    stop: () => end(pid, 'SIGTERM'),
  };
}

/** Starts a product once, for the data that a start leaves behind. A start that finds them takes a third of the time. */
export async function prepareData(): Promise<void> {
  const product = await startProduct('prepared', {
    ...(await prepareProduct('prepared')),
    SITE_DIST: 'none',
  });
  await product.stop();
}

/** Returns the process once it is ready. */
async function launch(env: Record<string, string>, places: ReturnType<typeof placesOf>): Promise<number> {
  // Into a file, from which its messages can be read at any time.
  const log = openSync(places.log, 'a');
  const { pid } = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...plainEnv(), SITE_DIST: SITE, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (pid === undefined) throw new Error('The server could not be started at all.');
  writeFileSync(places.state, JSON.stringify({ pid, env }));
  await untilReady(pid, `http://localhost:${env.API_PORT}/healthz`, places.log);
  return pid;
}

async function untilReady(pid: number, url: string, log: string): Promise<void> {
  // Without a time limit, because tests have their own.
  while (isAlive(pid)) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The server did not get ready. It said:\n${readFileSync(log, 'utf8')}`);
}

async function end(pid: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const deadline = Date.now() + 120_000;
  if (isAlive(pid)) process.kill(pid, signal);
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`The server (process ${pid}) is still there two minutes after ${signal}.`);
    await pause(20);
  }
}

/** An interrupted run leaves its server behind. If it still answers on its port, its process id hasn't been reused. */
async function endLeftover(state: string): Promise<void> {
  if (!existsSync(state)) return;
  const { pid, env } = v.parse(stateSchema, JSON.parse(readFileSync(state, 'utf8')));
  const answer = await fetch(`http://localhost:${env.API_PORT}/healthz`).catch(() => null);
  if (answer?.ok) await end(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
