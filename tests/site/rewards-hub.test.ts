/** How the built reward pages lead to one another. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { SITE } from '../../scripts/test-site.ts';

const paths = readdirSync(join(SITE, 'rewards'))
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/rewards/${file.replace('.html', '')}`)
  .sort();

const parse = (path: string) =>
  new new Window().DOMParser().parseFromString(readFileSync(join(SITE, `${path}.html`), 'utf8'), 'text/html');
const hrefs = (links: Iterable<{ getAttribute(name: string): string | null }>) =>
  [...links].map((link) => link.getAttribute('href') ?? '');

test('the list leads to every guide and says so to search engines, the cheapest of a kind first', () => {
  const page = parse('/rewards');
  expect([...new Set(hrefs(page.querySelectorAll('main a[href^="/rewards/"]')))].sort()).toEqual(paths);

  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  const list = data['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'ItemList');
  const listed = list.itemListElement.map(({ url }: { url: string }) => new URL(url).pathname);
  // A reward without a guide is there by its own page.
  expect(listed.filter((path: string) => !/^\/reward\/\d+\//.test(path)).toSorted()).toEqual(paths);

  const groups = [...page.querySelectorAll('.slips')];
  expect(groups.length).toBeGreaterThan(1);
  for (const group of groups) {
    const prices = [...group.querySelectorAll('.pts')].map(({ textContent }) =>
      Number(textContent.replace(/\D/g, '')),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  }
  for (const place of hrefs(page.querySelectorAll('.kinds a')))
    expect(page.getElementById(place.slice(1)), place).not.toBeNull();
});

test.each(paths)('from %s the way leads up to the list, and sideways to three to five others', (path) => {
  const page = parse(path);
  expect(hrefs(page.querySelectorAll('nav[aria-label="Breadcrumb"] a'))).toContain('/rewards');
  const related = page.querySelectorAll('.related a.ticket').length;
  expect(related).toBeGreaterThanOrEqual(3);
  expect(related).toBeLessThanOrEqual(5);
});
