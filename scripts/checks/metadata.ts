/**
 * Checks what pages show search engines and link previews: `node scripts/checks/metadata.ts [folder]` checks titles,
 * descriptions, canonical links, cards, JSON-LD, the sitemap and robots.txt of a built site, as its own server answers them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { createSite } from '../../server/static-site/site.ts';
import { limits } from '../../src/content/rules.ts';
import { findRoute, hrefs } from '../../src/lib/routing/routes.ts';
import { decodeEntities } from '../site/html.ts';
import {
  type BuiltSite,
  canonicalOf,
  elementsWith,
  isIndexed,
  isListedElsewhere,
  isOpen,
  isRedirect,
  jsonLdOf,
  metaOf,
  type Page,
  readSite,
  report,
} from './built-site.ts';

/** In bytes. Chats give up on pictures that take long. */
const CARD = 100 * 1024;

/** The types that JSON-LD may use: things that the page shows, and nothing that search engines punish or ignore. */
const TYPES = ['Organization', 'WebSite', 'WebPage', 'Article', 'BreadcrumbList', 'ItemList', 'ListItem'];

/** The dates of a page in JSON-LD. */
const DATES = ['datePublished', 'dateModified', 'lastReviewed'];

/** Returns a sentence for each problem, starting with the file. */
export async function metadataFindings(site: BuiltSite): Promise<string[]> {
  const all = [...site.pages.values()];
  const pages = all.filter((page) => !isRedirect(page));
  const indexed = pages.filter(isIndexed);
  const cards = await Promise.all(pages.map((page) => cardFindings(page, site)));
  return [
    ...pages.flatMap((page) => [
      ...documentFindings(page),
      ...indexFindings(page, site),
      ...jsonLdFindings(page),
    ]),
    ...indexed.flatMap((page) => lengthFindings(page, 'title', titleOf(page))),
    ...pages.flatMap((page) => lengthFindings(page, 'description', metaOf(page, 'description') ?? '')),
    ...sameFindings(indexed, 'title', titleOf),
    // Of every page, not only those for search engines: browsers and link previews show the app's pages too.
    ...sameFindings(pages, 'description', (page) => metaOf(page, 'description')),
    ...sameFindings(pages, 'picture', (page) => metaOf(page, 'og:image')),
    ...all.filter(isRedirect).flatMap(bothFindings),
    ...cards.flat(),
  ];
}

/** Reports a page that search engines may not list, but that names one to list. */
const bothFindings = (page: Page): string[] =>
  isOpen(page) || canonicalOf(page) === undefined
    ? []
    : [`${page.file}: it is noindex and has a canonical link too; remove one of them.`];

/** Returns an article's JSON-LD; undefined on a page without one. */
const articleOf = (page: Page) =>
  jsonLdOf(page)
    .flatMap(thingsIn)
    .find((thing) => 'datePublished' in thing);

const titleOf = (page: Page) => decodeEntities(elementsWith(page, 'title').at(0)?.text.trim() ?? '');

function documentFindings(page: Page): string[] {
  const headings = elementsWith(page, 'h1').length;
  return [
    ...(elementsWith(page, 'html', { lang: 'en' }).length === 1
      ? []
      : [`${page.file}: <html> doesn't say lang="en".`]),
    ...(elementsWith(page, 'title').length === 1 && titleOf(page)
      ? []
      : [`${page.file}: it needs one <title> with text.`]),
    ...(headings === 1 ? [] : [`${page.file}: it has ${headings} <h1> elements; it needs one.`]),
    ...(headings !== 1 || /<main\b(?:(?!<\/main>)[\s\S])*<h1\b/.test(page.html)
      ? []
      : [`${page.file}: its <h1> isn’t inside <main>, where “Skip navigation” leads.`]),
  ];
}

