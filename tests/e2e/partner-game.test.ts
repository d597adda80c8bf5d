/** A partner's game in its frame: it is really played, the quests next to it move, and it can't access our page. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

const GAME = 'Nine Lamps of Orrin';

const frameOf = (page: Page) => page.frameLocator(`iframe[title="${GAME}"]`);
const quest = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Returns the lamps to press so that all are lit, by trying all 512 choices on the current ones. */
async function wayOf(frame: FrameLocator): Promise<number[]> {
  await expect(frame.getByRole('status')).toContainText('This board can be lit in');
  const states = await frame
    .locator('.lamps button')
    .evaluateAll((lamps) => lamps.map((lamp) => lamp.getAttribute('aria-pressed') === 'true'));
  const isBeside = (one: number, other: number) => {
    const [rows, columns] = [
      Math.abs(Math.floor(one / 3) - Math.floor(other / 3)),
      Math.abs((one % 3) - (other % 3)),
    ];
    return rows + columns <= 1;
  };
  for (let choice = 0; choice < 512; choice++) {
    const presses = states.flatMap((_, at) => ((choice >> at) & 1 ? at : []));
    const isLit = (at: number) =>
      states[at] !== (presses.filter((one) => isBeside(one, at)).length % 2 === 1);
    if (states.every((_, at) => isLit(at))) return presses;
  }
  throw new Error('There is no way to light this board.');
}

test('a partner’s game is found on its page and played in the frame, and the quests next to it move', async ({
  page,
}) => {
  await page.goto('/guest/game/103');
  await page.getByRole('link', { name: `Play ${GAME}` }).click();
  await expect(page).toHaveURL('/games/nine-lamps-of-orrin/play/desktop');
  await expect(page.getByRole('heading', { name: GAME, level: 1 })).toBeVisible();
  const frame = frameOf(page);
  await expect(frame.getByRole('status')).toContainText('This board can be lit in');
  await expect(quest(page, 'Open it')).toContainText('completed');
  await expect(quest(page, 'Light 5 boards')).toContainText('0 of 5');

  const another = frame.getByRole('button', { name: 'Another board' });
  const place = await another.boundingBox();
  expect(place?.height).toBe(44);
  for (const at of await wayOf(frame)) await frame.locator('.lamps button').nth(at).click();
  await expect(frame.getByRole('status')).toContainText('All nine are lit');
  // Whatever it sends, nothing moves away from under the pointer.
  expect(await another.boundingBox()).toEqual(place);
  await expect(quest(page, 'Light all nine lamps')).toContainText('completed');
  await expect(quest(page, 'Light 5 boards')).toContainText('1 of 5');

  // By keyboard: from the middle lamp to the one above it.
  await frame.locator('.lamps button').nth(4).focus();
  await page.keyboard.press('ArrowUp');
  await expect(frame.locator('.lamps button').nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(frame.getByRole('status')).toContainText('lit after 1 press.');
});

test('choosing another device resizes the running game and changes the address', async ({ page }) => {
  await page.goto('/games/nine-lamps-of-orrin/play/desktop');
  const frame = frameOf(page);
  for (const at of await wayOf(frame)) await frame.locator('.lamps button').nth(at).click();
  await expect(quest(page, 'Light 5 boards')).toContainText('1 of 5');
  const width = () => page.locator('iframe').evaluate((element) => element.clientWidth);
  const wide = await width();
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(page).toHaveURL('/games/nine-lamps-of-orrin/play/mobile');
  expect(await width()).toBe(390);
  expect(wide).toBeGreaterThan(600);
  await expect(frame.getByRole('status')).toContainText('All nine are lit');
  await expect(quest(page, 'Light 5 boards')).toContainText('1 of 5');
});

test('the frame can neither read our storage nor touch the page, even when it is opened directly', async ({
  page,
  product,
}) => {
  await page.goto('/games/nine-lamps-of-orrin/play/desktop');
  await expect(frameOf(page).getByRole('status')).toBeVisible();
  const tried = () => {
    const attempt = (act: () => unknown) => {
      try {
        return String(act());
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    };
    return [
      attempt(() => localStorage.length),
      attempt(() => document.cookie),
      attempt(() => parent.document.title),
      String(window.origin),
    ];
  };
  const frame = page.frames().find((one) => one.url().endsWith('/demo-partner/nine-lamps'));
  expect(await frame?.evaluate(tried)).toEqual(['SecurityError', 'SecurityError', 'SecurityError', 'null']);
  await page.goto(`${product.apiUrl}/demo-partner/nine-lamps`);
  expect((await page.evaluate(tried)).slice(0, 2)).toEqual(['SecurityError', 'SecurityError']);
});

test.describe('a partner that is away', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('is explained, and can be retried', async ({ page }) => {
    await page.clock.install();
    await page.route('**/demo-partner/nine-lamps', (route) => route.abort());
    await page.goto('/games/nine-lamps-of-orrin/play/desktop');
    await expect(page.locator('iframe')).toBeVisible();
    await page.clock.fastForward(11_000);
    await expect(page.getByRole('alert')).toContainText(`${GAME} isn’t responding`);
    await page.unroute('**/demo-partner/nine-lamps');
    await page.getByRole('button', { name: 'Reload game' }).click();
    await expect(frameOf(page).getByRole('status')).toContainText('This board can be lit in');
    await expect(page.getByRole('alert')).toBeHidden();
    // The focus is now in the game, not at the top of the page.
    await page.keyboard.press('Tab');
    await expect(frameOf(page).locator('.lamps button').nth(4)).toBeFocused();
  });
});
