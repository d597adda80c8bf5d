import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../../server/site.ts';
import type { SiteRules } from '../../server/site-rules.ts';

const rules: SiteRules = {
  headers: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  },
  redirects: [
    { from: '/blog', to: 'https://blog.example/', status: 301 },
    { from: '/robux', to: '/user/reward/84/Robux', status: 308 },
  ],
  shells: [
    { pattern: '/user/game/{id?}', page: '/user/game' },
    { pattern: '/games/{game_name?}/play/{device?}', page: '/games/play' },
  ],
};
const FILES: Readonly<Record<string, string>> = {
  'dist/index.html': 'home',
  'dist/index.html.br': 'home in brotli',
  'dist/index.html.gz': 'home in gzip',
  'dist/404.html': 'not here',
  'dist/about-us.html': 'about',
  'dist/user.html': 'dashboard',
  'dist/user/game.html': 'game shell',
  'dist/games/play.html': 'stage',
  'dist/robux.html': 'a page that points elsewhere',
  'dist/_astro/a.B3x.js': 'code',
  'dist/a b.txt': 'spaces',
  'dist/_headers': 'for hosts',
  'dist/.stamp': 'hidden',
  'dist/site.json': JSON.stringify(rules),
  'secret.txt': 'outside',
};

let folder = '';
let site: ReturnType<typeof createSite>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'playtally-site-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  site = createSite({ dist: join(folder, 'dist') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = async (path: string, headers: Record<string, string> = {}) => site.request(path, { headers });

describe('what answers an address', () => {
  test.each([
    ['/', 'home'],
    ['/about-us', 'about'],
    ['/about-us?from=x', 'about'],
    ['/user', 'dashboard'],
    ['/user/game', 'game shell'],
    ['/user/game/7', 'game shell'],
    ['/games/merge/play/mobile', 'stage'],
    ['/games/merge/play', 'stage'],
    ['/_astro/a.B3x.js', 'code'],
    ['/a%20b.txt', 'spaces'],
  ])('%s: %s', async (path, text) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
  });

  test.each([
    '/nowhere',
    '/user/game/7/more',
    '/games/merge',
    '/site.json',
    '/_headers',
    '/.stamp',
    '/index.html.br',
    '/%ff',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/user/..%2f..%2f..%2fsecret.txt',
    '//evil.example/',
  ])('%s is not found, and says so with the page for it', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([404, 'not here']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('redirects', () => {
  test.each([
    ['/blog', 301, 'https://blog.example/'],
    ['/robux', 308, '/user/reward/84/Robux'],
    ['/user/', 308, '/user'],
    ['/user/game/7/?page=2', 308, '/user/game/7?page=2'],
    ['/a/', 308, '/a'],
  ])('%s: %i to %s', async (path, status, to) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, to]);
  });
});

describe('headers', () => {
  test.each(['/', '/nowhere', '/blog', '/_astro/a.B3x.js'])(
    '%s has what the build decided on',
    async (path) => {
      const { headers } = await get(path);
      for (const [name, value] of Object.entries(rules.headers)) expect(headers.get(name)).toBe(value);
    },
  );

  test('a file with a fingerprint is kept, a page is asked for again', async () => {
    expect((await get('/_astro/a.B3x.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/user/game/7')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/_astro/gone.js')).headers.get('cache-control')).toBe('no-cache');
  });

  test('types come with their encoding', async () => {
    expect((await get('/about-us')).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await get('/_astro/a.B3x.js')).headers.get('content-type')).toContain('text/javascript');
  });
});

describe('compressed copies', () => {
  test.each([
    ['gzip, br', 'br', 'home in brotli'],
    ['gzip', 'gzip', 'home in gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip', 'home in gzip'],
    ['identity', null, 'home'],
  ])('%s gets %s', async (accepted, encoding, text) => {
    const answer = await get('/', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-length')).toBe(String(text.length));
    expect(await answer.text()).toBe(text);
  });

  test('a file without copies comes as it is', async () => {
    const { headers } = await get('/about-us', { 'accept-encoding': 'br' });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  });
});

describe('asking again', () => {
  test('an unchanged file is 304 without a body', async () => {
    const etag = (await get('/about-us')).headers.get('etag') ?? '';
    const again = await get('/about-us', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test('each encoding has a tag of its own, and a missing page never is unchanged', async () => {
    const plain = (await get('/')).headers.get('etag') ?? '';
    expect((await get('/', { 'accept-encoding': 'br', 'if-none-match': plain })).status).toBe(200);
    const missing = (await get('/nowhere')).headers.get('etag') ?? '';
    expect((await get('/nowhere', { 'if-none-match': missing })).status).toBe(404);
  });
});

test('HEAD answers as GET does, without the body', async () => {
  const answer = await site.request('/about-us', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '5', '']);
});

test('only GET and HEAD are answered', async () => {
  const answer = await site.request('/about-us', { method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
