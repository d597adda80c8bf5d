/** An island that doesn't start. What else the banner shows `#trouble`) comes from inline/network.js and inline/missing-part.js. */
import { reloadOrExplain } from './missing-part.ts';

/** Milliseconds that an island whose files are there may take to start. */
const PATIENCE = 10_000;

/** A file that can't be had raises an event; one that came and does nothing doesn't. */
function checkIsland(island: Element): void {
  setTimeout(() => {
    if (island.isConnected && island.hasAttribute('ssr')) reloadOrExplain();
  }, PATIENCE);
}

/** To be called once per document. */
export function followTrouble(): void {
  const check = () => {
    for (const island of document.querySelectorAll('astro-island[ssr]')) checkIsland(island);
  };
  document.addEventListener('astro:page-load', check);
  check();
}
