import { createHook } from 'node:async_hooks';

/**
 * Returns how many password hashes `work` computes, counted by the runtime. A hash takes longer than everything else in a call,
 * so equal counts mean equal times. On a busy machine a clock is less reliable.
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
