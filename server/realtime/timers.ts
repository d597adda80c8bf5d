/** Time, handed in: tests move it by hand, the product uses the machine's. */
export interface Timers {
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  now(): number;
  /** Runs once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs each `ms` milliseconds; the answer stops it. */
  every(ms: number, run: () => void): () => void;
}

/** The machine's own clock. Its timers never keep the process alive by themselves. */
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
