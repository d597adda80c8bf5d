/** Runs once after `ms` milliseconds. The returned function cancels it. Tests pass their own. */
export type Timer = (run: () => void, ms: number) => () => void;

export const systemTimer: Timer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function delay(ms: number, timer: Timer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = timer(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
