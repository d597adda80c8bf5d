import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves a folder and all that is in it to its owner: folders 0700, files 0600. PGlite makes the files of a new database readable and
 * writable by everybody, whatever the process's umask says.
 */
export function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}
