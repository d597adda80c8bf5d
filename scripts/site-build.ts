import { readFile, writeFile } from 'node:fs/promises';
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
  codeOf,
  connectOrigins,
  contentPolicy,
  type PageCode,
  securityHeaders,
  withPolicy,
} from './site/policy.ts';
import { importsIn, withPreloads } from './site/preload.ts';
import { withoutUnusedStyles } from './site/styles.ts';

/** Finishes the built site: in each page a Content-Security-Policy and no styles that it doesn't use, and the files for hosts. */
export function siteBuild(env: NodeJS.ProcessEnv = process.env): AstroIntegration {
  const connect = connectOrigins(
    env.PUBLIC_API_URL || 'http://localhost:8000',
    Number(env.PUBLIC_REALTIME_PORT || 6001),
  );
  return {
    name: 'playtally:site-build',
    hooks: { 'astro:build:done': ({ dir }) => finishSite(fileURLToPath(dir), connect) },
  };
}

/**
 * @param connect where the pages' scripts may talk to besides the site: the origins of the API and the realtime socket.
 * @throws Error naming the pages that hold what the policy would switch off, or that don't agree with the route table.
 */
export async function finishSite(folder: string, connect: readonly string[]): Promise<void> {
  const files = await filesUnder(folder);
  const imports = await importsIn(folder, files);
  const pages = new Map<string, string>();
  const app: (Finished & { readonly name: string })[] = [];
  const blocked: string[] = [];
  // One page at a time, and only the app's are kept: there may be thousands of the others.
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const page = finishPage(await readFile(join(folder, name), 'utf8'), imports);
    const { html, code } = page;
    blocked.push(...[...new Set(code.blocked)].map((what) => `${name}: ${what}`));
    pages.set(name, findRoute(addressOf(name))?.guard === 'user' ? html : '');
    if (code.loadsScripts) app.push({ name, ...page });
    else await writeFile(join(folder, name), withPolicy(html, contentPolicy(code)));
  }
  refuseBlocked(blocked);
  const table = { routes, redirects: { ...redirects, ...retiredPages() } };
  checkRoutes(pages, table);

  const forApp = appPolicy(
    app.map(({ code }) => code),
    connect,
  );
  for (const { name, html } of app) await writeFile(join(folder, name), withPolicy(html, forApp));

  const rules = siteRules(table, securityHeaders);
  await writeFile(join(folder, HOST_FILES.rules), JSON.stringify(rules, null, 2));
  await writeFile(join(folder, HOST_FILES.redirects), redirectsFile(rules, files.map(addressOf)));
  await writeFile(join(folder, HOST_FILES.headers), headersFile(rules));
  await writeFile(join(folder, HOST_FILES.nginx), nginxFile(rules));
}

interface Finished {
  readonly html: string;
  readonly code: PageCode;
}

/** A page as it goes out, but for its policy. What loads scripts may make elements later, so it keeps all of its styles. */
function finishPage(html: string, imports: ReadonlyMap<string, readonly string[]>): Finished {
  const elements = elementsOf(html);
  const code = codeOf(elements);
  if (code.loadsScripts) return { html: withPreloads(html, elements, imports), code };
  const lean = withoutUnusedStyles(html, elements);
  return { html: lean.html, code: codeOf(lean.elements) };
}

function refuseBlocked(found: readonly string[]): void {
  if (found.length === 0) return;
  throw new Error(
    `The site's policy allows no style attributes and no inline handlers; use a class or a script instead:\n${found.join('\n')}`,
  );
}
