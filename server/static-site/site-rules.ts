import * as v from 'valibot';
import { matchRoute } from '../../src/lib/routing/route-match.ts';

/** What the build writes to site.json for a server, besides the files themselves. */
export const siteRulesSchema = v.object({
  /** The headers of every answer. */
  headers: v.record(v.string(), v.string()),
  /** What was asked with a redirect within the site goes along with it; another site gets nothing of ours. */
  redirects: v.array(v.object({ from: v.string(), to: v.string(), status: v.picklist([301, 308]) })),
  /** Pages that answer addresses which no build can know: { pattern: '/user/game/{id?}', page: '/user/game' }. */
  shells: v.array(v.object({ pattern: v.string(), page: v.string() })),
  /**
   * Kinds of things that the build knows all of: { pattern: '/reward/{id?}/{name?}', addresses: { '84': '/reward/84/Robux' } }. Another name
   * leads to the right one, and an id that isn't among them is answered 404.
   */
  known: v.optional(v.array(v.object({ pattern: v.string(), addresses: v.record(v.string(), v.string()) }))),
  /** Patterns of routes whose guard nobody knows (spec section 8, "Unknown middleware"): answered with the error page, and with 500. */
  unguarded: v.optional(v.array(v.string())),
  /** What the pages were built with. */
  addresses: v.optional(v.object({ api: v.string(), socket: v.string(), key: v.string() })),
  /** The operators' area, which has a host of its own: there nothing else is answered, and nowhere else is it. */
  operators: v.optional(
    v.object({
      headers: v.record(v.string(), v.string()),
      /** Where the host's own "/" leads. */
      home: v.string(),
      shells: v.array(v.object({ pattern: v.string(), page: v.string() })),
    }),
  ),
});

export type SiteRules = v.InferOutput<typeof siteRulesSchema>;

/** The pages for what went wrong. They answer in place of others and have no address of their own. */
export const ERROR_PAGES = { missing: '/404', failed: '/500' } as const;

/** The page for a status other than 200: 404 → '/404.html', 405 → '/500.html'. */
export const errorPage = (status: number) =>
  `${status === 404 ? ERROR_PAGES.missing : ERROR_PAGES.failed}.html`;

/** What is said when the error page itself can't be shown. */
export const LAST_WORDS = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>An error occurred</title></head><body><p>An error occurred, and the page that explains it could not be shown either.</p>',
  '<p><a href="/">Go to the homepage</a></p></body></html>',
].join('');

/** What the operators' page loads of the built folder: all in a folder, or one file. */
const OPERATOR_FILES = [
  '/_astro/',
  '/fonts/',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/glyphs.svg',
] as const;

/** Whether the operators' host hands out a file. */
export const isOperatorFile = (path: string) =>
  OPERATOR_FILES.some((own) => (own.endsWith('/') ? path.startsWith(own) : path === own));

/** The single files of those. */
export const operatorFiles = OPERATOR_FILES.filter((own) => !own.endsWith('/'));

/** What is said on the operators' host in place of anything else: the error pages lead to the players' site. */
export const OPERATOR_HOST_WORDS = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>Nothing here</title></head><body><p>There is nothing here, or it could not be shown.</p>',
  '<p><a href="/">Go to the operators’ area</a></p></body></html>',
].join('');

/** What files would be but aren't: the home page's address is "/", the error pages have none. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(['/index', ...Object.values(ERROR_PAGES)]);

/**
 * Where an address leads, if anywhere: by a rule, or to the one spelling of an address.
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
 * The address that this is another spelling of: '/user/' → '/user', '/about-us.html' → '/about-us', '/index' → '/'. Only for
 * one that doesn't read as another host: a browser takes "//x" for that.
 */
function canonicalOf(path: string): string | undefined {
  const ending = /(?<!^)\/$|(?<!\/)\.html$/.exec(path);
  const canonical = ending ? path.slice(0, ending.index) : path;
  if (canonical === '/index') return '/';
  return ending && /^(?:\/[^/\\]+)+$/.test(canonical) && !NO_ADDRESS.has(canonical) ? canonical : undefined;
}

export type Known = NonNullable<SiteRules['known']>[number];

/** The id in an address of this kind; undefined where the address is of another kind, or names no thing. */
function idIn({ pattern }: Known, path: string): string | undefined {
  return matchRoute(pattern, path)?.id;
}

/** The address of the thing that is meant: '/reward/84' → '/reward/84/Robux'. */
function addressIn(kind: Known, path: string): string | undefined {
  const id = idIn(kind, path);
  return id !== undefined && Object.hasOwn(kind.addresses, id) ? kind.addresses[id] : undefined;
}

/** Whether this is the address of a known thing. */
export const isKnown = (kind: Known, path: string): boolean => addressIn(kind, path) === path;

/** Whether the address has an id of this kind that belongs to no known thing. */
export const isUnknown = (known: readonly Known[], path: string): boolean =>
  known.some((kind) => idIn(kind, path) !== undefined && addressIn(kind, path) === undefined);

/** A path as text: '/a%20b' → '/a b'. Undefined where it is none: '/%ff' isn't UTF-8. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Files in the built folder that speak to hosts, not to visitors. */
export const HOST_FILES = {
  rules: 'site.json',
  redirects: '_redirects',
  headers: '_headers',
  nginx: 'nginx.conf',
  operatorNginx: 'nginx-operator.conf',
} as const;

/** Everything not named here is asked for again: an ETag makes that cheap, and a deploy is seen immediately. */
const REVALIDATE = 'no-cache';

/** How long browsers keep the files of a folder. */
export const CACHED_FOLDERS = [
  // These have a fingerprint in their name and never change.
  { folder: '/_astro/', control: 'public, max-age=31536000, immutable' },
  { folder: '/faces/', control: 'public, max-age=31536000, immutable' },
  { folder: '/cards/', control: 'public, max-age=31536000, immutable' },
  // Every page waits for the font, and it changes about never.
  { folder: '/fonts/', control: 'public, max-age=604800' },
] as const;

/** The Cache-Control of a file: '/_astro/a.B3x.js' → a year, '/about-us.html' → ask again. */
export function cacheControl(path: string): string {
  return CACHED_FOLDERS.find(({ folder }) => path.startsWith(folder))?.control ?? REVALIDATE;
}
