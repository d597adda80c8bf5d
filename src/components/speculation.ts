import { routes } from '../lib/routing/routes.ts';

/**
 * A selector for links to content pages, except sign-in, the app areas, redirects, and the pages for trying a host. It matches
 * the `href` attribute, so a link within the page doesn't match.
 */
export const contentLinks = Object.values(routes)
  .filter(({ area, pattern }) => area === 'public' && !pattern.startsWith(routes.test.pattern))
  .map(({ pattern }) => pattern.split('{'))
  // The address of a stage begins like that of the game's page, but must not be prerendered.
  .map(([path, parts]) => (parts ? `[href^='${path}']:not([href*='/play/'])` : `[href='${path}']`))
  .join();

/** Speculation rules: prerender a content page when a pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: contentLinks }, eagerness: 'moderate' }],
});
