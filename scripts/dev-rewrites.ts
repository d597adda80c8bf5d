import type { AstroIntegration } from 'astro';
import type { Connect, Plugin } from 'vite';
import { readCatalogue } from '../server/features/catalogue/files.ts';
import {
  decoded,
  ERROR_PAGES,
  isKnown,
  isUnknown,
  type Known,
  NO_ADDRESS,
  redirected,
} from '../server/static-site/site-rules.ts';
import { retiredPages } from '../src/content/retired.ts';
import { findRoute, hrefs, redirects, routes } from '../src/lib/routing/routes.ts';
import { isGuard } from './site/check-routes.ts';
import { siteRules } from './site/hosts.ts';

/** In development: redirects, and shells for all addresses of their kind, as server/static-site/site.ts serves the built site. */
export function devRewrites(): AstroIntegration {
  return {
    name: 'playtally:dev-rewrites',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}

const plugin: Plugin = {
  name: 'playtally:dev-rewrites',
  apply: 'serve',
  // Added last but put first: Astro also puts its own middlewares first, and they would reject what is redirected here.
  configureServer: (server) => () => {
    server.middlewares.stack.unshift({ route: '', handle: rewrite });
  },
};

export const rewrite: Connect.NextHandleFunction = (request, response, next) => {
  const url = request.url ?? '';
  const operatorUrl = process.env.OPERATOR_URL;
  const isOperatorHost = operatorUrl !== undefined && request.headers.host === new URL(operatorUrl).host;
  if (isOperatorHost && /^\/(?:\?|$)/.test(url)) {
    response.writeHead(308, { Location: routes.operator.shell + url.slice(1) }).end();
    return;
  }
  // Read each time, because the pages are being edited, but only for their addresses, because there are many requests.
  const retired = /^\/(?:rewards|articles)\//.test(url) ? retiredPages() : {};
  const rules = siteRules({ routes, redirects: { ...redirects, ...retired } }, {});
  const redirect = redirected(url, { ...rules, known: knownRewards(url) });
  if (redirect) {
    response.writeHead(redirect.status, { Location: redirect.to }).end();
    return;
  }
  request.url = rewritten(url, isOperatorHost);
  next();
};

/**
 * Returns the address that Astro should serve instead of this one: '/user/game/7?page=2' → '/user/game?page=2'.
 * @param isOperatorHost whether the operators' host was requested, which serves only their pages; no other host serves those
 */
export function rewritten(url: string, isOperatorHost = false): string {
  const [sent = '', ...query] = url.split('?');
  const path = decoded(sent);
  if (path === undefined || NO_ADDRESS.has(path.replace(/\.html$/, ''))) return ERROR_PAGES.missing;
  const route = findRoute(path);
  if (route && (route.area === 'operator') !== isOperatorHost) return ERROR_PAGES.missing;
  if (route && !isGuard(route.guard)) return ERROR_PAGES.failed;
  const known = knownRewards(path);
  if (isUnknown(known, path)) return ERROR_PAGES.missing;
  if (route?.shell === undefined || known.some((kind) => isKnown(kind, path)) || isBuilt(path)) return url;
  return [route.shell, ...query].join('?');
}

/** Returns the catalogue's rewards, each with its own page. They are read each time, because the catalogue is being edited. */
function knownRewards(path: string): Known[] {
  const { pattern, shell } = routes.reward;
  if (!path.startsWith(`${shell}/`)) return [];
  const addresses = readCatalogue().rewards.map(({ id, name }) => [id, hrefs.reward(id, name)]);
  return [{ pattern, addresses: Object.fromEntries(addresses) }];
}

/**
 * Returns whether a page of the app areas is built at this address, although others of its kind use a shell
 * (src/components/detail-paths.ts).
 */
function isBuilt(path: string): boolean {
  const lists: readonly string[] = [hrefs.guestArticle(), hrefs.userArticle()];
  if (lists.includes(path)) return true;
  if (!/^\/(?:guest|user)\/(?:article|case|game|reward)\/[1-9]/.test(path)) return false;
  const { articles, cases, games, rewards } = readCatalogue();
  return [
    ...articles.flatMap(({ id, title }) => [hrefs.guestArticle(id, title), hrefs.userArticle(id, title)]),
    ...cases.flatMap(({ id, name }) => [hrefs.guestCase(id, name), hrefs.userCase(id, name)]),
    ...games.flatMap(({ id, name }) => [hrefs.guestGame(id, name), hrefs.userGame(id)]),
    ...rewards.flatMap(({ id, name }) => [hrefs.guestReward(id, name), hrefs.userReward(id, name)]),
  ].includes(path);
}
