/**
 * What compose.yaml starts, without containers: the certificates and secrets of its scripts, PostgreSQL, the two API processes with the settings
 * in it, and nginx by the files of the image. Only addresses and users differ: names of the compose network are ports of loopback here.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE } from '../../scripts/test-site.ts';
import { migrate } from '../../server/cli/migrate.ts';
import { withSecretFiles } from '../../server/config/config.ts';
import { type Database, openPostgres } from '../../server/db/database.ts';
import { selfSigned } from '../support/certificate.ts';
import { composeServices, exampleEnv, readProject } from '../support/compose.ts';
import { findNginx, type Host, runNginx } from '../support/nginx.ts';
import { anyPort } from '../support/ports.ts';
import { findBinaries, type Postgres, startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Answered, askWithin, makeCertificates, runSecrets } from '../support/within.ts';

/** The files that the image contains. */
const FILES = ['nginx.conf', 'site.conf', 'api.conf', 'operator.conf'];

/** STOP_DELAY of the second process, in seconds. */
export const STOP_DELAY = 6;

/** The secrets that deploy/secrets.sh leaves empty. */
const MAIL_URL = 'smtp://127.0.0.1:9';

/** What exists before any process starts: files and the database. */
export interface Ground {
  readonly folder: string;
  readonly postgres: Postgres;
  /** The secrets that deploy/secrets.sh made. */
  readonly secrets: Readonly<Record<'DATA_KEYS' | 'METRICS_TOKEN' | 'OPERATOR_SETUP', string>>;
  /** A service's key and certificate, or only the authority's certificate. */
  pem(service: string, file?: 'own.pem' | 'ca.pem'): string;
  stop(): Promise<void>;
}

export interface Arrangement extends Omit<Ground, 'stop'> {
  readonly siteUrl: string;
  readonly operatorUrl: string;
  readonly site: Host;
  /** nginx's address for the operators' host. */
  readonly operators: Pick<Host, 'origin'>;
  /** nginx's address for the API and the socket: 'http://127.0.0.1:41234'. */
  readonly api: string;
  /** The port of the operator's own servers. */
  readonly tls: number;
  readonly processes: readonly [ServerProcess, ServerProcess];
  readonly db: Database;
  /** The database URL of the API's processes. */
  readonly databaseUrl: string;
  /** A call that bypasses nginx, like the metrics collector's. */
  ask(port: number, path: string, headers?: Record<string, string>): Promise<Answered>;
  stop(): Promise<void>;
}

/** Container paths on this machine: /tls is a different volume in each service. */
const hereOf = (folder: string, service: string) => (text: string) =>
  text
    .replaceAll('/run/secrets/', `${folder}/secrets/`)
    .replaceAll(/(?<![\w.-])\/tls\//g, `${folder}/within/${service}/`)
    .replaceAll('/var/lib/postgresql/data/', `${folder}/data/`)
    .replaceAll(/\/etc\/(postgresql\/)/g, `${folder}/$1`);

export const fileIn = (folder: string, service: string, file = 'own.pem') =>
  readFileSync(join(folder, service, file), 'utf8');

/** null where nginx or PostgreSQL isn't installed. */
export async function startGround(): Promise<Ground | null> {
  if (!findNginx() || !findBinaries()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'playtally-deploy-'));
  // If root runs this, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  makeCertificates(join(folder, 'within'));
  const secretFiles = join(folder, 'secrets');
  runSecrets(secretFiles);
  runSecrets(secretFiles, ['set', 'mail_url'], MAIL_URL);
  mkdirSync(join(folder, 'postgresql'));
  for (const name of ['postgresql.conf', 'pg_hba.conf'])
    writeFileSync(
      join(folder, 'postgresql', name),
      hereOf(folder, 'db')(readProject(`deploy/postgresql/${name}`)),
    );
  const { db, migrate } = composeServices(exampleEnv().values);
  const [, , config = ''] = db?.command ?? [];
  const [name = '', path = ''] = config.split('=');
  const owner = new URL(hereOf(folder, 'owner')(migrate?.environment.DATABASE_OWNER_URL ?? ''));
  const postgres = await startPostgres(
    { fsync: 'off', full_page_writes: 'off', [name]: hereOf(folder, 'db')(path) },
    join(folder, 'data'),
    undefined,
    owner.search,
  );
  if (!postgres) return null;
  return {
    folder,
    postgres,
    secrets: {
      DATA_KEYS: fileIn(folder, 'secrets', 'data_keys'),
      METRICS_TOKEN: fileIn(folder, 'secrets', 'metrics_token'),
      OPERATOR_SETUP: fileIn(folder, 'secrets', 'operator_setup'),
    },
    pem: (service, file) => fileIn(join(folder, 'within'), service, file),
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param tls the operator's own files in deploy/tls, by name */
export async function startArrangement(
  ground: Ground,
  tls: Readonly<Record<string, string>> = {},
): Promise<Arrangement> {
  const { folder, postgres } = ground;
  const { values: env } = exampleEnv();
  const admin = await openPostgres(postgres.url);
  await admin.drizzle.execute('CREATE DATABASE playtally');
  await admin.close();

  const settingsOf = (name: string, service: string, own: Record<string, string> = {}) => {
    const { environment = {} } = composeServices({ ...env, ...own })[name] ?? {};
    const here = hereOf(folder, service);
    return Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        here(value).replace('@db:5432', `@${new URL(postgres.url).host}`),
      ]),
    );
  };
  const start = (name: string, own: Record<string, string> = {}) => {
    const { API_PORT: _, REALTIME_PORT: __, LISTEN_HOST: ___, ...settings } = settingsOf(name, 'api', own);
    // A log line for each call would flood the test output.
    return startServerProcess({ RATE_LIMIT: '', CAPTCHA: '', ...settings, LOG: 'text' });
  };
  await migrate(withSecretFiles(settingsOf('migrate', 'owner')));
  // Together, like Compose.
  const [first, second] = await Promise.all([
    start('api-1'),
    start('api-2', { STOP_DELAY: String(STOP_DELAY) }),
  ]);
  const nginx = await startProxy(folder, [first, second], tls).catch(async (error) => {
    await Promise.all([first.stop(), second.stop()]);
    throw error;
  });
  const db = await openPostgres(postgres.urlOf('playtally'));
  return {
    ...ground,
    siteUrl: env.SITE_URL ?? '',
    operatorUrl: env.OPERATOR_URL ?? '',
    site: nginx.site,
    operators: nginx.operators,
    api: nginx.api,
    tls: nginx.tls,
    processes: [first, second],
    db,
    databaseUrl: settingsOf('api-1', 'api').DATABASE_URL ?? '',
    ask: (port, path, headers = {}) =>
      askWithin({ port, path, headers, ca: ground.pem('metrics', 'ca.pem'), own: ground.pem('metrics') }),
    async stop() {
      await nginx.site.stop();
      await Promise.all([first.stop(), second.stop()]);
      await db.close();
    },
  };
}

