import { spawn } from 'node:child_process';

/** A reason to stop, printed as one sentence without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

/**
 * Runs a command silently and returns how it ended: { ok, output }, with stdout and stderr together. `silence` is the longest
 * pause between two pieces of output, in ms; a command that is silent for longer is killed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, silence?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { cwd, env, silence } = {}) {
  return new Promise((resolve) => {
    // On Windows npm is a .cmd file, which only a shell can start. All arguments here are our own text.
    const shell = process.platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let timer = restart();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        timer = restart(timer);
      });
    }
    child.on('error', (error) => finish(false, String(error)));
    child.on('close', (code) => finish(code === 0, ''));

    /** @param {NodeJS.Timeout} [running] */
    function restart(running) {
      clearTimeout(running);
      return silence ? setTimeout(() => child.kill('SIGKILL'), silence) : undefined;
    }

    /**
     * @param {boolean} ok
     * @param {string} more
     */
    function finish(ok, more) {
      clearTimeout(timer);
      resolve({ ok, output: output + more });
    }
  });
}
