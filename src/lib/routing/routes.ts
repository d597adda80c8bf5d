/**
 * Every route of the product, named once (spec section 2). Pages link through `hrefs`; the dev server's rewrites, the server
 * that `npm start` runs and the host files that the build writes all come from `routes` and `redirects`.
 */
import { slugOf } from '../format/slug.ts';
import { matchRoute } from './route-match.ts';
import { type Route, redirects, routes } from './route-table.ts';

export { matchRoute, type Route, redirects, routes };

/** Addresses with their parts filled in. A page that was asked for without its name puts it there. */
export const hrefs = {
  rewardPage: (slug: string) => `/rewards/${slug}`,
  /** Sign-up, remembering where one came from; only addresses inside the site are remembered. */
  signUp: (from?: string) => (from ? `/login?from=${encodeURIComponent(from)}#sign-up` : '/login#sign-up'),
  logIn: (from?: string) => (from ? `/login?from=${encodeURIComponent(from)}` : '/login'),
  /** A friend's link: it leads to the sign-up, and carries who invited. */
  invitation: (reflink: string) => `/login?ref=${encodeURIComponent(reflink)}#sign-up`,
  guestGame: (id: number, name: string) => `/guest/game/${id}/${slugOf(name)}`,
  userGame: (id: number) => `/user/game/${id}`,
  guestReward: (id: number, name: string) => `/guest/reward/${id}/${slugOf(name)}`,
  reward: (id: number, name: string) => `/reward/${id}/${slugOf(name)}`,
  userReward: (id: number, name?: string) =>
    name === undefined ? `/user/reward/${id}` : `/user/reward/${id}/${slugOf(name)}`,
  userOffer: (id: number) => `/user/offerwalls?offer=${id}`,
  userProfile: (id: number) => `/user/profile/${id}`,
  guestArticle: (id: number, name?: string) =>
    name === undefined ? `/guest/article/${id}` : `/guest/article/${id}/${slugOf(name)}`,
  userArticle: (id: number, name?: string) =>
    name === undefined ? `/user/article/${id}` : `/user/article/${id}/${slugOf(name)}`,
  guestContest: (id: number, name: string) => `/guest/contest/${id}/${slugOf(name)}`,
  userContest: (id: number, name: string) => `/user/contest/${id}/${slugOf(name)}`,
  guestCase: (id: number, name: string) => `/guest/case/${id}/${slugOf(name)}`,
  userCase: (id: number, name: string) => `/user/case/${id}/${slugOf(name)}`,
  /** Without a key the list of one's own. */
  draft: (key: string) => `/user/create_content?draft=${key}`,
  /** Without a section what waits; without an id the section's list. */
  operator: (section?: string, id?: number | string) =>
    ['/operator', ...(section === undefined ? [] : [section]), ...(id === undefined ? [] : [id])].join('/'),
  /** `slug`: of our own games their name in lib/arcade, of partners' the file's in the catalogue. */
  play: (slug: string, device: 'desktop' | 'mobile') => `/games/${slug}/play/${device}`,
} as const;

/** The route that an address belongs to; a trailing slash is another address and finds none (but "/"). */
export function findRoute(path: string): (Route & { name: string }) | undefined {
  for (const [name, route] of Object.entries(routes))
    if (matchRoute(route.pattern, path)) return { name, ...route };
  return undefined;
}

/**
 * Where to go after signing in: an address of our own or `/user`. Another host, another scheme or a path that a browser
 * would read as one (`//x`, `/\x`) is refused, so that a link can't send people away with our name on it.
 */
export function internalTarget(from: string | null | undefined): string {
  if (!from || !/^\/(?![/\\])[\x21-\x7e]*$/.test(from) || from.includes('\\')) return '/user';
  return from.startsWith('/login') ? '/user' : from;
}
