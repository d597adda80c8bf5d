/** How operators sign in on the real server: setup, second factor, sign-in, and who is rejected. */
import * as v from 'valibot';
import { operatorSessionAnswer } from '../../src/lib/contract/operators/operator.ts';
import { ask } from '../support/ask.ts';
import { expect, operatorTest as test } from '../support/e2e.ts';
import {
  firstOperator,
  giveOperator,
  keepFirstOperator,
  operatorCaptcha,
  operatorCode,
  operatorPassword,
  operatorSetupCode,
  setUpOperator,
} from '../support/operator-session.ts';
import { expectAccessible } from '../support/reach.ts';
import { giveSession, join } from '../support/sign-in.ts';

// The first operator is set up once: this file's name sorts before those of the others that need one.
test.describe.configure({ mode: 'serial' });

test('the first operator sets up with the server’s code, logs out and in, and returns to the same page', async ({
  page,
  product,
}) => {
  await page.goto('/operator/setup');
  await expectAccessible(page, 'the set-up', 0);
  await page.getByLabel('Setup code').fill(operatorSetupCode);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@operators.example');
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page, 'the second factor of the set-up', 1);
  const secret = (await page.locator('code.code').innerText()).trim();
  expect(secret).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('That code isn’t right.')).toBeVisible();
  const used = operatorCode(secret);
  await page.getByLabel('Code from your authenticator app').fill(used);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(page).toHaveURL(/\/operator$/);

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('table', { name: 'users' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectAccessible(page, 'the log-in', 2);
  await page.getByLabel('Email').fill('ada@operators.example');
  await page.getByLabel('Password').fill(operatorPassword);
  // The setup used up the current code.
  await page.getByLabel('Code from your authenticator app').fill(used);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.locator('.field .error').first()).toBeVisible();
  const next = operatorCode(secret, 1);
  await page.getByLabel('Code from your authenticator app').fill(next);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('table', { name: 'users' })).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/users$/);
  const stored = await page.evaluate(() => [
    sessionStorage.getItem('operator') ?? '',
    Object.keys(localStorage).join(),
  ]);
  keepFirstOperator(product, v.parse(operatorSessionAnswer, JSON.parse(String(stored[0]))));
  // Not a session: it makes this browser known at the next sign-in.
  expect(stored[1]).toBe('known_device');

  const again = await ask(product, 'POST', '/api/operator/login', undefined, {
    email: 'ada@operators.example',
    password: operatorPassword,
    code: next,
    captcha: await operatorCaptcha(product),
  });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['email']]);
  const { token } = await firstOperator(product);
  for (const name of ['operator.set_up', 'operator.log_in', 'operator.code_refused']) {
    const { body } = await ask(product, 'GET', `/api/operator/audit?act=${name}`, token);
    expect(body.total, name).toBeGreaterThan(0);
  }
});

test('an ended session leads to the login and back to what was typed, and a player’s session stays', async ({
  page,
  product,
}) => {
  const player = await join(product, { email: 'outsider@operated.example', password: 'seven loud kettles' });
  const first = await firstOperator(product);
  const { body } = await ask(product, 'POST', '/api/operator/operators/invite', first.token, {
    note: 'Joan, who joins us today',
  });
  const { session: second, secret } = await setUpOperator(product, body.setup_code, 'Joan');
  // A player's session in the same browser is neither used nor touched.
  await giveSession(page, player);
  await giveOperator(page, second);
  await page.goto(`/operator/users/${player.user.id}`);
  await page.getByRole('button', { name: /^Suspend/ }).click();
  await page.getByLabel('Reason').fill('Typed before the session ended.');
  // Pending calls of the page would notice the end before the button does.
  await page.waitForLoadState('networkidle');
  expect((await ask(product, 'POST', '/api/operator/logout', second.token)).status).toBe(200);
  await page.getByRole('button', { name: 'Suspend account' }).click();
  await expect(page.getByText('Your session has ended, Joan.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('operator'))).toBeNull();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByLabel('Email').fill('joan@operators.example');
  await page.getByLabel('Password').fill(operatorPassword);
  await page.getByLabel('Code from your authenticator app').fill(operatorCode(secret, 1));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue('Typed before the session ended.');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('heading', { name: `User ${player.user.id}` })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(player.token);
});
