/**
 * Two processes on one PGlite folder lose each other's writes without a word. So the opener leaves its process id beside the
 * folder (PGlite's own postmaster.pid inside says nothing of us), and a second one is refused.
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../config/config.ts';

/** When a process began, where the system says (Linux): a number that a process with a reused id doesn't share. */
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

/** Takes the lock `file`, or throws a ConfigError that names the process which holds it. Answers how to give it back. */
export function lockFolder(file: string, folder: string): () => void {
  // Written whole under a name of its own and then linked: nobody ever sees a lock that is there but still empty.
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}`);
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (tryLink(mine, file)) return () => rmSync(file, { force: true });
      const found = readLock(file);
      // Given back just now: there is nothing to clear, and by the next try it may be another's.
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

/** What the lock says; null when there is none. */
function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The process that holds a lock which says this; null when that is gone, or it names none. */
function holderOf(found: string): number | null {
  const [pid = '', start = ''] = found.split(' ');
  const holder = Number(pid);
  return holder > 0 && isAlive(holder) && startOf(holder) === start ? holder : null;
}

/**
 * Removes a lock whose holder is gone. Under a lock of its own and by another look: of two processes that found it at once, the slower
 * one would otherwise remove what the faster one has taken meanwhile. Between this look and the removal nobody can change it: its holder
 * is gone, nobody else may clear it now, and nobody can link theirs while it is there.
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

/** False when the name is taken. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
