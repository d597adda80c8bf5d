/**
 * Detects islands that don't start. inline/network.js and inline/missing-part.js report other problems in the banner `#trouble`.
 */
import { reloadOrExplain } from './missing-part.ts';

/** How long an island may take to start after its files have loaded, in milliseconds. */
const PATIENCE = 10_000;

/** A missing file raises an event; a file that loads but does nothing doesn't. */
function checkIsland(island: Element): void {
  setTimeout(() => {
    if (island.isConnected && island.hasAttribute('ssr')) reloadOrExplain();
  }, PATIENCE);
}

/** Checks all islands. Call once per document. */
export function followTrouble(): void {
  const check = () => {
    for (const island of document.querySelectorAll('astro-island[ssr]')) checkIsland(island);
  };
  document.addEventListener('astro:page-load', check);
  check();
}
