/** Operators of the running product, with their browsers and authenticator apps. */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { operatorSessionAnswer } from '../../src/lib/contract/operator.ts';
import type { Product } from './product.ts';

/** The setup code of a test run's first operator. */
export const operatorSetupCode = 'TEST-SETU-PCOD-EFOR-E2E2';
export const operatorPassword = 'seven quiet lanterns';

export type OperatorSession = v.InferOutput<typeof operatorSessionAnswer>;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a secret (RFC 6238), this many 30-second steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Makes an operator's call, or one without a token, and returns status and body. */
export async function ask(product: Product, method: string, path: string, token?: string, body?: object) {
  const answer = await fetch(product.apiUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The solved proof of work for an operator's sign-in. */
export async function operatorCaptcha(product: Product): Promise<string> {
  const { body } = await ask(product, 'GET', '/api/operator/captcha');
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64');
}

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
    code: codeOf(secret),
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
