/** The product's main job, once for real: reward page → join → play → points → redeem → code; and again after a kill -9. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import { mailsTo } from '../support/outbox.ts';
import { endRound, gridOf, press, signUp } from '../support/walker.ts';

/** Quests up to here pay enough for the cheapest reward. */
const SCORE = 620;
const TILE = 128;
/** Of the random Steam key. */
const PRICE = 500;

// While the server is dead its socket can't be reached.
test.use({ expectedErrors: [/WebSocket connection to .* failed/] });

/** The score as it is announced. */
async function scoreOf(page: Page): Promise<number> {
  const text = (await page.getByRole('status', { name: 'Score' }).textContent()) ?? '';
  return Number(/Score ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}

/** Plays by keyboard until the round has earned its quests; a new round when one ends before that. */
async function playToTheGoals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => gridOf(page).then((grid) => Math.max(...grid))).toBeGreaterThan(0);
  for (let moves = 0; moves < 600; moves++) {
    const grid = await gridOf(page);
    if ((await scoreOf(page)) >= SCORE && Math.max(...grid) >= TILE) return;
    await press(page, chooseMove(grid));
  }
  throw new Error('the goals were not reached within 600 moves');
}

const pointsIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

async function expectTheOrder(page: Page, code: string): Promise<void> {
  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: 'Random Steam key' });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText(/delivered/i);
  await order.getByRole('button', { name: /reveal|show/i }).click();
  await expect(order).toContainText(code);
}

test('reward page, join, play to a quest, confirm the address, redeem; and all of it still there after kill -9', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000);
  const email = `walker-${Date.now()}@test.example`;

  await page.goto('/rewards/earn-free-steam-wallet-codes');
  await expect(page.getByText("Don't Miss Out! Start Earning Points Now!").first()).toBeVisible();
  await page.getByRole('link', { name: 'GET STARTED' }).first().click();

  await signUp(page, email);
  await page.waitForURL(/\/user\/reward\/\d+\/Steam/);
  await expect(page.getByRole('heading', { name: /Steam wallet/i }).first()).toBeVisible();

  const main = page.getByRole('main');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Games' }).click();
  await main.getByRole('link', { name: /Merge/ }).first().click();
  // The list has links to play as well, the first of them to another game.
  await page.waitForURL(/\/user\/game\//);
  await main.getByRole('link', { name: 'Play Merge' }).click();
  await playToTheGoals(page);
  await endRound(page);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Score 600 in one round');
  const earned = pointsIn(await result.getByRole('definition').first().textContent());
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(available).toContainText(`${earned} `);
  expect(earned, 'the quests up to the goals pay for it').toBeGreaterThanOrEqual(PRICE);

  const link = /^http\S+confirm-email\S+$/m.exec(mailsTo(product, email)[0] ?? '')?.[0] ?? '';
  await page.goto(link);
  // The button is there before the link is read, and does nothing until then.
  await expect(page).toHaveURL(/\/confirm-email$/);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();

  await page.goto('/user/rewards?sort-by=price-asc');
  await page
    .getByRole('link', { name: /Random Steam key/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Redeem/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem/ })
    .click();
  const shown = page.getByText(/SAMPLE-\w{4}-\w{4}/).first();
  await expect(shown).toBeVisible();
  const code = /SAMPLE-\w{4}-\w{4}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  await expect(available).toContainText(`${earned - PRICE} `);

  await expectTheOrder(page, code);
  await page.goto('/user');
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger).toContainText('−500');
  await expect(ledger).toContainText(/Merge: /);

  await product.kill();
  await product.restart();
  await expectTheOrder(page, code);
  await page.goto('/user');
  await expect(ledger).toContainText('−500');
  await expect(available).toContainText(`${earned - PRICE} `);
});
