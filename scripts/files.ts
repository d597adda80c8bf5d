import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The files under a folder as sorted paths relative to it, with forward slashes; none where the folder is missing. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
