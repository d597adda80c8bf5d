/** The game on the home page. main-path.test.ts continues from a guest's round to the points in the ledger. */
import { expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import { endRound, gridOf, press } from '../support/walker.ts';

test('the home page loads no script until its game is touched, and its round is kept like any guest round', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.getByRole('link', { name: 'Play Merge' }).click();
  const board = page.getByRole('region', { name: 'Board' });
  await expect(board).toHaveAttribute('data-state', 'playing');
  for (let moves = 0; moves < 22; moves++) await press(page, chooseMove(await gridOf(page)));
  await endRound(page);
  await expect(page.locator('.end-body > canvas.strokes'), 'a first win is celebrated').toHaveCount(1);
  await page.getByRole('link', { name: /^Keep these \d+ points$/ }).click();
  await page.waitForURL(/\/login/);
  expect(decodeURIComponent(page.url())).toContain('/games/merge/play/desktop');
});

test('if the game on the home page can’t be fetched, its link leads to its page', async ({ page }) => {
  await page.goto('/');
  await page.route('**/_astro/HeroIsland*', (route) => route.abort());
  await page.getByRole('link', { name: 'Play Merge' }).click();
  await page.waitForURL(/\/games\/merge\/play\/desktop/);
});
