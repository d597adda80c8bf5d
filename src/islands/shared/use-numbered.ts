import { useEffect, useState } from 'react';
import { matchRoute } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { changeAddress, usePath } from './use-address.ts';

/**
 * Which thing an address of `/…/{id?}/{name?}` asks for: its number; null where it names none; 0 where it names one that can't be;
 * undefined in the pre-rendered page, which answers for many addresses.
 */
export function useNumber(pattern: string): number | null | undefined {
  const path = usePath(pattern);
  const parts = path === null ? null : matchRoute(pattern, path);
  if (!parts) return undefined;
  if (parts.id === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(parts.id) ? Number(parts.id) : 0;
}

/** Asks for the thing of that number, and tells whether what the store holds is the answer to it: before, it is another page's. */
export function useAsked(id: number | null | undefined, ask: (id: number) => unknown): boolean {
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    if (!id) return;
    setAsked(id);
    void ask(id);
  }, [id, ask]);
  return Boolean(id) && asked === id;
}

/** Leads to the list from an address that names nothing. */
export function useListWithout(id: number | null | undefined, list: string): void {
  useEffect(() => {
    if (id === null) location.replace(list);
  }, [id, list]);
}

/** Names the tab after the thing, and puts its right name into the address. Without a `title` it does nothing. */
export function useName(pattern: string, title: string | undefined, address: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    // Back may have changed the address already while this page is still there.
    const here = matchRoute(pattern, location.pathname);
    if (!here) return;
    document.title = `${title} · ${site.name}`;
    if (address === undefined || location.pathname === address) return;
    if (matchRoute(pattern, address)?.id === here.id)
      changeAddress(address + location.search + location.hash, 'replace');
  }, [pattern, title, address]);
}
