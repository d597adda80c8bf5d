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
  await expect(page.locator('.overlay > canvas.strokes'), 'a first win is celebrated').toHaveCount(1);
  await page.getByRole('link', { name: /^Keep these \d+ points$/ }).click();
  await page.waitForURL(/\/login/);
  expect(decodeURIComponent(page.url())).toContain('/games/merge/play/desktop');
});

for (const path of ['/', '/games/merge'])
  test(`${path} says that a round is waiting, before any script has loaded, and continues it`, async ({
    page,
  }) => {
    const scripts: string[] = [];
    await page.goto(path);
    await page.getByRole('link', { name: 'Play Merge' }).click();
    await expect(page.getByRole('region', { name: 'Board' })).toHaveAttribute('data-state', 'playing');
    for (let moves = 0; moves < 3; moves++) await press(page, chooseMove(await gridOf(page)));
    await page.getByRole('button', { name: 'Pause' }).click();
    const tiles = await gridOf(page);
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.reload();
    const link = page.getByRole('link', { name: 'Continue your round' });
    await expect(link).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(await gridOf(page)).toEqual(tiles);
  });

test('if the game on the home page can’t be fetched, its link leads to its page', async ({ page }) => {
  await page.goto('/');
  await page.route('**/_astro/HeroIsland*', (route) => route.abort());
  await page.getByRole('link', { name: 'Play Merge' }).click();
  await page.waitForURL(/\/games\/merge\/play\/desktop/);
});

/** The games, and their style sheets. */
const games = { merge: 'tiles', tower: 'tower', parcels: 'parcels', hatch: 'hatch', rungs: 'rungs' };

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const [game, style] of Object.entries(games))
    test(`the page of ${game} loads no script until its game is touched, then only this game’s board, and plays it there`, async ({
      page,
    }) => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url().split('/_astro/')[1] ?? ''));
      const named = (pattern: RegExp) => fetched.filter((name) => pattern.test(name));
      await page.goto(`/games/${game}`);
      await page.waitForLoadState('networkidle');
      expect(named(/\.(?:js|css)$/)).toEqual([]);
      const address = page.url();
      await page.getByRole('link', { name: /^Play / }).tap();
      await expect(page.getByRole('region', { name: 'Board' })).toHaveAttribute('data-state', 'playing');
      expect(page.url()).toBe(address);
      expect(named(/^board\..*\.js$/)).toHaveLength(1);
      const styles = named(/\.css$/).map((name) => name.split('.')[0]);
      expect(styles.sort(), 'those of rounds and of its board').toEqual(['play', style].sort());
      await expect(page.locator('.stage'), 'the board and its controls').toBeInViewport({ ratio: 1 });
    });
});

test('if a game can’t be fetched on its own page, its link leads to where it is played', async ({ page }) => {
  await page.goto('/games/rungs');
  await page.route('**/_astro/board.*', (route) => route.abort());
  await page.getByRole('link', { name: 'Play Rungs' }).click();
  await page.waitForURL(/\/games\/rungs\/play\/desktop/);
});
