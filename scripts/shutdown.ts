/** How often to check whether npm is still running, in ms. */
const LOOK_AFTER_PARENT = 500;
/** Two signals within this time (ms) count as one: a terminal's Ctrl-C reaches us directly and again through npm. */
const ONE_CTRL_C = 500;

/**
 * Calls `end` once when this process is asked to stop: by Ctrl-C, by SIGTERM, or when the npm that runs it ends. npm passes its
 * own SIGTERM to a shell and not to us. A second Ctrl-C doesn't wait for `end`.
 */
export function onEnding(end: () => void): void {
  let since = 0;
  const onEnd = () => {
    if (since && Date.now() - since > ONE_CTRL_C) process.exit(1);
    if (since) return;
    since = Date.now();
    end();
  };
  process.on('SIGINT', onEnd);
  process.on('SIGTERM', onEnd);
  if (process.env.npm_lifecycle_event) whenParentEnds(onEnd);
}

function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_AFTER_PARENT);
  timer.unref();
}
