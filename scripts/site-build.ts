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
import { importsIn, withPreloads } from './site/preload.ts';

/**
 * Finishes the built site: a Content-Security-Policy in each page, preloads of the scripts that it needs, and the files for hosts.
 * @param modified receives the address of each page that wants to be found, with the day of its last change or review.
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

/** Whose pages are framed: those of partners' games, by the catalogue. */
function frameOrigins(api: string): string[] {
  const frames = readCatalogue().games.flatMap(({ frame }) => frame ?? []);
  return [...new Set(frames.map((frame) => new URL(frame, api).origin))];
}

/**
 * @param addresses where the pages' scripts find the API and the realtime socket; besides the site they may talk to nobody else.
 * @param captcha whose check is in the forms of signing in.
 * @param frames the origins of partners' games.
 * @param isOurs whether the API is our own, with the rewards that the build knows. Another has others.
 * @returns the pages that want to be found.
 * @throws Error naming the pages that hold what the policy would switch off, or that don't agree with the route table.
 */
export async function finishSite(
  folder: string,
  addresses: SiteAddresses,
  captcha?: CaptchaService,
  frames: readonly string[] = [],
  isOurs = true,
): Promise<Indexed[]> {
  const files = await filesUnder(folder);
  const imports = await importsIn(folder, files);
  const pages = new Map<string, string>();
  const app: { readonly name: string; readonly html: string; readonly code: PageCode }[] = [];
  const blocked = new Map<string, readonly string[]>();
  const indexed: Indexed[] = [];
  const connect = connectOrigins(addresses);
  // One page at a time, and only the app's are kept: there may be thousands of the others. Nothing else is to be done meanwhile,
  // and thousands of small files are read and written in a fraction of the time without a promise for each.
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const html = readFileSync(join(folder, name), 'utf8');
    const elements = elementsOf(html);
    const code = codeOf(elements);
    pages.set(name, isGuarded(name) ? html : '');
    blocked.set(name, code.blocked);
    indexed.push(...indexedPage(elements, addressOf(name)));
    if (loadsScripts(elements)) app.push({ name, html: withPreloads(html, elements, imports), code });
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
  // Another's scripts may run where there are forms for them, and nowhere else: those pages are documents of their own.
  const forForms = appPolicy(codes, connect, captcha, frames);
  // Nothing of the players' runs on the operators' host, which has no socket.
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

/** Kinds of things that the build knows all of. In the app areas a shell answers for those that came later, and for what players wrote. */
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

const isTouched = (elements: readonly Element[]) =>
  elements.some((element) => islandKind(element) === 'touch');

/** Whether a page is to turn some visitors away, by the route table. */
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
