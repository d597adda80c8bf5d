/** Time, passed in: tests control it, the product uses the system's. */
export interface Timers {
  /** Milliseconds on a clock that never goes back. Only differences have a meaning. */
  now(): number;
  /** Runs once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs every `ms` milliseconds. Returns a function that stops it. */
  every(ms: number, run: () => void): () => void;
}

/** The system's clock. Its timers don't keep the process running. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
