import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('astro:page-load', changed);
  window.addEventListener('popstate', changed);
  return () => {
    document.removeEventListener('astro:page-load', changed);
    window.removeEventListener('popstate', changed);
  };
}

/** The address's path in the browser; null in the pre-rendered page, which answers for every game. */
export function usePath(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => null,
  );
}
