/** Content pages without scripts, colours, motion or a screen, and for signed-in players. */
import type { Page } from '@playwright/test';
import { findRoute } from '../../src/lib/routing/routes.ts';
import { toLookAt } from '../site/addresses.ts';
import { byNight, expect, test } from '../support/e2e.ts';

/** One page of each kind, with a text that only it has; at night also pages that share most of their parts. */
const kinds = [
  { path: '/', text: 'Questions people ask' },
  { path: '/rewards', text: 'How to choose' },
  { path: '/rewards/earn-free-robux', text: 'There is no Robux generator' },
  { path: '/terms', text: 'When we disagree' },
  { path: '/no-such-page', text: 'This page could not be found' },
  ...byNight(
    [
      { path: '/rewards/kinds/steam', text: 'Before you choose' },
      { path: '/reward/27/Roblox-gift-card', text: 'How to redeem it' },
      { path: '/games/merge', text: 'Quests and what they pay' },
      { path: '/articles/merge-past-512', text: 'The snake' },
      { path: '/cases/tile-drawer', text: 'Recent openings' },
      { path: '/contests/monday-lanterns', text: 'Rules' },
    ],
    [],
  ),
];

const ownText = (page: Page, text: string) =>
  page.locator('main').locator('h1, h2, b').filter({ hasText: text }).last();

/** As painted: 'rgb(0, 0, 0)'. */
const style = (page: Page, selector: string, property: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name ?? ''), [
      property,
      pseudo,
    ] as const);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is readable, and the header leads to the login', async ({ page }) => {
    for (const { path, text } of kinds) {
      await page.goto(path);
      await expect(ownText(page, text), path).toBeVisible();
      const header = page.locator('header.site-head');
      await expect(header.getByRole('link', { name: 'Log in' }), path).toBeVisible();
      await expect(header.getByRole('link', { name: 'Sign up' }), path).toBeVisible();
      await expect(header.getByRole('link', { name: 'Your account' }), path).toBeHidden();
      // Without scripts it can't work.
      await expect(header.getByRole('button'), path).toBeHidden();
    }
    await page.goto('/rewards/earn-free-robux');
    const related = page.locator('.related img').first();
    await related.scrollIntoViewIfNeeded();
    await expect(related).toHaveJSProperty('complete', true);
  });

  test('forms and personal parts say that they need it, and nothing keeps loading', async ({ page }) => {
    const some = [
      '/login',
      '/forgotpassword',
      '/guest/games',
      '/user',
      '/user/rewards',
      '/games/merge/play/mobile',
    ];
    for (const path of byNight(toLookAt, some)) {
      await page.goto(path);
      if (findRoute(path)?.area !== 'public')
        await expect(page.getByText(/needs JavaScript/), path).toBeVisible();
      const inIslands = page.locator('astro-island').getByText('Loading');
      const loading = page
        .locator('.skeleton, [aria-busy="true"]')
        .or(page.getByLabel('Loading'))
        .or(inIslands);
      await expect(loading.filter({ visible: true }), path).toHaveCount(0);
    }
  });
});

test('a signed-in player sees the link to the account on every kind of page', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'any'));
  for (const { path } of kinds) {
    await page.goto(path);
    const header = page.locator('header.site-head');
    await expect(header.getByRole('link', { name: 'Your account' }), path).toHaveAttribute('href', '/user');
    await expect(header.getByRole('link', { name: 'Your account' }), path).toBeVisible();
    await expect(header.getByRole('link', { name: 'Sign up' }), path).toBeHidden();
    await expect(header.getByRole('link', { name: 'Log in' }), path).toBeHidden();
  }
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'GET STARTED' }).first()).toHaveAttribute('href', '/user');
});

