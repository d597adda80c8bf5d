/** Runs deploy/certificates.sh and deploy/secrets.sh as for compose.yaml, in a test's own folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { readProject } from './compose.ts';
import { otherUser } from './postgres.ts';

/** The volumes as compose.yaml mounts them. */
export const FOLDERS = ['authority', 'db', 'api', 'owner', 'web', 'metrics'] as const;

/**
 * Runs the script like the service `certificates`, and returns its output. The images' users are this machine's, and the database
 * is on loopback.
 */
export function makeCertificates(folder: string): string {
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  const { uid = process.getuid?.() } = otherUser();
  const script = readProject('deploy/certificates.sh')
    .replaceAll(
      /^(issue \w+) (\d+) /gm,
      (_, issue, user) => `${issue} ${user === '999' ? uid : process.getuid?.()} `,
    )
    .replace('DNS:db', 'DNS:db,IP:127.0.0.1');
  return execFileSync('sh', ['-c', script, 'certificates.sh', folder], { encoding: 'utf8', stdio: 'pipe' });
}

/**
 * Runs deploy/secrets.sh on this user's files in `folder`; `input` is the typed text. It comes through a shell pipe, because a
 * script that ends before reading would break the writer's pipe here.
 */
export const runSecrets = (folder: string, args: readonly string[] = [], input = ''): string =>
  execFileSync(
    'sh',
    [
      '-c',
      'printf %s "$TYPED" | sh "$0" "$@"',
      join(import.meta.dirname, '../../deploy/secrets.sh'),
      ...args,
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        TYPED: input,
        SECRETS_DIR: folder,
        SECRETS_READER: String(process.getuid?.()),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Texts; without `own` no certificate is shown. */
  readonly ca: string;
  readonly own?: string | undefined;
}

export interface Answered {
  readonly status: number | undefined;
  readonly body: string;
  /** The serial number of the certificate that answered. */
  readonly serial: string;
}

/** Makes one call to an API process with TLS, on a new connection. */
export const askWithin = ({ port, path, headers = {}, ca, own }: Asked): Promise<Answered> =>
  new Promise((done, fail) => {
    const how = { host: '127.0.0.1', port, path, headers, ca, servername: 'api', agent: false };
    const asked = request({ ...how, ...(own && { cert: own, key: own }) }, (response) => {
      const { socket } = response;
      const serial = 'getPeerCertificate' in socket ? Object(socket).getPeerCertificate().serialNumber : '';
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.once('error', fail).once('end', () => done({ status: response.statusCode, body, serial }));
    });
    asked.once('error', fail).end();
  });
