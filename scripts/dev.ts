/**
 * `npm run dev`: runs the API, restarted after every change of its files or the catalogue, and the site with hot reload, on the
 * same ports as `npm start`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { siteEnv } from '../server/config/config.ts';
import { watching } from './dev-watch.ts';
import { giveUp, preflight } from './preflight.ts';
import { onEnding } from './shutdown.ts';

const ROOT = join(import.meta.dirname, '..');

const config = await preflight(process.env).catch(giveUp);
// Astro's own server serves the site, so the API's process doesn't.
const env = { ...process.env, ...siteEnv(process.env), SITE_DIST: 'none' };
const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');

const children = [run(watching), run([astro, 'dev', '--port', String(config.SITE_PORT)])];

function run(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  child.on('exit', (code) => end(code ?? 0));
  return child;
}

/** Each is useless without the other, so both end. Each child shuts down in its own order. */
function end(code: number): void {
  process.exitCode ||= code;
  for (const child of children) child.kill('SIGTERM');
}

onEnding(() => end(0));
