import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** Returns why a port can't be listened on ('EADDRINUSE', 'EACCES'), or null if it can. */
export async function portTrouble(port: number): Promise<string | null> {
  // Both, because some systems accept one while the other is in use. A machine without IPv6 has no "::".
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

/** Returns a sentence about the first port that can't be used, or null: [{ port: 4321, setting: 'SITE_PORT' }]. */
export async function portsInWords(
  wanted: readonly { readonly port: number; readonly setting: string }[],
): Promise<string | null> {
  for (const { port, setting } of wanted) {
    const trouble = await portTrouble(port);
    if (trouble === 'EACCES')
      return `This account isn’t allowed to use port ${port}: set ${setting} to a port above 1023.`;
    if (trouble)
      return `Port ${port} is in use by another program: stop it, or set ${setting} to another port.`;
  }
  return null;
}

const portsSchema = v.object({ site: v.number(), api: v.number(), realtime: v.number() });
export type Ports = v.InferOutput<typeof portsSchema>;

/**
 * Returns free ports, the last ones if they are still free: the site is built for its API's address, so new ports would need a
 * new build. `file` remembers them. `others` belong to something that may not be listening at the moment.
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

/** Returns the ports that `file` remembers, or null. */
export function readPorts(file: string): Ports | null {
  try {
    return v.parse(portsSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Returns the first port that can't be listened on, or null. */
export async function busyPort(ports: Ports): Promise<number | null> {
  for (const port of Object.values(ports)) if ((await portTrouble(port)) !== null) return port;
  return null;
}

/** Returns one more free port, for something that the site isn't built for. */
export const freePortBeside = (ports: Ports, others: readonly number[] = []): Promise<number> =>
  anyPort([...Object.values(ports), ...others]);

/** Below the range that systems use for outgoing connections: a free port there may be taken before it is listened on. */
const FIRST = 20_000;
const COUNT = 10_000;
/** Ports that this process has returned. Their users may not be listening yet. */
const drawn = new Set<number>();

/** Returns a free port that isn't among the others and wasn't returned before. */
export async function anyPort(others: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (drawn.has(port) || others.includes(port)) continue;
    drawn.add(port);
    if ((await portTrouble(port)) === null) return port;
  }
}
