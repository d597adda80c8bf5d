import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import * as v from 'valibot';
import { matchRoute } from '../src/lib/routes.ts';
import { cacheControl, HOST_FILES, type SiteRules, siteRulesSchema } from './site-rules.ts';

/** The built copies of a file, best first; the last one is the file itself. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
  { name: '', extension: '' },
] as const;

interface Body {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/**
 * The static site as a server hands it out: pages without .html, one shell for the addresses of a kind, real redirects,
 * compressed copies, the headers that the build decided on. It reads the folder's list once, so start it after the build.
 *
 * @example serve({ fetch: createSite({ dist: 'dist' }).fetch, port: 4321 })
 */
export function createSite({ dist }: { readonly dist: string }): Hono {
  const rules = v.parse(siteRulesSchema, JSON.parse(readFileSync(join(dist, HOST_FILES.rules), 'utf8')));
  const files = listFiles(dist);
  const bodies = new Map<string, Body>();
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(rules.headers)) c.header(name, value);
  });

  app.get('*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    const redirect = rules.redirects.find(({ from }) => from === pathname);
    if (redirect) return c.redirect(redirect.to, redirect.status);
    const file = fileFor(pathname, files, rules);
    if (file) return answer(c, file, 200);
    // Only an address that doesn't read as another host: a browser takes "//x" for one.
    if (/^(?:\/[^/\\]+)+\/$/.test(pathname)) return c.redirect(pathname.slice(0, -1) + search, 308);
    return files.has('/404.html') ? answer(c, '/404.html', 404) : c.notFound();
  });

  app.all('*', (c) => c.text('Method Not Allowed', 405, { Allow: 'GET, HEAD' }));

  function answer(c: Context, file: string, status: 200 | 404): Response {
    const accepted = c.req.header('accept-encoding');
    const encoding = ENCODINGS.find(
      ({ name, extension }) => files.has(file + extension) && (name === '' || accepts(accepted, name)),
    );
    const { content, etag } = read(file + (encoding?.extension ?? ''));
    c.header('Cache-Control', cacheControl(file));
    c.header('ETag', etag);
    if (files.has(`${file}.br`) || files.has(`${file}.gz`)) c.header('Vary', 'Accept-Encoding');
    if (status === 200 && matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    if (encoding?.name) c.header('Content-Encoding', encoding.name);
    c.header('Content-Type', getMimeType(file) ?? 'application/octet-stream');
    c.header('Content-Length', String(content.length));
    return c.body(content, status);
  }

  function read(path: string): Body {
    const known = bodies.get(path);
    if (known) return known;
    const content = new Uint8Array(readFileSync(join(dist, path)));
    const made = {
      content,
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    };
    bodies.set(path, made);
    return made;
  }

  return app;
}

/** Every file by its address. Looking an address up here, and never on the disk, is what keeps `..` from leading out. */
function listFiles(dist: string): ReadonlySet<string> {
  const own = new Set<string>(Object.values(HOST_FILES).map((name) => `/${name}`));
  const found = existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : [];
  return new Set(
    found
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
      .filter((path) => !own.has(path) && !path.includes('/.')),
  );
}

/** The file that answers an address: itself, its page, or the shell for addresses of its kind. */
function fileFor(pathname: string, files: ReadonlySet<string>, rules: SiteRules): string | undefined {
  const path = decoded(pathname);
  if (path === '/') return files.has('/index.html') ? '/index.html' : undefined;
  if (path === undefined) return undefined;
  if (files.has(path) && !isCopy(path, files)) return path;
  if (files.has(`${path}.html`)) return `${path}.html`;
  const shell = rules.shells.find(({ pattern }) => matchRoute(pattern, pathname) !== null);
  return shell && files.has(`${shell.page}.html`) ? `${shell.page}.html` : undefined;
}

/** Compressed copies are reached through the file that they belong to. */
function isCopy(path: string, files: ReadonlySet<string>): boolean {
  const extension = extname(path);
  return (extension === '.br' || extension === '.gz') && files.has(path.slice(0, -extension.length));
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Whether an Accept-Encoding header takes this encoding: ('gzip, br;q=0', 'br') → false */
function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

function matchesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((part) => part.trim().replace(/^W\//, '') === etag || part.trim() === '*');
}
