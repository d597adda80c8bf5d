import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { HOST_FILES } from '../server/site-rules.ts';
import { retiredPages } from '../src/content/retired.ts';
import { findRoute, redirects, routes } from '../src/lib/routes.ts';
import { filesUnder } from './files.ts';
import { addressOf, checkRoutes } from './site/check-routes.ts';
import { headersFile, nginxFile, redirectsFile, siteRules } from './site/hosts.ts';
import { elementsOf } from './site/html.ts';
import {
  appPolicy,
  type CaptchaService,
  captchaService,
  codeOf,
  connectOrigins,
  contentPolicy,
  loadsScripts,
  type PageCode,
  securityHeaders,
  withPolicy,
} from './site/policy.ts';
import { importsIn, withPreloads } from './site/preload.ts';
import { type Indexed, indexedPage, siteMap } from './site/site-map.ts';
import { withoutUnusedStyles } from './site/styles.ts';

/**
 * Finishes the built site: in each page a Content-Security-Policy and no styles that it doesn't use, the files for hosts, and the
 * sitemap.
 */
export function siteBuild(env: NodeJS.ProcessEnv = process.env): AstroIntegration[] {
  const connect = connectOrigins(
    env.PUBLIC_API_URL || 'http://localhost:8000',
    Number(env.PUBLIC_REALTIME_PORT || 6001),
    { host: env.PUBLIC_REALTIME_HOST, tls: env.PUBLIC_REALTIME_TLS },
  );
  const captcha = captchaService(env.PUBLIC_CAPTCHA);
  const pages: Indexed[] = [];
  const finish: AstroIntegration = {
    name: 'playtally:site-build',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        pages.push(...(await finishSite(fileURLToPath(dir), connect, captcha)));
      },
    },
  };
  return [finish, siteMap(pages)];
}

/**
 * @param connect where the pages' scripts may talk to besides the site: the origins of the API and the realtime socket.
 * @param captcha whose check stands in the forms of signing in.
 * @returns the pages that want to be found.
 * @throws Error naming the pages that hold what the policy would switch off, or that don't agree with the route table.
 */
export async function finishSite(
  folder: string,
  connect: readonly string[],
  captcha?: CaptchaService,
): Promise<Indexed[]> {
  const files = await filesUnder(folder);
  const imports = await importsIn(folder, files);
  const pages = new Map<string, string>();
  const app: (Finished & { readonly name: string })[] = [];
  const blocked: string[] = [];
  const indexed: Indexed[] = [];
  // One page at a time, and only the app's are kept: there may be thousands of the others. Nothing else is to be done meanwhile,
  // and thousands of small files are read and written in a fraction of the time without a promise for each.
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const page = finishPage(readFileSync(join(folder, name), 'utf8'), imports);
    const { html, code } = page;
    if (page.indexed) indexed.push(page.indexed);
    blocked.push(...[...new Set(code.blocked)].map((what) => `${name}: ${what}`));
    pages.set(name, findRoute(addressOf(name))?.guard === 'user' ? html : '');
    if (page.isApp) app.push({ name, ...page });
    else writeFileSync(join(folder, name), withPolicy(html, contentPolicy(code)));
  }
  refuseBlocked(blocked);
  const table = { routes, redirects: { ...redirects, ...retiredPages() } };
  checkRoutes(pages, table);

  const codes = app.map(({ code }) => code);
  const forApp = appPolicy(codes, connect);
  // Another's scripts may run where there are forms for them, and nowhere else: those pages are documents of their own.
  const forForms = appPolicy(codes, connect, captcha);
  for (const { name, html } of app) {
    const hasForms = findRoute(addressOf(name))?.area === 'account';
    writeFileSync(join(folder, name), withPolicy(html, hasForms ? forForms : forApp));
  }

  const rules = siteRules(table, securityHeaders);
  writeFileSync(join(folder, HOST_FILES.rules), JSON.stringify(rules, null, 2));
  writeFileSync(join(folder, HOST_FILES.redirects), redirectsFile(rules, files.map(addressOf)));
  writeFileSync(join(folder, HOST_FILES.headers), headersFile(rules));
  writeFileSync(join(folder, HOST_FILES.nginx), nginxFile(rules));
  return indexed;
}

interface Finished {
  readonly html: string;
  readonly code: PageCode;
  readonly isApp: boolean;
  readonly indexed: Indexed | undefined;
}

/** A page as it goes out, but for its policy. What loads scripts may make elements later, so it keeps all of its styles. */
function finishPage(html: string, imports: ReadonlyMap<string, readonly string[]>): Finished {
  const elements = elementsOf(html);
  const indexed = indexedPage(elements);
  const isApp = loadsScripts(elements);
  if (isApp) return { html: withPreloads(html, elements, imports), code: codeOf(elements), isApp, indexed };
  const lean = withoutUnusedStyles(html, elements);
  return { html: lean.html, code: codeOf(lean.elements), isApp, indexed };
}

function refuseBlocked(found: readonly string[]): void {
  if (found.length === 0) return;
  throw new Error(
    `The site's policy allows no style attributes and no inline handlers; use a class or a script instead:\n${found.join('\n')}`,
  );
}