/** Checks whether search engines may find the page, and under which address. */
function indexFindings(page: Page, { origin, pages }: BuiltSite): string[] {
  const canonical = elementsWith(page, 'link', { rel: 'canonical' });
  const own = origin + page.path;
  const area = findRoute(page.path)?.area;
  if (isOpen(page) && isListedElsewhere(page)) {
    const other = pages.get(new URL(canonicalOf(page) ?? own).pathname);
    return other && isIndexed(other)
      ? []
      : [`${page.file}: its canonical link leads to ${canonicalOf(page)}, which search engines can't list.`];
  }
  if (!isIndexed(page)) return bothFindings(page);
  return [
    ...(area === 'public'
      ? []
      : [`${page.file}: only public pages are for search engines; remove its canonical link.`]),
    ...(canonical.length === 1 && canonicalOf(page) === own
      ? []
      : [`${page.file}: its canonical link should be ${own}, and is ${canonicalOf(page) ?? 'missing'}.`]),
  ];
}

function lengthFindings(page: Page, name: 'title' | 'description', { length }: string): string[] {
  const { min, max } = limits[name];
  if (length >= min && length <= max) return [];
  return [`${page.file}: its ${name} has ${length} characters; it needs ${min} to ${max}.`];
}

function sameFindings(
  pages: readonly Page[],
  what: string,
  valueIn: (page: Page) => string | undefined,
): string[] {
  const first = new Map<string, string>();
  return pages.flatMap((page) => {
    const value = valueIn(page);
    if (value === undefined) return [];
    const other = first.get(value);
    if (other === undefined) first.set(value, page.file);
    return other === undefined ? [] : [`${page.file}: it has the same ${what} as ${other}; write another.`];
  });
}

/** Checks the preview of a link to the page. Pages for search engines need one, others may have one. */
async function cardFindings(page: Page, site: BuiltSite): Promise<string[]> {
  if (metaOf(page, 'og:title') === undefined)
    return isIndexed(page) ? [`${page.file}: it has no Open Graph tags, which Head.astro writes.`] : [];
  const article = articleOf(page);
  const expected = {
    'og:type': article ? 'article' : 'website',
    'og:locale': 'en_US',
    'og:title': titleOf(page),
    'og:description': metaOf(page, 'description'),
    'og:url': site.origin + page.path,
    'article:published_time': article?.datePublished,
    'article:modified_time': article?.dateModified,
  };
  const wrong = Object.entries(expected).flatMap(([name, value]) =>
    metaOf(page, name) === value
      ? []
      : [`${page.file}: its ${name} should be "${value ?? ''}", and is "${metaOf(page, name) ?? ''}".`],
  );
  if (metaOf(page, 'twitter:card') !== 'summary_large_image')
    wrong.push(`${page.file}: it lacks twitter:card, so X would show its picture small.`);
  if (!metaOf(page, 'og:image:alt'))
    wrong.push(`${page.file}: it lacks og:image:alt, which describes the picture.`);
  return [...wrong, ...(await pictureFindings(page, site))];
}

async function pictureFindings(page: Page, { origin, folder, files }: BuiltSite): Promise<string[]> {
  const address = metaOf(page, 'og:image') ?? '';
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined;
  if (path === undefined || !files.has(path))
    return [`${page.file}: its og:image "${address}" isn't the absolute address of a file of the site.`];
  const file = await readFile(join(folder, path));
  const stated = `${metaOf(page, 'og:image:width')}×${metaOf(page, 'og:image:height')}`;
  const real = pngSize(file) ?? 'not a PNG';
  return [
    ...(real === stated
      ? []
      : [`${page.file}: its picture's stated size is ${stated}, but ${path} is ${real}.`]),
    ...(file.length <= CARD
      ? []
      : [`${page.file}: its picture ${path} has ${file.length} bytes, over the limit of ${CARD}.`]),
  ];
}

/** Returns the size of a PNG from its first chunk: '1200×630'; undefined for other files. */
export function pngSize(file: Buffer): string | undefined {
  const isPng = file.length > 24 && file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n';
  return isPng ? `${file.readUInt32BE(16)}×${file.readUInt32BE(20)}` : undefined;
}

