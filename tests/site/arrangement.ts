/**
 * What compose.yaml starts, without containers: PostgreSQL, the two API processes with the settings that stand there, and nginx by the
 * files of the image. Only addresses differ: names of the compose network are ports of loopback here.
 */
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/migrate.ts';
import { composeServices, exampleEnv, readProject } from '../support/compose.ts';
import { findNginx, type Host, runNginx } from '../support/nginx.ts';
import { freePort, type Postgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { BUILT_SITE } from '../support/site-hosts.ts';

/** What the image takes along. */
const FILES = ['nginx.conf', 'site.conf', 'api.conf', 'operator.conf'];

/** Of the second process, in seconds. */
export const STOP_DELAY = 2;

/** What .env.example leaves empty. */
export const secrets = {
  POSTGRES_PASSWORD: 'not-asked-for-here',
  POSTGRES_API_PASSWORD: 'not-asked-for-here-either',
  DATA_KEYS: Buffer.alloc(32, 3).toString('base64'),
  METRICS_TOKEN: 'a token of the tests',
  MAIL_URL: 'smtp://127.0.0.1:9',
};

export interface Arrangement {
  readonly siteUrl: string;
  readonly operatorUrl: string;
  readonly site: Host;
  /** nginx's address for the operators' desk. */
  readonly desk: Pick<Host, 'origin'>;
  /** nginx's address for the API and the socket: 'http://127.0.0.1:41234'. */
  readonly api: string;
  /** The port of the operator's own servers. */
  readonly tls: number;
  readonly processes: readonly [ServerProcess, ServerProcess];
  readonly db: Database;
  stop(): Promise<void>;
}

/** @param tls files of the operator's own in deploy/tls, by their name. */
export async function startArrangement(
  postgres: Postgres,
  tls: Readonly<Record<string, string>> = {},
): Promise<Arrangement> {
  const env: Record<string, string> = { ...exampleEnv().values, ...secrets };
  const admin = await openPostgres(postgres.url);
  await admin.drizzle.execute('CREATE DATABASE playtally');
  await admin.close();

  const local = (url = '') => Object.assign(new URL(url), { host: new URL(postgres.url).host }).href;
  const start = (name: string, own: Record<string, string> = {}) => {
    const { environment = {} } = composeServices({ ...env, ...own })[name] ?? {};
    const { DATABASE_URL = '', API_PORT: _, REALTIME_PORT: __, ...settings } = environment;
    const url = local(DATABASE_URL);
    // A line for each call would be all that a run of the tests shows.
    return startServerProcess({ RATE_LIMIT: '', CAPTCHA: '', ...settings, LOG: 'text', DATABASE_URL: url });
  };
  const { environment = {} } = composeServices(env).migrate ?? {};
  await migrate({
    DATABASE_OWNER_URL: local(environment.DATABASE_OWNER_URL),
    DATABASE_URL: local(environment.DATABASE_URL),
  });
  // Together, as Compose starts them.
  const [first, second] = await Promise.all([
    start('api-1'),
    start('api-2', { STOP_DELAY: String(STOP_DELAY) }),
  ]);
  const nginx = await startProxy([first, second], tls).catch(async (error) => {
    await Promise.all([first.stop(), second.stop()]);
    throw error;
  });
  const db = await openPostgres(postgres.urlOf('playtally'));
  return {
    siteUrl: env.SITE_URL ?? '',
    operatorUrl: env.OPERATOR_URL ?? '',
    site: nginx.site,
    desk: nginx.desk,
    api: nginx.api,
    tls: nginx.tls,
    processes: [first, second],
    db,
    async stop() {
      await nginx.site.stop();
      await Promise.all([first.stop(), second.stop()]);
      await db.close();
    },
  };
}

async function startProxy(
  processes: readonly ServerProcess[],
  tls: Readonly<Record<string, string>>,
): Promise<{ site: Host; desk: Pick<Host, 'origin'>; api: string; tls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-deploy-'));
  const ports = {
    site: await freePort(),
    api: await freePort(),
    desk: await freePort(),
    tls: await freePort(),
  };
  // The built site, and a file that no image should have.
  const root = join(folder, 'html');
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git/config'), 'a secret');
  for (const name of readdirSync(BUILT_SITE)) symlinkSync(join(BUILT_SITE, name), join(root, name));
  const addresses: [string, string][] = [
    ['listen 8080;', `listen 127.0.0.1:${ports.site};`],
    ['listen 8081;', `listen 127.0.0.1:${ports.api};`],
    ['listen 8082;', `listen 127.0.0.1:${ports.desk};`],
    // Before paths of this machine stand in the text.
    ['/tmp/', `${folder}/`],
    ['/usr/share/nginx/html', root],
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
  // Started as root it would look for the files as somebody else, who can't read our folder.
  const own = ['daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : []), ''].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), own + here(texts['nginx.conf'] ?? ''));
  mkdirSync(join(folder, 'tls'));
  for (const [name, text] of Object.entries(tls))
    writeFileSync(
      join(folder, 'tls', name),
      text
        .replaceAll('/etc/nginx/', `${folder}/`)
        .replaceAll('listen 8443 ', `listen 127.0.0.1:${ports.tls} `),
    );
  const site = await runNginx(findNginx() ?? '', folder, ports.site);
  const desk = { origin: `http://127.0.0.1:${ports.desk}` };
  return { site, desk, api: `http://127.0.0.1:${ports.api}`, tls: ports.tls };
}
