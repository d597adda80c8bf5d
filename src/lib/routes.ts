/**
 * Every route of the product, named once (spec section 2). Pages link through `hrefs`; the dev server's rewrites, the server
 * that `npm start` runs and the host files that the build writes all come from `routes` and `redirects`.
 */
import { slugOf } from './format/slug.ts';
import { site } from './site.ts';

export interface Route {
  /** `{x}` is one required part of the path, `{x?}` an optional one; optional parts only stand at the end. */
  readonly pattern: string;
  /** public: pre-rendered content. account: sign-in forms. guest and user: the app areas. play: the stage of a game. */
  readonly area: 'public' | 'account' | 'guest' | 'user' | 'play';
  /** Who may enter. `user` leads to /login when no token is stored, and back again after. */
  readonly guard: 'anyone' | 'user';
  /** The pre-rendered page that answers, where the address has parts that no build can know. */
  readonly shell?: string;
}

const open = (pattern: string, area: Route['area'], shell?: string): Route => ({
  pattern,
  area,
  guard: 'anyone',
  ...(shell === undefined ? {} : { shell }),
});
const closed = (pattern: string, shell?: string): Route => ({
  pattern,
  area: 'user',
  guard: 'user',
  ...(shell === undefined ? {} : { shell }),
});

export const routes = {
  index: open('/', 'public'),
  login: open('/login', 'account'),
  aboutUs: open('/about-us', 'public'),
  advertisment: open('/advertisment', 'public'),
  terms: open('/terms', 'public'),
  privacy: open('/privacy', 'public'),
  rewardPage: open('/rewards/{slug}', 'public'),

  guestGames: open('/guest/gameslist', 'guest'),
  guestGame: open('/guest/game/{id?}/{name?}', 'guest', '/guest/game'),
  guestRewards: open('/guest/rewards', 'guest'),
  guestReward: open('/guest/reward/{id?}/{name?}', 'guest', '/guest/reward'),

  userHome: closed('/user'),
  userGames: closed('/user/games'),
  userGame: closed('/user/game/{id?}', '/user/game'),
  userRewards: closed('/user/rewards'),
  userReward: closed('/user/reward/{id?}/{name?}', '/user/reward'),
  userOrders: closed('/user/order-history'),

  play: open('/games/{game_name?}/play/{device?}', 'play', '/games/play'),
} as const satisfies Record<string, Route>;

/** Answered by a real 301 or 308 where the host can; as a page elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/blog': site.blog,
  '/contact': site.contact,
  '/faq': site.faq,
  '/robux': '/user/reward/84/Robux',
  '/reward/robux': '/user/reward/84/Robux',
};

/** Addresses with their parts filled in. */
export const hrefs = {
  rewardPage: (slug: string) => `/rewards/${slug}`,
  /** Sign-up, remembering where one came from; only addresses inside the site are remembered. */
  signUp: (from?: string) => (from ? `/login?from=${encodeURIComponent(from)}#sign-up` : '/login#sign-up'),
  logIn: (from?: string) => (from ? `/login?from=${encodeURIComponent(from)}` : '/login'),
  guestGame: (id: number, name: string) => `/guest/game/${id}/${slugOf(name)}`,
  userGame: (id: number) => `/user/game/${id}`,
  guestReward: (id: number, name: string) => `/guest/reward/${id}/${slugOf(name)}`,
  userReward: (id: number, name: string) => `/user/reward/${id}/${slugOf(name)}`,
  play: (arcade: string, device: 'desktop' | 'mobile') => `/games/${arcade}/play/${device}`,
} as const;

const matchers = new Map<string, RegExp>();

function matcherOf(pattern: string): RegExp {
  const known = matchers.get(pattern);
  if (known) return known;
  const source = pattern
    .split('/')
    .slice(1)
    .map((part) => {
      if (part === '') return '';
      const name = /^\{(\w+)(\??)\}$/.exec(part);
      if (!name) return `/${part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`;
      return name[2] ? `(?:/(?<${name[1]}>[^/]+))?` : `/(?<${name[1]}>[^/]+)`;
    })
    .join('');
  const made = new RegExp(`^${source || '/'}$`);
  matchers.set(pattern, made);
  return made;
}

/** The parts of `path` by name when it fits `pattern`, else null: ('/user/game/{id?}', '/user/game/7') → { id: '7' } */
export function matchRoute(pattern: string, path: string): Record<string, string | undefined> | null {
  const found = matcherOf(pattern).exec(path);
  return found ? { ...found.groups } : null;
}

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
