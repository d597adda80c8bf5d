/** What a host says for itself in TLS: its certificate by the public authorities that Node knows, and the versions that it speaks. */
import type { X509Certificate } from 'node:crypto';
import { type ConnectionOptions, checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import type { Finding, Place } from './findings.ts';

const DAY_MS = 86_400_000;
/** A renewal that fails is to be noticed while there is time. */
const DAYS_TO_SPARE = 21;
const WAIT_MS = 5000;

/** A connection whose certificate is only looked at: nothing is sent over it. Rejects where none comes about. */
function shake<T>(
  { address, port, host }: Place,
  how: ConnectionOptions,
  look: (socket: TLSSocket) => T,
): Promise<T> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false, ...how });
    socket.setTimeout(WAIT_MS, () => socket.destroy(new Error('no answer within 5 seconds')));
    socket.once('error', fail).once('secureConnect', () => {
      done(look(socket));
      socket.destroy();
    });
  });
}

/** Why it isn't vouched for, by the codes of OpenSSL. */
function whyNotTrusted(code: string): string {
  if (/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/.test(code))
    return 'it is of its own making, or of an authority of your own';
  if (/^UNABLE_TO_/.test(code))
    return 'no public authority vouches for it, or the certificates between are missing (give nginx the whole chain)';
  return `${code}`;
}

function aboutCertificate(
  certificate: X509Certificate,
  error: string | undefined,
  host: string,
  now: Date,
): Finding[] {
  const days = Math.floor((certificate.validToDate.getTime() - now.getTime()) / DAY_MS);
  const isUntrusted =
    error !== undefined &&
    !/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID)$/.test(error);
  const isAnothers = checkServerIdentity(host, certificate.toLegacyObject()) !== undefined;
  const until = certificate.validToDate.toISOString().slice(0, 10);
  return [
    isUntrusted
      ? { kind: 'wrong', words: `its certificate is not publicly trusted: ${whyNotTrusted(error)}` }
      : {
          kind: 'ok',
          words: `its certificate is publicly trusted (${certificate.issuer.replaceAll('\n', ', ')})`,
        },
    isAnothers
      ? {
          kind: 'wrong',
          words: `its certificate is for another name (${certificate.subjectAltName ?? 'none'})`,
        }
      : { kind: 'ok', words: 'its certificate is for this name' },
    days < 0 || certificate.validFromDate > now
      ? {
          kind: 'wrong',
          words: `its certificate doesn’t hold today: it holds from ${certificate.validFromDate.toISOString().slice(0, 10)} to ${until}`,
        }
      : days < DAYS_TO_SPARE
        ? { kind: 'look', words: `its certificate ends in ${days} days, on ${until}: see that it is renewed` }
        : { kind: 'ok', words: `its certificate holds for ${days} days` },
  ];
}

/** undefined: the host refuses it. */
async function aboutOldVersion(place: Place, version: 'TLSv1' | 'TLSv1.1'): Promise<Finding> {
  const name = version.replace('TLSv1.1', 'TLS 1.1').replace('TLSv1', 'TLS 1.0');
  const how = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' } as const;
  try {
    await shake(place, how, () => {});
    return { kind: 'wrong', words: `it speaks ${name}, which is broken: allow TLSv1.2 and TLSv1.3 alone` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return /NO_PROTOCOLS|NO_CIPHERS|UNSUPPORTED_PROTOCOL/.test(code)
      ? {
          kind: 'look',
          words: `${name} could not be tried: the TLS of this machine doesn’t know it any more`,
        }
      : { kind: 'ok', words: `it refuses ${name}` };
  }
}

/** All about TLS; undefined where there is none, and nothing more can be asked. */
export async function aboutTls(place: Place, now = new Date()): Promise<Finding[] | undefined> {
  const found = await shake(place, {}, (socket) => {
    const { authorizationError: error } = socket;
    return {
      certificate: socket.getPeerX509Certificate(),
      // Node gives the code as an error or as a text.
      error: error ? String(Object(error).code ?? error) : undefined,
      protocol: socket.getProtocol(),
    };
  }).catch(() => undefined);
  if (!found?.certificate) return undefined;
  return [
    ...aboutCertificate(found.certificate, found.error, place.host, now),
    { kind: 'ok', words: `it speaks ${String(found.protocol).replace('TLSv', 'TLS ')}` },
    await aboutOldVersion(place, 'TLSv1.1'),
    await aboutOldVersion(place, 'TLSv1'),
  ];
}
