import { routes } from '../lib/routing/routes.ts';

/**
 * Links to content pages: not to sign-in, the app areas, what only leads on, and the pages for trying a host. By the link and
 * not by its address, so that one within the page is none.
 */
const links = Object.values(routes)
  .filter(({ area, pattern }) => area === 'public' && !pattern.startsWith(routes.test.pattern))
  .map(({ pattern }) => pattern.split('{'))
  .map(([path, parts]) => `[href${parts ? '^' : ''}='${path}']`)
  .join();

/** Speculation rules: a content page is rendered beforehand when a pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { selector_matches: links }, eagerness: 'moderate' }],
});

/**
 * Stands after `firstPaint`, in the script right after the rules. On a slow connection or with data saver it takes them away
 * again: browsers leave them out with data saver by themselves, but not on a slow connection. Where rules aren't known, the
 * page under a resting pointer is fetched into the browser's cache instead.
 */
export const speculationFallback = `(()=>{let c=navigator.connection,t;c&&(c.saveData||/[23]g/.test(c.effectiveType))?document.currentScript.previousElementSibling.remove():HTMLScriptElement.supports?.('speculationrules')||addEventListener('pointerover',e=>{let a=e.target.closest("${links}");clearTimeout(t);if(a)t=setTimeout(()=>fetch(a.href).catch(e=>e),99)})})()`;
