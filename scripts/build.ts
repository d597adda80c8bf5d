/**
 * Builds the site if something that it is made from has changed. `node scripts/build.ts [--out folder]` does this with the
 * settings of the environment (docs/operators/settings.md).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settingWarnings, siteEnv, withSecretFiles } from '../server/config/config.ts';
import { today } from '../src/lib/contract/catalogue/schedule.ts';
import { filesUnder } from './files.ts';
import { withLock } from './lock.ts';

const ROOT = join(import.meta.dirname, '..');

/** What a page is built from, besides the environment. */
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

/** Whether a setting affects the built site. */
const isBuilt = (name: string) =>
  ['SITE_URL', 'CARDS', 'WELCOME_POINTS', 'DAILY_POINTS', 'DEMO_LISTINGS'].includes(name) ||
  name.startsWith('PUBLIC_');

/** Stored in the built folder, so that it moves with what it describes. None of our servers serves it. */
const STAMP = '.stamp';

/** The site couldn't be built. The message has the builder's own output. */
export class BuildError extends Error {
  override name = 'BuildError';
}

export interface BuildOptions {
  /** The output folder; by default `dist` in the project. */
  readonly outDir?: string;
  /** The settings (docs/operators/settings.md); by default those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly root?: string;
  readonly log?: (line: string) => void;
}

/**
 * Builds the site into `outDir`, unless it is already there, built from the same files and settings. Only one build runs at a
 * time. The old folder stays until the new one is complete.
 * @throws BuildError if the build fails, ConfigError if a setting is wrong
 */
export async function buildIfStale(options: BuildOptions = {}): Promise<'fresh' | 'built'> {
  const { root = ROOT, log = console.log } = options;
  const given = options.env ?? process.env;
  // The build gets no secrets: a site only says which services there are.
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

/** The dates in the content on which something appears or disappears. */
const SCHEDULED = /\b(?:publish_on|expires_on|published_at)"?: "?(\d{4}-\d{2}-\d{2})/g;

/**
 * Returns a fingerprint of everything that the build is made from, or of other files and folders.
 * @param day the date, because a build from yesterday lacks what is published today
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
  // Next to the target, so that moving it into place is a rename and never a copy.
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

/** In a separate process, because the builder reads the environment and keeps it. */
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
      else fail(new BuildError(`The site couldn’t be built:\n${Buffer.concat(output).toString().trim()}`));
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
