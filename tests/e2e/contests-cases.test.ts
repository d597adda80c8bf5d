/** A case on the real server: a player opens it and verifies the draw in the browser, and so can a guest. */
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

test('an adult player opens a case and draws it again in the browser, and so can anyone', async ({
  page,
  product,
  browser,
}) => {
  const player = await signInAsDemo(page, product);
  await page.goto('/user/case/1/Tile-drawer');
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(page.getByText('You have')).toBeVisible();
  const before = await pointsAvailable(product, player);

  // Tests share this account: it may already have a birth date and have opened the case.
  await expect(page.getByText(/\d+ of 10 left today/)).toBeVisible();
  if (await page.getByText('add your date of birth').isVisible()) {
    await page.getByLabel('Day').fill('31');
    await page.getByLabel('Month').selectOption('May');
    await page.getByLabel('Year').fill('1999');
    await page.getByRole('button', { name: 'Save date of birth' }).click();
  }
  const draw = figure(await page.getByText(/proof of opening \d+/).textContent());

  const sealed = await page.locator('.open-ticket .proof code').first().textContent();
  await page.locator('.open-ticket').getByText('Provably fair').click();
  await page.getByLabel('Your seed').fill('d4a3e47');
  await page.getByRole('button', { name: `Open for ${STAKE} pts` }).click();
  const ticket = page.getByRole('region', { name: /^Tile of/ });
  await expect(ticket).toBeVisible();
  const prize = figure(await ticket.locator('.price').textContent());
  await expect(available).toContainText(`${(before - STAKE + prize).toLocaleString('en-US')} `);

  await page.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(page.getByText('Verified: this result is fair.')).toBeVisible();
  await expect(page.locator('.found')).toContainText(sealed ?? 'no hash');
  await page.locator('.numbers', { hasText: 'Opening number' }).locator('summary').click();
  await expect(page.getByText('d4a3e47')).toBeVisible();

  await page.getByRole('link', { name: 'All your openings' }).click();
  const line = page.getByRole('listitem').filter({ hasText: `opening ${draw} ` });
  await line.locator('summary').first().click();
  await line.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(line.getByText('Verified: this result is fair.')).toBeVisible();

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
