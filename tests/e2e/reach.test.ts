/**
 * What axe can't see: whether all words stay readable on a narrow screen, with large letters and with more room between them,
 * and whether the keyboard reaches everything, in order, in view, and out again.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import {
  addStyles,
  ringWidth,
  type Seen,
  setTextSize,
  settle,
  startWalk,
  unreadable,
} from '../support/reach.ts';
import { signInAsDemo } from '../support/sign-in.ts';

/** One of each kind; the reward page is one with a wide table and long words. */
const kinds = [
  '/',
  '/rewards',
  '/rewards/earn-free-imvu-credits-codes',
  '/terms',
  '/about-us',
  '/reward/84/Robux',
  '/no-such-page',
  '/login',
  '/forgotpassword',
];
test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test.describe(`${viewport.width} pixels wide, all words can be read`, () => {
    test.use({ viewport });

    test('with more room between letters, words, lines and paragraphs', async ({ page }) => {
      await expectReadable(page, kinds, () =>
        addStyles(
          page,
          `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
          p { margin-bottom: 2em !important; }`,
        ),
      );
    });

    test('with text at twice its size', async ({ page }) => {
      await setTextSize(page, 200);
      await expectReadable(page, kinds);
    });
  });

/** `change` is done to each page before it is read. */
async function expectReadable(
  page: Page,
  paths: readonly string[],
  change?: () => Promise<void>,
): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await settle(page);
    await change?.();
    expect.soft(await unreadable(page), path).toEqual([]);
  }
}

for (const [name, { viewport, colorScheme }] of Object.entries({
  'a very small screen, ink': { viewport: { width: 320, height: 256 }, colorScheme: 'dark' },
  'a desktop, paper': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
} as const))
  test.describe(`the keyboard on ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('reaches everything in order, seen, and leads out at both ends', async ({ page }) => {
      test.setTimeout(240_000);
      for (const path of kinds) {
        await page.goto(path);
        await settle(page);
        expect.soft(await walkThrough(page), path).toEqual([]);
      }
    });
  });

/** Down to the end and back up, and what was wrong on the way. */
async function walkThrough(page: Page): Promise<string[]> {
  const findings: string[] = [];
  const looked = new Set<string>();
  const walk = await startWalk(page);
  for (const [key, step] of [
    ['Tab', 1],
    ['Shift+Tab', -1],
  ] as const) {
    if (step < 0) await walk.evaluate((it) => it.toEnd());
    for (let seen: Seen | undefined, isFirst = true; seen || isFirst; isFirst = false) {
      await page.keyboard.press(key);
      const stop = await walk.evaluate((it, step) => it.look(step), step);
      if (!stop.isNext) return [...findings, `${key} leads to ${stop.name} and not to ${stop.wanted}`];
      seen = stop.seen;
      if (!seen) continue;
      findings.push(...seen.findings.map((finding) => `by ${key}, ${stop.name} ${finding}`));
      if (looked.has(seen.kind)) continue;
      looked.add(seen.kind);
      const ring = await ringWidth(page, seen);
      if (ring < 1.7)
        findings.push(`of the ring around ${stop.name} ${ring.toFixed(1)} px can be told from its ground`);
    }
  }
  return findings;
}

test('the first stop is a way past the header', async ({ page }) => {
  for (const path of kinds) {
    await page.goto(path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip, path).toBeFocused();
    await expect(skip, path).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page, path).toHaveURL(/#content$/);
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus'), path).toBeInViewport();
  }
});

test.describe('by keyboard alone', () => {
  const isFocused = (place: Locator) => place.evaluate((element) => element.matches(':focus-within'));

  test('the theme is switched', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch between dark and light' }).focus();
    const theme = () => page.locator('html').getAttribute('data-theme');
    await page.keyboard.press('Space');
    expect(await theme()).toBe('ink');
    await page.keyboard.press('Enter');
    expect(await theme()).toBe('paper');
  });

  test('the menu behind More opens, is gone through, and closes', async ({ page }) => {
    await page.goto('/guest/rewards');
    const more = page.getByRole('button', { name: 'More' });
    const menu = page.getByRole('navigation', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();
  });

  test('what is folded up opens and closes', async ({ page }) => {
    await page.goto('/guest/case/1');
    await settle(page);
    const rules = page.locator('details', { hasText: 'The exact rules' });
    await rules.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(rules).toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(rules).not.toHaveAttribute('open');
  });

  test('a dialog takes the focus, keeps it from what lies behind, and gives it back', async ({
    page,
    product,
  }) => {
    await signInAsDemo(page, product);
    await page.goto('/user/reward/12/Random-Steam-key');
    const redeem = page.getByRole('main').getByRole('button', { name: /^Redeem/ });
    const dialog = page.getByRole('dialog');
    await redeem.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    expect(await isFocused(dialog)).toBe(true);
    const count = await dialog.getByRole('button').count();
    for (const key of [...Array(count + 1).fill('Tab'), ...Array(count + 1).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      // Past its ends come the browser's own buttons, or its other end.
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('dialog') ?? document.activeElement === document.body,
        ),
      ).toBeTruthy();
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(redeem).toBeFocused();
  });
});
