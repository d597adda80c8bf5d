/**
 * Finds broken links: `node scripts/checks/links.ts [folder]` follows every address in the built pages. Inside the site it must
 * lead to a page, file, shell or redirect, and to an existing anchor. Outside, the host must be on our list. It also checks the
 * built files that scripts name.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import announcement from '../../src/content/announcement.json' with { type: 'json' };
import footer from '../../src/content/footer.json' with { type: 'json' };
import { pages as pageKinds } from '../../src/content/kinds.ts';
import otherSites from '../../src/content/other-sites.json' with { type: 'json' };
import { checkFolder } from '../../src/content/pages-loader.ts';
import { slugOf } from '../../src/lib/format/slug.ts';
import { findRoute, matchRoute, redirects, routes } from '../../src/lib/routing/routes.ts';
import { site as brand, isOutside } from '../../src/lib/site.ts';
import { Element } from '../site/html.ts';
import { type BuiltSite, inFiles, isIndexed, jsonLdOf, type Page, readSite, report } from './built-site.ts';

/** Anchors without an element, because the page's island reads them itself. */
const READ_BY_ISLANDS: Readonly<Record<string, readonly string[]>> = {
  [routes.login.pattern]: ['sign-up', 'log-in'],
};

const ATTRIBUTES = ['href', 'xlink:href', 'src', 'poster', 'action', 'component-url', 'renderer-url'];
const SETS = ['srcset', 'imagesrcset'];
/** Meta tags that contain an address. */
const META = /^(?:og:url|og:image|twitter:image)$/;

/** The catalogue's entries by id. Shells answer any id, but only these show something. */
export interface Known {
  readonly rewards: ReadonlyMap<number, string>;
  readonly games: ReadonlyMap<number, string>;
}

const byId: Readonly<Record<string, keyof Known>> = {
  guestGame: 'games',
  guestGamesById: 'games',
  userGame: 'games',
  guestReward: 'rewards',
  userReward: 'rewards',
  reward: 'rewards',
};

/** Returns a sentence for each problem with a link. The same link on several pages is reported once. */
export async function linkFindings(
  site: BuiltSite,
  known: Known,
  outside: ReadonlySet<string> = namedHosts(),
): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const page of site.pages.values()) {
    for (const address of addressesOf(page)) {
      const wrong = await wrongWith(address, page, site, known, outside);
      if (wrong) found.set(wrong, [...(found.get(wrong) ?? []), page.file]);
    }
  }
  return [
    ...[...found].map(([wrong, files]) => `${inFiles(files)}: ${wrong}`),
    ...(await missingFiles(site)),
  ];
}

/** Returns pages for search engines that no plain links from the home page lead to. Without scripts, crawlers can't find them. */
export function unreached({ pages, origin }: Pick<BuiltSite, 'pages' | 'origin'>): string[] {
  const reached = new Set(['/']);
  for (const path of reached)
    for (const { name, attributes } of pages.get(path)?.elements ?? []) {
      const href = attributes.get('href');
      if (name !== 'a' || href === undefined || !URL.canParse(href, origin + path)) continue;
      const url = new URL(href, origin + path);
      if (url.origin === origin && pages.has(url.pathname)) reached.add(url.pathname);
    }
  return [...pages.values()]
    .filter((page) => isIndexed(page) && !reached.has(page.path))
    .map(
      ({ file, path }) => `${file}: no links lead from the home page to ${path}. Link to it from its list.`,
    );
}

/** Words that say nothing about where a link leads. Screen readers list links without the sentences around them. */
const VAGUE =
  /^(?:click here|here|it|link|(?:read )?more|(?:one |this |that |the )?page|(?:this|that)(?: one)?|us|write)$/i;

const LINK = /<a\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/a>/g;

/** Returns links in the text of pages for search engines whose words don't say where they lead, or say the same of two addresses. */
export function unclearLinks({ pages }: Pick<BuiltSite, 'pages'>): string[] {
  return [...pages.values()].filter(isIndexed).flatMap(({ file, html }) => {
    const targets = new Map<string, Set<string>>();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    for (const [, tag = '', inside = ''] of main.matchAll(LINK)) {
      const { attributes } = new Element('a', tag, '');
      // One for visitors and one for players, of which only one is shown.
      if (/\bwhen-(?:in|out)\b/.test(attributes.get('class') ?? '')) continue;
      const words = inside.replace(/<[^>]*>/g, '').trim();
      targets.set(words, (targets.get(words) ?? new Set()).add(attributes.get('href') ?? ''));
    }
    return [...targets].flatMap(([words, to]) => [
      ...(VAGUE.test(words)
        ? [`${file}: the link “${words}” doesn’t say where it leads. Name the page.`]
        : []),
      ...(words !== '' && to.size > 1
        ? [`${file}: “${words}” leads to ${[...to].join(' and ')}. Choose one, or use other words.`]
        : []),
    ]);
  });
}

/** Checks files that scripts load later and that may be missing, such as the styles of a chunk that are inlined in the pages. */
async function missingFiles({ files, folder }: BuiltSite): Promise<string[]> {
  const missing: string[] = [];
  for (const file of [...files].filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [name] of text.matchAll(/_astro\/[\w.-]+\.(?:js|css)\b/g))
      if (!files.has(`/${name}`)) missing.push(`${file} loads ${name}, which the build didn't write.`);
  }
  return missing;
}

