/** Contests and cases on the real server: guests read them, and a player opens a case and verifies the draw in the browser. */
import type { Page } from '@playwright/test';
import { pointsAvailable } from '../support/ask.ts';
import { expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const STAKE = 250;

test('how a contest is drawn is explained only below one that there is', async ({ page }) => {
  await page.goto('/guest/contest/4040/x');
  await expect(page.getByRole('heading', { name: 'We couldn’t find that giveaway' })).toBeVisible();
  await expect(page.locator('.how-drawn')).toBeHidden();
});

const figure = (text: string | null) => Number(/−?[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

async function openCase(page: Page): Promise<number> {
  await page.getByRole('button', { name: `Open for ${STAKE} pts` }).click();
  const ticket = page.getByRole('region', { name: /^Tile of/ });
  await expect(ticket).toBeVisible();
  return figure(await ticket.locator('.price').textContent());
}

test('an adult player opens a case, draws it again in the browser, and finds stake and prize in the ledger', async ({
  page,
  product,
  browser,
}) => {
  const player = await signInAsDemo(page, product);
  const utcDay = () => new Date().toISOString().slice(0, 10);
  const day = utcDay();
  await page.goto('/user/case/1/Tile-drawer');
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(page.getByText('You have')).toBeVisible();
  const before = await pointsAvailable(product, player);

  // Tests share this account: it may already have a birth date and have opened the case.
  const today = page.getByText(/\d+ of 10 left today/);
  await expect(today).toBeVisible();
  if (await page.getByText('add your birth date').isVisible()) {
    await page.getByLabel('Day').fill('31');
    await page.getByLabel('Month').selectOption('May');
    await page.getByLabel('Year').fill('1999');
    await page.getByRole('button', { name: 'Save birth date' }).click();
  }
  const left = figure(await today.textContent());
  const draw = figure(await page.getByText(/proof of opening \d+/).textContent());

  const sealed = await page.locator('.open-ticket .proof code').first().textContent();
  await page.locator('.open-ticket').getByText('Provably fair').click();
  await page.getByLabel('Your seed').fill('d4a3e47');
  const prize = await openCase(page);
  await expect(available).toContainText(`${(before - STAKE + prize).toLocaleString('en-US')} `);

  await page.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(page.getByText('Verified: this result is fair.')).toBeVisible();
  await expect(page.locator('.found')).toContainText(sealed ?? 'no hash');
  await page.locator('.numbers', { hasText: 'Opening number' }).locator('summary').click();
  await expect(page.getByText('d4a3e47')).toBeVisible();

  await page.getByRole('button', { name: 'Open another' }).click();
  // At midnight the limit is ten again.
  await expect(today).toHaveText(utcDay() === day ? `${left - 1} of 10 left today` : / of 10 left today/);
  await expect(page.getByText(`proof of opening ${draw + 1}`)).toBeAttached();
  const second = await openCase(page);

  await page.getByRole('link', { name: 'All your openings' }).click();
  await expect(page.getByText(`${draw + 1} openings, with no gaps in their numbers`)).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: `opening ${draw} ` });
  await line.locator('summary').first().click();
  await line.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(line.getByText('Verified: this result is fair.')).toBeVisible();

  await page.goto('/user');
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row').filter({ hasText: 'Tile drawer: opened' })).toHaveCount(draw + 1);
  await expect(ledger.getByRole('row').filter({ hasText: 'Tile drawer: opened' }).first()).toContainText(
    '−250',
  );
  for (const points of [prize, second])
    await expect(
      ledger
        .getByRole('row')
        .filter({ hasText: 'Tile drawer: Tile of' })
        .filter({ hasText: `+${points.toLocaleString('en-US')}` })
        .first(),
    ).toBeVisible();
  await expect(available).toContainText(`${(before - 2 * STAKE + prize + second).toLocaleString('en-US')} `);

  // Anyone can verify it on the case's public page, which loads no script before.
  const guest = await browser.newPage({ baseURL: product.siteUrl });
  const scripts: string[] = [];
  guest.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await guest.goto('/cases/tile-drawer');
  await guest.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await guest.getByRole('link', { name: 'Show recent openings' }).press('Enter');
  const opened = guest
    .getByRole('listitem')
    .filter({ hasText: `+${prize.toLocaleString('en-US')}` })
    .first();
  await expect(opened).toBeVisible();
  expect(await guest.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
  await opened.locator('summary').first().click();
  await opened.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(opened.getByText('Verified: this result is fair.')).toBeVisible();
  await guest.close();
});
