import { matchRoute, routes } from '../../../lib/routing/routes.ts';

/**
 * Which game an address asks for: '/guest/game/7/Merge' → 7. Null where it names none; 0 where it names none that there could
 * be; undefined for another page's address, and in the pre-rendered page, which has none.
 */
export function gameIdIn(area: 'guest' | 'user', path: string | null): number | null | undefined {
  const pattern = area === 'user' ? routes.userGame.pattern : routes.guestGame.pattern;
  const parts = path === null ? null : matchRoute(pattern, path);
  if (!parts) return undefined;
  if (parts.id === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(parts.id) ? Number(parts.id) : 0;
}
