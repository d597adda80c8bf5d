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
