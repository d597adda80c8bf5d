/**
 * Addresses of the public pages that the build makes. Separate from routes.ts, because no page with scripts links to them by
 * slug.
 */
import { fillRoute } from './route-match.ts';
import { redirects, routes } from './route-table.ts';

/** Follows a redirect: ('/faq') → '/help'. Linking to the final address saves the reader the redirect. */
export const ledTo = (address: string): string => redirects[address] ?? address;

const bySlug = (pattern: string) => (slug: string) => fillRoute(pattern, { slug });

/** By the file name in the catalogue. A list of rewards is named by its file in src/content/reward-lists. */
export const publicHrefs = {
  rewardKind: bySlug(routes.rewardKind.pattern),
  game: bySlug(routes.gamePage.pattern),
  article: bySlug(routes.articlePage.pattern),
  case: bySlug(routes.casePage.pattern),
  contest: bySlug(routes.contestPage.pattern),
} as const;
