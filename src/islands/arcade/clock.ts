/** A stopwatch that counts milliseconds of play, without pauses. */
export function createClock() {
  let before = 0;
  let since: number | null = null;
  const read = () => Math.floor(before + (since === null ? 0 : performance.now() - since));
  return {
    read,
    /** Restarts at this many milliseconds, running. */
    restart(at = 0) {
      before = at;
      since = performance.now();
    },
    run() {
      since ??= performance.now();
    },
    stop() {
      before = read();
      since = null;
    },
  };
}
