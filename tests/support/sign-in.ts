import type { Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { demoAccount } from '../../server/db/seed.ts';
import type { Product } from './product.ts';

const sessionSchema = v.object({
  success: v.object({ token: v.string(), user: v.looseObject({ id: v.number() }) }),
});

/**
 * Signs the demo account in by the real call, captcha solved, and gives the session to a page before it opens anything.
 * Answers the token.
 */
export async function signInAsDemo(page: Page, product: Product): Promise<string> {
  const challenge = await (await fetch(`${product.apiUrl}/api/captcha`)).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const answer = await fetch(`${product.apiUrl}/api/login-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoAccount, captcha }),
  });
  const { success } = v.parse(sessionSchema, await answer.json());
  await page.addInitScript(
    ([token, id, user]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('user_id', id ?? '');
      localStorage.setItem('user', user ?? '');
    },
    [success.token, String(success.user.id), JSON.stringify(success.user)],
  );
  return success.token;
}
