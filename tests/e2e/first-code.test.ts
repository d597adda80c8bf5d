/** The first five minutes: from a guide that a search led to, by a guest's round, to a code in hand. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import { mailsTo } from '../support/outbox.ts';
import { gridOf, press, signUp } from '../support/walker.ts';

const PRICE = 500;
/** The quests up to here pay for it. */
const TILE = 128;
const MOST_TAPS = 14;

async function playFor(page: Page): Promise<void> {
  await expect.poll(() => gridOf(page).then((grid) => Math.max(...grid))).toBeGreaterThan(0);
  for (let moves = 0; moves < 400; moves++) {
    const grid = await gridOf(page);
    if (Math.max(...grid) >= TILE) return;
    await press(page, chooseMove(grid));
  }
  throw new Error('no such tile within 400 moves');
}

test('a guide, a guest’s round, the sign-up that keeps it, and the code: fourteen taps at most', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const email = `taps-${Date.now()}@test.example`;
  const taps: string[] = [];
  /** A finger’s way: whatever is a link or a button. Moves in the game and typed letters aren’t taps. */
  async function tap(what: Locator): Promise<void> {
    taps.push((await what.textContent())?.trim() ?? '');
    await what.click();
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await page.goto('/rewards/earn-free-steam-keys');
  await tap(page.getByRole('link', { name: 'Play a round first' }));
  await tap(button('Play'));
  await playFor(page);
  await tap(button('End round'));
  await expect(page.getByRole('heading', { name: 'End this round?' })).toBeVisible();
  await tap(button('End round'));
  await tap(page.getByRole('link', { name: /^Keep these \d+ points$/ }));

  // The keyboard leads from field to field, but for the first and the month, which is a list.
  taps.push('email address', 'month', 'Sign up');
  await signUp(page, email);
  await page.waitForURL(/\/games\/merge\/play\//);
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Round complete');

  await tap(page.getByRole('link', { name: 'See your reward' }));
  const list = page.getByRole('region', { name: 'Before you can redeem' });
  await expect(list).toContainText('You can afford this');
  await expect(list).toContainText('Your email address isn’t confirmed');
  await expect(page.getByText('This is your goal.')).toBeVisible();

  const link = /^http\S+confirm-email\S+$/m.exec(mailsTo(product, email)[0] ?? '')?.[0] ?? '';
  taps.push('the link in the email');
  await page.goto(link);
  await expect(page).toHaveURL(/\/confirm-email$/);
  await tap(page.getByRole('button', { name: 'Confirm', exact: true }));
  await tap(page.getByRole('link', { name: 'Back to your reward' }));
  await page.waitForURL(/\/user\/reward\/12\//);
  await expect(page.getByRole('region', { name: 'Ready to redeem' })).toBeVisible();

  await tap(button('Redeem'));
  await tap(page.getByRole('dialog').getByRole('button', { name: `Redeem for ${PRICE} pts` }));
  await expect(page.getByText(/SAMPLE-\w{4}-\w{4}/).first()).toBeVisible();
  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(MOST_TAPS);
});
