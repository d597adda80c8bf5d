import { matchRoute } from '../../lib/routing/routes.ts';
import { usePath } from './use-address.ts';

/** Parses an id from an address: '84' → 84. Anything else → 0, which no entry has. */
const idOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** Returns the id in an address like `/…/{id?}/{name?}`. Null if there is none; undefined in the pre-rendered page. */
export function useAddressId(pattern: string): number | null | undefined {
  const path = usePath(pattern);
  const parts = path === null ? null : matchRoute(pattern, path);
  if (!parts) return undefined;
  return parts.id === undefined ? null : idOf(parts.id);
}
