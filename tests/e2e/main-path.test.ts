/**
 * The product's main path on the real server, in a new player's first five minutes: from a guide found by a search, through a
 * guest's round and the sign-up that keeps it, to a code; and all of it is still there after a kill -9.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { Film } from '../support/film.ts';
import { chooseMove } from '../support/merge-player.ts';
import { mailsTo } from '../support/outbox.ts';
import { brokenWords, sizes } from '../support/reach.ts';
import { gridOf, press, signUp } from '../support/walker.ts';

/** The price of the random Steam key. */
const PRICE = 500;
/** The quests up to this score pay for it. */
const TILE = 128;
const MOST_TAPS = 14;
/** Where to write a picture of each tap. */
const { RECORD } = process.env;

// The socket can't be reached while the server is down.
test.use({ expectedErrors: [/WebSocket connection to .* failed/], viewport: sizes.phone });

async function playFor(page: Page): Promise<void> {
  await expect.poll(() => gridOf(page).then((grid) => Math.max(...grid))).toBeGreaterThan(0);
  for (let moves = 0; moves < 400; moves++) {
    const grid = await gridOf(page);
    if (Math.max(...grid) >= TILE) return;
    await press(page, chooseMove(grid));
  }
  throw new Error('no such tile within 400 moves');
}

const pointsIn = (text: string | null) => Number(/\d[\d,]*/.exec(text ?? '')?.[0].replaceAll(',', ''));

test('the way from a guide through a guest’s round and the sign-up to a code takes at most fourteen taps, and all of it survives kill -9', async ({
  page,
  product,
}) => {
  const email = `taps-${Date.now()}@test.example`;
  const taps: string[] = [];
  const film = RECORD === undefined ? null : new Film({ width: 195, height: 422 }, 8);
  /** Taps on links and buttons. Moves in the game and typed letters don’t count. */
  async function tap(what: Locator): Promise<void> {
    taps.push((await what.textContent())?.trim() ?? '');
    expect.soft(await brokenWords(page)).toEqual([]);
    await film?.take(page, what);
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
  const keep = page.getByRole('link', { name: /^Keep these \d+ points$/ });
  const points = pointsIn(await keep.textContent());
  expect(points, 'the quests up to the tile pay for it').toBeGreaterThanOrEqual(PRICE);
  await film?.take(page);
  // None of it exists only in the page.
  await page.reload();
  await tap(keep);

  // The keyboard moves from field to field, except for the first and the month, which is a list.
  taps.push('email address', 'month', 'Sign up');
  await film?.take(page, page.getByLabel('Email address'));
  await signUp(page, email);
  await page.waitForURL(/\/games\/merge\/play\//);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Round complete');
  await expect(result.getByText(`+${points} pts`)).toBeVisible();

  await tap(page.getByRole('link', { name: 'See your reward' }));
  const list = page.getByRole('region', { name: 'Before you can redeem' });
  await expect(list).toContainText('Your email address isn’t confirmed');
  await expect(list).not.toContainText('points to go');
  await expect(page.getByText('This is your goal.')).toBeVisible();

  await expect.poll(() => mailsTo(product, email)).not.toEqual([]);
  const link = /^http\S+confirm-email\S+$/m.exec(mailsTo(product, email)[0] ?? '')?.[0] ?? '';
  taps.push('the link in the email');
  await page.goto(link);
  // The button exists before the link was read, but doesn't work until then.
  await expect(page).toHaveURL(/\/confirm-email$/);
  await tap(page.getByRole('button', { name: 'Confirm', exact: true }));
  await tap(page.getByRole('link', { name: 'Back to Random Steam key' }));
  await page.waitForURL(/\/user\/reward\/12\//);
  await expect(page.getByRole('region', { name: 'Ready to redeem' })).toBeVisible();

  await tap(button('Redeem'));
  await tap(page.getByRole('dialog').getByRole('button', { name: `Redeem for ${PRICE} pts` }));
  const shown = page.getByText(/SAMPLE-\w{4}-\w{4}/).first();
  await expect(shown).toBeVisible();
  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(MOST_TAPS);
  await expect(page.getByRole('region', { name: 'How to redeem it' })).toBeVisible();
  if (film && RECORD !== undefined) {
    await film.take(page);
    await film.save(RECORD);
  }
  const moves = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).animationName);
  expect([await moves('.bought .lower'), await moves('.bought .code')]).toEqual(['tear', 'stamp']);

  const code = /SAMPLE-\w{4}-\w{4}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  await page.setViewportSize(sizes.desktop);
  await expectAllThere(page, points, code);
  await product.kill();
  await product.restart();
  await expectAllThere(page, points, code);
  await page.goto('/games/merge/play/desktop');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(result).toHaveCount(0);
});

/** Checks for one order with its code, each of the round's quests once, and the remaining points. */
async function expectAllThere(page: Page, points: number, code: string): Promise<void> {
  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: 'Random Steam key' });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText(/delivered/i);
  await order.getByRole('button', { name: /reveal|show/i }).click();
  await expect(order).toContainText(code);
  await page.goto('/user');
  const ledger = page.getByRole('table', { name: 'Points history' });
  await expect(ledger).toContainText('−500');
  await page
    .getByRole('region', { name: 'Points history' })
    .getByRole('button', { name: 'Load more' })
    .click();
  await expect(ledger.getByText('Merge: Finish your first round')).toHaveCount(1);
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(available).toContainText(`${points - PRICE} `);
}
