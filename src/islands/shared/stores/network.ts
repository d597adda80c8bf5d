/** Runs `again` once, when the connection comes back. */
export function onReturn(again: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener('online', again, { once: true });
}
