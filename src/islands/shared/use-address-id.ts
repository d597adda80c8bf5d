import { matchRoute } from '../../lib/routing/routes.ts';
import { usePath } from './use-address.ts';

/** An id as it is in an address: '84' → 84, anything else → 0, which nothing has. */
const idOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** The id in an address of `/…/{id?}/{name?}`: null where there is none, undefined in the pre-rendered page, which answers for all. */
export function useAddressId(pattern: string): number | null | undefined {
  const path = usePath(pattern);
  const parts = path === null ? null : matchRoute(pattern, path);
  if (!parts) return undefined;
  return parts.id === undefined ? null : idOf(parts.id);
}
