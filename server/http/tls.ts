/** Servers of ours that speak TLS, by a certificate that can be renewed while they run. */
import type { RequestListener, Server } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { Config } from '../config/config.ts';
import { certificateOf, pairOf } from '../platform/certificate-files.ts';

export interface Tls {
  /** As node:http's; a caller without a certificate, where one is asked for, gets nothing. */
  createServer(listener: RequestListener): Server;
  /** Reads the files again, for connections from now on. Throws a ConfigError, and all stays as it was. */
  renew(): void;
  /** When the certificate ends by which it speaks now. */
  ends(): Date;
}

function read({ cert, key, clientCa }: NonNullable<Config['tls']>): { options: ServerOptions; ends: Date } {
  const pair = pairOf({ setting: 'TLS_CERT_FILE', path: cert }, { setting: 'TLS_KEY_FILE', path: key });
  const options = { cert: pair.cert, key: pair.key };
  if (clientCa === undefined) return { options, ends: pair.ends };
  const { pem: ca } = certificateOf({ setting: 'TLS_CLIENT_CA_FILE', path: clientCa });
  return { options: { ...options, ca, requestCert: true, rejectUnauthorized: true }, ends: pair.ends };
}

/** Throws a ConfigError, one sentence, for files that can't be used. */
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
