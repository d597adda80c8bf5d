/**
 * Builds the site when something that enters the build has changed. `node scripts/build.ts [--out folder]` does the same by the
 * environment's settings (docs/operators/settings.md).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settingWarnings, siteEnv, withSecretFiles } from '../server/config/config.ts';
import { today } from '../src/lib/contract/schedule.ts';
import { filesUnder } from './files.ts';
import { withLock } from './lock.ts';

const ROOT = join(import.meta.dirname, '..');

/** What a built page is made of, besides the environment. */
const INPUTS = [
  'src',
  'public',
  'scripts/site-build.ts',
  'scripts/content-texts.ts',
  'scripts/site',
  'server/config/site.ts',
  'server/static-site/site-rules.ts',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** Settings that end up in the site. */
const isBuilt = (name: string) =>
  ['SITE_URL', 'CARDS', 'WELCOME_POINTS', 'DAILY_POINTS', 'DEMO_LISTINGS'].includes(name) ||
  name.startsWith('PUBLIC_');

/** Written into the built folder, so that it moves together with what it describes. No server of ours hands it out. */
const STAMP = '.stamp';

/** The site could not be built; its message holds the builder's own words. */
export class BuildError extends Error {
  override name = 'BuildError';
}

export interface BuildOptions {
  /** Where the site goes; `dist` of the project by default. */
  readonly outDir?: string;
  /** The settings (docs/operators/settings.md); this process's own by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly root?: string;
  readonly log?: (line: string) => void;
}

/**
 * Builds the site into `outDir` unless it is there already, built from the same files and settings. One build runs at
 * a time; the old folder stays as it is until the new one is whole.
 * @throws BuildError when the build fails, ConfigError where a setting is wrong.
 */
export async function buildIfStale(options: BuildOptions = {}): Promise<'fresh' | 'built'> {
  const { root = ROOT, log = console.log } = options;
  const given = options.env ?? process.env;
  // The build gets no secret: a site only says which services there are.
  const env = { ...given, ...siteEnv(withSecretFiles(given)) };
  const outDir = resolve(root, options.outDir ?? 'dist');
  if (await isFresh(outDir, await stampOf(root, env))) return 'fresh';
  return withLock(join(root, '.cache/build.lock'), async () => {
    const stamp = await stampOf(root, env);
    if (await isFresh(outDir, stamp)) return 'fresh';
    log('Building the site');
    await build(root, env, outDir, stamp);
    return 'built';
  });
}

/** The days of content on which something comes or goes. */
const SCHEDULED = /\b(?:publish_on|expires_on|published_at)"?: "?(\d{4}-\d{2}-\d{2})/g;

/**
 * A fingerprint of everything that enters the build, or of other files and folders.
 * @param day a build of yesterday lacks what is published today
 */
export async function stampOf(
  root: string,
  env: NodeJS.ProcessEnv,
  inputs = INPUTS,
  day = today(),
): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    const files = statSync(path).isFile() ? [path] : (await filesUnder(path)).map((file) => join(path, file));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    for (const [index, content] of contents.entries()) {
      const file = files[index] ?? '';
      hash.update(`${file}\0${content.length}\0`).update(content);
      if (!/\/content\/.*\.(?:md|json)$/.test(file)) continue;
      for (const [, scheduled = ''] of content.toString().matchAll(SCHEDULED))
        hash.update(scheduled <= day ? 'past' : 'to come');
    }
  }
  const names = Object.keys(env).filter(isBuilt);
  for (const name of names.sort()) hash.update(`${name}=${env[name]}\0`);
  return hash.digest('hex');
}

async function isFresh(outDir: string, stamp: string): Promise<boolean> {
  return (await readFile(join(outDir, STAMP), 'utf8').catch(() => '')) === stamp;
}

async function build(root: string, env: NodeJS.ProcessEnv, outDir: string, stamp: string): Promise<void> {
  // Beside the target, so that moving it into place is a rename and never a copy.
  const fresh = join(dirname(outDir), `.${basename(outDir)}-new`);
  const old = join(dirname(outDir), `.${basename(outDir)}-old`);
  await mkdir(dirname(outDir), { recursive: true });
  await rm(fresh, { recursive: true, force: true });
  try {
    await runAstro(root, env, fresh);
    await writeFile(join(fresh, STAMP), stamp);
    await rm(old, { recursive: true, force: true });
    if (existsSync(outDir)) await rename(outDir, old);
    await rename(fresh, outDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/** In a process of its own, because the builder reads the environment and keeps what it read. */
function runAstro(root: string, env: NodeJS.ProcessEnv, outDir: string): Promise<void> {
  const args = [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', outDir];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new BuildError(`The site could not be built:\n${Buffer.concat(output).toString().trim()}`));
    });
  });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  try {
    for (const warning of settingWarnings(process.env)) console.warn(warning);
    const state = await buildIfStale(values.out === undefined ? {} : { outDir: values.out });
    console.log(state === 'fresh' ? 'The site is up to date' : 'The site is built');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
