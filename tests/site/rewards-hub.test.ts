/** How the built reward pages link to each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { SITE } from '../../scripts/test-site.ts';
import { redirects } from '../../src/lib/routing/routes.ts';

const paths = readdirSync(join(SITE, 'rewards'))
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/rewards/${file.replace('.html', '')}`)
  // Former and other names redirect, and so do retired and expired pages.
  .filter((path) => !Object.hasOwn(redirects, path))
  .filter((path) => !/http-equiv="?refresh/.test(readFileSync(join(SITE, `${path}.html`), 'utf8')))
  .sort();

const parse = (path: string) =>
  new new Window().DOMParser().parseFromString(readFileSync(join(SITE, `${path}.html`), 'utf8'), 'text/html');
const hrefs = (links: Iterable<{ getAttribute(name: string): string | null }>) =>
  [...links].map((link) => link.getAttribute('href') ?? '');

const kinds = readdirSync(join(SITE, 'rewards/kinds')).map(
  (file) => `/rewards/kinds/${file.replace('.html', '')}`,
);

/** The entries that a list declares to search engines. */
function listedOn(page: ReturnType<typeof parse>): string[] {
  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  const list = data['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'ItemList');
  return list.itemListElement.map(({ url }: { url: string }) => new URL(url).pathname);
}

test('the lists link to every guide, also in their structured data, cheapest of a kind first', () => {
  const lists = ['/rewards', ...kinds].map(parse);
  const links = lists.flatMap((page) => hrefs(page.querySelectorAll('main a[href^="/rewards/"]')));
  expect([...new Set(links)].filter((path) => !kinds.includes(path)).sort()).toEqual(paths);
  // A reward without a guide is listed with its own page.
  const listed = [...new Set(lists.flatMap(listedOn))];
  expect(listed.filter((path) => !/^\/reward\/\d+\//.test(path)).sort()).toEqual(paths);

  for (const page of lists)
    for (const group of page.querySelectorAll('.slips')) {
      const prices = [...group.querySelectorAll('.pts')].map(({ textContent }) =>
        Number(textContent.replace(/\D/g, '')),
      );
      expect(prices.length).toBeGreaterThan(0);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    }
  for (const place of hrefs(lists[0]?.querySelectorAll('.kinds a') ?? []))
    expect(
      place.startsWith('#') ? lists[0]?.getElementById(place.slice(1)) : kinds.includes(place),
      place,
    ).toBeTruthy();
});

test.each(kinds)('the pictures of the first screen of %s don’t wait for the layout', (path) => {
  const slips = [...parse(path).querySelectorAll('.slip')];
  const isLazy = (slip: (typeof slips)[number]) => slip.querySelector('img[loading="lazy"]') !== null;
  expect(slips.slice(0, 5).filter(isLazy)).toEqual([]);
  expect(slips.slice(5).every(isLazy)).toBe(true);
});

test.each(paths)('%s links up to the list, and sideways to up to five others', (path) => {
  const page = parse(path);
  expect(hrefs(page.querySelectorAll('nav[aria-label="Breadcrumb"] a'))).toContain('/rewards');
  const related = page.querySelectorAll('.related a.ticket').length;
  // Its file names at least three, of which some may have expired.
  expect(related).toBeGreaterThan(0);
  expect(related).toBeLessThanOrEqual(5);
});
