import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** Why a port can't be listened on, or null when it can: 'EADDRINUSE', 'EACCES'. */
export async function portTrouble(port: number): Promise<string | null> {
  // Both, because some systems let the one be taken while the other is in use. A machine without IPv6 has no "::".
  const troubles = [await tryListening(port, '::'), await tryListening(port, '127.0.0.1')];
  return troubles.find((code) => code === 'EADDRINUSE' || code === 'EACCES') ?? null;
}

function tryListening(port: number, host: string): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done('code' in error ? String(error.code) : error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(null)));
  });
}

/** One sentence about the first port that can't be used, or null: [{ port: 4321, setting: 'SITE_PORT' }]. */
export async function portsInWords(
  wanted: readonly { readonly port: number; readonly setting: string }[],
): Promise<string | null> {
  for (const { port, setting } of wanted) {
    const trouble = await portTrouble(port);
    if (trouble === 'EACCES')
      return `Port ${port} needs more rights than this account has: set ${setting} to a port above 1023.`;
    if (trouble)
      return `Port ${port} is in use by another program: stop it, or set ${setting} to another port.`;
  }
  return null;
}

const portsSchema = v.object({ site: v.number(), api: v.number(), realtime: v.number() });
export type Ports = v.InferOutput<typeof portsSchema>;

/**
 * Free ports, the ones of the last time where they are still free: the site is built for its API's address, so new ports
 * would mean a new build. `file` remembers them. `others` are somebody's who need not be listening just now.
 */
export async function freePorts(file: string, others: readonly number[] = []): Promise<Ports> {
  const last = readPorts(file);
  if (last && !Object.values(last).some((port) => others.includes(port)) && (await busyPort(last)) === null)
    return last;
  const ports = {
    site: await anyPort(others),
    api: await anyPort(others),
    realtime: await anyPort(others),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

/** The ports that `file` remembers, or null when there are none. */
export function readPorts(file: string): Ports | null {
  try {
    return v.parse(portsSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The first of them that can't be listened on, or null. */
export async function busyPort(ports: Ports): Promise<number | null> {
  for (const port of Object.values(ports)) if ((await portTrouble(port)) !== null) return port;
  return null;
}

/** One more free port, for what the site isn't built for. */
export const freePortBeside = (ports: Ports, others: readonly number[] = []): Promise<number> =>
  anyPort([...Object.values(ports), ...others]);

/** Below those that systems hand out to each connection: of those one that is free now may be in use by the time it is listened on. */
const FIRST = 20_000;
const COUNT = 10_000;
/** Those that this process has drawn: the port's user need not be listening yet. */
const drawn = new Set<number>();

/** A free port that is neither one of the others nor drawn by this process before. */
export async function anyPort(others: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (drawn.has(port) || others.includes(port)) continue;
    drawn.add(port);
    if ((await portTrouble(port)) === null) return port;
  }
}
