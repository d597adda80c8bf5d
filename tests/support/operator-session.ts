/** Operators of the running product, with their browsers and authenticator apps. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { operatorSessionAnswer } from '../../src/lib/contract/operators/operator.ts';
import { codeOf, secretOf } from './app-codes.ts';
import { ask } from './ask.ts';
import type { Product } from './product.ts';
import { solvedCaptcha } from './solve-captcha.ts';

/** The setup code of a test run's first operator. */
export const operatorSetupCode = 'TEST-SETU-PCOD-EFOR-E2E2';
export const operatorPassword = 'seven quiet lanterns';

export type OperatorSession = v.InferOutput<typeof operatorSessionAnswer>;

/** The code that an operator's authenticator app shows for a secret, this many 30-second steps from now. */
export const operatorCode = (secret: string, steps = 0) => codeOf(secretOf(secret), new Date(), steps);

/** The solved proof of work for an operator's sign-in. */
export const operatorCaptcha = async (product: Product): Promise<string> =>
  solvedCaptcha((await ask(product, 'GET', '/api/operator/captcha')).body.challenge);

/** Signs up an operator with a setup code, without the screens. */
export async function setUpOperator(product: Product, setupCode: string, name: string) {
  const who = { name, email: `${name.toLowerCase()}@operators.example`, password: operatorPassword };
  const begun = await ask(product, 'POST', '/api/operator/setup', undefined, {
    setup_code: setupCode,
    ...who,
  });
  const { secret } = v.parse(v.object({ secret: v.string() }), begun.body);
  const confirmed = await ask(product, 'POST', '/api/operator/setup/confirm', undefined, {
    setup_code: setupCode,
    code: operatorCode(secret),
  });
  return { session: v.parse(operatorSessionAnswer, confirmed.body), secret };
}

/** Stored next to the product's data, and deleted with it. */
const keptIn = ({ dataDir }: Product) => join(dataDir, 'first-operator.json');

export function keepFirstOperator(product: Product, session: OperatorSession): void {
  writeFileSync(keptIn(product), JSON.stringify(session));
}

/** Ada, the first operator: one for all files of a run. The first file to run signs her up. */
export async function firstOperator(product: Product): Promise<OperatorSession> {
  if (existsSync(keptIn(product)))
    return v.parse(operatorSessionAnswer, JSON.parse(readFileSync(keptIn(product), 'utf8')));
  const { session } = await setUpOperator(product, operatorSetupCode, 'Ada');
  keepFirstOperator(product, session);
  return session;
}

/** Gives an operator's session to a page before it opens anything. */
export async function giveOperator(page: Page, session: object): Promise<void> {
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('operator') === null) sessionStorage.setItem('operator', text);
  }, JSON.stringify(session));
}
