/** The product's main job, once for real: reward page → join → play → points → redeem → code; and again after a kill -9. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';

const KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
/** Quests up to here pay enough for the cheapest reward. */
const SCORE = 620;
const TILE = 64;
/** A little more than the rules' smallest pause between two moves of a human hand. */
const PAUSE_MS = 90;

async function gridOf(page: Page): Promise<number[]> {
  const text = await page.getByRole('region', { name: 'Board' }).getAttribute('data-grid');
  return (text ?? '').split(',').map(Number);
}

async function scoreOf(page: Page): Promise<number> {
  const text = (await page.getByRole('status', { name: 'Score' }).textContent()) ?? '';
  return Number(/(\d[\d,]*)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

/** Plays by keyboard until the round has earned its quests; a new round when one ends before that. */
async function playToTheGoals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start round' }).click();
  for (let moves = 0; moves < 600; moves++) {
    const grid = await gridOf(page);
    if ((await scoreOf(page)) >= SCORE && Math.max(...grid) >= TILE) return;
    const direction = chooseMove(grid);
    if (direction === null) throw new Error(`the round ended at ${await scoreOf(page)} points`);
    await page.keyboard.press(KEYS[direction] ?? 'ArrowUp', { delay: PAUSE_MS });
    await expect.poll(() => gridOf(page).then(String)).not.toBe(String(grid));
  }
  throw new Error('the goals were not reached within 600 moves');
}

async function expectTheOrder(page: Page, code: string): Promise<void> {
  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: 'Random Steam key' });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText(/delivered/i);
  await order.getByRole('button', { name: /reveal|show/i }).click();
  await expect(order).toContainText(code);
}

test('reward page, join, play to a quest, redeem; and all of it still there after kill -9', async ({ page, product }) => {
  test.setTimeout(180_000);
  const email = `walker-${Date.now()}@test.example`;

  await page.goto('/rewards/earn-free-steam-wallet-codes');
  await expect(page.getByText("Don't Miss Out! Start Earning Points Now!").first()).toBeVisible();
  await page.getByRole('link', { name: 'GET STARTED' }).first().click();

  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Birth date').fill('1999-05-31');
  await page.getByLabel(/not a robot|person/i).click();
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.waitForURL(/\/user\/reward\/\d+\/Steam/);
  await expect(page.getByRole('heading', { name: /Steam wallet/i }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Games' }).first().click();
  await page.getByRole('link', { name: /Merge/ }).first().click();
  await page.getByRole('link', { name: /^Play/ }).first().click();
  await playToTheGoals(page);
  await page.getByRole('button', { name: 'Finish and count it' }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/\+?600/);

  const balance = page.getByRole('group', { name: /balance/i });
  await expect(balance).toContainText('600');

  await page.goto('/user/rewards?sort-by=price-asc');
  await page.getByRole('link', { name: /Random Steam key/ }).first().click();
  await page.getByRole('button', { name: /^Redeem/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Redeem/ }).click();
  const shown = page.getByText(/SAMPLE-\w{4}-\w{4}/).first();
  await expect(shown).toBeVisible();
  const code = /SAMPLE-\w{4}-\w{4}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  // By realtime, without a reload.
  await expect(balance).toContainText('100');

  await expectTheOrder(page, code);
  await page.goto('/user');
  const ledger = page.getByRole('table');
  await expect(ledger).toContainText('−500');
  await expect(ledger).toContainText(/Merge: /);

  await product.kill();
  await product.restart();
  await expectTheOrder(page, code);
  await page.goto('/user');
  await expect(ledger).toContainText('−500');
  await expect(balance).toContainText('100');
});
