/**
 * What axe can't check: whether all words stay readable on a narrow screen, with large letters and with more spacing, and whether
 * the keyboard reaches everything in order and in view, and gets out again.
 */
import type { Locator, Page } from '@playwright/test';
import { byNight, expect, test } from '../support/e2e.ts';
import {
  addStyles,
  ringWidth,
  type Seen,
  setTextSize,
  settle,
  sizes,
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

/** The pages with the most content. At night the others are walked through on a desktop too. */
const fullest = ['/', '/rewards', '/reward/84/Robux', '/login'];
const SMALL = { width: 320, height: 256 };
/** Elements of a kind look the same on every page of a size and theme, so their focus ring is checked once. */
const looked = { small: new Set<string>(), desktop: new Set<string>() };

for (const path of kinds)
  test(`${path} works by keyboard, and with large text and wide spacing`, async ({ page }) => {
    await page.setViewportSize(SMALL);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    await settle(page);
    expect.soft(await walkThrough(page, looked.small), 'on a very small screen, ink').toEqual([]);

    await page.setViewportSize(sizes.desktop);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await settle(page);
    await expectWayPastHeader(page);
    if (byNight(kinds, fullest).includes(path)) {
      await page.goto('about:blank');
      await page.goto(path);
      await settle(page);
      expect.soft(await walkThrough(page, looked.desktop), 'on a desktop, paper').toEqual([]);
    }

    await setTextSize(page, 200);
    await expectReadable(page, 'with text at twice its size');
    await setTextSize(page, 100);
    await addStyles(
      page,
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`,
    );
    await expectReadable(page, 'with more room between letters, words, lines and paragraphs');
  });

async function expectReadable(page: Page, how: string): Promise<void> {
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await settle(page);
    expect.soft(await unreadable(page), `${how}, on a ${name}`).toEqual([]);
  }
}

async function expectWayPastHeader(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#content$/);
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toBeInViewport();
}

/** Walks to the end and back, and returns what was wrong on the way. */
async function walkThrough(page: Page, looked: Set<string>): Promise<string[]> {
  const findings: string[] = [];
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
        findings.push(`of the ring around ${stop.name} ${ring.toFixed(1)} px stands out from its background`);
    }
  }
  return findings;
}

test.describe('by keyboard alone', () => {
  const isFocused = (place: Locator) => place.evaluate((element) => element.matches(':focus-within'));

  test('the theme is switched', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch theme' }).focus();
    const theme = () => page.locator('html').getAttribute('data-theme');
    await page.keyboard.press('Space');
    expect(await theme()).toBe('ink');
    await page.keyboard.press('Enter');
    expect(await theme()).toBe('paper');
  });

  test('the menu behind More opens, works by keyboard, and closes', async ({ page }) => {
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

  test('folded sections open and close', async ({ page }) => {
    await page.goto('/guest/case/1');
    await settle(page);
    const proof = page.locator('.how-drawn');
    await proof.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expect(proof).toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(proof).not.toHaveAttribute('open');
  });

  test('a dialog takes the focus, keeps it inside, and returns it', async ({ page, product }) => {
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
      // Beyond its ends come the browser's own buttons, or its other end.
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
