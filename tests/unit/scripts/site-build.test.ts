import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { finishSite } from '../../../scripts/site-build.ts';
import { routes } from '../../../src/lib/routes.ts';
import { folderWith } from './temp.ts';

const page = (script: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><script>${script}</script></head><body>${'<p>text</p>'.repeat(200)}</body></html>`;
/** A page for every shell that the route table names. */
const shells = Object.fromEntries(
  Object.values(routes).flatMap((route) =>
    'shell' in route ? [[`${route.shell.slice(1)}.html`, '<p>shell</p>']] : [],
  ),
);
const CONNECT = ['http://localhost:8000', 'ws://localhost:6001'];

async function finished(files: Record<string, string>) {
  const folder = folderWith({ ...shells, ...files });
  await finishSite(folder, CONNECT);
  const read = (path: string) => readFileSync(join(folder, path));
  const policyOf = (path: string) =>
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(read(path).toString())?.[1];
  return { folder, read, policyOf };
}

test('every page carries the one policy of the whole site, and the header says the same', async () => {
  const { read, policyOf } = await finished({ 'index.html': page('a()'), 'user/games.html': page('b()') });
  const policy = policyOf('index.html') ?? '';
  expect(policy.match(/'sha256-/g)).toHaveLength(2);
  expect(policyOf('user/games.html')).toBe(policy);
  const { headers } = JSON.parse(read('site.json').toString());
  expect(headers['Content-Security-Policy']).toBe(`${policy}; frame-ancestors 'none'`);
  expect(read('_headers').toString()).toContain(policy);
  expect(read('nginx.conf').toString()).toContain(policy);
});

test('text has compressed copies that hold the finished page, where they are worth it', async () => {
  const { folder, read } = await finished({ 'index.html': page('a()'), 'robots.txt': 'User-agent: *' });
  expect(brotliDecompressSync(read('index.html.br'))).toEqual(read('index.html'));
  expect(gunzipSync(read('index.html.gz'))).toEqual(read('index.html'));
  expect(existsSync(join(folder, 'robots.txt.br'))).toBe(false);
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
  await expect(finishSite(folder, CONNECT)).rejects.toThrow('about-us.html: <p style>');
});

test('a shell that no page makes stops the build and names its route', async () => {
  const { 'user/game.html': _, ...others } = shells;
  await expect(finishSite(folderWith(others), CONNECT)).rejects.toThrow('/user/game/{id?}');
});
