/**
 * The product's addresses, written by hand from the specification (section 2) and our decisions, not from
 * src/lib/routing/routes.ts, which they check.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import settings from '../../src/content/site.json' with { type: 'json' };

const hubs = [
  'consoles',
  'game-credit',
  'gift-cards',
  'mobile',
  'money',
  'most-countries',
  'over-20-dollars',
  'pc',
  'steam',
  'subscriptions',
  'things',
  'united-states',
  'up-to-1-dollar',
  'up-to-5-dollars',
];

const rewardPages = [
  'earn-free-amazon-gift-cards',
  'earn-free-apex-coins',
  'earn-free-cardano',
  'earn-free-csgo-skins',
  'earn-free-ethereum',
  'earn-free-google-play-gift-codes',
  'earn-free-gta-shark-card',
  'earn-free-imvu-credits',
  'earn-free-imvu-credits-codes',
  'earn-free-itunes-gift-cards',
  'earn-free-minecraft-codes',
  'earn-free-monero',
  'earn-free-nintendo-eshop-codes',
  'earn-free-paypal-money',
  'earn-free-psn-codes',
  'earn-free-r6-credits',
  'earn-free-riot-points',
  'earn-free-ripple',
  'earn-free-rixty-codes',
  'earn-free-robux',
  'earn-free-spotify-premium',
  'earn-free-steam-wallet-codes',
  'earn-free-vbucks',
  'earn-free-wow-game-time',
  'earn-free-xbox-gift-cards',
  'earn-free-zcash',
  'earn-gift-cards-by-playing-games',
];

/** Whether a guide is always on the site. Its writers can retire it, or publish it for a while. */
function isPublished(slug: string): boolean {
  const text = readFileSync(join(import.meta.dirname, `../../src/content/rewards/${slug}.md`), 'utf8');
  return !/^(?:retired|draft|publish_on|expires_on):/m.test(text);
}

/**
 * A page of the built folder, and the addresses that it serves, at all depths that the specification allows. For items with a
 * page each, one represents its kind, and the shell serves those that the build doesn't know.
 */
