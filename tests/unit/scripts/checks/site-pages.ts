import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltSite, readSite } from '../../../../scripts/checks/built-site.ts';
import { encodePng } from '../../../../src/components/cards/png.ts';
import { folderWith } from '../temp.ts';

export const ORIGIN = 'https://play.example';

interface PageParts {
  readonly path: string;
  readonly title?: string;
  readonly description?: string;
  /** At the end of <head>. */
  readonly head?: string;
  readonly body?: string;
}

/** A correct page for search engines. */
export function pageOf({ path, title, description, head = '', body = '' }: PageParts): string {
  const name = title ?? `A page of its own at ${path}`;
  const about =
    description ?? `What stands at ${path}, told in so many words that it fills a line of a search result.`;
  const address = ORIGIN + path;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${name}</title>
    <meta name="description" content="${about}">
    <link rel="canonical" href="${address}">
    <meta property="og:type" content="website">
    <meta property="og:locale" content="en_US">
    <meta property="og:title" content="${name}">
    <meta property="og:description" content="${about}">
    <meta property="og:url" content="${address}">
    <meta property="og:image" content="${ORIGIN}/cards/${path === '/' ? 'home' : 'one'}.png">
    <meta property="og:image:width" content="2">
    <meta property="og:image:height" content="1">
    <meta property="og:image:alt" content="A card">
    <meta name="twitter:card" content="summary_large_image">
    ${head}
  </head>
  <body>
    <main>
      <h1>${name}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

/** A page with noindex. */
export const hiddenPage = (body = '') =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Hidden</title><meta name="description" content="A page of the app that is hidden from search engines and says what it is all the same."><meta name="robots" content="noindex"></head><body><main><h1>Hidden</h1>${body}</main></body></html>`;

/** A built site with a home page, these files, and what they need; deleted after the test. */
export async function siteOf(files: Readonly<Record<string, string>>): Promise<BuiltSite> {
  const listed = Object.entries({ 'index.html': pageOf({ path: '/' }), ...files });
  const locations = listed
    .filter(([file, text]) => file.endsWith('.html') && !/noindex|http-equiv/.test(text))
    .map(([file]) => ORIGIN + (file === 'index.html' ? '/' : `/${file.replace('.html', '')}`));
  const urls = (addresses: readonly string[]) => addresses.map((address) => `<loc>${address}</loc>`).join('');
  const folder = folderWith({
    'site.json': JSON.stringify({ headers: {}, redirects: [], shells: [] }),
    'robots.txt': `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap-index.xml\n`,
    'sitemap-index.xml': urls([`${ORIGIN}/sitemap-0.xml`]),
    'sitemap-0.xml': urls(locations),
    'cards/home.png': '',
    'cards/one.png': '',
    ...Object.fromEntries(listed),
  });
  const picture = await encodePng({ width: 2, height: 1, pixels: new Uint8Array(8) });
  for (const name of ['home', 'one']) writeFileSync(join(folder, `cards/${name}.png`), picture);
  return readSite(folder);
}
