/** Articles in a real browser: reading, commenting, going to the next one, and sanitizing a hostile host's text. */
import { expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test('a guest reads an article, a player comments and rates it, and one press opens the next', async ({
  page,
  product,
}) => {
  await page.goto('/guest/article');
  await page.getByRole('link', { name: 'Reading your ledger' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Articles');
  await expect(page.locator('.article > .prose p').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in', exact: true }).last()).toBeVisible();

  await signInAsDemo(page, product);
  await page.goto('/user/article/1');
  await expect(page).toHaveURL(/\/user\/article\/1\/[\w-]+$/);
  const words = `Tried it on ${Date.now()}`;
  await page.getByLabel('Your comment').fill(words);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.locator('.opinion .said').first()).toHaveText(words);
  await page.getByRole('button', { name: '4 of 5, very good' }).click();
  await expect(page.getByText('Change your rating:')).toBeVisible();
  await page.reload();
  await expect(page.locator('.opinion .said').first()).toHaveText(words);

  const first = await page.getByRole('heading', { level: 1 }).textContent();
  await page.locator('.neighbours a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '');
});

test.describe('a hostile host', () => {
  // The sanitizer's document has this page's policy, which reports violations there.
  test.use({ expectedErrors: [/Content Security Policy/] });

  test('harmful parts of an article are removed before it is shown', async ({ page }) => {
    const body = [
      '<p onclick="window.harmed=1">kept <b style="color:red">words</b></p>',
      '<script>window.harmed=2</script><style>main{display:none}</style><iframe src="https://evil.example"></iframe>',
      '<form action="https://evil.example"><input name="password"></form><base href="https://evil.example/">',
      '<a href="javascript:window.harmed=3">run</a> <a href="https://other.example/x" target="_top">out</a> <a href="/terms">in</a> <a href="https://x.example:99999/">nowhere</a>',
      '<img src="x" onerror="window.harmed=4"><svg onload="window.harmed=5"></svg><p id="content" class="button">plain</p>',
      '<math><mtext><table><mglyph><style><img src=x onerror="window.harmed=6"></style></mglyph></table></mtext></math>',
    ].join('');
    await page.route('**/api/user/articles/1?*', async (route) => {
      const real = await route.fetch();
      const answer = await real.json();
      await route.fulfill({ response: real, json: { ...answer, article: { ...answer.article, body } } });
    });
    await page.goto('/guest/article/1');
    const text = page.locator('.article > .prose');
    await expect(text).toContainText('kept words');
    expect(await text.evaluate((element) => element.innerHTML)).not.toMatch(
      /<(?:script|style|iframe|form|input|img|svg|math|base)|\son\w+=|\s(?:style|id|class|target)=|javascript:/i,
    );
    await expect(text.getByText('out')).toHaveAttribute('rel', 'ugc nofollow noopener noreferrer');
    await expect(text.getByText('in', { exact: true })).not.toHaveAttribute('rel');
    await expect(text.getByText('nowhere')).not.toHaveAttribute('href');
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  });
});