export const pages: Readonly<Record<string, readonly string[]>> = {
  index: ['/'],
  login: ['/login'],
  forgotpassword: ['/forgotpassword'],
  'confirm-email': ['/confirm-email', '/confirm-email/a-token'],
  'lost-codes': ['/lost-codes', '/lost-codes/a-token'],
  'keep-codes': ['/keep-codes', '/keep-codes/a-token'],
  'about-us': ['/about-us'],
  help: ['/help'],
  advertisment: ['/advertisment'],
  terms: ['/terms'],
  privacy: ['/privacy'],
  test: ['/test'],
  'test/test': ['/test/test', '/test/Test'],
  rewards: ['/rewards'],
  ...Object.fromEntries(hubs.map((slug) => [`rewards/kinds/${slug}`, [`/rewards/kinds/${slug}`]])),
  ...Object.fromEntries(
    rewardPages.filter(isPublished).map((slug) => [`rewards/${slug}`, [`/rewards/${slug}`]]),
  ),
  delivery: ['/delivery'],
  games: ['/games'],
  'games/merge': ['/games/merge'],
  'games/tower': ['/games/tower'],
  'games/parcels': ['/games/parcels'],
  'games/hatch': ['/games/hatch'],
  'games/rungs': ['/games/rungs'],
  articles: ['/articles'],
  'articles/merge-past-512': ['/articles/merge-past-512'],
  cases: ['/cases'],
  'cases/tile-drawer': ['/cases/tile-drawer'],
  contests: ['/contests'],
  'contests/monday-lanterns': ['/contests/monday-lanterns'],

  guest: ['/guest'],
  'guest/cases': ['/guest/cases'],
  'guest/contact': ['/guest/contact'],
  'guest/contests': ['/guest/contests'],
  'guest/gameslist': ['/guest/gameslist'],
  'guest/rewards': ['/guest/rewards'],
  'guest/games': ['/guest/games', '/guest/games/1'],
  'guest/article': ['/guest/article'],
  'guest/article/any': ['/guest/article/1', '/guest/article/1/First-steps'],
  'guest/article/3/Reading-your-points-history': ['/guest/article/3/Reading-your-points-history'],
  'guest/case': ['/guest/case', '/guest/case/1', '/guest/case/1/Small-case'],
  'guest/case/1/Tile-drawer': ['/guest/case/1/Tile-drawer'],
  'guest/contest': ['/guest/contest', '/guest/contest/1', '/guest/contest/1/Weekly'],
  'guest/game': ['/guest/game', '/guest/game/1', '/guest/game/1/Merging'],
  'guest/game/1/Merge': ['/guest/game/1/Merge'],
  'guest/reward': ['/guest/reward', '/guest/reward/84', '/guest/reward/84/Roblox-money'],
  'guest/reward/84/Robux': ['/guest/reward/84/Robux'],

  user: ['/user'],
  'user/cases': ['/user/cases'],
  'user/contact': ['/user/contact'],
  'user/contests': ['/user/contests'],
  'user/create_content': ['/user/create_content'],
  'user/games': ['/user/games'],
  'user/games-all': ['/user/games-all'],
  'user/inventory': ['/user/inventory'],
  'user/invite': ['/user/invite'],
  'user/leaderboard': ['/user/leaderboard'],
  'user/messages': ['/user/messages'],
  'user/offerwalls': ['/user/offerwalls'],
  'user/order-history': ['/user/order-history'],
  'user/rewards': ['/user/rewards'],
  'user/settings': ['/user/settings'],
  'user/socialmedia': ['/user/socialmedia'],
  'user/game': ['/user/game', '/user/game/700'],
  'user/game/1': ['/user/game/1'],
  'user/profile': ['/user/profile', '/user/profile/1'],
  'user/article': ['/user/article'],
  'user/article/any': ['/user/article/1', '/user/article/1/First-steps'],
  'user/article/3/Reading-your-points-history': ['/user/article/3/Reading-your-points-history'],
  'user/case': ['/user/case', '/user/case/1', '/user/case/1/Small-case'],
  'user/case/1/Tile-drawer': ['/user/case/1/Tile-drawer'],
  'user/contest': ['/user/contest', '/user/contest/1', '/user/contest/1/Weekly'],
  'user/reward': ['/user/reward', '/user/reward/84', '/user/reward/84/Roblox-money'],
  'user/reward/84/Robux': ['/user/reward/84/Robux'],

  reward: ['/reward'],
  'reward/84/Robux': ['/reward/84/Robux'],
  'games/play': [
    '/games/play',
    '/games/play/mobile',
    '/games/merge/play',
    '/games/nine-lamps-of-orrin/play',
    '/games/merge/play/mobile',
  ],
  'api/password/find': ['/api/password/find', '/api/password/find/a-token'],
};

/**
 * The shortest and the longest address of each page, with nothing and with something chosen. Without the page that redirects from
 * its head, because a check could be interrupted by that.
 */
export const toLookAt: readonly string[] = Object.entries(pages)
  .filter(([page]) => page !== 'guest/games')
  .flatMap(([, addresses]) => [...new Set([addresses.at(0) ?? '', addresses.at(-1) ?? ''])]);

/** The only page of the operators' host, and its addresses. The players' host has none of them. */
export const operatorPages: readonly string[] = ['/operator', '/operator/orders', '/operator/orders/1'];

/** What the operators' host doesn't serve, although it is in the same folder: each kind of page, file and redirect. */
export const notOnOperatorHost: readonly string[] = [
  '/index',
  '/login',
  '/about-us',
  '/rewards',
  '/rewards/earn-free-robux',
  '/guest',
  '/user',
  '/user/settings',
  '/user/game/1',
  '/reward/84/Robux',
  '/games/merge/play/mobile',
  '/api/password/find/a-token',
  '/confirm-email/a-token',
  '/robots.txt',
  '/sitemap-index.xml',
  '/blog',
  '/robux',
  '/operator/orders/1/more',
  '/operators',
];

