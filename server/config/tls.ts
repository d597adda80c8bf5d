/** By what certificate the API and its sockets speak TLS themselves: to the proxy before them, where the way there is a network. */
import { ConfigError, type Env } from './values.ts';

/** Paths; what stands in the files is read at the start, and again at a renewal. */
export interface TlsFiles {
  /** The certificate, and those between it and its authority. */
  readonly cert: string;
  readonly key: string;
  /** The authority of those who may call; undefined: everybody may. */
  readonly clientCa: string | undefined;
}

export interface TlsSettings {
  /** undefined: plain, for this machine alone or behind whoever ends TLS on it. */
  readonly tls: TlsFiles | undefined;
}

export function tlsSettings(env: Env): TlsSettings {
  const cert = env.TLS_CERT_FILE || undefined;
  const key = env.TLS_KEY_FILE || undefined;
  const clientCa = env.TLS_CLIENT_CA_FILE || undefined;
  if (cert !== undefined && key !== undefined) return { tls: { cert, key, clientCa } };
  if (cert !== undefined || key !== undefined)
    throw new ConfigError(
      `TLS_CERT_FILE and TLS_KEY_FILE go together, but only ${cert === undefined ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} is set.`,
    );
  if (clientCa !== undefined)
    throw new ConfigError(
      'TLS_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE: callers are asked for a certificate over TLS alone.',
    );
  return { tls: undefined };
}
