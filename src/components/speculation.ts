import { routes } from '../lib/routing/routes.ts';

/**
 * Links to content pages: not to sign-in, the app areas, what only leads on, and the pages for trying a host. By the link and
 * not by its address, so that one within the page is none.
 */
export const contentLinks = Object.values(routes)
  .filter(({ area, pattern }) => area === 'public' && !pattern.startsWith(routes.test.pattern))
  .map(({ pattern }) => pattern.split('{'))
  .map(([path, parts]) => `[href${parts ? '^' : ''}='${path}']`)
  .join();

/** Speculation rules: a content page is rendered beforehand when a pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: contentLinks }, eagerness: 'moderate' }],
});
