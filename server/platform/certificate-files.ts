/** Reads certificates and keys from files. Error messages name the setting that the file belongs to. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/config.ts';

/** A setting ('TLS_CERT_FILE', 'sslcert of DATABASE_URL') and the path that it gives. */
interface Named {
  readonly setting: string;
  readonly path: string;
}

/** Returns the text of a file that a setting names. */
function pemOf({ setting, path }: Named): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigError(`${setting} names ${path}, which can’t be read${why}.`);
  }
}

export function certificateOf(named: Named): { pem: string; certificate: X509Certificate } {
  const pem = pemOf(named);
  try {
    return { pem, certificate: new X509Certificate(pem) };
  } catch {
    throw new ConfigError(`${named.setting} names ${named.path}, which contains no certificate (PEM).`);
  }
}

interface Pair {
  readonly cert: string;
  readonly key: string;
  /** When the certificate expires. */
  readonly ends: Date;
}

/** Returns a valid certificate with its own key. Otherwise throws a ConfigError, whose text never contains a key. */
export function pairOf(cert: Named, key: Named, now = new Date()): Pair {
  const { pem, certificate } = certificateOf(cert);
  const keyText = pemOf(key);
  let isItsKey: boolean;
  try {
    isItsKey = certificate.checkPrivateKey(createPrivateKey(keyText));
  } catch {
    throw new ConfigError(`${key.setting} names ${key.path}, which contains no private key (PEM).`);
  }
  if (!isItsKey)
    throw new ConfigError(
      `${key.setting} names ${key.path}, which isn’t the key of the certificate in ${cert.path}.`,
    );
  const ends = certificate.validToDate;
  if (ends <= now)
    throw new ConfigError(
      `${cert.setting} names ${cert.path}, whose certificate expired on ${ends.toISOString().slice(0, 10)}: make a new one (with Docker: docker compose run --rm certificates).`,
    );
  return { cert: pem, key: keyText, ends };
}

/**
 * Checks the files that a PostgreSQL URL names (sslrootcert, sslcert, sslkey). The driver reads them for each connection; this
 * check reports a mistake at the start. Throws a ConfigError that names the setting, but never the URL.
 */
export function checkDatabaseFiles(setting: string, address: string): void {
  const given = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
  const named = (name: string): Named | undefined => {
    const path = given.get(name);
    return path ? { setting: `${name} of ${setting}`, path } : undefined;
  };
  const [ca, cert, key] = [named('sslrootcert'), named('sslcert'), named('sslkey')];
  if (ca) certificateOf(ca);
  if (cert && key) pairOf(cert, key);
  else if (cert || key)
    throw new ConfigError(
      `sslcert and sslkey of ${setting} go together, but only ${cert ? 'sslcert' : 'sslkey'} is set.`,
    );
}
