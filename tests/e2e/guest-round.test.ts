/** What a guest plays is theirs once they sign up: from the first round to the points in the ledger. */
import { expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import { endRound, gridOf, press, signUp } from '../support/walker.ts';

test('a guest plays, keeps the points by signing up, and has them in the ledger once', async ({ page }) => {
  await page.goto('/games/merge/play/desktop');
  await expect(page.getByText('Play now, keep your points when you sign up.')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => gridOf(page).then((grid) => Math.max(...grid))).toBeGreaterThan(0);
  for (let moves = 0; moves < 22; moves++) await press(page, chooseMove(await gridOf(page)));
  await endRound(page);
  const keep = page.getByRole('link', { name: /^Keep these \d+ points$/ });
  const points = Number(/\d+/.exec((await keep.textContent()) ?? '')?.[0]);
  expect(points).toBeGreaterThanOrEqual(110);
  // Nothing of it is in the page alone.
  await page.reload();
  await page.getByRole('link', { name: `Keep these ${points} points` }).click();
  await page.waitForURL(/\/login/);
  await signUp(page, `guest-${Date.now()}@test.example`);
  await page.waitForURL(/\/games\/merge\/play\/desktop/);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('heading', { name: 'Round complete' })).toBeVisible();
  await expect(result.getByRole('definition').first()).toContainText(`+${points} pts`);
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(available).toContainText(`${points} `);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(result).toHaveCount(0);
  await page.goto('/user');
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByText('Merge: Finish your first round')).toHaveCount(1);
  await expect(available).toContainText(`${points} `);
});

test('the home page loads no script until its game is touched, and its round is kept like any other', async ({
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
  await page.getByRole('link', { name: /^Keep these \d+ points$/ }).click();
  await page.waitForURL(/\/login/);
  expect(decodeURIComponent(page.url())).toContain('/games/merge/play/desktop');
});

test('where the game on the home page can’t be fetched, its link leads to its page', async ({ page }) => {
  await page.goto('/');
  await page.route('**/_astro/HeroIsland*', (route) => route.abort());
  await page.getByRole('link', { name: 'Play Merge' }).click();
  await page.waitForURL(/\/games\/merge\/play\/desktop/);
});
