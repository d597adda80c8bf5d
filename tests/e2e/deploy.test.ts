/** A deploy while a page is open: the files of the page's build are gone. */
import { alive, expect, operatorTest, test } from '../support/e2e.ts';

const noSuchFile = { status: 404, contentType: 'text/html', body: '<!doctype html><p>Not here</p>' };
const scripts = /\/_astro\/[^?]+\.js/;
const sentence = 'We couldn’t load part of this page. Nothing you saved is lost.';

for (const [path, by] of [
  ['/guest/gameslist', test],
  ['/login', test],
  ['/operator', operatorTest],
] as const) {
  by.use({ expectedErrors: [/Error hydrating|Failed to (?:load module script|load resource|fetch)/] });
  by(`${path} is reloaded once, then says so with a way on`, async ({ page }) => {
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route(scripts, (route) => route.fulfill(noSuchFile));
    await page.goto(path);
    const message = page.getByText(sentence);
    await expect(message).toBeInViewport();
    expect(documents).toBe(2);
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(message).toBeHidden();
    await alive(page);
    expect(documents).toBe(3);
  });
}
