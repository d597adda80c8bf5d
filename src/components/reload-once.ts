/** In session storage: when which page was loaded anew, so that it never happens in a circle. */
const RELOADED = 'reloaded';
const SOON = 60_000;

/** Several parts may be missing at once: the page is on its way by then. */
let reloading = false;

/** Loads the page anew, now or when the connection is back; false when that was done a moment ago and helped nothing. */
export function reloadOnce(): boolean {
  if (reloading) return true;
  if (!mayReload()) return false;
  reloading = true;
  if (navigator.onLine) location.reload();
  else addEventListener('online', () => location.reload(), { once: true });
  return true;
}

/** Whether this page wasn't loaded anew just now; notes that it is. Without storage a circle couldn't be noticed. */
function mayReload(): boolean {
  try {
    const [path, at] = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]');
    if (path === location.pathname && Date.now() - Number(at) < SOON) return false;
    sessionStorage.setItem(RELOADED, JSON.stringify([location.pathname, Date.now()]));
    return true;
  } catch {
    return false;
  }
}

declare global {
  interface Window {
    /** A part could not be loaded, and nobody was there to be told (scripts/site/browser-build.ts). */
    playtallyMissing?: boolean;
  }
}

/** Calls `act` for each part that can't be loaded, also for one that failed already: parts are asked for as soon as the first ones stand. */
export function onMissingPart(act: () => void): void {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    act();
  });
  if (window.playtallyMissing) act();
}
