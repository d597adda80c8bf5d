import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder and its contents private to its owner: folders 0700, files 0600. PGlite makes the files of a new database
 * readable and writable for everyone, whatever the process's umask is.
 */
export function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}
