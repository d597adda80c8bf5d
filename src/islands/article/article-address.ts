import { hrefs, matchRoute, routes } from '../../lib/routes.ts';

export type Area = 'guest' | 'user';

export const places = {
  user: {
    pattern: routes.userArticle.pattern,
    href: hrefs.userArticle,
    game: hrefs.userGame,
  },
  guest: {
    pattern: routes.guestArticle.pattern,
    href: hrefs.guestArticle,
    game: hrefs.guestGame,
  },
} as const;

/** Which article an address asks for: a number; null where it names none; 0 where it names none that there could be. */
export function articleIdIn(area: Area, path: string | null): number | null | undefined {
  const parts = path === null ? null : matchRoute(places[area].pattern, path);
  if (!parts) return undefined;
  if (parts.id === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(parts.id) ? Number(parts.id) : 0;
}