/** Finds JSON-LD that can't be parsed, has types that aren't allowed, or says something that the page doesn't show. */
function jsonLdFindings(page: Page): string[] {
  const shown = visibleText(page);
  return jsonLdOf(page).flatMap((block) => {
    if (block === undefined) return [`${page.file}: its JSON-LD isn't valid JSON.`];
    return thingsIn(block).flatMap((thing) => {
      const type = String(thing['@type']);
      if (!TYPES.includes(type))
        return [`${page.file}: its JSON-LD has the type ${type}; allowed are ${TYPES.join(', ')}.`];
      const { name } = thing;
      const relative = ['url', 'item', 'logo'].find(
        (key) => key in thing && !/^https?:/.test(String(thing[key])),
      );
      if (relative)
        return [
          `${page.file}: its JSON-LD has the ${relative} "${thing[relative]}"; it needs the absolute address.`,
        ];
      if (type === 'ListItem' && !shown.includes(String(name)))
        return [`${page.file}: its JSON-LD lists "${name}", which the page doesn't show.`];
      return DATES.filter(
        (date) => thing[date] && !elementsWith(page, 'time', { datetime: String(thing[date]) }).length,
      ).map(
        (date) => `${page.file}: its JSON-LD has ${date} ${thing[date]}, a day that the page doesn't show.`,
      );
    });
  });
}

/** Returns everything with a type, at any depth. */
function thingsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(thingsIn);
  return '@type' in value ? [{ ...value }, ...inside] : inside;
}

function visibleText({ html }: Page): string {
  const body = html.slice(html.indexOf('<body'));
  return decodeEntities(body.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ''));
}

/** Checks that every reward of the catalogue has its page, with a card. */
export function sharedFindings(
  { pages }: Pick<BuiltSite, 'pages'>,
  rewards: readonly { readonly id: number; readonly name: string }[],
): string[] {
  return rewards.flatMap(({ id, name }) => {
    const path = hrefs.reward(id, name);
    const page = pages.get(path);
    if (!page) return [`${path}: the catalogue has ${name}, but there is no page for it.`];
    if (!isOpen(page)) return [`${page.file}: it is noindex, but a reward's own page is for search engines.`];
    return metaOf(page, 'og:image')
      ? []
      : [`${page.file}: it has no Open Graph tags, which Head.astro writes.`];
  });
}

/**
 * Checks that the sitemap names exactly the pages for search engines, that each of them answers, and that robots.txt names the
 * sitemap.
 */
export async function sitemapFindings(site: BuiltSite): Promise<string[]> {
  const { origin, folder } = site;
  const server = createSite({ dist: folder });
  const read = async (address: string) => {
    const answer = await server.request(address);
    return answer.ok ? answer.text() : '';
  };
  const robots = await read(`${origin}/robots.txt`);
  const index = `${origin}/sitemap-index.xml`;
  const parts = locations(await read(index));
  const listed = (await Promise.all(parts.map(read))).flatMap(locations);
  const wanted = [...site.pages.values()].filter(isIndexed).map(({ path }) => origin + path);
  const statuses = await Promise.all(
    listed.map(async (address) => ({ address, status: (await server.request(address)).status })),
  );
  return [
    ...(robots.split('\n').includes(`Sitemap: ${index}`)
      ? []
      : [`robots.txt: it doesn't name the sitemap, "Sitemap: ${index}".`]),
    ...[...robots.matchAll(/^Disallow: *(\S+)/gm)].map(
      ([, path]) => `robots.txt: it disallows ${path}, so crawlers never see that a page there is noindex.`,
    ),
    ...wanted
      .filter((address) => !listed.includes(address))
      .map((address) => `${index}: it lacks ${address}, which is for search engines.`),
    ...listed
      .filter((address, at) => !wanted.includes(address) || listed.indexOf(address) < at)
      .map((address) => `${index}: it names ${address}, which isn't for search engines or is listed twice.`),
    ...statuses
      .filter(({ status }) => status !== 200)
      .map(({ address, status }) => `${index}: ${address} answers with ${status}.`),
  ];
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, url]) => url ?? []);

if (import.meta.main) {
  const site = await readSite(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
  report(
    [
      ...(await metadataFindings(site)),
      ...sharedFindings(site, readCatalogue().rewards),
      ...(await sitemapFindings(site)),
    ],
    `Metadata of ${site.pages.size} pages`,
  );
}
