/**
 * Social tasks on the real server: a wrong proof is reported at its field, and a right one waits for review and can be replaced.
 */
import { expect, test } from '../support/e2e.ts';
import { giveSession, join } from '../support/sign-in.ts';

const password = 'a-long-password-1';
const link = 'https://x.com/somebody/status/1234567890';

test('a player submits a proof once for each task, and another player can’t use it', async ({
  page,
  product,
  browser,
}) => {
  await giveSession(page, await join(product, { email: 'poster@social.example', password }));
  await page.goto('/user/socialmedia');
  const task = page.getByRole('listitem', { name: 'Post about a round you played' });
  await expect(task.getByText('80 pts')).toBeVisible();
  // Its settings name no page of ours on X.
  await expect(task.getByRole('link')).toHaveCount(0);

  const proof = task.getByLabel('Link to your post');
  await task.getByRole('button', { name: 'Submit' }).click();
  await expect(task.getByText('Please paste your proof.')).toBeVisible();
  await proof.fill('https://example.com/my-post');
  await task.getByRole('button', { name: 'Submit' }).click();
  await expect(task.getByText(/That doesn’t look right/)).toBeVisible();
  await expect(proof).toBeFocused();
  await expect(proof).toHaveValue('https://example.com/my-post');
  await proof.fill(link);
  await task.getByRole('button', { name: 'Submit' }).click();
  await expect(task.getByText('submitted', { exact: true })).toBeVisible();
  await expect(task.getByText(/We’re checking it/)).toBeVisible();
  await expect(proof).toBeHidden();

  await task.getByRole('button', { name: 'Submit a different one' }).click();
  await proof.fill(`${link}1`);
  await task.getByRole('button', { name: 'Submit' }).click();
  await expect(task.getByText(`${link}1`)).toBeVisible();
  await page.reload();
  await expect(task.getByText(`${link}1`)).toBeVisible();
  // Nothing is paid before a review.
  await expect(page.getByRole('banner').getByRole('definition').first()).toContainText('0');

  const context = await browser.newContext({ baseURL: product.siteUrl });
  const other = await context.newPage();
  await giveSession(other, await join(product, { email: 'copier@social.example', password }));
  await other.goto('/user/socialmedia');
  const same = other.getByRole('listitem', { name: 'Post about a round you played' });
  await same.getByLabel('Link to your post').fill(`${link}1`);
  await same.getByRole('button', { name: 'Submit' }).click();
  await expect(same.getByText(/Another player already submitted this/)).toBeVisible();
  await context.close();
});
