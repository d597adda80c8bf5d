/** A reported text, from the reader's report to the writer's change, and what each of them sees. */
import { ask, byPlayer } from '../support/ask.ts';
import { expect, operatorTest as test } from '../support/e2e.ts';
import { act } from '../support/operator-acts.ts';
import { firstOperator, giveOperator } from '../support/operator-session.ts';
import { expectAccessible } from '../support/reach.ts';
import { type Entered, giveSession, join } from '../support/sign-in.ts';

const REWARD = 12;
const BAD = 'Come to 5 Mill Lane, he is always in.';
const GOOD = 'The key came at once and worked.';

test('an opinion is hidden for others with a reason that its writer reads, and returns once it is corrected', async ({
  page,
  product,
  browser,
}) => {
  const password = 'seven loud kettles';
  // Each has a separate browser, because tabs share a session.
  const opened = async (path: string, entered?: Entered) => {
    const other = await browser.newPage({ baseURL: product.siteUrl });
    if (entered) await giveSession(other, entered);
    await other.goto(path);
    return other;
  };
  const writer = await join(product, { email: 'writer@moderated.example', password });
  const reader = await join(product, { email: 'reader@moderated.example', password });
  const { opinion } = await byPlayer(product, writer, 'POST', `/api/user/rewards/${REWARD}/create-opinion`, {
    user_id: writer.user.id,
    opinion: BAD,
  });

  const reading = await opened(`/user/reward/${REWARD}#opinions`, reader);
  const item = reading.locator('.opinion').filter({ hasText: BAD });
  await item.getByRole('button', { name: /^Report what/ }).click();
  const form = item.getByRole('form', { name: /^Report what/ });
  await form.getByLabel('What’s wrong with it?').selectOption('Shares private information');
  await form.getByLabel(/^Details/).fill('I live there.');
  await expectAccessible(reading, 'the report of an opinion', 0);
  await form.getByRole('button', { name: 'Send report' }).click();
  const sent = item.getByText(/^Reported\. Our team will take a look/);
  await expect(sent).toBeFocused();
  // The second half of a double-click, after the answer.
  await reading.mouse.down({ clickCount: 2 });
  await reading.mouse.up({ clickCount: 2 });
  await expect(sent).toBeFocused();

  const visiting = await opened(`/guest/reward/${REWARD}/random-steam-key#opinions`);
  await expect(visiting.getByText(BAD)).toBeVisible();

  const operator = await firstOperator(product);
  await giveOperator(page, operator);
  await page.goto('/operator');
  await page
    .getByRole('main')
    .getByRole('link', { name: /reviews? .*to check/ })
    .click();
  await expect(page.getByRole('row').filter({ hasText: BAD })).toContainText('1 report');
  await page.getByRole('link', { name: BAD }).click();
  await expect(page.getByRole('row').filter({ hasText: 'I live there.' })).toContainText(
    'Private information',
  );
  await expectAccessible(page, 'a reported opinion', 2);
  await act(page, /^Hide it/, 'Hide it', 'It is where somebody lives.', 'Details');
  await expect(page.getByText(/^Hidden\. .* reads why\.$/)).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/opinions$/);

  await visiting.reload();
  await expect(visiting.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  await expect(visiting.getByText(BAD)).toHaveCount(0);
  await reading.goto('/user/messages?show=notifications');
  await expect(reading.getByText('We’ve hidden it. Thanks for letting us know.')).toBeVisible();

  const why = 'It shares something private about someone. It is where somebody lives.';
  const writing = await opened('/user/messages?show=notifications', writer);
  await expect(writing.getByText(why)).toBeVisible();
  await writing.getByRole('link', { name: /^Hidden: your review/ }).click();
  const own = writing.locator('.opinion').filter({ hasText: why });
  await expect(own).toContainText(BAD);
  await expectAccessible(writing, 'a hidden opinion', 1);
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Your words').fill(GOOD);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own).toContainText('You edited it, so we’re reviewing it again.');
  await visiting.reload();
  await expect(visiting.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  await expect(visiting.getByText(GOOD)).toHaveCount(0);

  await page.goto(`/operator/opinions/${opinion.id}`);
  await act(page, /^Show again/, 'Show again', 'Thank you, it is fine like this.');
  await visiting.reload();
  await expect(visiting.getByText(GOOD)).toBeVisible();
  await writing.goto('/user/messages?show=notifications');
  await expect(writing.getByText('Thank you, it is fine like this.')).toBeVisible();
  const { body } = await ask(product, 'GET', '/api/operator/audit?subject=opinion', operator.token);
  expect(body.data.map((one: { act: string }) => one.act)).toEqual(['opinion.show', 'opinion.hide']);
  for (const other of [reading, visiting, writing]) await other.context().close();
});
