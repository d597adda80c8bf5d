import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { filesUnder } from '../files.ts';
import { elementsOf } from './html.ts';

/** What a page says of itself to search engines. */
export interface Indexed {
  /** The absolute address of its canonical link. */
  readonly address: string;
  /** The day of its last review: '2026-11-20'. */
  readonly reviewed: string | undefined;
}

/**
 * The sitemap of the pages that want to be found, by what they say themselves: a canonical link and no noindex. A page
 * without a review of its own (the home page, the hub) shows others, so the latest of theirs is its date.
 */
export function siteMap(): AstroIntegration {
  const days = new Map<string, string | undefined>();
  const { name, hooks } = sitemap({
    filter: (url) => days.has(url),
    serialize: ({ url }) => {
      const lastmod = days.get(url);
      return lastmod === undefined ? { url } : { url, lastmod };
    },
    namespaces: { news: false, xhtml: false, image: false, video: false },
  });
  return {
    name,
    hooks: {
      ...hooks,
      'astro:build:done': async (context) => {
        const pages = await indexedPages(fileURLToPath(context.dir));
        const latest = pages
          .flatMap(({ reviewed }) => reviewed ?? [])
          .sort()
          .at(-1);
        for (const { address, reviewed = latest } of pages) days.set(address, reviewed);
        await hooks['astro:build:done']?.(context);
      },
    },
  };
}

/** The pages of a built folder that want to be found. */
export async function indexedPages(folder: string): Promise<Indexed[]> {
  const found: Indexed[] = [];
  for (const file of await filesUnder(folder)) {
    const page = file.endsWith('.html') ? indexedPage(await readFile(join(folder, file), 'utf8')) : undefined;
    if (page) found.push(page);
  }
  return found;
}

/** What a page says of itself; undefined when it doesn't want to be found. */
export function indexedPage(page: string): Indexed | undefined {
  const end = page.indexOf('</head>');
  const elements = elementsOf(end < 0 ? page : page.slice(0, end));
  const isHidden = elements.some(
    ({ name, attributes }) =>
      name === 'meta' &&
      attributes.get('name') === 'robots' &&
      /noindex/.test(attributes.get('content') ?? ''),
  );
  const address = elements
    .find(({ name, attributes }) => name === 'link' && attributes.get('rel') === 'canonical')
    ?.attributes.get('href');
  if (isHidden || address === undefined) return undefined;
  const data =
    elements.find(({ attributes }) => attributes.get('type') === 'application/ld+json')?.text ?? '';
  return { address, reviewed: /"lastReviewed":"(\d{4}-\d\d-\d\d)"/.exec(data)?.[1] };
}
