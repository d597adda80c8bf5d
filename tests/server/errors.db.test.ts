import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../server/db/schema.ts';
import { errorMessages } from '../../src/lib/contract/errors.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { asOwner } from '../support/database.ts';

const SITE = 'http://site.test';

function send(api: TestApi, player: Player | null, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (player) headers.set('authorization', `Bearer ${player.token}`);
  return api.raw(path, { ...init, headers });
}

/** Our form of an error: a message for people, a code to match on, and never a word of the machinery. */
async function expectError(response: Response, status: number, code: string, what = ''): Promise<void> {
  expect(response.status, what).toBe(status);
  expect(response.headers.get('content-type'), what).toContain('application/json');
  const body = await response.json();
  expect(body, what).toMatchObject({ message: expect.any(String), code });
  expect(JSON.stringify(body), what).not.toMatch(
    /select |insert |postgres|pglite|drizzle|\.ts:|node_modules|at \w+ \(/i,
  );
}

describe('a body', () => {
  test.each([
    ['cut short', '{"email": "a@test.ex'],
    ['of a form', 'email=a%40test.example&password=secret'],
    ['of XML', '<login/>'],
    ['of nothing but a bracket, half a million times', '['.repeat(500_000)],
    ['of NaN', '{"email": NaN}'],
  ])('%s is malformed, in our form', async (_, body) => {
    const api = await testApi();
    await expectError(await api.raw('/api/login-user', { method: 'POST', body }), 400, 'malformed_json');
    expect(api.logged).toEqual([]);
  });

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'image/png',
    '',
  ])('is read as JSON whatever its type says: "%s"', async (type) => {
    const api = await testApi();
    const headers = type ? { 'content-type': type } : {};
    await expectError(
      await api.raw('/api/login-user', { method: 'POST', headers, body: 'a=b' }),
      400,
      'malformed_json',
    );
    await expectError(
      await api.raw('/api/login-user', { method: 'POST', headers, body: '{}' }),
      422,
      'invalid',
    );
  });

  test.each(['null', '[]', '"text"', '7', 'true', ''])('that is %s is no object, in words', async (body) => {
    const api = await testApi();
    const response = await api.raw('/api/login-user', { method: 'POST', body });
    await expectError(response.clone(), 422, 'invalid');
    const texts: unknown[] = Object.values((await response.json()).errors).flat();
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/Expected|received|undefined/);
  });

  test('too large is refused before it is read, whether it says its length or not', async () => {
    const api = await testApi();
    const body = JSON.stringify({ email: 'x'.repeat(600_000) });
    await expectError(await api.raw('/api/login-user', { method: 'POST', body }), 413, 'too_large');
    await expectError(
      await api.raw('/api/login-user', {
        method: 'POST',
        body,
        headers: { 'content-length': String(body.length) },
      }),
      413,
      'too_large',
    );
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    const streamed = { method: 'POST', body: endless, duplex: 'half' };
    await expectError(await api.raw('/api/login-user', streamed), 413, 'too_large');
  });

  test("can't reach the prototype of anything", async () => {
    const api = await testApi();
    const body =
      '{"__proto__": {"email": "a@test.example", "polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    await expectError(await api.raw('/api/login-user', { method: 'POST', body }), 422, 'invalid');
    expect(
      (await api.raw('/api/user/rewards?__proto__[polluted]=1&constructor.prototype.polluted=1&toString=1'))
        .status,
    ).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('sets nothing but what its call names', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const named = { name: 'Mira K', country: null, avatar: null, private: false };
    const more = {
      id: 7,
      sample: true,
      emailConfirmedAt: '2020-01-01T00:00:00Z',
      invitedBy: player.id,
      balance: 9,
    };
    const row = async () => (await api.db.drizzle.select().from(users).where(eq(users.id, player.id)))[0];
    const before = await row();
    const body = JSON.stringify({ ...named, ...more });
    expect((await send(api, player, '/api/user/settings/profile', { method: 'PUT', body })).status).toBe(200);
    expect(await row()).toEqual({ ...before, name: 'Mira K' });
  });
});

