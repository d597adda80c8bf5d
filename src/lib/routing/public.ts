/** Addresses of the public pages that the build makes. Apart from routes.ts: no page with scripts leads to them by an id of its own. */
import { fillRoute } from './route-match.ts';
import { redirects, routes } from './route-table.ts';

/** Where an address leads in the end: ('/faq') → '/help'. A link that says so saves its reader the redirect. */
export const ledTo = (address: string): string => redirects[address] ?? address;

const bySlug = (pattern: string) => (slug: string) => fillRoute(pattern, { slug });

/** By the name of the file in the catalogue; a list of rewards by its file in src/content/reward-lists. */
export const publicHrefs = {
  rewardKind: bySlug(routes.rewardKind.pattern),
  game: bySlug(routes.gamePage.pattern),
  article: bySlug(routes.articlePage.pattern),
  case: bySlug(routes.casePage.pattern),
  contest: bySlug(routes.contestPage.pattern),
} as const;
