/**
 * Each page of the app areas on the narrowest screens, reached by a link: none is wider than the screen, because a phone would
 * then zoom out, and the navigation's announcement for screen readers is never visible.
 */
import { playHatch } from '../../server/db/seed-players.ts';
import { hatchVariants } from '../../src/lib/arcade/hatch.ts';
import { giants, sizes } from '../../src/lib/arcade/hatch-pictures.ts';
import type { KeptRound } from '../../src/lib/session/kept-round.ts';
import { pages } from '../site/addresses.ts';
import { alive, byNight, expect, test } from '../support/e2e.ts';
import { settle, strayParts } from '../support/reach.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

/** In the regular run these of the players' pages: pages.test.ts loads the others at this width. */
const few = /^user\/(?:case|game|reward|article\/any|settings)$/;
/** One address of each page, without redirects. */
const addressesOf = (area: string) =>
  Object.entries(pages)
    .filter(([page]) => page.startsWith(`${area}/`) && (area !== 'user' || byNight(true, few.test(page))))
    .flatMap(([, all]) => all.at(-1) ?? [])
    .filter((path) => path !== '/guest/games/1');
const stages = ['merge', 'parcels', 'tower', 'hatch', 'rungs'].map((game) => `/games/${game}/play/mobile`);

for (const width of byNight([320, 390], [320]))
  for (const [area, start, all] of [
    ['guest', '/guest/gameslist', addressesOf('guest')],
    ['user', '/user', addressesOf('user')],
    ['games', '/guest/gameslist', stages],
  ] as const)
    test(`${area}, ${width} pixels wide`, async ({ page, product }) => {
      await page.setViewportSize({ width, height: 700 });
      if (area === 'user') await signInAsDemo(page, product);
      await page.goto(start);
      await alive(page);
      await settle(page);
      await page.evaluate(() => Object.assign(window, { isFirst: true }));
      const paths = all.filter((path) => path !== start);
      expect(paths.length).toBeGreaterThan(2);
      for (const path of paths) {
        const arrived = page.evaluate(
          () =>
            new Promise<void>((done) =>
              document.addEventListener('astro:page-load', () => done(), { once: true }),
            ),
        );
        await page.evaluate((href) => {
          const link = document.createElement('a');
          link.href = href;
          document.querySelector('main')?.append(link);
          link.click();
        }, path);
        await arrived;
        await alive(page);
        await settle(page);
        expect.soft(await strayParts(page), path).toEqual([]);
      }
      // No document was loaded in between: the navigation announced each page's name in the first document.
      expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
    });

test('no kind of round is alone in a row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of stages) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    const tops = await page
      .getByRole('group', { name: 'Round' })
      .getByRole('button')
      .evaluateAll((chips) => chips.map((chip) => Math.round(chip.getBoundingClientRect().top)));
    const alone = tops.filter((top, _, all) => all.filter((other) => other === top).length === 1);
    expect.soft(alone, path).toEqual([]);
  }
});

for (const width of [320, 390])
  test(`a reward says in one line what it costs and that one can afford it, ${width} pixels wide`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAsDemo(page, product);
    await page.goto('/user/rewards');
    await expect(page.getByText('you can afford this').first()).toBeVisible();
    await settle(page);
    const stubs = await page.locator('.tickets .stub').evaluateAll((all) =>
      all.map((stub) => ({
        middles: [...stub.children].map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return (top + bottom) / 2;
        }),
        over: stub.scrollWidth - stub.clientWidth,
      })),
    );
    expect(stubs.length).toBeGreaterThan(10);
    for (const { middles, over } of stubs) {
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
      expect(over).toBeLessThanOrEqual(0);
    }
  });

test('a pause changes the board’s size neither at first nor after a reload, and its buttons hold their words', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/games/merge/play/mobile');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const sizeOf = async () => (await page.locator('.board').boundingBox())?.height;
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    const size = await sizeOf();
    for (const way of [/left/i, /down/i, /right/i, /up/i, /left/i])
      await page.locator('.pad').getByRole('button', { name: way }).click();
    const isPaused = async (resume: string) => {
      await expect(page.getByRole('button', { name: resume, exact: true })).toBeVisible();
      expect.soft(await sizeOf(), resume).toBe(size);
      const over = await page
        .locator('.overlay-do button')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect.soft(Math.max(...over), resume).toBeLessThanOrEqual(0);
    };
    await page.getByRole('button', { name: 'Pause' }).click();
    await isPaused('Resume');
    await page.reload();
    await isPaused('Resume');
    await page.getByRole('button', { name: 'End round' }).click();
    await isPaused('Keep playing');
    await page.getByRole('button', { name: 'End round' }).click();
  }
});

const [classicHatch, , weeklyHatch] = hatchVariants;
/** Each size of picture, and the weekly giants one by one. */
const pictures = [
  ...[...new Set(sizes)].map((size) => ({ rules: classicHatch, hatched: sizes.indexOf(size), size })),
  ...giants.map((size, hatched) => ({ rules: weeklyHatch, hatched, size })),
];

test('Hatch keeps the page’s width with every size of picture', async ({ page }) => {
  expect(pictures.map(({ size }) => size)).toEqual([5, 6, 7, 8, 10, 10, 10]);
  for (const { rules, hatched, size } of pictures) {
    const seed = 7;
    const { inputs, lasted } = playHatch(seed, (state) => state.hatched.length >= hatched, rules);
    // A round that was left at this picture.
    const round: KeptRound = {
      ...{ gameId: 4, arcade: rules.name, version: rules.version, variant: rules.variant.id, session: null },
      ...{ daily: false, tournament: false, guest: false, user: null, seed, startedAt: Date.now() },
      ...{ key: 'a key', inputs, at: lasted, ended: false },
    };
    await page.goto('/games/hatch/play/mobile');
    await page.evaluate((kept) => localStorage.setItem('round', kept), JSON.stringify(round));
    await page.reload();
    for (const press of ['Resume', 'Pause']) {
      await page.getByRole('button', { name: press }).click();
      await expect(page.locator('.grid .cell')).toHaveCount(size * size);
      for (const width of [360, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth = 0, clientWidth = 0 } = document.scrollingElement ?? {};
          return { scrollWidth, clientWidth };
        });
        expect.soft(scrollWidth, `${size} × ${size}, ${width} pixels, ${press}`).toBe(clientWidth);
      }
    }
  }
});
