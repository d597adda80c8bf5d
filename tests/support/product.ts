/**
 * The whole product as a process of its own: the built site, the API and the socket on free ports, with its own data in
 * .cache/e2e. The global set-up starts it once; a test may kill and restart it, so everything about it stands in a file.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { buildIfStale } from '../../scripts/build.ts';
import { freePortBeside, freePorts } from '../../scripts/ports.ts';
import { siteEnv } from '../../scripts/preflight.ts';
import { getConfig } from '../../server/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/e2e');
const DATA = join(FOLDER, 'data');
/** The folder of the built site. */
export const SITE = join(FOLDER, 'site');
const LOG = join(FOLDER, 'server.log');
const STATE = join(FOLDER, 'product.json');

const stateSchema = v.object({ pid: v.number(), env: v.record(v.string(), v.string()) });

export interface Product {
  /** 'http://localhost:4321' */
  readonly siteUrl: string;
  /** The operators' host: 'http://operator.localhost:4321'. */
  readonly operatorUrl: string;
  readonly apiUrl: string;
  /** Its settings, for what runs beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** What the server has printed so far. */
  log(): string;
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
  /** The same product on the same ports and data; waits until it answers. Call `kill` or `stop` before. */
  restart(): Promise<void>;
  /** Ends it in order (SIGTERM). */
  stop(): Promise<void>;
}

/** The settings of a test run: production's defaults on free ports, with data that is thrown away. */
export async function productEnv(): Promise<Record<string, string>> {
  const ports = await freePorts(join(FOLDER, 'ports.json'));
  return {
    SITE_PORT: String(ports.site),
    API_PORT: String(ports.api),
    REALTIME_PORT: String(ports.realtime),
    PARTNER_PORT: String(await freePortBeside(ports)),
    SITE_URL: `http://localhost:${ports.site}`,
    OPERATOR_URL: `http://operator.localhost:${ports.site}`,
    PUBLIC_API_URL: `http://localhost:${ports.api}`,
    DATA_DIR: DATA,
    // The providers' ports are another's on each run, and the site stays as it was built.
    PUBLIC_SIGN_IN_WAYS: 'google,steam',
  };
}

/** Builds the site for these settings into the test's own folder, unless it is there. */
export async function buildProduct(env: Record<string, string>): Promise<void> {
  await buildIfStale({ outDir: SITE, env: siteEnv(getConfig(env), { ...plainEnv(), ...env }) });
}

/** Builds what is stale, and starts the product with empty data. `env` adds settings: { RATE_LIMIT: 'off' }. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  await endLeftover();
  const settings = { ...(await productEnv()), ...env };
  await buildProduct(settings);
  rmSync(DATA, { recursive: true, force: true });
  rmSync(LOG, { force: true });
  await launch(settings);
  return runningProduct();
}

/** The product that the global set-up started. */
export function runningProduct(): Product {
  const { env } = readState();
  return {
    siteUrl: env.SITE_URL ?? '',
    operatorUrl: env.OPERATOR_URL ?? '',
    apiUrl: env.PUBLIC_API_URL ?? '',
    env,
    dataDir: env.DATA_DIR ?? '',
    log: () => readFileSync(LOG, 'utf8'),
    kill: () => end('SIGKILL'),
    restart: () => launch(env),
    stop: () => end('SIGTERM'),
  };
}

const readState = () => v.parse(stateSchema, JSON.parse(readFileSync(STATE, 'utf8')));

async function launch(env: Record<string, string>): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  // Into a file: the process that starts it may be a test's worker, which goes before it.
  const log = openSync(LOG, 'a');
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...plainEnv(), ...env, SITE_DIST: SITE },
    stdio: ['ignore', log, log],
    detached: true,
  });
  child.unref();
  if (child.pid === undefined) throw new Error('The server could not be started at all.');
  writeFileSync(STATE, JSON.stringify({ pid: child.pid, env }));
  await untilReady(child.pid, `http://localhost:${env.API_PORT}/healthz`);
}

async function untilReady(pid: number, url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (!isAlive(pid)) break;
    await pause(50);
  }
  throw new Error(`The server did not get ready. It said:\n${readFileSync(LOG, 'utf8')}`);
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { pid } = readState();
  const deadline = Date.now() + 20_000;
  if (isAlive(pid)) process.kill(pid, signal);
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`The server (process ${pid}) is still there 20 s after ${signal}.`);
    await pause(20);
  }
}

/** A run that was cut off leaves its server behind. It answers on its port, so its process id isn't somebody else's by now. */
async function endLeftover(): Promise<void> {
  if (!existsSync(STATE)) return;
  const { env } = readState();
  const answer = await fetch(`http://localhost:${env.API_PORT}/healthz`).catch(() => null);
  if (answer?.ok) await end('SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Our own environment without the product's settings, so that a developer's own database stays out of the tests. */
function plainEnv(): NodeJS.ProcessEnv {
  const settings =
    /^(?:SITE_|API_|REALTIME_|PARTNER_|PUBLIC_|MAIL_|DATA_DIR$|LOG|DATABASE_URL$|CAPTCHA|GOOGLE_|STEAM_|PUSHER_|SESSION_|OPERATOR_|ADJUST_|TRUSTED_PROXIES$|RATE_LIMIT$|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}
