import { useSyncExternalStore } from 'react';

const followers = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  followers.add(changed);
  document.addEventListener('astro:page-load', changed);
  window.addEventListener('popstate', changed);
  window.addEventListener('hashchange', changed);
  return () => {
    followers.delete(changed);
    document.removeEventListener('astro:page-load', changed);
    window.removeEventListener('popstate', changed);
    window.removeEventListener('hashchange', changed);
  };
}
const inNoBrowser = () => null;

/** '/user/reward/84/Robux'; null in the pre-rendered page, which answers for many addresses. */
export function usePath(): string | null {
  return useSyncExternalStore(subscribe, () => location.pathname, inNoBrowser);
}

/** '?page=2' or ''; null in the pre-rendered page. */
export function useQuery(): string | null {
  return useSyncExternalStore(subscribe, () => location.search, inNoBrowser);
}

/** '#sign-up' or ''; null in the pre-rendered page. */
export function useHash(): string | null {
  return useSyncExternalStore(subscribe, () => location.hash, inNoBrowser);
}

/** The address as it would be with another query: ('/user/rewards', { page: '2' }) → '/user/rewards?page=2'. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Changes the address without leaving the page. `push` makes an entry that Back returns from; `replace` corrects the entry.
 * The router's own notes stay in the entry: without them it couldn't tell one entry from another.
 */
export function changeAddress(address: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(history.state, '', address);
  else history.replaceState(history.state, '', address);
  for (const follower of followers) follower();
}
