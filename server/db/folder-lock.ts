/**
 * Two processes on one PGlite folder lose each other's writes without a word. So the opener leaves its process id beside the
 * folder (PGlite's own postmaster.pid inside says nothing of us), and a second one is refused.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { ConfigError } from '../config.ts';

/** When a process began, where the system tells (Linux): a number that a process with a reused id doesn't share. */
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
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, `${process.pid} ${startOf(process.pid)}`);
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
      const holder = Number(pid);
      if (holder > 0 && isAlive(holder) && startOf(holder) === start)
        throw new ConfigError(
          `The data folder ${folder} is in use by process ${holder}: stop that one, or set DATA_DIR to another folder.`,
        );
      rmSync(file, { force: true });
    }
  }
  throw new ConfigError(`The data folder ${folder} is being opened by another process at this very moment: try again.`);
}