describe('an address', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/user/nothing'],
    ['GET', '/api/user/rewards/'],
    ['GET', '/api/login-user'],
    ['DELETE', '/api/user/rewards/12'],
    ['PATCH', '/api/user/birth-date'],
    ['GET', '/api/user/rewards/12/buy'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/openapi.json/x'],
  ])('%s %s that names no call is 404, in our form', async (method, path) => {
    const api = await testApi();
    await expectError(await api.raw(path, { method }), 404, 'not_found');
  });

  test('with the last page of all is an empty page', async () => {
    const api = await testApi();
    const player = await api.addPlayer(10);
    const lists = [
      '/api/user/rewards',
      '/api/user/games',
      '/api/user/orders',
      '/api/user/dashboard/articles',
      '/api/user/dashboard/transactions',
    ];
    for (const path of lists) {
      const response = await send(api, player, `${path}?page=1000000&per_page=100`);
      expect(response.status, path).toBe(200);
      expect(await response.json(), path).toMatchObject({ data: [], next_page_url: null });
    }
    for (const path of ['/api/user/rewards/84', '/api/user/games/1']) {
      const response = await send(api, player, `${path}?page=1000000&per_page=100`);
      expect(await response.json(), path).toMatchObject({ opinions: { data: [], next_page_url: null } });
    }
  });
});

describe('every answer', () => {
  const paths = [
    '/api/user/rewards',
    '/api/user/nothing',
    '/api/user/balance',
    '/openapi.json',
    '/docs',
    '/healthz',
  ];

  test('carries the headers that keep browsers safe', async () => {
    const api = await testApi();
    for (const path of paths) {
      const { headers } = await api.raw(path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy'), path).toContain("base-uri 'none'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('strict-transport-security'), path).toContain('max-age');
      expect(headers.get('x-powered-by'), path).toBeNull();
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });

  test("may be read by the site's own pages and no others", async () => {
    const api = await testApi();
    for (const origin of [
      SITE,
      'http://evil.test',
      'http://site.test.evil.test',
      'https://site.test',
      'null',
    ])
      for (const path of paths) {
        const { headers } = await api.raw(path, { headers: { origin } });
        expect(headers.get('access-control-allow-origin'), `${origin} ${path}`).toBe(
          origin === SITE ? SITE : null,
        );
        expect(headers.get('access-control-allow-credentials'), path).toBeNull();
        expect(headers.get('access-control-expose-headers'), path).toBe('Retry-After');
      }
  });

  test('to a preflight names what may be sent', async () => {
    const api = await testApi();
    const { status, headers } = await api.raw('/api/user/rewards/12/buy', {
      method: 'OPTIONS',
      headers: {
        origin: SITE,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(SITE);
    for (const method of ['GET', 'POST', 'PUT'])
      expect(headers.get('access-control-allow-methods')).toContain(method);
    for (const header of ['Authorization', 'Content-Type', 'Idempotency-Key'])
      expect(headers.get('access-control-allow-headers')).toContain(header);
  });

  test('to HEAD is that to GET without its body', async () => {
    const api = await testApi();
    const response = await api.raw('/api/user/rewards', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect((await api.raw('/api/user/balance', { method: 'HEAD' })).status).toBe(401);
    expect((await api.raw('/api/user/rewards/0', { method: 'HEAD' })).status).toBe(404);
  });

  test('is JSON, whatever was asked for', async () => {
    const api = await testApi();
    for (const accept of ['text/html', 'application/xml', '', '*/*;q=0'])
      expect(
        (await api.raw('/api/user/nothing', { headers: { accept } })).headers.get('content-type'),
      ).toContain('application/json');
  });
});

test('a failure of ours says nothing of its cause, and is written down', { tags: 'both' }, async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await asOwner(api.db, (db) => db.execute('ALTER TABLE balances RENAME TO balances_gone'));
  const response = await send(api, player, '/api/user/balance');
  await expectError(response.clone(), 500, 'internal');
  expect(await response.json()).toEqual({ message: errorMessages.internal, code: 'internal' });
  expect(api.logged).toEqual([expect.stringContaining('GET /api/user/balance')]);
  await asOwner(api.db, (db) => db.execute('ALTER TABLE balances_gone RENAME TO balances'));
});
