import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../../../server/static-site/site.ts';
import type { SiteRules } from '../../../server/static-site/site-rules.ts';

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
  unguarded: ['/vault/{id?}'],
  operators: {
    headers: { 'Content-Security-Policy': "default-src 'self'", 'X-Robots-Tag': 'noindex' },
    home: '/operator',
    shells: [{ pattern: '/operator/{section?}/{id?}', page: '/operator' }],
  },
};
/** Worth compressing. */
const LONG = 'Every line says why. '.repeat(100);

const FILES: Readonly<Record<string, string>> = {
  'dist/index.html': 'home',
  'dist/404.html': 'not here',
  'dist/500.html': 'something broke',
  'dist/about-us.html': 'about',
  'dist/vault.html': 'behind a guard that does not exist',
  'dist/user.html': 'dashboard',
  'dist/user/game.html': 'game shell',
  'dist/terms.html': LONG,
  'dist/picture.png': LONG,
  'dist/games/play.html': 'stage',
  'dist/robux.html': 'a page that points elsewhere',
  'dist/_astro/a.B3x.js': 'code',
  'dist/a b.txt': 'spaces',
  'dist/operator.html': 'admin',
  'dist/favicon.svg': 'a picture',
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
  site = createSite({ dist: join(folder, 'dist'), operatorHost: 'operator.test:4321' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = async (path: string, headers: Record<string, string> = {}) => site.request(path, { headers });

describe('resolving an address', () => {
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
    '/%ff',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/user/..%2f..%2f..%2fsecret.txt',
    '/%00',
    '/user/game/%ff',
    '/user/game/7%2Fmore',
    '/404',
    '/404.html',
    '/500',
    '/500.html',
    '//evil.example/',
    '/x//',
  ])('%s is a 404, with the page for it', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([404, 'not here']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });
});

test.each(['/vault', '/vault/7', '/vault?page=2'])(
  '%s, whose guard is unknown, is an error',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([500, 'something broke']);
  },
);

describe('redirects', () => {
  test.each([
    ['/blog', 301, 'https://blog.example/'],
    ['/blog?ref=a-friend', 301, 'https://blog.example/'],
    ['/robux', 308, '/user/reward/84/Robux'],
    ['/robux?page=2', 308, '/user/reward/84/Robux?page=2'],
    ['/user/', 308, '/user'],
    ['/user/game/7/?page=2', 308, '/user/game/7?page=2'],
    ['/a/', 308, '/a'],
    ['/index', 308, '/'],
    ['/index.html?q=1', 308, '/?q=1'],
    ['/about-us.html', 308, '/about-us'],
    ['/robux.html', 308, '/robux'],
  ])('%s: %i to %s', async (path, status, to) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, to]);
  });
});

describe('headers', () => {
  test.each(['/', '/nowhere', '/blog', '/_astro/a.B3x.js'])(
    '%s has the headers from the build',
    async (path) => {
      const { headers } = await get(path);
      for (const [name, value] of Object.entries(rules.headers)) expect(headers.get(name)).toBe(value);
    },
  );

  test('a file with a fingerprint is cached, and a page is revalidated', async () => {
    expect((await get('/_astro/a.B3x.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/user/game/7')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/_astro/gone.js')).headers.get('cache-control')).toBe('no-cache');
  });

  test('content types name their encoding', async () => {
    expect((await get('/about-us')).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await get('/_astro/a.B3x.js')).headers.get('content-type')).toContain('text/javascript');
  });
});

describe('compression', () => {
  test.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['identity', null, (bytes: Uint8Array) => Buffer.from(bytes)],
  ] as const)('%s gets %s', async (accepted, encoding, open) => {
    for (const _ of ['first', 'kept']) {
      const answer = await get('/terms', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(open(bytes).toString()).toBe(LONG);
      if (encoding) expect(bytes.length).toBeLessThan(LONG.length / 10);
    }
  });

  test.each(['/about-us', '/picture.png'])('%s, too short or not text, isn’t compressed', async (path) => {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  });
});

