/** What a browser takes out of a hostile host's article. */
import { expect, test } from '../support/e2e.ts';

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
