/** `npm run partner` on the real server: the advertiser's page in one tab, the offer live in the other. */
import type { Page } from '@playwright/test';
import { type DemoPartner, startDemoPartner } from '../support/demo-partner.ts';
import { expect, hears, test } from '../support/e2e.ts';
import { giveSession, join } from '../support/sign-in.ts';

let partner: DemoPartner;
test.beforeAll(async ({ product }) => {
  partner = await startDemoPartner(product);
});
test.afterAll(() => partner.stop());

const pending = (page: Page) => page.getByRole('banner').getByRole('definition').nth(1);
const available = (page: Page) => page.getByRole('banner').getByRole('definition').first();

/** Signs in a new player, opens the offer, and returns the partner's page. */
async function openOffer(page: Page, name: string): Promise<Page> {
  // The socket is connected before anything is sent: afterwards only its events cause fetches.
  const joined = hears(page);
  await page.goto('/user/offerwalls');
  await joined;
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Go to Demo partner' }).click();
  const there = await opened;
  await expect(there.getByRole('heading', { name, level: 1 })).toBeVisible();
  return there;
}

async function press(there: Page, button: RegExp, answer: string): Promise<void> {
  await there.getByRole('button', { name: button }).click();
  await expect(there.getByRole('list').last().getByRole('listitem').first()).toContainText(answer);
}

test('an offer is opened, reported, credited and reversed, and the other tab shows each step live', async ({
  page,
  product,
}) => {
  const email = `offers-${Date.now()}@playtally.example`;
  await giveSession(page, await join(product, { email, password: 'an-offer-a-day' }));
  const there = await openOffer(page, 'Teacup Atlas');
  const mine = page.getByRole('region', { name: 'Your progress' });
  const why = mine.getByRole('status');
  await expect(why).toContainText('Demo partner hasn’t reported anything yet');
  await expect(page.getByRole('link', { name: 'Open Demo partner again' })).toBeVisible();
  await expect(page.getByText(/^Finish by \d+ \w+ \d{4} at .*in \d+ days$/)).toBeVisible();

  await press(there, /^Forged/, 'Rejected (403)');
  await press(there, /^Milestone: Install/, 'this milestone pays nothing');
  await expect(mine).toContainText('Tracked');
  await expect(why).toContainText('Not reported yet: “Uncover 3 maps”, “Uncover 12 maps”');
  await expect(pending(page)).toHaveCount(0);

  await press(there, /^Credit: Uncover 12 maps/, 'the points are credited');
  await expect(pending(page)).toHaveText('900');
  await expect(available(page)).toContainText(/^0/);
  await expect(why).toContainText('pending and unlock on');
  await expect(mine.getByRole('listitem').last()).toContainText('900 pts');

  await press(there, /^The same again/, 'A duplicate');
  await press(there, /^Credit: Uncover 12 maps/, 'it was already credited');
  await expect(mine).toContainText('Reported again');
  await expect(pending(page)).toHaveText('900');

  // It paid nothing, so its reversal moves nothing either.
  await press(there, /^Reversal/, 'no points to reverse');
  await expect(pending(page)).toHaveText('900');
});

test('a reversal that arrives first takes back the credit when it comes, and can be disputed', async ({
  page,
  product,
}) => {
  const email = `ahead-${Date.now()}@playtally.example`;
  await giveSession(page, await join(product, { email, password: 'an-offer-a-day' }));
  const there = await openOffer(page, 'Ten questions on music');
  await press(there, /^Reversal/, 'it waits for the credit');
  await press(there, /^Credit/, 'the points are credited');
  const mine = page.getByRole('region', { name: 'Your progress' });
  await expect(mine.getByRole('status')).toContainText('They wrote: “The purchase was refunded.”');
  await expect(mine).toContainText('−420');
  await expect(pending(page)).toHaveCount(0);

  await mine.getByText('Report a problem').click();
  await mine.getByRole('button', { name: 'Send report' }).click();
  const field = mine.getByLabel('What happened, and what’s your proof?');
  await expect(field).toBeFocused();
  await expect(mine.getByText('Please write at least 20 characters.')).toBeVisible();
  await field.fill('I answered all ten questions on Saturday; the last page said thank you.');
  await mine.getByRole('button', { name: 'Send report' }).click();
  await expect(mine).toContainText('under review');
  await page.reload();
  await expect(mine.locator('blockquote')).toContainText('all ten questions');

  await page.getByRole('link', { name: 'All offers' }).click();
  await page.getByRole('button', { name: 'Started' }).click();
  await expect(page.getByRole('link', { name: /Ten questions on music/ })).toContainText('reversed');
});

test('a milestone reached after the deadline isn’t credited, and the offer says why', async ({
  page,
  product,
}) => {
  const email = `late-${Date.now()}@playtally.example`;
  await giveSession(page, await join(product, { email, password: 'an-offer-a-day' }));
  const there = await openOffer(page, 'Harbour Post');
  await press(there, /^Late/, 'after the deadline: nothing is credited');
  const mine = page.getByRole('region', { name: 'Your progress' });
  await expect(mine).toContainText('Not credited');
  await expect(pending(page)).toHaveCount(0);
});

test('guests see the payouts that were really made', async ({ page }) => {
  await page.goto('/guest');
  const figures = page.getByRole('region', { name: 'Payout stats (last 90 days)' });
  await figures.scrollIntoViewIfNeeded();
  await expect(figures.getByRole('row', { name: /Demo partner/ })).toContainText('Not enough data');
});

test('the public page of delivery times shows the measured ones on demand', async ({ page }) => {
  await page.goto('/delivery');
  await page.getByRole('link', { name: 'Show measured times' }).press('Enter');
  await expect(page.getByText(/We don’t have enough data yet|Rewards sent by our team \(/)).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await expect(page.getByRole('link', { name: 'Show measured times' })).toBeHidden();
  await expect(page).toHaveURL('/delivery');
});
