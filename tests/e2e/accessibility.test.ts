/** Every kind of page, in both themes, on a phone and a desktop: axe finds nothing, and nothing is wider than the screen. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const open = [
  '/',
  '/rewards/earn-free-robux',
  '/rewards/earn-free-steam-wallet-codes',
  '/rewards/earn-free-vbucks',
  '/about-us',
  '/advertisment',
  '/terms',
  '/privacy',
  '/no-such-page',
  '/login',
  '/login#sign-up',
  '/guest/gameslist',
  '/guest/game/1/Merge',
  '/guest/rewards',
  '/guest/reward/84/Robux',
  '/games/merge/play/mobile',
];
const signedIn = [
  '/user',
  '/user/games',
  '/user/game/1',
  '/user/rewards',
  '/user/reward/84/Robux',
  '/user/reward/12/Random-Steam-key',
  '/user/order-history',
  '/games/merge/play/desktop',
];
const themes = { ink: 'dark', paper: 'light' } as const;
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Until no skeleton is left and the page's own motion has ended. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
}

async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect.soft(found, `axe on ${path}`).toEqual([]);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, `${path} is wider than the screen`).toBe(0);
}

for (const [theme, colorScheme] of Object.entries(themes))
  for (const [size, viewport] of Object.entries(sizes)) {
    test.describe(`${theme}, ${size}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' });

      test('pages for everyone', async ({ page }) => {
        test.setTimeout(120_000);
        for (const path of open) await check(page, path);
      });

      test('pages of a player', async ({ page, product }) => {
        test.setTimeout(120_000);
        await signInAsDemo(page, product);
        for (const path of signedIn) await check(page, path);
      });
    });
  }
