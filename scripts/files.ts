import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Returns the files under a folder as sorted relative paths with forward slashes; empty if the folder doesn't exist. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