for (const theme of ['ink', 'paper'])
  test(`prints black on white from the ${theme} theme, without controls`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await page.emulateMedia({ media: 'print' });
    for (const { path, text } of kinds) {
      await page.goto(path);
      await expect(ownText(page, text), path).toBeVisible();
      await expect(page.locator('header.site-head .logo'), path).toBeVisible();
      for (const gone of ['header.site-head nav', 'footer.site-foot', '.button', '.skip', '.related'])
        for (const element of await page.locator(gone).all())
          await expect(element, `${path}: ${gone}`).toBeHidden();
      expect(await style(page, 'body', 'color'), path).toBe('rgb(0, 0, 0)');
      expect(await style(page, 'body', 'background-color'), path).toBe('rgb(255, 255, 255)');
    }
    await page.goto('/rewards/earn-free-robux');
    expect(await style(page, '.prose p a[href^="/"]', 'content', '::after')).toContain('(');
    await expect(page.getByText('Last reviewed')).toBeVisible();
    await expect(page.locator('table.ledger .pts').first()).toBeVisible();
    await page.goto('/cases/tile-drawer');
    await expect(page.getByRole('heading', { name: 'How we draw' }), 'what is folded up').toBeVisible();
  });

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`forced colours, ${colorScheme}`, () => {
    test.use({ colorScheme, forcedColors: 'active' });

    test('edges of tickets and buttons, strokes and focus stay visible', async ({ page }) => {
      await page.goto('/');
      const ground = await style(page, 'body', 'background-color');
      for (const edged of ['.button', '.icon-button', 'a.ticket', '.receipt', '.play-now'])
        for (const [property, bare] of [
          ['border-top-style', 'none'],
          ['border-top-color', ground],
        ] as const)
          expect(await style(page, edged, property), `${edged}: ${property}`).not.toBe(bare);
      expect(await style(page, '.steps .tally path', 'stroke')).not.toBe(ground);
      expect(await style(page, '.ruled', 'background-image')).toBe('none');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
      expect(await style(page, '.skip', 'outline-style')).toBe('solid');
      expect(await style(page, '.skip', 'outline-color')).not.toBe(ground);
      await page.goto('/rewards');
      expect(await style(page, 'a.slip', 'border-top-style')).toBe('solid');
    });
  });

for (const [reducedMotion, moves] of [
  ['reduce', false],
  ['no-preference', true],
] as const)
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ reducedMotion });

    test(`elements and pages ${moves ? 'move' : 'stay still'}`, async ({ page }) => {
      await page.addInitScript(() => {
        addEventListener('pageswap', (event) =>
          sessionStorage.setItem(
            'transition',
            String('viewTransition' in event && event.viewTransition !== null),
          ),
        );
      });
      await page.goto('/');
      // Recorded as it begins, because it ends quickly.
      await page.evaluate(() => {
        const note = ({ target }: Event) =>
          target instanceof Element && target.closest('.play-now') && sessionStorage.setItem('moved', 'true');
        for (const begins of ['transitionrun', 'animationstart']) addEventListener(begins, note, true);
      });
      const moved = () => page.evaluate(() => sessionStorage.getItem('moved'));
      const game = page.locator('.play-now a').first();
      await game.hover();
      await expect.poll(() => game.evaluate((element) => element.matches(':hover'))).toBe(true);
      if (moves) await expect.poll(moved).toBe('true');
      // An animation that begins in one frame is reported in the next.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      });
      expect(await moved()).toBe(moves ? 'true' : null);
      await page.getByRole('link', { name: /^All \d+ rewards$/ }).click();
      await expect(page).toHaveURL('/rewards');
      expect(await page.evaluate(() => sessionStorage.getItem('transition'))).toBe(String(moves));
    });
  });

test('later frames show what the first one leaves out, and the anchor of the address stays at the top', async ({
  page,
}) => {
  const leftOut = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return [...document.querySelectorAll('.band, .related, .prose > section, .site-foot')]
        .filter((part) => !part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
        .map((part) => part.outerHTML.slice(0, 80));
    });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path } of kinds) {
    await page.goto(path);
    await expect.poll(leftOut, path).toEqual([]);
  }
  for (const place of ['/rewards/earn-free-robux#related', '/terms#13-ending-it', '/terms#5-reversals']) {
    await page.goto('about:blank');
    await page.goto(place);
    await leftOut();
    const top = await page
      .locator(new URL(page.url()).hash.replace(/^#(\d)/, '#\\3$1 '))
      .evaluate((element) => {
        return element.getBoundingClientRect().top;
      });
    expect(top, place).toBeGreaterThanOrEqual(0);
    expect(top, place).toBeLessThan(100);
  }
});
