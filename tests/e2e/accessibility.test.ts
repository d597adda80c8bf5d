/**
 * Every page: axe finds nothing, nothing is wider than a phone or a desktop, and at 320 pixels all words can be read without scrolling
 * sideways. Page by page axe has another theme and size, and at night each page has all of them.
 */
import { toLookAt } from '../site/addresses.ts';
import { expect, test } from '../support/e2e.ts';
import { expectAccessible, settle, strayParts, unreadable } from '../support/reach.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const areaOf = (path: string) => path.split('/')[1];
/** Stages on which a round is on: what lies over the board before that is the same on all. */
const played = ['/games/parcels/play/desktop', '/games/tower/play/mobile', '/games/hatch/play/desktop'];
const others = ['/login#sign-up', '/reward/12/Random-Steam-key', '/no-such-page'];
const signedIn = ['/user/reward/12/Random-Steam-key', '/games/merge/play/desktop'];
const paths = [...new Set([...toLookAt, ...others, ...played, ...signedIn])];

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

for (const [at, path] of paths.entries())
  test(`${path} can be read by all`, async ({ page, product }) => {
    if (areaOf(path) === 'user' || signedIn.includes(path)) await signInAsDemo(page, product);
    await page.goto(path);
    if (played.includes(path)) {
      await page.getByRole('button', { name: 'Start round' }).click();
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    }
    await settle(page);
    await expectAccessible(page, path, at);
    // Of a page of text as a desktop at 400 % has it.
    const isApp = ['user', 'guest', 'games'].includes(areaOf(path) ?? '');
    await page.setViewportSize({ width: 320, height: isApp ? 640 : 256 });
    // A stage measures its board when it opens.
    if (areaOf(path) === 'games') await page.reload();
    await settle(page);
    expect.soft(await strayParts(page), path).toEqual([]);
    if (!played.includes(path)) expect.soft(await unreadable(page), path).toEqual([]);
  });
