/**
 * Two processes on one PGlite folder silently overwrite each other's data. So the first one writes its process id next to the
 * folder, and a second one is rejected. (PGlite's own postmaster.pid doesn't identify our process.)
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../config/config.ts';

/** Returns when a process started, if the system says (Linux). It distinguishes a process from a later one with the same id. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Takes the lock `file`, or throws a ConfigError naming the process that holds it. Returns a function that releases it. */
export function lockFolder(file: string, folder: string): () => void {
  // It is written under another name and then linked, so no process can see an empty lock.
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}`);
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (tryLink(mine, file)) return () => rmSync(file, { force: true });
      const found = readLock(file);
      // It was just released, so there is nothing to clear. Before the next try another process may take it.
      if (found === null) continue;
      const holder = holderOf(found);
      if (holder !== null)
        throw new ConfigError(
          `The data folder ${folder} is in use by process ${holder}: stop that one, or set DATA_DIR to another folder.`,
        );
      clearStale(file, folder);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  throw new ConfigError(
    `The data folder ${folder} is being opened by another process at this very moment: try again.`,
  );
}

/** Returns the text of the lock; null if there is none. */
function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the process that holds a lock with this text; null if it is gone or none is named. */
function holderOf(found: string): number | null {
  const [pid = '', start = ''] = found.split(' ');
  const holder = Number(pid);
  return holder > 0 && isAlive(holder) && startOf(holder) === start ? holder : null;
}

/**
 * Removes a lock whose holder is gone. It takes a second lock and checks again. Otherwise, if two processes found it at the same
 * time, the slower one would remove the lock that the faster one has just taken. After the check it can't change: its holder is
 * gone, no other process may clear it now, and none can link its own while it exists.
 */
function clearStale(file: string, folder: string): void {
  const release = lockFolder(`${file}.stale`, folder);
  try {
    const found = readLock(file);
    if (found !== null && holderOf(found) === null) rmSync(file, { force: true });
  } finally {
    release();
  }
}

/** Links the file. Returns false if the name is taken. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