/** The quick start's example, and a certificate for its names that no one else trusts. */
export function tlsFiles() {
  const conf = readProject('deploy/tls.example.conf');
  const { key, cert } = selfSigned(
    'playtally.example',
    'api.playtally.example',
    'operator.playtally.example',
  );
  return { 'playtally.conf': conf, 'privkey.pem': key, 'fullchain.pem': cert };
}

/** nginx with two API processes; `ground` is the folder of what exists before them. `change` adapts nginx.conf for a test. */
export async function startProxy(
  ground: string,
  processes: readonly Pick<ServerProcess, 'api' | 'realtime'>[],
  tls: Readonly<Record<string, string>> = {},
  change: (text: string) => string = (text) => text,
): Promise<{ site: Host; operators: Pick<Host, 'origin'>; api: string; tls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-deploy-nginx-'));
  const ports = {
    site: await anyPort(),
    api: await anyPort(),
    operators: await anyPort(),
    tls: await anyPort(),
  };
  // The built site, and a file that no image should contain.
  const root = join(folder, 'html');
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git/config'), 'a secret');
  for (const name of readdirSync(SITE)) symlinkSync(join(SITE, name), join(root, name));
  const addresses: [string, string][] = [
    ['listen 8080;', `listen 127.0.0.1:${ports.site};`],
    ['listen 8081;', `listen 127.0.0.1:${ports.api};`],
    ['listen 8082;', `listen 127.0.0.1:${ports.operators};`],
    // Done before the text contains paths of this machine.
    ['/tmp/', `${folder}/`],
    ['/usr/share/nginx/html', root],
    ['/etc/nginx/within/', `${ground}/within/web/`],
    ...processes.flatMap(({ api, realtime }, at): [string, string][] => [
      [`api-${at + 1}:8000`, `127.0.0.1:${api}`],
      [`api-${at + 1}:6001`, `127.0.0.1:${realtime}`],
    ]),
  ];
  const here = (text: string) => addresses.reduce((so, [from, to]) => so.replaceAll(from, to), text);
  const texts = Object.fromEntries(FILES.map((name) => [name, readProject(`deploy/${name}`)]));
  for (const [from] of addresses)
    if (!Object.values(texts).some((text) => text.includes(from))) throw new Error(`deploy/ has no ${from}`);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), here(text));
  // If it is started as root, its workers run as another user who can't read our folder.
  const own = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : []), ''].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), own + change(here(texts['nginx.conf'] ?? '')));
  mkdirSync(join(folder, 'tls'));
  for (const [name, text] of Object.entries(tls))
    writeFileSync(
      join(folder, 'tls', name),
      text
        .replaceAll('/etc/nginx/', `${folder}/`)
        .replaceAll('listen 8443 ', `listen 127.0.0.1:${ports.tls} `),
    );
  const site = await runNginx(findNginx() ?? '', folder, ports.site, ports.api, ports.operators);
  const operators = { origin: `http://127.0.0.1:${ports.operators}` };
  return { site, operators, api: `http://127.0.0.1:${ports.api}`, tls: ports.tls };
}