/** Returns the hosts in our settings, in pages' sources and in src/content/other-sites.json. */
function namedHosts(): Set<string> {
  const { pages } = checkFolder(pageKinds.rewards, pathToFileURL(`${join(import.meta.dirname, '../..')}/`));
  const sources = [...pages.values()].flatMap((page) => page?.fields.sources ?? []);
  const { blog, contact, faq, robux, social } = brand;
  const elsewhere = [
    ...[blog, contact, faq, robux],
    ...[...social, ...sources].map(({ url }) => url),
    ...footer.columns.flatMap(({ links }) => links.map(({ address }) => address)),
    ...('address' in announcement ? [String(announcement.address)] : []),
  ];
  return new Set([...elsewhere.filter(isOutside).map((url) => new URL(url).host), ...otherSites.sites]);
}

/** Returns every address in a page, as it is written. */
export function addressesOf(page: Page): Set<string> {
  const found = page.elements.flatMap((element) => [
    ...ATTRIBUTES.flatMap((name) => element.attributes.get(name) ?? []),
    ...SETS.flatMap((name) =>
      (element.attributes.get(name) ?? '').split(',').flatMap((part) => part.trim().split(/\s+/)[0] || []),
    ),
    ...metaAddress(element),
    ...(element.name === 'style'
      ? // An address that starts with # is drawn on the page, perhaps by an island.
        [...element.text.matchAll(/url\(\s*["']?([^"'#)][^"')]*)["']?\s*\)/g)].flatMap(([, url]) => url ?? [])
      : []),
  ]);
  return new Set([...found, ...jsonLdOf(page).flatMap(addressesIn)]);
}

function metaAddress({ name, attributes }: Element): string[] {
  const content = attributes.get('content') ?? '';
  if (name !== 'meta') return [];
  if (attributes.get('http-equiv')?.toLowerCase() === 'refresh')
    return [content.replace(/^[^=]*=/, '').trim()];
  return META.test(attributes.get('property') ?? attributes.get('name') ?? '') ? [content] : [];
}

/** Returns everything in a JSON value that looks like an address. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:https?:|\/)/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '@context' ? [] : addressesIn(part)));
}

async function wrongWith(
  address: string,
  page: Page,
  site: BuiltSite,
  known: Known,
  outside: ReadonlySet<string>,
): Promise<string | undefined> {
  const base = `${site.origin}${page.path}`;
  if (address === '' || !URL.canParse(address, base))
    return `"${address}" isn't an address: write one, or remove the link.`;
  const url = new URL(address, base);
  if (url.protocol === 'data:' || url.protocol === 'mailto:') return undefined;
  if (url.origin !== site.origin) return wrongOutside(url, outside);

  const path = decodeURIComponent(url.pathname);
  const target = targetOf(path, site);
  if (target === undefined)
    return `${address} leads nowhere: there is no page, file, shell or redirect for ${path}. Fix the link or add the page.`;
  const unknown = redirects[path] === undefined ? unknownEntry(path, known) : undefined;
  if (unknown) return `${address} leads to ${unknown}`;
  const from = url.searchParams.get('from');
  if (from !== null && targetOf(new URL(from, site.origin).pathname, site) === undefined)
    return `${address} returns to ${from}, which doesn't exist. Fix its return address.`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor && !(await hasAnchor(target, anchor, site)))
    return `${address} leads to an anchor that isn't there: nothing on ${path} has the id "${anchor}".`;
  return undefined;
}

function wrongOutside(url: URL, outside: ReadonlySet<string>): string | undefined {
  if (url.protocol !== 'https:')
    return `${url.href} isn't https. Link to the https address, or remove the link.`;
  if (outside.has(url.host)) return undefined;
  return `${url.href} leads to an unlisted host. If that's intended, add ${url.host} to src/content/other-sites.json.`;
}

/** Returns the file that answers a path, or a redirect's target; undefined if nothing does. */
function targetOf(path: string, { pages, files }: BuiltSite): string | undefined {
  const redirect = redirects[path];
  if (redirect !== undefined) return redirect;
  if (pages.has(path) || files.has(path)) return path;
  const shell = findRoute(path)?.shell;
  return shell !== undefined && pages.has(shell) ? shell : undefined;
}

/** Returns a message if an address names something that the catalogue doesn't have. */
function unknownEntry(path: string, known: Known): string | undefined {
  const route = findRoute(path);
  const kind = route && byId[route.name];
  const { id, name } = (route && matchRoute(route.pattern, path)) ?? {};
  if (kind === undefined || id === undefined) return undefined;
  const entry = known[kind].get(Number(id));
  if (entry === undefined)
    return `number ${id} of the ${kind}, which the catalogue doesn't have. Fix the number.`;
  if (name !== undefined && name !== slugOf(entry))
    return `number ${id} of the ${kind} by the wrong name: write ${slugOf(entry)}.`;
  return undefined;
}

async function hasAnchor(target: string, anchor: string, { pages, folder }: BuiltSite): Promise<boolean> {
  const page = pages.get(target);
  if (page)
    return (
      page.elements.some(({ attributes }) => attributes.get('id') === anchor) ||
      READ_BY_ISLANDS[page.path]?.includes(anchor) === true
    );
  // A symbol of an SVG file, or an anchor on the page that a redirect leads to.
  return (
    !target.endsWith('.svg') || (await readFile(join(folder, target), 'utf8')).includes(`id="${anchor}"`)
  );
}

if (import.meta.main) {
  const site = await readSite(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
  const { rewards, games } = readCatalogue();
  const names = (entries: readonly { readonly id: number; readonly name: string }[]) =>
    new Map(entries.map(({ id, name }) => [id, name] as const));
  report(
    [
      ...(await linkFindings(site, { rewards: names(rewards), games: names(games) })),
      ...unreached(site),
      ...unclearLinks(site),
    ],
    `Links of ${site.pages.size} pages`,
  );
}
