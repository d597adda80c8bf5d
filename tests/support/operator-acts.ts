/** Actions of operators on their screens, and of players at the same time, in end-to-end tests. */
import { expect, type Page } from '@playwright/test';
import { hears } from './e2e.ts';
import type { Product } from './product.ts';
import { type Entered, giveSession } from './sign-in.ts';

/** A player's page next to the operator's. */
export async function playersPage(
  page: Page,
  product: Product,
  entered: Entered,
  path: string,
): Promise<Page> {
  const other = await page.context().newPage();
  await giveSession(other, entered);
  const joined = hears(other);
  await other.goto(product.siteUrl + path);
  await joined;
  return other;
}

/** Presses an action, fills in its reason, and sends it. */
export async function act(
  page: Page,
  button: string | RegExp,
  submit: string,
  reason?: string,
  label = 'Reason',
): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel(label).fill(reason);
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog).toBeHidden();
}
