import { routes } from '../lib/routes.ts';

const publicPages = Object.values(routes)
  .filter(({ area }) => area === 'public')
  .map(({ pattern }) => pattern.replace(/\{\w+\??\}/g, '*'));

/** Speculation rules: content pages are prepared when a pointer rests on their link. Account and app pages never are. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { href_matches: publicPages }, eagerness: 'moderate' }],
});
