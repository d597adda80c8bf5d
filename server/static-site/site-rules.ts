import * as v from 'valibot';
import { matchRoute } from '../../src/lib/routing/route-match.ts';

/** The rules that the build writes to site.json for a server, in addition to the files themselves. */
export const siteRulesSchema = v.object({
  /** The headers of every answer. */
  headers: v.record(v.string(), v.string()),
  /** A redirect within the site keeps the query. A redirect to another site doesn't. */
  redirects: v.array(v.object({ from: v.string(), to: v.string(), status: v.picklist([301, 308]) })),
  /** Pages that answer addresses which aren't known at build time: { pattern: '/user/game/{id?}', page: '/user/game' }. */
  shells: v.array(v.object({ pattern: v.string(), page: v.string() })),
  /**
   * Kinds of things that are all known at build time: { pattern: '/reward/{id?}/{name?}', addresses: { '84': '/reward/84/Robux' }
   * }. A wrong name redirects to the right one, and an unknown id is answered with 404.
   */
  known: v.optional(v.array(v.object({ pattern: v.string(), addresses: v.record(v.string(), v.string()) }))),
  /**
   * Patterns of routes with an unknown guard (spec section 8, "Unknown middleware"). They are answered with the error page and
   * 500.
   */
  unguarded: v.optional(v.array(v.string())),
  /** The addresses that the pages were built with. */
  addresses: v.optional(v.object({ api: v.string(), socket: v.string(), key: v.string() })),
  /** The operators' area. It has its own host, which serves nothing else, and no other host serves it. */
  operators: v.optional(
    v.object({
      headers: v.record(v.string(), v.string()),
      /** Where "/" on that host redirects to. */
      home: v.string(),
      shells: v.array(v.object({ pattern: v.string(), page: v.string() })),
    }),
  ),
});

export type SiteRules = v.InferOutput<typeof siteRulesSchema>;

/** The error pages. They replace other pages and have no address of their own. */
export const ERROR_PAGES = { missing: '/404', failed: '/500' } as const;

/** Returns the page for a status other than 200: 404 → '/404.html', 405 → '/500.html'. */
export const errorPage = (status: number) =>
  `${status === 404 ? ERROR_PAGES.missing : ERROR_PAGES.failed}.html`;

/** Shown if the error page itself can't be served. */
export const LAST_WORDS = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>An error occurred</title></head><body><p>An error occurred, and the page that explains it could not be shown either.</p>',
  '<p><a href="/">Go to the homepage</a></p></body></html>',
].join('');

/** What the operators' page loads from the built folder: everything in a folder, or one file. */
const OPERATOR_FILES = [
  '/_astro/',
  '/fonts/',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/glyphs.svg',
] as const;

/** Returns whether the operators' host serves a file. */
export const isOperatorFile = (path: string) =>
  OPERATOR_FILES.some((own) => (own.endsWith('/') ? path.startsWith(own) : path === own));

/** Those of them that are single files. */
export const operatorFiles = OPERATOR_FILES.filter((own) => !own.endsWith('/'));

/** Shown on the operators' host instead of the error pages, which link to the players' site. */
export const OPERATOR_HOST_WORDS = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>Nothing here</title></head><body><p>There is nothing here, or it could not be shown.</p>',
  '<p><a href="/">Go to the operator console</a></p></body></html>',
].join('');

/** Paths that look like pages but aren't: the home page's address is "/", and error pages have none. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(['/index', ...Object.values(ERROR_PAGES)]);

/**
 * Returns where an address redirects to, if anywhere: by a rule, or to its canonical spelling.
 * @param url path and query: '/robux?a=1' → { to: '/user/reward/84/Robux?a=1', status: 308 }.
 */
export function redirected(
  url: string,
  { redirects, known = [] }: Pick<SiteRules, 'redirects' | 'known'>,
): { to: string; status: 301 | 308 } | undefined {
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  const rule = redirects.find(({ from }) => from === path);
  if (rule) return { to: rule.to.startsWith('/') ? rule.to + query : rule.to, status: rule.status };
  const canonical =
    canonicalOf(path) ?? known.flatMap((kind) => addressIn(kind, path) ?? []).find((one) => one !== path);
  return canonical === undefined ? undefined : { to: canonical + query, status: 308 };
}

/**
 * Returns the canonical spelling of an address: '/user/' → '/user', '/about-us.html' → '/about-us', '/index' → '/'. It skips
 * addresses that a browser would read as another host, such as "//x".
 */
function canonicalOf(path: string): string | undefined {
  const ending = /(?<!^)\/$|(?<!\/)\.html$/.exec(path);
  const canonical = ending ? path.slice(0, ending.index) : path;
  if (canonical === '/index') return '/';
  return ending && /^(?:\/[^/\\]+)+$/.test(canonical) && !NO_ADDRESS.has(canonical) ? canonical : undefined;
}

export type Known = NonNullable<SiteRules['known']>[number];

/** Returns the id in an address of this kind; undefined for an address of another kind or without an id. */
function idIn({ pattern }: Known, path: string): string | undefined {
  return matchRoute(pattern, path)?.id;
}

/** Returns the canonical address of the thing: '/reward/84' → '/reward/84/Robux'. */
function addressIn(kind: Known, path: string): string | undefined {
  const id = idIn(kind, path);
  return id !== undefined && Object.hasOwn(kind.addresses, id) ? kind.addresses[id] : undefined;
}

/** Returns whether this is the canonical address of a known thing. */
export const isKnown = (kind: Known, path: string): boolean => addressIn(kind, path) === path;

/** Returns whether the address has an id of one of these kinds that no known thing has. */
export const isUnknown = (known: readonly Known[], path: string): boolean =>
  known.some((kind) => idIn(kind, path) !== undefined && addressIn(kind, path) === undefined);

/** Decodes a path: '/a%20b' → '/a b'. Undefined if it isn't valid: '/%ff' isn't UTF-8. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Files in the built folder for hosts, not for visitors. */
export const HOST_FILES = {
  rules: 'site.json',
  redirects: '_redirects',
  headers: '_headers',
  nginx: 'nginx.conf',
  operatorNginx: 'nginx-operator.conf',
} as const;

/** All other files are revalidated: an ETag makes that cheap, and a deploy is visible immediately. */
const REVALIDATE = 'no-cache';

/** How long browsers keep the files of a folder. */
export const CACHED_FOLDERS = [
  // These have a fingerprint in their name and never change.
  { folder: '/_astro/', control: 'public, max-age=31536000, immutable' },
  { folder: '/faces/', control: 'public, max-age=31536000, immutable' },
  { folder: '/cards/', control: 'public, max-age=31536000, immutable' },
  // Every page waits for the font, which almost never changes.
  { folder: '/fonts/', control: 'public, max-age=604800' },
] as const;

/** Returns the Cache-Control of a file: '/_astro/a.B3x.js' → a year, '/about-us.html' → revalidate. */
export function cacheControl(path: string): string {
  return CACHED_FOLDERS.find(({ folder }) => path.startsWith(folder))?.control ?? REVALIDATE;
}
