import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { connectOrigins, type SiteAddresses, siteAddresses, withAddresses } from '../server/config/site.ts';
import { readCatalogue } from '../server/features/catalogue/files.ts';
import { HOST_FILES, type Known } from '../server/static-site/site-rules.ts';
import { retiredPages } from '../src/content/retired.ts';
import { findRoute, matchRoute, type Route, redirects, routes } from '../src/lib/routing/routes.ts';
import { filesUnder } from './files.ts';
import { addressOf, checkRoutes } from './site/check-routes.ts';
import { headersFile, nginxFile, operatorNginxFile, redirectsFile, siteRules } from './site/hosts.ts';
import { type Element, elementsOf, islandKind } from './site/html.ts';
import { type Indexed, indexedPage, withDates } from './site/indexed.ts';
import {
  appPolicy,
  type CaptchaService,
  captchaService,
  codeOf,
  contentPolicy,
  loadsScripts,
  operatorHeaders,
  type PageCode,
  securityHeaders,
  withPolicy,
} from './site/policy.ts';
import { scriptsIn, withPreloads } from './site/preload.ts';

/**
 * Finishes the built site: it adds a Content-Security-Policy and script preloads to each page, and writes the files for hosts.
 * @param modified receives the address of each page for search engines, with the day of its last change or review
 */
export function siteBuild(
  modified: Map<string, string | undefined>,
  env: NodeJS.ProcessEnv = process.env,
): AstroIntegration {
  const addresses = siteAddresses(env.PUBLIC_ADDRESSES);
  const captcha = captchaService(env.PUBLIC_CAPTCHA);
  return {
    name: 'playtally:site-build',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const frames = frameOrigins(addresses.api);
        const isOurs = env.PUBLIC_API_EXTENSIONS !== 'off';
        const indexed = await finishSite(folder, addresses, captcha, frames, isOurs);
        for (const page of indexed) modified.set(page.address, page.modified);
      },
    },
  };
}

/** Returns the origins that may be framed: those of partners' games in the catalogue. */
function frameOrigins(api: string): string[] {
  const frames = readCatalogue().games.flatMap(({ frame }) => frame ?? []);
  return [...new Set(frames.map((frame) => new URL(frame, api).origin))];
}

/**
 * Finishes the pages and returns those for search engines.
 * @param addresses where the pages' scripts find the API and the realtime socket; they may connect only to these and the site
 * @param captcha the service in the sign-in forms
 * @param frames the origins of partners' games
 * @param isOurs whether the API is our own, with the rewards that the build knows; another API has others
 * @throws Error naming pages with code that the policy would block, or that don't match the route table
 */
export async function finishSite(
  folder: string,
  addresses: SiteAddresses,
  captcha?: CaptchaService,
  frames: readonly string[] = [],
  isOurs = true,
): Promise<Indexed[]> {
  const files = await filesUnder(folder);
  const scripts = await scriptsIn(folder, files);
  const pages = new Map<string, string>();
  const app: { readonly name: string; readonly html: string; readonly code: PageCode }[] = [];
  const blocked = new Map<string, readonly string[]>();
  const indexed: Indexed[] = [];
  const connect = connectOrigins(addresses);
  // One page at a time, keeping only the app's pages in memory, because there may be thousands of others. Nothing else runs in
  // the meantime, and reading and writing thousands of small files is much faster without a promise for each.
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const html = withStylesInHead(readFileSync(join(folder, name), 'utf8'));
    const elements = elementsOf(html);
    const code = codeOf(elements);
    pages.set(name, isGuarded(name) ? html : '');
    blocked.set(name, code.blocked);
    indexed.push(...indexedPage(elements, addressOf(name)));
    if (loadsScripts(elements)) app.push({ name, html: withPreloads(html, scripts), code });
    else
      writeFileSync(
        join(folder, name),
        isTouched(elements)
          ? withPolicy(withAddresses(html, addresses), contentPolicy(code, connect))
          : withPolicy(html, contentPolicy(code)),
      );
  }
  refuseBlocked(blocked);
  const table = { routes, redirects: { ...redirects, ...retiredPages() } };
  checkRoutes(pages, table);

  const areaOf = (name: string) => findRoute(addressOf(name))?.area;
  const codesOf = (isOperatorHost: boolean) =>
    app.filter(({ name }) => (areaOf(name) === 'operator') === isOperatorHost).map(({ code }) => code);
  const codes = codesOf(false);
  const forApp = appPolicy(codes, connect, undefined, frames);
  // Outside scripts may only run on pages with forms for them. Those pages are separate documents.
  const forForms = appPolicy(codes, connect, captcha, frames);
  // None of the players' scripts run on the operators' host, which has no socket.
  const forOperators = appPolicy(codesOf(true), connect.slice(0, 1));
  for (const { name, html } of app) {
    const area = areaOf(name);
    const policy = area === 'operator' ? forOperators : area === 'account' ? forForms : forApp;
    writeFileSync(join(folder, name), withPolicy(withAddresses(html, addresses), policy));
  }

  const known = isOurs ? knownIn(files.map(addressOf)) : [];
  const rules = siteRules(table, securityHeaders, operatorHeaders(forOperators), addresses, known);
  writeFileSync(join(folder, HOST_FILES.rules), JSON.stringify(rules, null, 2));
  writeFileSync(join(folder, HOST_FILES.redirects), redirectsFile(rules, files.map(addressOf)));
  writeFileSync(join(folder, HOST_FILES.headers), headersFile(rules));
  writeFileSync(join(folder, HOST_FILES.nginx), nginxFile(rules));
  if (rules.operators)
    writeFileSync(join(folder, HOST_FILES.operatorNginx), operatorNginxFile(rules.operators));
  return withDates(indexed);
}

/**
 * Returns the kinds of things that the build knows completely. In the app areas a shell serves later ones, and what players
 * wrote.
 */
function knownIn(paths: readonly string[]): Known[] {
  return Object.values<Route>(routes).flatMap(({ pattern, shell, area }) => {
    if (area !== 'public') return [];
    const found = paths.flatMap((path): [string, string][] => {
      const { id, name } = (shell !== undefined && matchRoute(pattern, path)) || {};
      return id !== undefined && name !== undefined ? [[id, path]] : [];
    });
    return found.length > 0 ? [{ pattern, addresses: Object.fromEntries(found) }] : [];
  });
}

/**
 * Returns the page with its islands' style in the head. Astro writes it before the first island, where HTML allows no style. It must
 * keep its text, because the policy has its hash.
 */
const withStylesInHead = (html: string): string => {
  const style = /<style>astro-island[^<]*<\/style>/.exec(html)?.[0];
  return style === undefined ? html : html.replace(style, '').replace('</head>', `${style}</head>`);
};

const isTouched = (elements: readonly Element[]) =>
  elements.some((element) => islandKind(element) === 'touch');

/** Returns whether the route table makes a page turn some visitors away. */
const isGuarded = (name: string) => findRoute(addressOf(name))?.guard === 'user';

function refuseBlocked(pages: ReadonlyMap<string, readonly string[]>): void {
  const found = [...pages].flatMap(([name, blocked]) =>
    [...new Set(blocked)].map((what) => `${name}: ${what}`),
  );
  if (found.length === 0) return;
  throw new Error(
    `The site's policy allows no style attributes and no inline handlers; use a class or a script instead:\n${found.join('\n')}`,
  );
}
