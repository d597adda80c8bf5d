/** A built site as the checks read it: every page with its elements, and the list of its files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesUnder } from '../files.ts';
import { type Element, elementsOf } from '../site/html.ts';

export interface Page {
  /** 'rewards/earn-free-robux.html' */
  readonly file: string;
  /** '/rewards/earn-free-robux' */
  readonly path: string;
  readonly html: string;
  readonly elements: readonly Element[];
}

export interface BuiltSite {
  readonly folder: string;
  /** The site's origin, as its pages give it: 'http://localhost:4321'. */
  readonly origin: string;
  /** By path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The addresses of all files: '/favicon.svg'. */
  readonly files: ReadonlySet<string>;
}

/** Reads a built site. @throws Error if the folder has no home page, whose canonical link gives the origin */
export async function readSite(folder: string): Promise<BuiltSite> {
  const files = await filesUnder(folder);
  const pages = new Map<string, Page>();
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(join(folder, file), 'utf8');
    const path = pathOf(file);
    pages.set(path, { file, path, html, elements: elementsOf(html) });
  }
  const home = pages.get('/');
  const address = home && canonicalOf(home);
  if (!address || !URL.canParse(address))
    throw new Error(`${folder} isn’t a built site: it has no index.html with an absolute canonical link.`);
  return {
    folder,
    origin: new URL(address).origin,
    pages,
    files: new Set(files.map((file) => `/${file}`)),
  };
}

/** 'index.html' → '/', 'user/games.html' → '/user/games' */
const pathOf = (file: string) => `/${file === 'index.html' ? '' : file.replace(/\.html$/, '')}`;

/** Returns the elements of a page with this name and these attribute values. */
export function elementsWith(
  page: Page,
  name: string,
  values: Readonly<Record<string, string>> = {},
): Element[] {
  const wanted = Object.entries(values);
  return page.elements.filter(
    (element) =>
      element.name === name && wanted.every(([key, value]) => element.attributes.get(key) === value),
  );
}

/** Returns the content of a page's <meta> with this name or property: ('og:title') → 'Earn free Robux'. */
export function metaOf(page: Page, name: string): string | undefined {
  return page.elements
    .find(
      ({ name: tag, attributes }) =>
        tag === 'meta' && (attributes.get('name') === name || attributes.get('property') === name),
    )
    ?.attributes.get('content');
}

export const canonicalOf = (page: Page): string | undefined =>
  elementsWith(page, 'link', { rel: 'canonical' })[0]?.attributes.get('href');

/** Returns whether search engines list the page under its own address. */
export const isIndexed = (page: Page): boolean => isOpen(page) && !isListedElsewhere(page);

/** Returns whether search engines may index the page. */
export const isOpen = (page: Page): boolean => !/noindex/.test(metaOf(page, 'robots') ?? '');

/** Returns whether its canonical link names another page. */
export function isListedElsewhere(page: Page): boolean {
  const canonical = canonicalOf(page);
  return canonical !== undefined && URL.canParse(canonical) && new URL(canonical).pathname !== page.path;
}

/** Returns whether it is a redirect page, for hosts without redirect rules. */
export const isRedirect = (page: Page): boolean =>
  elementsWith(page, 'meta', { 'http-equiv': 'refresh' }).length > 0;

/** Returns the page's JSON-LD, parsed; undefined for a block that isn't JSON. */
export const jsonLdOf = (page: Page): unknown[] =>
  elementsWith(page, 'script', { type: 'application/ld+json' }).map(({ text }) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });

/** ['a.html', 'b.html', 'c.html'] → 'a.html and 2 more pages' */
export function inFiles(files: readonly string[]): string {
  const [first = '', ...others] = new Set(files);
  if (others.length === 0) return first;
  return `${first} and ${others.length} more ${others.length === 1 ? 'page' : 'pages'}`;
}

/** Prints the findings and sets the exit code, for all checks. */
export function report(findings: readonly string[], checked: string): void {
  for (const finding of findings) console.error(finding);
  console.log(`${checked}: ${findings.length === 0 ? 'nothing found' : `${findings.length} findings`}`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
