import { createServer } from 'node:net';

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
