import { createHook } from 'node:async_hooks';

/**
 * How many password hashes `work` begins, counted by the runtime itself. A hash takes longer than all else that a call does, so as many of them
 * take as long: on a machine that is busy a clock says less than that.
 */
export async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') count += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}
