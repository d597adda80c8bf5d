import type { Element } from './html.ts';

/** What a page says of itself to search engines. */
export interface Indexed {
  /** The absolute address of its canonical link. */
  readonly address: string;
  /** The day of its last change or review: '2026-11-20'. */
  readonly modified: string | undefined;
}

/** A page without a date of its own (the home page, the hub) shows others, so the latest of theirs is its date. */
export function withDates(pages: readonly Indexed[]): Indexed[] {
  const latest = pages
    .flatMap(({ modified }) => modified ?? [])
    .sort()
    .at(-1);
  return pages.map(({ address, modified = latest }) => ({ address, modified }));
}

/**
 * What a page says of itself; nothing when it doesn't want to be found, or only under another page's address.
 * @param path its own address: '/about-us'.
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
