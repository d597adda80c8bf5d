/** Checks the types of the .astro files, unless nothing relevant has changed since the last successful check. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from './build.ts';

const ROOT = join(import.meta.dirname, '..');
const INPUTS = ['src', 'astro.config.mjs', 'tsconfig.json', 'tsconfig.astro.json', 'package-lock.json'];
const PASSED = join(ROOT, '.cache/types/templates');

const stamp = await stampOf(ROOT, {}, INPUTS);
if (lastPassed() === stamp) console.log('Nothing changed since the last check');
else {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'check', '--tsconfig', 'tsconfig.astro.json'],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status === 0) {
    mkdirSync(join(PASSED, '..'), { recursive: true });
    writeFileSync(PASSED, stamp);
  }
  process.exitCode = status ?? 1;
}

function lastPassed(): string {
  try {
    return readFileSync(PASSED, 'utf8');
  } catch {
    return '';
  }
}
