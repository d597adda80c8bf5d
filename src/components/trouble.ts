/**
 * What stands in the way of a page as a whole: no connection, or an island that doesn't start. Told in the banner `#trouble`. And that
 * somebody is signed in only until this page is left.
 */
import { reloadOrExplain, say } from './missing-part.ts';

/** Milliseconds that an island whose files are there may take to start. */
const PATIENCE = 10_000;

/** What is to be known for as long as the page lives; src/lib/session/session.ts sets the mark. */
const lasting = () =>
  window.playtallyInMemory
    ? 'Your browser stores nothing for this site, so you are logged in only until you reload or close this page.'
    : '';

/** A file that can't be had raises an event; one that came and does nothing doesn't. */
function checkIsland(island: Element): void {
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
    for (const island of document.querySelectorAll('astro-island[ssr]')) checkIsland(island);
  };
  document.addEventListener('astro:page-load', check);
  check();
}
