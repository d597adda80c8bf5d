import { routes } from '../lib/routing/routes.ts';

/**
 * Links to content pages: not to sign-in, the app areas, what only leads on, and the pages for trying a host. By the link and
 * not by its address, so that one within the page is none.
 */
export const contentLinks = Object.values(routes)
  .filter(({ area, pattern }) => area === 'public' && !pattern.startsWith(routes.test.pattern))
  .map(({ pattern }) => pattern.split('{'))
  // The stage of a game begins like the game's page, and isn't to be opened beforehand.
  .map(([path, parts]) => (parts ? `[href^='${path}']:not([href*='/play/'])` : `[href='${path}']`))
  .join();

/** Speculation rules: a content page is rendered beforehand when a pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: contentLinks }, eagerness: 'moderate' }],
});
