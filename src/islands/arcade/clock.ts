/** A stopwatch: milliseconds of play, without the pauses between. */
export function createClock() {
  let before = 0;
  let since: number | null = null;
  const read = () => Math.floor(before + (since === null ? 0 : performance.now() - since));
  return {
    read,
    /** Begins again at so many milliseconds, running. */
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
