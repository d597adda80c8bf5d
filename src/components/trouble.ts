/**
 * What stands in the way of a page as a whole: no connection, or an island that doesn't start. Told in the banner `#trouble`. An island
 * whose file fails raises no event, so each one is asked for a second time here: a module that has arrived costs nothing, and one that
 * can't tells. And that somebody is signed in only until this page is left.
 */
import { reloadOrExplain, say } from './missing-part.ts';

/** Milliseconds that an island whose files are there may take to start. */
const PATIENCE = 10_000;

/** What is to be known for as long as the page lives; src/lib/stores/session.ts sets the mark. */
const lasting = () =>
  window.playtallyInMemory
    ? 'Your browser stores nothing for this site, so you are logged in only until you reload or close this page.'
    : '';

async function checkIsland(island: Element): Promise<void> {
  const files = ['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? '');
  try {
    await Promise.all(files.filter(Boolean).map((file) => import(/* @vite-ignore */ file)));
  } catch {
    reloadOrExplain();
    return;
  }
  setTimeout(() => {
    if (island.isConnected && island.hasAttribute('ssr')) reloadOrExplain();
  }, PATIENCE);
}

/** To be called once per document; the banner itself outlives the swaps of the app area's pages. */
export function followTrouble(): void {
  const network = () => {
    const banner = document.getElementById('trouble');
    const wasOffline = banner?.dataset.network === 'offline';
    banner?.setAttribute('data-network', navigator.onLine ? 'online' : 'offline');
    if (!navigator.onLine)
      say('You are offline. What is here stays; the rest comes when the connection is back.');
    else if (wasOffline || lasting()) say(lasting());
  };
  addEventListener('online', network);
  addEventListener('offline', network);
  addEventListener('playtally:memory', () => say(lasting()));
  const check = () => {
    network();
    for (const island of document.querySelectorAll('astro-island[ssr]')) void checkIsland(island);
  };
  document.addEventListener('astro:page-load', check);
  check();
}