/** One path segment more than the deepest of each, and folders that contain pages without being one. */
export const nowhere: readonly string[] = [
  ...Object.entries(pages)
    // "/more" is below. Below a list of articles it would be the id of one.
    .filter(([page]) => !['index', 'guest/article', 'user/article'].includes(page))
    .map(([, addresses]) => `${addresses.at(-1)}/more`),
  ...operatorPages,
  '/more',
  '/games/merge/watch',
  '/games/nine-lamps-of-orrin',
  '/articles/no-such-article',
  // A reward that isn't in the catalogue.
  '/reward/999999',
  '/reward/999999/No-such-reward',
  '/reward/084/Robux',
  '/api',
  '/api/password',
  '/rewards/earn-free-moonrock',
  // Addresses are case-sensitive.
  '/Test',
  '/test/TEST',
  '/ABOUT-US',
  '/Guest/gameslist',
  '/rewards/Earn-Free-Robux',
  // Empty segments count too.
  '//about-us',
  '/guest//game/1',
];

/** Where an address leads that the settings choose. The query is kept within the site. */
const led = (to: string, query = ''): readonly [status: number, to: string] =>
  to.startsWith('/') ? [308, to + query] : [301, to];
const { blog, contact, faq, robux } = settings;

/** Where the redirects lead. They keep the query. */
export const redirects: Readonly<Record<string, readonly [status: number, to: string]>> = {
  '/blog': led(blog),
  '/blog?ref=a-friend': led(blog, '?ref=a-friend'),
  '/contact': led(contact),
  '/faq': led(faq),
  '/robux': led(robux),
  '/robux?page=2': led(robux, '?page=2'),
  '/reward/robux': led(robux),
  '/reward/robux?page=2': led(robux, '?page=2'),
  // Guides, by the names that people search for today.
  '/rewards/earn-free-apple-gift-cards': [308, '/rewards/earn-free-itunes-gift-cards'],
  '/rewards/earn-free-cs2-skins': [308, '/rewards/earn-free-csgo-skins'],
  '/rewards/earn-free-razer-gold': [308, '/rewards/earn-free-rixty-codes'],
  '/rewards/earn-free-xrp': [308, '/rewards/earn-free-ripple'],
};

/** Other spellings of an address redirect to the canonical one. */
export const spellings: Readonly<Record<string, string>> = {
  '/about-us/': '/about-us',
  '/reward/84': '/reward/84/Robux',
  '/reward/84/robux?page=2': '/reward/84/Robux?page=2',
  '/reward/84/Something-else': '/reward/84/Robux',
  '/about-us/?q=1': '/about-us?q=1',
  '/rewards/earn-free-robux/': '/rewards/earn-free-robux',
  '/user/': '/user',
  '/guest/game/1/': '/guest/game/1',
  '/guest/game/1/Pok%C3%A9mon/': '/guest/game/1/Pok%C3%A9mon',
  '/user/reward/84/Robux/?page=2': '/user/reward/84/Robux?page=2',
  '/games/merge/play/mobile/': '/games/merge/play/mobile',
  '/api/password/find/a-token/': '/api/password/find/a-token',
  '/blog/': '/blog',
  '/blog.html': '/blog',
  '/index': '/',
  '/index.html': '/',
  '/index.html?q=1': '/?q=1',
  '/about-us.html': '/about-us',
  '/about-us.html?q=1': '/about-us?q=1',
  '/user/game.html': '/user/game',
};

/** Links that abuse our name to redirect elsewhere. */
export const hostile: readonly string[] = [
  '//evil.example/',
  '//evil.example/x.html',
  '///evil.example/',
  '/\\evil.example/',
  '/\\evil.example/x.html',
  '/%5Cevil.example/',
  '/%2Fevil.example/',
  '/%2F%2Fevil.example/',
  '/.//evil.example/',
  '/x/..//evil.example/',
  '/%09/evil.example/',
  '/%0d%0aLocation:%20https://evil.example/',
  '/guest/games//evil.example',
  '/guest/games/%2F%2Fevil.example',
];

/** Path traversals, invalid bytes, and files that aren't for visitors. */
export const odd: readonly string[] = [
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2fpackage.json',
  '/guest/..%2f..%2f..%2fpackage.json',
  '/%00',
  '/about-us%00',
  '/%ff',
  '/rewards/%ff',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae',
  '/.stamp',
  '/.git/config',
  '/site.json',
  '/_redirects',
  '/_headers',
  '/nginx.conf',
  '/404',
  '/500',
  '/404.html',
  '/500.html',
];
