import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishSite } from '../../../scripts/site-build.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import { folderWith } from './temp.ts';

const page = (script: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><script>${script}</script></head><body>${'<p>text</p>'.repeat(200)}</body></html>`;
/** A page for every shell that the route table names. */
const shells = Object.fromEntries(
  Object.values(routes).flatMap((route) =>
    'shell' in route
      ? [[`${route.shell.slice(1)}.html`, '<script data-guard="/login">leave()</script><p>shell</p>']]
      : [],
  ),
);
const ADDRESSES = { api: 'http://localhost:8000', socket: 'ws://localhost:6001', key: 'playtally' } as const;

async function finished(files: Record<string, string>) {
  const folder = folderWith({ ...shells, ...files });
  await finishSite(folder, ADDRESSES);
  const read = (path: string) => readFileSync(join(folder, path));
  const policyOf = (path: string) =>
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(read(path).toString())?.[1];
  return { folder, read, policyOf };
}

test('a content page has its own policy, the app areas share one, and hosts send one header for all', async () => {
  const app = page('b()').replace('</head>', '<script src="/_astro/a.js"></script></head>');
  const { read, policyOf } = await finished({
    'index.html': page('a()'),
    'guest/gameslist.html': app,
    'guest/rewards.html': app.replace('b()', 'c()'),
  });
  expect(policyOf('index.html')?.match(/'sha256-/g)).toHaveLength(1);
  expect(policyOf('index.html')).not.toContain(ADDRESSES.api);
  expect(policyOf('guest/gameslist.html')?.match(/'sha256-/g)).toHaveLength(2);
  expect(policyOf('guest/gameslist.html')).toContain(ADDRESSES.api);
  expect(policyOf('guest/rewards.html')).toBe(policyOf('guest/gameslist.html'));
  const { headers } = JSON.parse(read('site.json').toString());
  const header = headers['Content-Security-Policy'];
  expect(header).toContain("frame-ancestors 'none'");
  expect(read('_headers').toString()).toContain(header);
  expect(read('nginx.conf').toString()).toContain(header);
});

test('the operators’ pages have their own policy and headers, which only allow calls to the API', async () => {
  const app = page('b()').replace('</head>', '<script src="/_astro/a.js"></script></head>');
  const { read, policyOf } = await finished({
    'operator.html': app,
    'guest/rewards.html': app.replace('b()', 'c()'),
  });
  const policy = policyOf('operator.html');
  expect(policy?.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).toContain(`connect-src 'self' ${ADDRESSES.api};`);
  expect(policyOf('guest/rewards.html')?.match(/'sha256-/g)).toHaveLength(1);
  expect(policyOf('guest/rewards.html')).toContain(ADDRESSES.socket);
  const { headers, operators } = JSON.parse(read('site.json').toString());
  expect(operators.headers['Content-Security-Policy']).toBe(`${policy}; frame-ancestors 'none'`);
  expect(operators.headers).toMatchObject({
    'Strict-Transport-Security': headers['Strict-Transport-Security'],
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  expect(read('nginx-operator.conf').toString()).toContain(policy);
  expect(read('nginx.conf').toString()).not.toContain(policy);
});

test("the product's own redirects and shells reach the hosts", async () => {
  const { read } = await finished({ 'index.html': page('a()') });
  expect(read('_redirects').toString()).toContain('/robux /user/reward/84/Robux 308');
  expect(JSON.parse(read('site.json').toString()).shells).toContainEqual({
    pattern: '/user/game/{id?}',
    page: '/user/game',
  });
});

test('a style attribute stops the build and names its page', async () => {
  const folder = folderWith({ 'about-us.html': '<p style="color: red">' });
  await expect(finishSite(folder, ADDRESSES)).rejects.toThrow('about-us.html: <p style>');
});

test("the product's own pages are checked against its routes", async () => {
  const folder = folderWith({ ...shells, 'user/draft.html': page('a()') });
  await expect(finishSite(folder, ADDRESSES)).rejects.toThrow(
    /without a route in src\/lib\/routing\/routes.ts:\n\/user\/draft/,
  );
});

test('a shell that no page makes stops the build and names its route', async () => {
  const { 'user/game.html': _, ...others } = shells;
  await expect(finishSite(folderWith(others), ADDRESSES)).rejects.toThrow('/user/game/{id?}');
});

test('the pages for search engines are passed on to the sitemap', async () => {
  const address = 'https://play.example/about-us';
  const head = `<link rel="canonical" href="${address}"><script type="application/ld+json">{"lastReviewed":"2026-11-20"}</script></head>`;
  const folder = folderWith({ ...shells, 'about-us.html': page('a()').replace('</head>', head) });
  expect(await finishSite(folder, ADDRESSES)).toEqual([{ address, modified: '2026-11-20' }]);
});
