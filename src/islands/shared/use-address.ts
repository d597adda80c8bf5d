import { useRef, useSyncExternalStore } from 'react';
import { matchRoute } from '../../lib/routing/routes.ts';

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

/**
 * Returns what `read` gives while the path fits `pattern` (default: any). While the page is being left, returns the last value:
 * the back button changes the address before the page is swapped, and an island that is about to go must not react to the next
 * page's address.
 */
function useAddress(pattern: string | undefined, read: () => string): string | null {
  const last = useRef<string | null>(null);
  return useSyncExternalStore(
    subscribe,
    () => {
      if (pattern === undefined || matchRoute(pattern, location.pathname)) last.current = read();
      return last.current;
    },
    inNoBrowser,
  );
}

/** Returns the path, like '/user/reward/84/Robux', if it fits the pattern. Null in the pre-rendered page. */
export function usePath(pattern?: string): string | null {
  return useAddress(pattern, () => location.pathname);
}

/** Returns the query, '?page=2' or ''. Null in the pre-rendered page. */
export function useQuery(pattern?: string): string | null {
  return useAddress(pattern, () => location.search);
}

/** Returns what `changeAddress` stored in this history entry besides the address. '' if nothing. */
export function useKept(pattern: string): string | null {
  return useAddress(pattern, () => String(history.state?.kept ?? ''));
}

/** Returns the hash, '#sign-up' or ''. Null in the pre-rendered page. */
export function useHash(): string | null {
  return useSyncExternalStore(subscribe, () => location.hash, inNoBrowser);
}

/** Returns the page number in a query: '?page=2' → 2. Anything that isn't a whole number from 1 counts as 1. */
export function pageIn(query: string | null): number {
  const given = new URLSearchParams(query ?? '').get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}

/** Returns the path with another query: ('/user/rewards', { page: '2' }) → '/user/rewards?page=2'. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Changes the address without leaving the page. `push` adds a history entry; `replace` corrects the current one. The router's own
 * state stays in the entry, because the router needs it to tell entries apart. `kept` is stored in the entry, not in the address.
 * Without it, the stored value stays as long as the path does.
 */
export function changeAddress(address: string, how: 'push' | 'replace', kept?: string): void {
  const before = history.state?.kept;
  const next = kept ?? (address.split('?')[0] === location.pathname ? before : '');
  // Don't add state to an entry without it: the app recognises its own entries by their state.
  const state = (next ?? '') === (before ?? '') ? history.state : { ...history.state, kept: next };
  if (how === 'push') history.pushState(state, '', address);
  else history.replaceState(state, '', address);
  for (const follower of followers) follower();
}
