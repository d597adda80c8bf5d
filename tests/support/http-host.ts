/** A test server on this machine that its owner closes, for servers that outlive a test (otherwise: listening.ts). */
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

interface HttpHost {
  /** 'http://127.0.0.1:41234' */
  readonly origin: string;
  /** Pending requests are cut off. */
  close(): Promise<void>;
}

/** Lets a server listen on a free port. */
export async function startHttpHost(server: Server): Promise<HttpHost> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      if (server instanceof HttpServer) server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
