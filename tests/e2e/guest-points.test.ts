/** A guest's round is kept by signing up at a provider, too. main-path.test.ts keeps one with the form. */
import type { Page } from '@playwright/test';
import { alive, expect, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import { settle, sizes } from '../support/reach.ts';
import { expectNoShifts, watchShifts } from '../support/shifts.ts';
import { giveSession, join } from '../support/sign-in.ts';
import { endRound, gridOf, press } from '../support/walker.ts';

/** Enough for a full round, which completes quests. */
const MOVES = 22;

/** Plays a round of Merge as a guest, and returns the points that it would earn. */
async function playAsGuest(page: Page): Promise<number> {
  await page.goto('/games/merge/play/desktop');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  for (let moves = 0; moves < MOVES; moves++) await press(page, chooseMove(await gridOf(page)));
  await endRound(page);
  const keep = page.getByRole('link', { name: /^Keep these \d+ points$/ });
  const points = Number(/\d+/.exec((await keep.textContent()) ?? '')?.[0]);
  await keep.click();
  await page.waitForURL(/\/login/);
  await alive(page);
  return points;
}

test('a sign-in that leaves the page keeps a guest’s points, and they are credited once', async ({
  page,
  product,
}) => {
  // The product is shared with other tests, and this one needs a new account.
  const id = String(Date.now());
  product.google.user = { sub: id, email: `keeps-${id}@gmail.com`, email_verified: true };
  const points = await playAsGuest(page);
  expect(points).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'When were you born?' })).toBeFocused();
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.waitForURL(/\/games\/merge\/play\//);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Round complete');
  await expect(result.getByText(`+${points} pts`)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(result).toHaveCount(0);
  await page.goto('/user');
  const ledger = page.getByRole('table', { name: 'Points history' });
  await expect(ledger.getByText('Merge: Finish your first round')).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('definition').first()).toContainText(`${points} `);
});

test('the result of a guest’s round is in its place from the first paint after signing up', async ({
  page,
  product,
}) => {
  const joined = await join(product, {
    email: `still-${Date.now()}@test.example`,
    password: 'a long enough password',
  });
  await page.setViewportSize(sizes.phone);
  await playAsGuest(page);
  await giveSession(page, joined);
  await watchShifts(page);
  // As the login does it, so that the page may vibrate.
  await page.evaluate(() => location.assign('/games/merge/play/desktop'));
  await expect(page.getByRole('heading', { name: 'Round complete' })).toBeVisible();
  await settle(page);
  await expectNoShifts(page, 'the result');
});