describe('revalidation', () => {
  test('an unchanged file is a 304 without a body', async () => {
    const etag = (await get('/about-us')).headers.get('etag') ?? '';
    const again = await get('/about-us', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test('each encoding has its own tag, and a missing page is never a 304', async () => {
    const plain = (await get('/terms')).headers.get('etag') ?? '';
    expect((await get('/terms', { 'accept-encoding': 'br', 'if-none-match': plain })).status).toBe(200);
    const missing = (await get('/nowhere')).headers.get('etag') ?? '';
    expect((await get('/nowhere', { 'if-none-match': missing })).status).toBe(404);
  });
});

test('HEAD answers like GET, without the body', async () => {
  const answer = await site.request('/about-us', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '5', '']);
});

describe('failures', () => {
  test('only GET and HEAD are allowed, and others get the error page', async () => {
    const answer = await site.request('/about-us', { method: 'POST' });
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([
      405,
      'GET, HEAD',
      'something broke',
    ]);
  });

  /** A site whose folder disappeared, as during a rebuild. */
  function bereft(...missing: string[]) {
    const dist = mkdtempSync(join(folder, 'bereft-'));
    cpSync(join(folder, 'dist'), dist, { recursive: true });
    for (const name of missing) rmSync(join(dist, name));
    const found: unknown[] = [];
    const left = createSite({ dist, log: (error) => found.push(error) });
    rmSync(dist, { recursive: true });
    return { left, found };
  }

  test('a server error is logged, and the visitor gets the error page', async () => {
    const { left, found } = bereft();
    const answer = await left.request('/about-us', { headers: { 'accept-encoding': 'br' } });
    expect([answer.status, await answer.text()]).toEqual([500, 'something broke']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(found).toEqual([expect.stringContaining('ENOENT')]);
    expect((await left.request('/nowhere')).status).toBe(404);
  });

  test.each([
    ['/about-us', 'GET', 500],
    ['/nowhere', 'GET', 404],
    ['/', 'POST', 405],
  ])(
    'without an error page %s (%s) shows a short message and a link to the home page',
    async (path, method, status) => {
      const { left } = bereft('404.html', '500.html');
      const answer = await left.request(path, { method });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=UTF-8',
      ]);
      const text = await answer.text();
      expect(text).toContain('An error occurred');
      expect(text).toContain('<a href="/">');
    },
  );
});

describe('the operators’ host', () => {
  const get = (path: string, host = 'operator.test:4321') => site.request(`http://${host}${path}`);
  const textOf = async (answer: Response | Promise<Response>) => (await answer).text();

  test('serves the operators’ page and what it loads, with its own headers', async () => {
    for (const path of ['/operator', '/operator/orders', '/operator/orders/1?state=all']) {
      const answer = await get(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, 'admin']);
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    }
    expect(await textOf(get('/_astro/a.B3x.js'))).toBe('code');
    expect(await textOf(get('/favicon.svg'))).toBe('a picture');
    const home = await get('/?from=bookmark');
    expect([home.status, home.headers.get('location')]).toEqual([308, '/operator?from=bookmark']);
  });

  test.each([
    '/about-us',
    '/user',
    '/user/game/7',
    '/blog',
    '/robux',
    '/terms',
    '/picture.png',
    '/404',
    '/site.json',
    '/operator/orders/1/more',
    '/index',
  ])('has no %s', async (path) => {
    const answer = await get(path);
    // Another spelling redirects to the canonical one, which doesn't exist either.
    const last = answer.status === 308 ? await get(answer.headers.get('location') ?? '') : answer;
    if (path === '/index') return expect(last.headers.get('location')).toBe('/operator');
    expect(last.status).toBe(404);
    const text = await last.text();
    expect(text).toContain('There is nothing here');
    expect(text).not.toContain('not here');
  });

  test('is recognized by name and port, and no other host serves the operators’ area', async () => {
    for (const host of ['operator.test', 'operator.test:4322', 'localhost:4321', 'evil.operator.test:4321'])
      for (const path of ['/operator', '/operator/orders', '/operator/orders/1']) {
        const answer = await get(path, host);
        expect([host, path, answer.status, await answer.text()]).toEqual([host, path, 404, 'not here']);
      }
    expect((await get('/operator.html')).headers.get('location')).toBe('/operator');
  });
});
