/**
 * The built sites that all tests share, for any addresses: one for our own API, and one for hosts that know only the specification.
 * Each folder is named by a fingerprint of its sources, so a run keeps its own site while someone works on the next.
 * `node scripts/test-site.ts` builds the first one and prints its folder; `--spec-hosts` builds the other.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { siteEnv } from '../server/config/config.ts';
import { factsOf, names } from '../server/config/settings.ts';
import { buildIfStale, stampOf } from './build.ts';

const ROOT = join(import.meta.dirname, '..');
const SITES = join(ROOT, '.cache/site');
/** How many sites are kept. */
const KEPT = 4;

/** Returns the environment without the product's settings, so that tests never use a developer's own database. */
export function plainEnv(): NodeJS.ProcessEnv {
  const settings = new Set<string>(names.flatMap((name) => [name, ...(factsOf(name).formerly ?? [])]));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
}

const plain = plainEnv();
/** The login page has room for all three. */
const env = { ...plain, ...siteEnv({ ...plain, PUBLIC_SIGN_IN_PROVIDERS: 'passkey,google,steam' }) };

/** The folder of the site. A run that has started keeps using its first one. */
export const SITE = process.env.TEST_SITE || join(SITES, (await stampOf(ROOT, env)).slice(0, 16));

/** Builds the site, unless it is there. It is the global setup of Playwright and Vitest. */
export default async function buildTestSite(): Promise<void> {
  if (!process.env.TEST_SITE && (await buildIfStale({ outDir: SITE, env })) === 'built') dropOld();
  process.env.TEST_SITE = SITE;
}

/** The settings in docs/developers/hosts.md for a host that knows only the specification. */
const forSpecHosts = {
  PUBLIC_API_EXTENSIONS: 'off',
  PUBLIC_CAPTCHA: 'recaptcha',
  PUBLIC_CAPTCHA_SITE_KEY: 'spec-site-key',
  PUBLIC_SIGN_IN_PROVIDERS: 'google,steam',
  PUBLIC_GOOGLE_CLIENT_ID: 'spec-client',
  CARDS: 'off',
};

/** Returns the folder of the site for such hosts, and builds it if needed. */
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
