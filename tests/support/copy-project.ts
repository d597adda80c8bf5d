/**
 * A copy of the project for building or editing, so that the project's own files stay unchanged. It has the sources and links to
 * the packages. The caches of Astro and Vite next to the packages are the copy's own.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = [
  'src',
  'public',
  'scripts',
  'server',
  'package.json',
  'tsconfig.json',
  'tsconfig.shared.json',
  'astro.config.mjs',
];

/** Makes `folder` a copy of the project, and removes its earlier content. */
export function copyProject(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const source of SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  linkPackages(folder);
}

/** Links the project's packages into a folder. */
export function linkPackages(folder: string): void {
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!name.startsWith('.')) symlinkSync(join(packages, name), join(folder, 'node_modules', name));
}
