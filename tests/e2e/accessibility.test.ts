/** Every page, in both themes, on a phone and a desktop: axe finds nothing, and nothing is wider than the screen. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { toLookAt } from '../site/addresses.ts';
import { expect, test } from '../support/e2e.ts';
import { settle } from '../support/reach.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const inside = (area: string) => toLookAt.filter((path) => path.split('/')[1] === area);
const players = inside('user');
const guests = inside('guest');
/** Stages on which a round is on: what lies over the board before that is the same on all. */
const played = ['/games/parcels/play/desktop', '/games/tower/play/mobile', '/games/hatch/play/desktop'];
const groups = {
  'content and forms': [
    ...toLookAt.filter(
      (path) => !players.includes(path) && !guests.includes(path) && !path.startsWith('/games/'),
    ),
    '/login#sign-up',
    '/reward/12/Random-Steam-key',
    '/no-such-page',
  ],
  "the guests' area": [...guests, '/games/play', '/games/merge/play/mobile', ...played],
  "the players' area": [...players, '/user/reward/12/Random-Steam-key', '/games/merge/play/desktop'],
};
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** A theme is colours and nothing else, so on a page seen in the one only these can find more in the other. */
const ofColours = ['color-contrast', 'link-in-text-block'];

// Some hundred pages, four times each, at about a second a page: a record of all that would take longer than the checks.
test.use({ trace: 'off', reducedMotion: 'reduce' });

for (const [group, paths] of Object.entries(groups))
  test(group, async ({ page, product }) => {
    test.setTimeout(360_000);
    if (paths === groups["the players' area"]) await signInAsDemo(page, product);
    for (const path of paths) await check(page, path);
  });

async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (played.includes(path)) {
    await page.getByRole('button', { name: 'Start round' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  }
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    const everything = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
    await expectNothing(everything, `${path}, ${size}, ink`);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectNothing(new AxeBuilder({ page }).withRules(ofColours), `${path}, ${size}, paper`);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(wider, `${path} is wider than a ${size}`).toBe(0);
  }
}

async function expectNothing(axe: AxeBuilder, where: string): Promise<void> {
  // Without the legacy mode axe opens a blank page each time, for the sake of frames; our pages have none of another origin.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect.soft(found, `axe on ${where}`).toEqual([]);
}
