/**
 * Each page of the app areas on the narrowest screens, reached by a link: none is wider than the screen, because a phone would
 * then zoom out, and the navigation's announcement for screen readers is never visible.
 */
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
