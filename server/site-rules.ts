import * as v from 'valibot';

/** What the build writes to site.json for a server, besides the files themselves. */
export const siteRulesSchema = v.object({
  /** The headers of every answer. */
  headers: v.record(v.string(), v.string()),
  redirects: v.array(v.object({ from: v.string(), to: v.string(), status: v.picklist([301, 308]) })),
  /** Pages that answer addresses which no build can know: { pattern: '/user/game/{id?}', page: '/user/game' }. */
  shells: v.array(v.object({ pattern: v.string(), page: v.string() })),
});

export type SiteRules = v.InferOutput<typeof siteRulesSchema>;

/** Files in the built folder that speak to hosts, not to visitors. */
export const HOST_FILES = {
  rules: 'site.json',
  redirects: '_redirects',
  headers: '_headers',
  nginx: 'nginx.conf',
} as const;

/** Everything not named here is asked for again: an ETag makes that cheap, and a deploy is seen at once. */
const REVALIDATE = 'no-cache';

/** How long browsers keep the files of a folder. */
export const CACHED_FOLDERS = [
  // These have a fingerprint in their name and never change.
  { folder: '/_astro/', control: 'public, max-age=31536000, immutable' },
  // Every page waits for the font, and it changes about never.
  { folder: '/fonts/', control: 'public, max-age=604800' },
] as const;

/** The Cache-Control of a file: '/_astro/a.B3x.js' → a year, '/about-us.html' → ask again. */
export function cacheControl(path: string): string {
  return CACHED_FOLDERS.find(({ folder }) => path.startsWith(folder))?.control ?? REVALIDATE;
}
