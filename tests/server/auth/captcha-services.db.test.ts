import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CaptchaService, captchaServices } from '../../../server/config/player-settings.ts';
import { createCaptchaService } from '../../../server/features/auth/captcha-services.ts';
import {
  getCaptcha,
  loginUser,
  registerUser,
  requestPasswordReset,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { request, testApi } from '../../support/api.ts';

const services = Object.keys(captchaServices) as CaptchaService[];
const form = { email: 'mira@test.example', password: 'correct horse 7' };

/** The service's answer about a value, and its form. */
type Say = (form: URLSearchParams) => { status?: number; body: string } | 'nothing';

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });
/** A stand-in service: it knows one secret and one value, and accepts the value once. */
function honest(hostname = 'site.test'): Say {
  const seen = new Set<string>();
  return (given) => {
    const value = given.get('response') ?? '';
    if (given.get('secret') !== 'our-secret')
      return json({ success: false, 'error-codes': ['invalid-input-secret'] });
    if (value !== 'a-person') return json({ success: false, 'error-codes': ['invalid-input-response'] });
    if (seen.has(value)) return json({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    seen.add(value);
    return json({ success: true, hostname, challenge_ts: '2026-11-18T12:00:00Z' });
  };
}

/** An API whose captcha is such a service on this machine. */
async function withService(
  service: CaptchaService,
  say: Say,
  { secret = 'our-secret', timeout }: { secret?: string; timeout?: number } = {},
) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const given = new URLSearchParams(body);
    asked.push(given);
    const answer = say(given);
    if (answer !== 'nothing') response.writeHead(answer.status ?? 200).end(answer.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const captcha = createCaptchaService({
    ask: fetch,
    service,
    siteKey: 'our-site-key',
    secret,
    verifyUrl: `http://127.0.0.1:${port}/siteverify`,
    hostname: 'site.test',
    log: (text) => void api.logged.push(text),
    ...(timeout !== undefined && { timeout }),
  });
  const api = await testApi({ captcha });
  return { api, asked, close };
}

const refused = (words: string) => ({
  status: 422,
  code: 'invalid',
  fields: { captcha: expect.stringContaining(words) },
});

test.each(services)('%s lets a person through once, and no one without it', async (service) => {
  const { api, asked } = await withService(service, honest());
  expect(await request(getCaptcha, {})).toEqual({ service, site_key: 'our-site-key' });
  await expect(request(registerUser, { body: { ...form, captcha: 'a-person' } })).resolves.toBeTruthy();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    secret: 'our-secret',
    response: 'a-person',
    sitekey: 'our-site-key',
  });
  for (const call of [loginUser, registerUser, requestPasswordReset]) {
    const send = (captcha: string) => request(call, { body: { ...form, captcha } });
    await expect(send('a-person')).rejects.toMatchObject(refused('has expired'));
    await expect(send('a-robot')).rejects.toMatchObject(refused('do it again'));
  }
  expect(api.logged).toEqual([]);
});

describe('fails closed, says so, and logs why:', () => {
  test.each<[string, Say, string, { timeout: number }?]>([
    ['an answer that is no JSON', () => ({ body: '<h1>Sorry</h1>' }), 'JSON'],
    ['a failure of its own', () => json({ success: true, hostname: 'site.test' }, 500), 'it answers 500'],
    ['an answer of another form', () => json({ score: 1 }), 'success'],
    ['a yes that is none', () => json({ success: 'true', hostname: 'site.test' }), 'boolean'],
    ['a value of another site', honest('evil.test'), 'made at evil.test'],
    ['a value of no site', () => json({ success: true }), 'made at no host'],
    ['a no without a reason', () => json({ success: false }), 'without a reason'],
    ['no answer at all', () => 'nothing', 'timeout', { timeout: 300 }],
  ])('%s', async (_, say, why, limit) => {
    const { api } = await withService('turnstile', say, limit);
    await expect(request(registerUser, { body: { ...form, captcha: 'a-person' } })).rejects.toMatchObject(
      refused('right now'),
    );
    expect(api.logged.join()).toContain(why);
    expect(api.logged.join()).not.toContain('our-secret');
  });

  test('a secret of ours that it doesn’t know', async () => {
    const { api } = await withService('hcaptcha', honest(), { secret: 'another-secret' });
    await expect(request(registerUser, { body: { ...form, captcha: 'a-person' } })).rejects.toMatchObject(
      refused('right now'),
    );
    expect(api.logged).toEqual(['captcha by hcaptcha: it refuses: invalid-input-secret']);
  });

  test('it isn’t there', async () => {
    const { api, close } = await withService('recaptcha', honest());
    await close();
    await expect(request(registerUser, { body: { ...form, captcha: 'a-person' } })).rejects.toMatchObject(
      refused('right now'),
    );
    expect(api.logged).toHaveLength(1);
  });
});
