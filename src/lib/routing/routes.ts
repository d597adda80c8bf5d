/**
 * Every route of the product, named once (spec section 2). Pages link through `hrefs`; the dev server's rewrites, the server
 * that `npm start` runs and the host files that the build writes all come from `routes` and `redirects`.
 */
import { slugOf } from '../format/slug.ts';
import { fillRoute, matchRoute } from './route-match.ts';
import { type Route, redirects, routes } from './route-table.ts';

export { fillRoute, matchRoute, type Route, redirects, routes };

/** An address with an id, and with the name that is there only to be read. */
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

/** Addresses with their parts filled in; without an id the list of all. A page that was asked for without its name adds it. */
export const hrefs = {
  rewardPage: (slug: string) => fillRoute(routes.rewardPage.pattern, { slug }),
  /** Sign-up, remembering where one came from; only addresses inside the site are remembered. */
  signUp: (from?: string) => `${loginFrom(from)}#sign-up`,
  logIn: loginFrom,
  /** A referral link: it leads to the sign-up, and carries who invited. */
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
  /** Without an id one's own. */
  userProfile: (id?: number) => named(routes.userProfile, id),
  /** The creatures of a player; without an id one's own. */
  collection: (id?: number) => `${named(routes.userProfile, id)}?show=collection`,
  userOffer: (id: number) => `${userOfferwalls.pattern}?offer=${id}`,
  ledger: () => `${userHome.pattern}#ledger`,
  receipt: (orderId: number) => `${userOrders.pattern}?receipt=${orderId}`,
  contestEntries: () => `${userContests.pattern}?tab=entries`,
  caseOpenings: () => `${userCases.pattern}?tab=openings`,
  thread: (id: number) => `${userMessages.pattern}?thread=${id}`,
  notifications: () => `${userMessages.pattern}?show=notifications`,
  draft: (key: string) => `${userCreateContent.pattern}?draft=${key}`,
  /** Without a section the overview; without an id the section's list. */
  operator: (section?: string, id?: number | string) => fillRoute(routes.operator.pattern, { section, id }),
  /** `slug`: of our own games their name in lib/arcade, of partners' the file's in the catalogue. */
  play: (slug: string, device: 'desktop' | 'mobile') =>
    fillRoute(routes.play.pattern, { game_name: slug, device }),
} as const;

/** The route that an address belongs to; a trailing slash is another address and finds none (but "/"). */
export function findRoute(path: string): (Route & { name: string }) | undefined {
  for (const [name, route] of Object.entries(routes))
    if (matchRoute(route.pattern, path)) return { name, ...route };
  return undefined;
}

/**
 * Where to go after signing in: an address of our own or the dashboard. Another host, another scheme or a path that a browser
 * would read as one (`//x`, `/\x`) is refused, so that a link can't send people away with our name on it.
 */
export function internalTarget(from: string | null | undefined): string {
  if (!from || !/^\/(?![/\\])[\x21-\x7e]*$/.test(from) || from.includes('\\')) return userHome.pattern;
  return from.startsWith(login.pattern) ? userHome.pattern : from;
}
