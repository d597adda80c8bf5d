/** Writing an article on the real server: it is saved while typing, previewed, submitted and withdrawn. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import type { Product } from '../support/product.ts';
import { giveSession, join } from '../support/sign-in.ts';

const password = 'a-long-password-1';
const title = 'Keep the largest tile in a corner';
const body = `## First\n\n**Stay** at one edge. <script>alert(1)</script>\n\n${'Move along two edges as long as you can. '.repeat(16)}`;

async function begin(page: Page, product: Product, name: string) {
  await giveSession(page, await join(product, { email: `${name}@write.example`, password }));
  await page.goto('/user/create_content');
  await expect(page.getByRole('heading', { name: 'You haven’t written anything yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Start an article' }).click();
  await expect(page.getByText('We save as you write.')).toBeVisible();
}

const saved = (page: Page) => expect(page.getByText('All changes saved.')).toBeVisible();

test('a draft is saved, previewed, submitted and withdrawn, and each field says what is missing', async ({
  page,
  product,
}) => {
  await begin(page, product, 'writer');
  await page.getByLabel('Title').fill('Short');
  await saved(page);
  await expect(page).toHaveURL(/\?draft=[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('A title needs at least 10 characters.')).toBeVisible();
  await expect(page.getByText('An article needs at least 600 characters.')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Game').selectOption('Merge');
  await page.getByLabel('Summary').fill('Where the largest tile belongs, and why it stays there.');
  await page.getByLabel('Text (Markdown)').fill(body);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'First', level: 2 })).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(page.getByLabel('Text (Markdown)')).toHaveValue(body);
  await saved(page);

  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toContainText('600 pts');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  // The number waiting before it depends on other test files; the island's test checks the wording.
  await expect(
    page.getByText(/(?:Yours is next|\d articles? (?:is|are) ahead of it)\. You get/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to your articles' }).click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('in review');
  await expect(row).toContainText('600 pts if accepted');
  await row.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByRole('heading', { name: 'You haven’t written anything yet' })).toBeVisible();
});
