import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/e2e.ts';
import { SITE } from '../support/product.ts';

const PAGES = join(SITE, 'rewards');
const paths = () =>
  readdirSync(PAGES)
    .filter((file) => file.endsWith('.html'))
    .map((file) => `/rewards/${file.replace('.html', '')}`);

test('the list leads to every reward page and says so to search engines, the cheapest of a kind first', async ({
  page,
}) => {
  await page.goto('/rewards');
  const links = await page
    .locator('main a[href^="/rewards/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect([...new Set(links)].sort()).toEqual(paths().sort());

  const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  const list = jsonLd['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'ItemList');
  const listed = list.itemListElement.map(({ url }: { url: string }) => new URL(url).pathname);
  expect(listed.toSorted()).toEqual(paths().sort());

  for (const group of await page.locator('.slips').all()) {
    const prices = (await group.locator('.pts').allTextContents()).map((text) =>
      Number(text.replace(/\D/g, '')),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  }
  const chips = page.locator('.kinds a');
  for (const chip of await chips.all())
    await expect(page.locator((await chip.getAttribute('href')) ?? '')).toBeVisible();
});

test('from a reward page the way leads up to the list, and sideways to three to five others', async ({
  page,
}) => {
  for (const path of paths()) {
    await page.goto(path);
    const up = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Rewards' });
    await expect(up, path).toHaveAttribute('href', '/rewards');
    const related = await page.locator('.related a.ticket').count();
    expect.soft(related, `${path}: related pages`).toBeGreaterThanOrEqual(3);
    expect.soft(related, `${path}: related pages`).toBeLessThanOrEqual(5);
  }
});
