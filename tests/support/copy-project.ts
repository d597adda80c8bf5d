/**
 * A copy of the project to build or to edit, so that nothing is written into the project's own files. It has the sources and, in
 * place of the packages, links to them; what Astro and Vite keep beside the packages is the copy's own.
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

/** Makes `folder` a copy of the project; what stood there before is gone. */
export function copyProject(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const source of SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  linkPackages(folder);
}

/** Gives a folder without packages those of the project. */
export function linkPackages(folder: string): void {
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!name.startsWith('.')) symlinkSync(join(packages, name), join(folder, 'node_modules', name));
}
