/**
 * Every route of the product, named once (spec section 2). Pages link through `hrefs`. The dev server's rewrites, the server of
 * `npm start` and the host files of the build all come from `routes` and `redirects`.
 */
import { slugOf } from '../format/slug.ts';
import { fillRoute, matchRoute } from './route-match.ts';
import { type Route, redirects, routes } from './route-table.ts';

export { fillRoute, matchRoute, type Route, redirects, routes };

/** Returns an address with an id and a slug of the name, which is only for readers. */
const named = ({ pattern }: Route, id?: number | string, name?: string): string =>
  fillRoute(pattern, { id, name: name === undefined ? undefined : slugOf(name) });
const {
  login,
  userCases,
  userContests,
  userCreateContent,
  userHome,
  userMessages,
  userOfferwalls,
  userOrders,
} = routes;
const loginFrom = (from?: string) => login.pattern + (from ? `?from=${encodeURIComponent(from)}` : '');

/** Builds addresses. Without an id, they lead to the list. A page that was opened without its name in the address adds it. */
export const hrefs = {
  rewardPage: (slug: string) => fillRoute(routes.rewardPage.pattern, { slug }),
  /** The sign-up form, which returns to `from` afterwards. Only addresses on our own site are kept. */
  signUp: (from?: string) => `${loginFrom(from)}#sign-up`,
  logIn: loginFrom,
  /** A referral link: it leads to the sign-up form and names the inviter. */
  invitation: (reflink: string) => `${login.pattern}?ref=${encodeURIComponent(reflink)}#sign-up`,
  guestGame: (id: number, name: string) => named(routes.guestGame, id, name),
  userGame: (id: number) => named(routes.userGame, id),
  guestReward: (id: number, name: string) => named(routes.guestReward, id, name),
  reward: (id: number, name: string) => named(routes.reward, id, name),
  userReward: (id: number, name?: string) => named(routes.userReward, id, name),
  guestArticle: (id?: number, name?: string) => named(routes.guestArticle, id, name),
  userArticle: (id?: number, name?: string) => named(routes.userArticle, id, name),
  guestContest: (id: number, name: string) => named(routes.guestContest, id, name),
  userContest: (id: number, name?: string) => named(routes.userContest, id, name),
  guestCase: (id: number, name: string) => named(routes.guestCase, id, name),
  userCase: (id: number, name?: string) => named(routes.userCase, id, name),
  /** Without an id, the user's own profile. */
  userProfile: (id?: number) => named(routes.userProfile, id),
  /** A player's creatures. Without an id, the user's own. */
  collection: (id?: number) => `${named(routes.userProfile, id)}?show=collection`,
  userOffer: (id: number) => `${userOfferwalls.pattern}?offer=${id}`,
  ledger: () => `${userHome.pattern}#ledger`,
  receipt: (orderId: number) => `${userOrders.pattern}?receipt=${orderId}`,
  contestEntries: () => `${userContests.pattern}?tab=entries`,
  caseOpenings: () => `${userCases.pattern}?tab=openings`,
  thread: (id: number) => `${userMessages.pattern}?thread=${id}`,
  notifications: () => `${userMessages.pattern}?show=notifications`,
  draft: (key: string) => `${userCreateContent.pattern}?draft=${key}`,
  /** Without a section, the overview. Without an id, the section's list. */
  operator: (section?: string, id?: number | string) => fillRoute(routes.operator.pattern, { section, id }),
  /** `slug`: the name in lib/arcade for our own games, the catalogue's file name for partners' games. */
  play: (slug: string, device: 'desktop' | 'mobile') =>
    fillRoute(routes.play.pattern, { game_name: slug, device }),
} as const;

/** Returns the route of an address. An address with a trailing slash has none, except "/". */
export function findRoute(path: string): (Route & { name: string }) | undefined {
  for (const [name, route] of Object.entries(routes))
    if (matchRoute(route.pattern, path)) return { name, ...route };
  return undefined;
}

/**
 * Returns where to go after signing in: `from`, if it is on our own site, or the dashboard. An address on another host, with
 * another scheme, or that a browser would read as one (`//x`, `/\x`) is rejected, so that our links can't send people to other
 * sites.
 */
export function internalTarget(from: string | null | undefined): string {
  if (!from || !/^\/(?![/\\])[\x21-\x7e]*$/.test(from) || from.includes('\\')) return userHome.pattern;
  return from.startsWith(login.pattern) ? userHome.pattern : from;
}
