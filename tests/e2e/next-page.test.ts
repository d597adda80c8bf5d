/** The next page is prepared while a pointer rests on its link, unless that would cost the visitor data. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

const footer = (page: Page, name: string) => page.locator('footer').getByRole('link', { name, exact: true });
const rules = (page: Page) => page.locator('script[type="speculationrules"]');

/** The addresses that the browser would prepare on this page, and those that it has prepared. */
async function watch(page: Page): Promise<{ cdp: CDPSession; candidates: () => string[]; ready: string[] }> {
  const cdp = await page.context().newCDPSession(page);
  let candidates: string[] = [];
  const ready: string[] = [];
  cdp.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    candidates = preloadingAttemptSources.map(({ key }) => new URL(key.url).pathname);
  });
  // Chromium fetches the pages that it would prerender. It doesn't prerender while a debugger is attached, as here.
  cdp.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    if (status === 'Ready') ready.push(new URL(key.url).pathname);
  });
  await cdp.send('Preload.enable');
  return { cdp, candidates: () => candidates, ready };
}

/** Makes the browser report this connection, or lack speculation rules. */
async function pretend(
  page: Page,
  { connection, noRules }: { connection?: { saveData: boolean; effectiveType: string }; noRules?: boolean },
) {
  await page.addInitScript(
    ([connection, noRules]) => {
      if (connection) Object.defineProperty(navigator, 'connection', { value: connection });
      if (noRules) HTMLScriptElement.supports = (type) => type !== 'speculationrules';
    },
    [connection, noRules] as const,
  );
}

test('resting on a link prepares its page; only content pages are ever prepared', async ({ page }) => {
  const { candidates, ready } = await watch(page);
  await page.goto('/');
  await footer(page, 'About Us').hover();
  await expect.poll(() => ready).toEqual(['/about-us']);
  const all = candidates();
  expect(all).toEqual(expect.arrayContaining(['/', '/rewards', '/rewards/earn-free-robux', '/terms']));
  const others = all.filter(
    (path) =>
      !/^\/(?:about-us|advertisment|help|terms|privacy|rewards?(?:\/[\w/-]+)?|(?:articles|cases|contests|games)(?:\/[\w-]+)?)?$/.test(
        path,
      ),
  );
  expect(others).toEqual([]);
});

test('a link within the page isn’t prepared', async ({ page }) => {
  const { candidates } = await watch(page);
  await page.goto('/terms');
  await expect.poll(() => candidates()).toContain('/privacy');
  const within = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await within.first().hover();
  const own = await within.evaluateAll(
    (links, selector) => {
      return links.filter((link) => link.matches(selector)).length;
    },
    JSON.parse((await rules(page).textContent()) ?? '{}').prerender[0].where.selector_matches as string,
  );
  expect(own).toBe(0);
});

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '3g' },
  { saveData: false, effectiveType: 'slow-2g' },
])
  test(`nothing with ${JSON.stringify(connection)}`, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.clock.install();
    await pretend(page, { connection, noRules: true });
    const { candidates } = await watch(page);
    await page.goto('/');
    await page.clock.pauseAt(Date.now() + 600_000);
    await expect(rules(page)).toHaveCount(0);
    await footer(page, 'About Us').hover();
    await page.clock.runFor(1000);
    expect(candidates()).toEqual([]);
    expect(requests).not.toContain('/about-us');
  });

test('speculation rules stay in place on a fast connection', async ({ page }) => {
  await pretend(page, { connection: { saveData: false, effectiveType: '4g' } });
  await page.goto('/');
  await expect(rules(page)).toHaveCount(1);
});

test('without speculation rules, resting on a link fetches its page, and only content pages', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  await pretend(page, { noRules: true });
  await page.goto('/');
  await page.clock.pauseAt(Date.now() + 600_000);
  for (const link of [
    page.locator('header').getByRole('link', { name: 'Log in' }),
    page.locator('.play-now a').first(),
    footer(page, 'Contact'),
  ]) {
    await link.hover();
    await page.clock.runFor(1000);
  }
  // The pointer only passes over it:
  await footer(page, 'Terms and Conditions').hover();
  await page.clock.runFor(50);
  await footer(page, 'Privacy Data').hover();
  await page.clock.runFor(1000);
  await expect.poll(() => fetched).toEqual(['/privacy']);
});
