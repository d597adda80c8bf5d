import type { Element } from './html.ts';

/** What a page says of itself to search engines. */
export interface Indexed {
  /** The absolute address of its canonical link. */
  readonly address: string;
  /** The day of its last review: '2026-11-20'. */
  readonly reviewed: string | undefined;
}

/** No file of a sitemap may name more than 50,000 addresses. */
const MOST = 45_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const inXml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
const { compare } = new Intl.Collator('en', { numeric: true });

interface Listed {
  readonly address: string;
  readonly day: string | undefined;
}

/**
 * The sitemap of the pages that want to be found, by what they say themselves: a canonical link and no noindex. A page
 * without a review of its own (the home page, the hub) shows others, so the latest of theirs is its date. None without pages.
 * @param most addresses in a file
 * @returns the files' texts by name: an index, and what it leads to.
 */
export function siteMap(pages: readonly Indexed[], most = MOST): Map<string, string> {
  const latest = latestOf(pages.map(({ reviewed }) => reviewed));
  const listed = pages
    .map(({ address, reviewed = latest }) => ({ address, day: reviewed }))
    .sort((a, b) => compare(a.address, b.address));
  const files = new Map<string, string>();
  const parts: Listed[] = [];
  for (let at = 0; at < listed.length; at += most) {
    const part = listed.slice(at, at + most);
    const name = `sitemap-${parts.length}.xml`;
    files.set(name, xml('urlset', 'url', part));
    parts.push({
      address: new URL(`/${name}`, part[0]?.address).href,
      day: latestOf(part.map(({ day }) => day)),
    });
  }
  return parts.length === 0 ? files : files.set('sitemap-index.xml', xml('sitemapindex', 'sitemap', parts));
}

const latestOf = (days: readonly (string | undefined)[]) =>
  days.reduce((latest, day) => (latest === undefined || (day ?? '') > latest ? day : latest), undefined);

function xml(root: string, entry: string, listed: readonly Listed[]): string {
  const entries = listed.map(({ address, day }) => {
    const lastmod = day === undefined ? '' : `<lastmod>${day}</lastmod>`;
    return `<${entry}><loc>${inXml(address)}</loc>${lastmod}</${entry}>`;
  });
  return `${DECLARATION}<${root} xmlns="${NAMESPACE}">${entries.join('')}</${root}>`;
}

/** What a page says of itself; undefined when it doesn't want to be found. */
export function indexedPage(elements: readonly Element[]): Indexed | undefined {
  let address: string | undefined;
  let reviewed: string | undefined;
  for (const { name, attributes, text } of elements) {
    if (name === 'body') break;
    if (
      name === 'meta' &&
      attributes.get('name') === 'robots' &&
      /noindex/.test(attributes.get('content') ?? '')
    )
      return undefined;
    if (name === 'link' && attributes.get('rel') === 'canonical') address = attributes.get('href');
    if (attributes.get('type') === 'application/ld+json')
      reviewed = /"lastReviewed":"(\d{4}-\d\d-\d\d)"/.exec(text)?.[1];
  }
  return address === undefined ? undefined : { address, reviewed };
}
