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
 * would mean a new build. `file` remembers them.
 */
export async function freePorts(file: string): Promise<Ports> {
  const last = readPorts(file);
  if (last && (await Promise.all(Object.values(last).map(portTrouble))).every((trouble) => trouble === null))
    return last;
  const [site, api, realtime] = await anyPorts();
  const ports = { site, api, realtime };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

function readPorts(file: string): Ports | null {
  try {
    return v.parse(portsSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** One more free port, for what the site isn't built for. */
export async function freePortBeside({ site, api, realtime }: Ports): Promise<number> {
  const free = (await anyPorts()).find((port) => ![site, api, realtime].includes(port));
  return free ?? freePortBeside({ site, api, realtime });
}

/** Three ports that the system hands out, all held until the last is known, so that they differ. */
async function anyPorts(): Promise<[number, number, number]> {
  const servers = [createServer(), createServer(), createServer()] as const;
  const port = (server: (typeof servers)[number]) =>
    new Promise<number>((done, fail) => {
      server.once('error', fail);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        if (typeof address === 'object' && address) done(address.port);
      });
    });
  const found: [number, number, number] = [
    await port(servers[0]),
    await port(servers[1]),
    await port(servers[2]),
  ];
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return found;
}
