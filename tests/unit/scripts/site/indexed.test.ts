import { expect, test } from 'vitest';
import { elementsOf } from '../../../../scripts/site/html.ts';
import { indexedPage, withDates } from '../../../../scripts/site/indexed.ts';

const page = (head: string, body = '') => elementsOf(`<html><head>${head}</head><body>${body}</body></html>`);
const canonical = '<link rel="canonical" href="https://play.example/terms">';
const reviewed = '<script type="application/ld+json">{"@graph":[{"lastReviewed":"2026-11-20"}]}</script>';

test('a page with a canonical address is indexed, with the day of its last change or review', () => {
  const address = 'https://play.example/terms';
  expect(indexedPage(page(canonical + reviewed), '/terms')).toEqual([{ address, modified: '2026-11-20' }]);
  expect(indexedPage(page(canonical), '/terms')).toEqual([{ address, modified: undefined }]);
  const both = (days: object) => `<script type="application/ld+json">${JSON.stringify(days)}</script>`;
  for (const days of [
    { dateModified: '2026-11-20', lastReviewed: '2026-11-25' },
    { dateModified: '2026-11-25', lastReviewed: '2026-11-20' },
  ])
    expect(indexedPage(page(canonical + both(days)), '/terms')).toEqual([
      { address, modified: '2026-11-25' },
    ]);
});

test('a page without a canonical address, or with noindex, is left out', () => {
  expect(indexedPage(page(reviewed), '/terms')).toEqual([]);
  expect(indexedPage(page(`<meta name="robots" content="noindex">${canonical}`), '/terms')).toEqual([]);
  expect(indexedPage(page('', canonical), '/terms')).toEqual([]);
});

test('a page that names another one as canonical is left out', () => {
  expect(indexedPage(page(canonical), '/terms-in-short')).toEqual([]);
});

test('a page without its own date gets the latest of the others', () => {
  const pages = [
    { address: '/', modified: undefined },
    { address: '/a', modified: '2026-11-20' },
    { address: '/b', modified: '2026-11-18' },
  ];
  expect(withDates(pages).map(({ modified }) => modified)).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-11-18',
  ]);
  expect(withDates([{ address: '/', modified: undefined }])).toEqual([{ address: '/', modified: undefined }]);
});
