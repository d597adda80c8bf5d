import { useSyncExternalStore } from 'react';

function follow(change: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('online', change, { signal });
  addEventListener('offline', change, { signal });
  return () => ending.abort();
}

/** Whether the browser is online. False is certain; true only means that there is some network (spec section 4). */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
