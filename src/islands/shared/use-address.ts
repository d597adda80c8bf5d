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
 * What `read` says of the address while its path fits `pattern` (any, without one), and the last it said while the page is
 * being left: Back changes the address before the page is swapped, and an island that is about to go must not act on another
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

/** '/user/reward/84/Robux' on a page of that pattern; null in the pre-rendered page, which answers for many addresses. */
export function usePath(pattern?: string): string | null {
  return useAddress(pattern, () => location.pathname);
}

/** '?page=2' or '' on a page of that pattern; null in the pre-rendered page. */
export function useQuery(pattern?: string): string | null {
  return useAddress(pattern, () => location.search);
}

/** What `changeAddress` left in this entry of the history beside its address; '' where it left nothing. */
export function useKept(pattern: string): string | null {
  return useAddress(pattern, () => String(history.state?.kept ?? ''));
}

/** '#sign-up' or ''; null in the pre-rendered page. */
export function useHash(): string | null {
  return useSyncExternalStore(subscribe, () => location.hash, inNoBrowser);
}

/** The page of a list that an address asks for: '?page=2' → 2; anything that isn't a whole number from 1 counts as 1. */
export function pageIn(query: string | null): number {
  const given = new URLSearchParams(query ?? '').get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}

/** The address as it would be with another query: ('/user/rewards', { page: '2' }) → '/user/rewards?page=2'. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Changes the address without leaving the page. `push` makes an entry that Back returns from; `replace` corrects the entry.
 * The router's own notes stay in the entry: without them it couldn't distinguish entries. `kept` is kept with the entry, and is in
 * no address; without it what was kept stays, as long as the path does.
 */
export function changeAddress(address: string, how: 'push' | 'replace', kept?: string): void {
  const before = history.state?.kept;
  const next = kept ?? (address.split('?')[0] === location.pathname ? before : '');
  // An entry without notes stays one: by that the app knows whose it is.
  const state = (next ?? '') === (before ?? '') ? history.state : { ...history.state, kept: next };
  if (how === 'push') history.pushState(state, '', address);
  else history.replaceState(state, '', address);
  for (const follower of followers) follower();
}
