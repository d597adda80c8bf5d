/** Where the log goes besides the standard error. */
import { X509Certificate } from 'node:crypto';
import { ConfigError, type Env, isLoopback } from './config-values.ts';

export interface LogSettings {
  /** Who keeps the log. undefined: it goes to the standard error alone. */
  readonly logHost:
    | {
        /** Without the brackets of an IPv6 address. */
        readonly host: string;
        readonly port: number;
        /** Only a host on this very machine goes without. */
        readonly tls: boolean;
        /** Whose certificates count, as PEM. undefined: those that Node trusts. */
        readonly authority: string | undefined;
      }
    | undefined;
}

/** The ports that are set aside for syslog over TLS, and over TCP. */
const PORTS: Readonly<Record<string, number>> = { 'tls:': 6514, 'tcp:': 601 };

export function logSettings(env: Env): LogSettings {
  const given = env.LOG_URL || undefined;
  const authority = env.LOG_CA || undefined;
  if (given === undefined) {
    if (authority !== undefined)
      throw new ConfigError('LOG_CA is whose certificate LOG_URL may have, but LOG_URL isn’t set.');
    return { logHost: undefined };
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const standard = url && PORTS[url.protocol];
  const isPlace =
    url?.hostname && !url.username && !url.password && !url.search && !url.hash && url.port !== '0';
  // Somebody may have put what opens their account there, so it stays out of the sentence.
  if (!url || standard === undefined || !isPlace || url.pathname.length > 1)
    throw new ConfigError(
      'LOG_URL must be an address like tls://logs.example:6514, with nothing before the host or behind the port.',
    );
  const tls = url.protocol === 'tls:';
  if (!tls && !isLoopback(url.hostname))
    throw new ConfigError(
      'LOG_URL may begin with tcp:// for a host on this machine alone, like tcp://127.0.0.1:601: elsewhere the log would travel for all to read, so it begins with tls://.',
    );
  if (authority !== undefined && !isCertificate(authority))
    throw new ConfigError(
      'LOG_CA must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----; LOG_CA_FILE names a file with it.',
    );
  return {
    logHost: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? standard : Number(url.port),
      tls,
      authority,
    },
  };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== '';
  } catch {
    return false;
  }
}
