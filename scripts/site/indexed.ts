import type { Element } from './html.ts';

/** What a page declares to search engines. */
export interface Indexed {
  /** The absolute URL of its canonical link. */
  readonly address: string;
  /** The day of its last change or review: '2026-11-20'. */
  readonly modified: string | undefined;
}

/** Adds dates. A page without its own date (the home page, the hub) shows others, so it gets the latest of their dates. */
export function withDates(pages: readonly Indexed[]): Indexed[] {
  const latest = pages
    .flatMap(({ modified }) => modified ?? [])
    .sort()
    .at(-1);
  return pages.map(({ address, modified = latest }) => ({ address, modified }));
}

/**
 * Returns what a page declares to search engines; empty if it mustn't be listed, or only under another page's address.
 * @param path its own address: '/about-us'
 */
export function indexedPage(elements: readonly Element[], path: string): Indexed[] {
  let address: string | undefined;
  let modified: string | undefined;
  for (const { name, attributes, text } of elements) {
    if (name === 'body') break;
    if (
      name === 'meta' &&
      attributes.get('name') === 'robots' &&
      /noindex/.test(attributes.get('content') ?? '')
    )
      return [];
    if (name === 'link' && attributes.get('rel') === 'canonical') address = attributes.get('href');
    if (attributes.get('type') === 'application/ld+json')
      modified = [...text.matchAll(/"(?:lastReviewed|dateModified)":"(\d{4}-\d\d-\d\d)"/g)]
        .flatMap(([, day]) => day ?? [])
        .sort()
        .at(-1);
  }
  return address === undefined || new URL(address).pathname !== path ? [] : [{ address, modified }];
}
