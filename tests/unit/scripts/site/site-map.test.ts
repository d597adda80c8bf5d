import { describe, expect, test } from 'vitest';
import { elementsOf } from '../../../../scripts/site/html.ts';
import { indexedPage, siteMap } from '../../../../scripts/site/site-map.ts';

const page = (head: string, body = '') => elementsOf(`<html><head>${head}</head><body>${body}</body></html>`);
const canonical = '<link rel="canonical" href="https://play.example/terms">';
const reviewed = '<script type="application/ld+json">{"@graph":[{"lastReviewed":"2026-11-20"}]}</script>';

test('a page with an address wants to be found, and says when it was reviewed', () => {
  const address = 'https://play.example/terms';
  expect(indexedPage(page(canonical + reviewed))).toEqual({ address, reviewed: '2026-11-20' });
  expect(indexedPage(page(canonical))).toEqual({ address, reviewed: undefined });
});

test('a page without an address, or that asks to be passed by, is left out', () => {
  expect(indexedPage(page(reviewed))).toBeUndefined();
  expect(indexedPage(page(`<meta name="robots" content="noindex">${canonical}`))).toBeUndefined();
  expect(indexedPage(page('', canonical))).toBeUndefined();
});

describe('the sitemap', () => {
  const at = (path: string) => `https://play.example${path}`;
  const entries = (xml = '') =>
    [...xml.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)].map(([, address, day]) => [
      address,
      day,
    ]);

  test('names each page with the day of its review, in order of the addresses', () => {
    const files = siteMap([
      { address: at('/page-10'), reviewed: '2026-11-20' },
      { address: at('/page-9'), reviewed: '2026-11-18' },
      { address: at('/'), reviewed: undefined },
    ]);
    expect([...files.keys()]).toEqual(['sitemap-0.xml', 'sitemap-index.xml']);
    // The home page shows the others, so the latest of their days is its own.
    expect(entries(files.get('sitemap-0.xml'))).toEqual([
      [at('/'), '2026-11-20'],
      [at('/page-9'), '2026-11-18'],
      [at('/page-10'), '2026-11-20'],
    ]);
    expect(entries(files.get('sitemap-index.xml'))).toEqual([[at('/sitemap-0.xml'), '2026-11-20']]);
    for (const [name, xml] of files)
      expect(xml).toMatch(
        name === 'sitemap-0.xml'
          ? /^<\?xml version="1.0" encoding="UTF-8"\?><urlset xmlns="http:\/\/www\.sitemaps\.org[^>]+>.*<\/urlset>$/
          : /^<\?xml version="1.0" encoding="UTF-8"\?><sitemapindex xmlns="http:\/\/www\.sitemaps\.org[^>]+>.*<\/sitemapindex>$/,
      );
  });

  test('is in parts when the pages are too many for one file, each with the latest of its own days', () => {
    const pages = [1, 2, 3].map((day) => ({ address: at(`/page-${day}`), reviewed: `2026-11-0${day}` }));
    const files = siteMap(pages, 2);
    expect(entries(files.get('sitemap-0.xml')).map(([address]) => address)).toEqual([
      at('/page-1'),
      at('/page-2'),
    ]);
    expect(entries(files.get('sitemap-1.xml')).map(([address]) => address)).toEqual([at('/page-3')]);
    expect(entries(files.get('sitemap-index.xml'))).toEqual([
      [at('/sitemap-0.xml'), '2026-11-02'],
      [at('/sitemap-1.xml'), '2026-11-03'],
    ]);
  });

  test('keeps an address one piece of text, and says no day that nobody named', () => {
    const files = siteMap([{ address: at('/a&b?c=<d>'), reviewed: undefined }]);
    expect(entries(files.get('sitemap-0.xml'))).toEqual([[at('/a&amp;b?c=&lt;d&gt;'), undefined]]);
  });

  test('is none without pages', () => {
    expect(siteMap([]).size).toBe(0);
  });
});
