/** Runs `again` once, when the browser is online again. */
export function onReturn(again: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener('online', again, { once: true });
}
