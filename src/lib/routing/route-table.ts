/** The table behind routes.ts. A separate file, because the app's pages use parts of routes.ts and few need the table. */
import { site } from '../site.ts';

export interface Route {
  /** `{x}` is a required part of the path, `{x?}` an optional one. Optional parts come last. */
  readonly pattern: string;
  /**
   * public: pre-rendered content. account: sign-in forms. guest and user: the app areas. play: the stage of a game. operator: the
   * back office, which has its own host and isn't linked from anywhere.
   */
  readonly area: 'public' | 'account' | 'guest' | 'user' | 'play' | 'operator';
  /**
   * Who can open it. `user` redirects to /login if no token is stored, and back after the sign-in. `/operator` has its own sign-in
   * page.
   */
  readonly guard: 'anyone' | 'user';
  /** The pre-rendered page that is served if the address has parts that the build can't know. */
  readonly shell?: string;
}

const open = /* @__NO_SIDE_EFFECTS__ */ (pattern: string, area: Route['area'], shell?: string): Route => ({
  pattern,
  area,
  guard: 'anyone',
  ...(shell === undefined ? {} : { shell }),
});
const closed = /* @__NO_SIDE_EFFECTS__ */ (pattern: string, shell?: string): Route => ({
  pattern,
  area: 'user',
  guard: 'user',
  ...(shell === undefined ? {} : { shell }),
});

export const routes = {
  index: open('/', 'public'),
  login: open('/login', 'account'),
  forgotPassword: open('/forgotpassword', 'account'),
  findPassword: open('/api/password/find/{token?}', 'account', '/api/password/find'),
  confirmEmail: open('/confirm-email/{token?}', 'account', '/confirm-email'),
  lostFactor: open('/lost-codes/{token?}', 'account', '/lost-codes'),
  keepFactor: open('/keep-codes/{token?}', 'account', '/keep-codes'),
  aboutUs: open('/about-us', 'public'),
  advertisment: open('/advertisment', 'public'),
  help: open('/help', 'public'),
  terms: open('/terms', 'public'),
  privacy: open('/privacy', 'public'),
  rewardsHub: open('/rewards', 'public'),
  rewardKind: open('/rewards/kinds/{slug}', 'public'),
  rewardPage: open('/rewards/{slug}', 'public'),
  /** A reward's own address. Each reward of the catalogue has a page. */
  reward: open('/reward/{id?}/{name?}', 'public', '/reward'),
  delivery: open('/delivery', 'public'),
  articles: open('/articles', 'public'),
  articlePage: open('/articles/{slug}', 'public'),
  cases: open('/cases', 'public'),
  casePage: open('/cases/{slug}', 'public'),
  contests: open('/contests', 'public'),
  contestPage: open('/contests/{slug}', 'public'),
  games: open('/games', 'public'),
  play: open('/games/{game_name?}/play/{device?}', 'play', '/games/play'),
  /** One of our own games. It must come after the stages, because its pattern also matches them. */
  gamePage: open('/games/{slug}', 'public'),
  test: open('/test', 'public'),
  testTest: open('/test/test', 'public'),
  /** The same page as above: two files with these names would be one on a case-insensitive disk. */
  testTestCapital: open('/test/Test', 'public', '/test/test'),

  guestHome: open('/guest', 'guest'),
  guestGames: open('/guest/gameslist', 'guest'),
  /** Redirects to the game if there is an id, otherwise to the list. */
  guestGamesById: open('/guest/games/{id?}', 'guest', '/guest/games'),
  guestGame: open('/guest/game/{id?}/{name?}', 'guest', '/guest/game'),
  guestRewards: open('/guest/rewards', 'guest'),
  guestReward: open('/guest/reward/{id?}/{name?}', 'guest', '/guest/reward'),
  guestArticle: open('/guest/article/{id?}/{name?}', 'guest', '/guest/article/any'),
  guestContests: open('/guest/contests', 'guest'),
  guestContest: open('/guest/contest/{id?}/{name?}', 'guest', '/guest/contest'),
  guestCases: open('/guest/cases', 'guest'),
  guestCase: open('/guest/case/{id?}/{name?}', 'guest', '/guest/case'),
  guestContact: open('/guest/contact', 'guest'),

  userHome: closed('/user'),
  userGames: closed('/user/games'),
  userGamesAll: closed('/user/games-all'),
  userGame: closed('/user/game/{id?}', '/user/game'),
  userRewards: closed('/user/rewards'),
  userReward: closed('/user/reward/{id?}/{name?}', '/user/reward'),
  userOrders: closed('/user/order-history'),
  userArticle: closed('/user/article/{id?}/{name?}', '/user/article/any'),
  userContests: closed('/user/contests'),
  userContest: closed('/user/contest/{id?}/{name?}', '/user/contest'),
  userCases: closed('/user/cases'),
  userCase: closed('/user/case/{id?}/{name?}', '/user/case'),
  userContact: closed('/user/contact'),
  userCreateContent: closed('/user/create_content'),
  userInventory: closed('/user/inventory'),
  userInvite: closed('/user/invite'),
  userLeaderboard: closed('/user/leaderboard'),
  userMessages: closed('/user/messages'),
  userOfferwalls: closed('/user/offerwalls'),
  userProfile: closed('/user/profile/{id?}', '/user/profile'),
  userSettings: closed('/user/settings'),
  userSocialMedia: closed('/user/socialmedia'),

  operator: open('/operator/{section?}/{id?}', 'operator', '/operator'),
} as const satisfies Record<string, Route>;

/** The redirects (spec section 2). Answered with a 301 or 308 if the host supports it, otherwise with a page. */
export const redirects: Readonly<Record<string, string>> = {
  '/blog': site.blog,
  '/contact': site.contact,
  '/faq': site.faq,
  '/robux': site.robux,
  '/reward/robux': site.robux,
  // Guides, under the names that people search for today.
  '/rewards/earn-free-apple-gift-cards': '/rewards/earn-free-itunes-gift-cards',
  '/rewards/earn-free-cs2-skins': '/rewards/earn-free-csgo-skins',
  '/rewards/earn-free-razer-gold': '/rewards/earn-free-rixty-codes',
  '/rewards/earn-free-xrp': '/rewards/earn-free-ripple',
};
