/** TLS servers whose certificate can be renewed while they run. */
import type { RequestListener, Server } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { Config } from '../config/config.ts';
import { certificateOf, pairOf } from '../platform/certificate-files.ts';

export interface Tls {
  /** Like node:http's. If client certificates are required, a caller without one gets no answer. */
  createServer(listener: RequestListener): Server;
  /** Reads the files again, for new connections. If they can't be used, it throws a ConfigError and nothing changes. */
  renew(): void;
  /** When the current certificate expires. */
  ends(): Date;
}

function read({ cert, key, clientCa }: NonNullable<Config['tls']>): { options: ServerOptions; ends: Date } {
  const pair = pairOf({ setting: 'TLS_CERT_FILE', path: cert }, { setting: 'TLS_KEY_FILE', path: key });
  const options = { cert: pair.cert, key: pair.key };
  if (clientCa === undefined) return { options, ends: pair.ends };
  const { pem: ca } = certificateOf({ setting: 'TLS_CLIENT_CA_FILE', path: clientCa });
  return { options: { ...options, ca, requestCert: true, rejectUnauthorized: true }, ends: pair.ends };
}

/** Opens the certificate files. If they can't be used, it throws a ConfigError with one sentence. */
export function openTls(files: NonNullable<Config['tls']>): Tls {
  let now = read(files);
  const servers: ReturnType<typeof createServer>[] = [];
  return {
    createServer(listener) {
      const server = createServer(now.options, listener);
      servers.push(server);
      return server;
    },
    renew() {
      now = read(files);
      for (const server of servers) server.setSecureContext(now.options);
    },
    ends: () => now.ends,
  };
}
