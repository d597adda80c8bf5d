import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { HOST_FILES } from '../server/site-rules.ts';
import { redirects, routes } from '../src/lib/routes.ts';
import { filesUnder } from './files.ts';
import { compressFolder } from './site/compress.ts';
import { headersFile, nginxFile, redirectsFile, siteRules } from './site/hosts.ts';
import {
  blockedOn,
  collectHashes,
  connectOrigins,
  policyText,
  securityHeaders,
  withPolicy,
} from './site/policy.ts';

/** Finishes the built site: one Content-Security-Policy for all pages, the files for hosts, compressed copies. */
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
 * @throws Error naming the pages that hold what the policy would switch off, or the shells that no page makes.
 */
export async function finishSite(folder: string, connect: readonly string[]): Promise<void> {
  const names = (await filesUnder(folder)).filter((file) => file.endsWith('.html'));
  const pages = new Map<string, string>();
  for (const name of names) pages.set(name, await readFile(join(folder, name), 'utf8'));
  refuseBlocked(pages);
  refuseMissing(pages);

  const policy = policyText(collectHashes(pages.values()), connect);
  for (const [name, page] of pages) await writeFile(join(folder, name), withPolicy(page, policy));

  await compressFolder(folder);

  const rules = siteRules({ routes, redirects }, securityHeaders(policy));
  await writeFile(join(folder, HOST_FILES.rules), JSON.stringify(rules, null, 2));
  await writeFile(join(folder, HOST_FILES.redirects), redirectsFile(rules));
  await writeFile(join(folder, HOST_FILES.headers), headersFile(rules));
  await writeFile(join(folder, HOST_FILES.nginx), nginxFile(rules));
}

function refuseBlocked(pages: ReadonlyMap<string, string>): void {
  const found = [...pages].flatMap(([name, page]) =>
    [...new Set(blockedOn(page))].map((what) => `${name}: ${what}`),
  );
  if (found.length === 0) return;
  throw new Error(
    `The site's policy allows no style attributes and no inline handlers; use a class or a script instead:\n${found.join('\n')}`,
  );
}

function refuseMissing(pages: ReadonlyMap<string, string>): void {
  const missing = Object.values(routes).filter(
    (route) => 'shell' in route && !pages.has(`${route.shell.slice(1)}.html`),
  );
  if (missing.length === 0) return;
  const patterns = missing.map(({ pattern }) => pattern).join(', ');
  throw new Error(`These routes name a shell in src/lib/routes.ts that src/pages doesn't have: ${patterns}`);
}
