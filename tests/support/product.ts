/**
 * The whole product as a process of its own: the built site, the API and the socket on free ports, with its own data in
 * .cache/e2e/0. Tests that run at once have one each, the next in .cache/e2e/1, and may kill and restart it.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { buildIfStale } from '../../scripts/build.ts';
import { busyPort, freePortBeside, freePorts, type Ports, readPorts } from '../../scripts/ports.ts';
import { siteEnv } from '../../scripts/preflight.ts';
import { getConfig } from '../../server/config.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How many tests run at once. */
export const PRODUCTS = 2;

/** Everything of the product with this number. */
const placesOf = (index: number) => {
  const folder = join(ROOT, '.cache/e2e', String(index));
  return {
    folder,
    site: join(folder, 'site'),
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    ports: join(folder, 'ports.json'),
    /** What runs, for a run after one that was cut off. */
    state: join(folder, 'product.json'),
  };
};
/** A folder with the built site, for what is the same in all of them: they differ by the addresses that they know. */
export const SITE = placesOf(0).site;

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
  /** The folder of its built site, which knows its addresses. */
  readonly siteDir: string;
  /** What the server has printed so far. */
  log(): string;
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
  /** The same product on the same ports and data; waits until it answers. Call `kill` or `stop` before. */
  restart(): Promise<void>;
  /** Ends it in order (SIGTERM). */
  stop(): Promise<void>;
}

/** What the other products have remembered, whether they listen on it just now or not. */
const portsOfOthers = (index: number): number[] =>
  Array.from({ length: PRODUCTS }, (_, other) =>
    other === index ? [] : Object.values(readPorts(placesOf(other).ports) ?? {}),
  ).flat();

/** The settings of a test run: production's defaults on free ports, with data that is thrown away. */
async function productEnv(index: number, ports: Ports): Promise<Record<string, string>> {
  return {
    SITE_PORT: String(ports.site),
    API_PORT: String(ports.api),
    REALTIME_PORT: String(ports.realtime),
    PARTNER_PORT: String(await freePortBeside(ports, portsOfOthers(index))),
    SITE_URL: `http://localhost:${ports.site}`,
    OPERATOR_URL: `http://operator.localhost:${ports.site}`,
    PUBLIC_API_URL: `http://localhost:${ports.api}`,
    DATA_DIR: placesOf(index).data,
    // The providers' ports are another's on each run, and the site stays as it was built.
    PUBLIC_SIGN_IN_WAYS: 'google,steam',
  };
}

/** Builds the product's site into its folder, unless it is there, and settles its ports: the site knows them. */
export async function buildProduct(index: number): Promise<void> {
  const { ports, site } = placesOf(index);
  const env = await productEnv(index, await freePorts(ports, portsOfOthers(index)));
  await buildIfStale({
    outDir: site,
    env: siteEnv(getConfig(env), { ...plainEnv(), ...env }),
  });
}

/**
 * The settings of the product whose site is built, with nothing of an earlier run in its way.
 * @throws when its ports are in use: on others its site would ask for an API that isn't there.
 */
export async function prepareProduct(index: number): Promise<Record<string, string>> {
  const places = placesOf(index);
  await endLeftover(places.state);
  const ports = readPorts(places.ports);
  if (!ports)
    throw new Error(`The site of product ${index} isn't built: run node tests/support/build-site.ts.`);
  const busy = await busyPort(ports);
  if (busy !== null)
    throw new Error(
      `Port ${busy}, which the site of product ${index} is built for, is in use by another program. Stop that, or run node tests/support/build-site.ts, which builds the site for another port.`,
    );
  return productEnv(index, ports);
}

/** Starts the product, whose site is built, with empty data. `env`: what `prepareProduct` answers, and more: { RATE_LIMIT: 'off' }. */
export async function startProduct(index: number, env: Record<string, string>): Promise<Product> {
  const places = placesOf(index);
  rmSync(places.data, { recursive: true, force: true });
  rmSync(places.log, { force: true });
  let pid = await launch(env, places);
  return {
    siteUrl: env.SITE_URL ?? '',
    operatorUrl: env.OPERATOR_URL ?? '',
    apiUrl: env.PUBLIC_API_URL ?? '',
    env,
    dataDir: places.data,
    siteDir: places.site,
    log: () => readFileSync(places.log, 'utf8'),
    kill: () => end(pid, 'SIGKILL'),
    restart: async () => {
      pid = await launch(env, places);
    },
    stop: () => end(pid, 'SIGTERM'),
  };
}

/** Answers the process, once it is ready. */
async function launch(env: Record<string, string>, places: ReturnType<typeof placesOf>): Promise<number> {
  // Into a file, which its messages can be read from at any time.
  const log = openSync(places.log, 'a');
  const { pid } = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...plainEnv(), ...env, SITE_DIST: places.site },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (pid === undefined) throw new Error('The server could not be started at all.');
  writeFileSync(places.state, JSON.stringify({ pid, env }));
  await untilReady(pid, `http://localhost:${env.API_PORT}/healthz`, places.log);
  return pid;
}

async function untilReady(pid: number, url: string, log: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (!isAlive(pid)) break;
    await pause(50);
  }
  throw new Error(`The server did not get ready. It said:\n${readFileSync(log, 'utf8')}`);
}

async function end(pid: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const deadline = Date.now() + 20_000;
  if (isAlive(pid)) process.kill(pid, signal);
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`The server (process ${pid}) is still there 20 s after ${signal}.`);
    await pause(20);
  }
}

/** A run that was cut off leaves its server behind. It answers on its port, so its process id isn't somebody else's by now. */
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

/** Our own environment without the product's settings, so that a developer's own database stays out of the tests. */
function plainEnv(): NodeJS.ProcessEnv {
  const settings =
    /^(?:SITE_|API_|REALTIME_|PARTNER_|PUBLIC_|MAIL_|DATA_DIR$|LOG|DATABASE_URL$|CAPTCHA|GOOGLE_|STEAM_|PUSHER_|SESSION_|OPERATOR_|ADJUST_|TRUSTED_PROXIES$|RATE_LIMIT$|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}
