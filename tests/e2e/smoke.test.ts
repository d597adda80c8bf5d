/**
 * Only run before each commit (`npm test -- --quick`): the main loop and the operators' sign-in. main-path.test.ts,
 * sharing.test.ts and operator-access.test.ts test all of it.
 */
import { expect, operatorTest, test } from '../support/e2e.ts';
import { chooseMove } from '../support/merge-player.ts';
import {
  operatorCode,
  operatorPassword,
  operatorSetupCode,
  setUpOperator,
} from '../support/operator-session.ts';
import { signInAsDemo } from '../support/sign-in.ts';
import { endRound, gridOf, press, signUp } from '../support/walker.ts';

test.describe.configure({ mode: 'parallel' });

test('a visitor of a reward page signs up, and their round counts', async ({ page }) => {
  await page.goto('/rewards/earn-free-steam-wallet-codes');
  await page.getByRole('link', { name: 'GET STARTED' }).first().click();
  await signUp(page, `smoke-${Date.now()}@test.example`);
  await page.waitForURL(/\/user\/reward\/\d+\/Steam/);
  await page.goto('/games/merge/play/desktop');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => gridOf(page).then((grid) => Math.max(...grid))).toBeGreaterThan(0);
  for (let moves = 0; moves < 5; moves++) await press(page, chooseMove(await gridOf(page)));
  await endRound(page);
  await expect(page.getByRole('heading', { name: 'Round complete', exact: true })).toBeVisible();
});

test('a player redeems a reward and reads its code', async ({ page, product }) => {
  await signInAsDemo(page, product);
  await page.goto('/user/reward/12/Random-Steam-key');
  await page.getByRole('main').getByRole('button', { name: 'Redeem', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem/ })
    .click();
  await expect(page.getByText(/SAMPLE-\w{4}-\w{4}/).first()).toBeVisible();
  await page.goto('/user/order-history');
  await expect(page.getByRole('listitem').filter({ hasText: 'Random Steam key' })).toContainText(
    /delivered/i,
  );
});

operatorTest('an operator logs in with a second factor', async ({ page, product }) => {
  const { session, secret } = await setUpOperator(product, operatorSetupCode, 'Ada');
  await page.goto('/operator');
  await page.getByLabel('Email').fill(session.operator.email);
  await page.getByLabel('Password').fill(operatorPassword);
  // The setup used up the current code.
  await page.getByLabel('Code from your authenticator app').fill(operatorCode(secret, 1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
});
