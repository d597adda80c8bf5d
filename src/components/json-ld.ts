/** schema.org data for pages. Contains only what the page shows. */
import type { datesOf } from '../content/history.ts';
import { site as brand, isOutside } from '../lib/site.ts';

const full = (site: URL | undefined, path: string) => new URL(path, site).href;

/** The organization and the site, for the home page. */
export function organization(site: URL | undefined, description: string) {
  const about = { name: brand.name, url: full(site, '/') };
  return [
    {
      '@type': 'Organization',
      ...about,
      description,
      logo: full(site, '/apple-touch-icon.png'),
      sameAs: brand.social.map(({ url }) => url).filter(isOutside),
    },
    { '@type': 'WebSite', ...about },
  ];
}

const publisherOf = (site: URL | undefined) => ({
  '@type': 'Organization',
  name: brand.name,
  url: full(site, '/'),
});

type Dates = ReturnType<typeof datesOf>;

export function webPage(
  site: URL | undefined,
  path: string,
  name: string,
  description: string,
  reviewed: Date,
  dates?: Dates,
) {
  return {
    '@type': 'WebPage',
    url: full(site, path),
    name,
    description,
    ...(dates && { datePublished: dates.published, dateModified: dates.modified }),
    lastReviewed: reviewed.toISOString().slice(0, 10),
    inLanguage: 'en',
    publisher: publisherOf(site),
  };
}

/** An article that the site itself published. */
export function article(
  site: URL | undefined,
  path: string,
  headline: string,
  description: string,
  { published, modified }: Dates,
) {
  const publisher = publisherOf(site);
  return {
    '@type': 'Article',
    url: full(site, path),
    headline,
    description,
    datePublished: published,
    dateModified: modified,
    inLanguage: 'en',
    author: publisher,
    publisher,
  };
}

export function breadcrumbList(site: URL | undefined, trail: readonly { name: string; href: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: full(site, href),
    })),
  };
}

/** A list of pages, in the order shown. */
export function itemList(site: URL | undefined, pages: readonly { name: string; href: string }[]) {
  return {
    '@type': 'ItemList',
    itemListElement: pages.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: full(site, href),
    })),
  };
}

/** Returns the JSON-LD for a script element. Escapes "<", which could end the script. */
export function jsonLd(graph: readonly Record<string, unknown>[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}
