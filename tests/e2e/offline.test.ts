/** The site as an installed app: its manifest, and what it shows without a network. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

test.use({ serviceWorkers: 'allow' });

const working = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

test('a page that can’t be reached says what to do, and returns to the same address', async ({
  page,
  context,
}) => {
  await page.goto('/guest/rewards');
  await expect.poll(() => working(page)).toBe(true);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.textContent();
  await context.setOffline(true);
  await page.reload();
  await expect(heading).toHaveText('You’re offline');
  await expect(page).toHaveTitle(/^You’re offline/);
  await page.goto('/articles');
  await expect(heading, 'content pages too').toHaveText('You’re offline');
  await page.goto('/guest/rewards');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(heading).toHaveText(before ?? '');
  expect(await page.evaluate(async () => (await caches.keys()).length), 'nothing is kept').toBe(0);
});

test('a new build’s page is served immediately', async ({ page, request }) => {
  const worker = await (await request.get('/sw.js')).text();
  let build = 1;
  const server = createServer((asked, answer) => {
    const isWorker = asked.url === '/sw.js';
    answer.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    answer.end(isWorker ? worker : `<!doctype html><title>Build ${build}</title>`);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // A server that listens on a port has an address of this form.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await page.goto(origin);
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
    await expect.poll(() => working(page)).toBe(true);
    for (build of [2, 3]) {
      await page.goto(`${origin}/user`);
      await expect(page).toHaveTitle(`Build ${build}`);
    }
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  await page.goto(`${origin}/user`);
  await expect(page).toHaveTitle(/^You’re offline/);
});

test('a browser accepts the manifest for installing, and every file it names exists', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/guest/rewards');
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { icons, shortcuts, start_url } = await (await request.get(url)).json();
  expect(start_url).toBe('/user');
  for (const { src, url: place } of [...icons, ...shortcuts])
    expect((await request.get(src ?? place)).status(), src ?? place).toBe(200);
});
