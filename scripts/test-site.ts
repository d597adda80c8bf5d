/**
 * The built site of the tests, for any addresses, and one for hosts of the specification alone: each in a folder that is named by what it
 * is made of, so that a run keeps its own while somebody works on the next. `node scripts/test-site.ts` builds the first and prints its
 * folder, with `--spec-hosts` the other.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { siteEnv } from '../server/config/config.ts';
import { factsOf, names } from '../server/config/settings.ts';
import { buildIfStale, stampOf } from './build.ts';

const ROOT = join(import.meta.dirname, '..');
const SITES = join(ROOT, '.cache/site');
/** How many are kept. */
const KEPT = 4;

/** Our own environment without the product's settings, so that a developer's own database stays out of the tests. */
export function plainEnv(): NodeJS.ProcessEnv {
  const settings = new Set<string>(names.flatMap((name) => [name, ...(factsOf(name).formerly ?? [])]));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
}

const plain = plainEnv();
/** The login page keeps a place for all three. */
const env = { ...plain, ...siteEnv({ ...plain, PUBLIC_SIGN_IN_PROVIDERS: 'passkey,google,steam' }) };

/** Its folder. A run that has begun goes on with the one it began with. */
export const SITE = process.env.TEST_SITE || join(SITES, (await stampOf(ROOT, env)).slice(0, 16));

/** Builds it, unless it is there; Playwright's and Vitest's global set-up. */
export default async function buildTestSite(): Promise<void> {
  if (!process.env.TEST_SITE && (await buildIfStale({ outDir: SITE, env })) === 'built') dropOld();
  process.env.TEST_SITE = SITE;
}

/** What docs/developers/hosts.md names for a host that knows the specification and nothing else. */
const forSpecHosts = {
  PUBLIC_API_EXTENSIONS: 'off',
  PUBLIC_CAPTCHA: 'recaptcha',
  PUBLIC_CAPTCHA_SITE_KEY: 'spec-site-key',
  PUBLIC_SIGN_IN_PROVIDERS: 'google,steam',
  PUBLIC_GOOGLE_CLIENT_ID: 'spec-client',
  CARDS: 'off',
};

/** The folder of the site for such hosts, built unless it is there. */
export async function siteOfSpecHosts(): Promise<string> {
  const own = { ...plain, ...forSpecHosts };
  const other = { ...own, ...siteEnv(own) };
  const folder = join(SITES, (await stampOf(ROOT, other)).slice(0, 16));
  if ((await buildIfStale({ outDir: folder, env: other, log: () => {} })) === 'built') dropOld();
  return folder;
}

function dropOld(): void {
  const age = (name: string) => statSync(join(SITES, name)).mtimeMs;
  const old = readdirSync(SITES).filter((name) => !name.startsWith('.'));
  for (const name of old.sort((a, b) => age(b) - age(a)).slice(KEPT))
    rmSync(join(SITES, name), { recursive: true, force: true });
}

if (import.meta.main)
  try {
    if (process.argv.includes('--spec-hosts')) console.log(await siteOfSpecHosts());
    else {
      await buildTestSite();
      console.log(SITE);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
