/** The demo partner's game at its host: who may frame it, and that its page can only run its own script. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { demoPartnerRoutes } from '../../../server/features/offers/demo-partner-routes.ts';
import type { ApiEnv } from '../../../server/http/app-deps.ts';
import { securityHeaders } from '../../../server/http/headers.ts';

const app = new Hono<ApiEnv>().use(securityHeaders);
demoPartnerRoutes(app, 'https://playtally.example');

test('only the site may frame the page, and it runs only its inline scripts', async () => {
  const answer = await app.request('/demo-partner/nine-lamps');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(answer.headers.has('x-frame-options')).toBe(false);
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values];
    }),
  );
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(['https://playtally.example']);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  const page = await answer.text();
  for (const tag of ['script', 'style']) {
    const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
    expect(text).not.toBe('');
    expect(policy.get(`${tag}-src`)).toEqual([
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ]);
  }
});
