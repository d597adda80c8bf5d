/** Whether there is a connection (spec section 4), and what to do again when it is back. */
import { atom, onMount } from 'nanostores';

/** What the browser believes: false is certain, true only means that there is a network of some kind. */
export const $online = atom(true);

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($online, () => {
  if (typeof window === 'undefined') return;
  const note = () => $online.set(navigator.onLine);
  note();
  // Ends without the page, as in ./session.ts.
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('online', note, { signal });
  window.addEventListener('offline', note, { signal });
  return () => ending.abort();
});

/** Runs `again` once, when the connection comes back. */
export function onReturn(again: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener('online', again, { once: true });
}
