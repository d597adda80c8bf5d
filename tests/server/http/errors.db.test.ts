import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { errorMessages } from '../../../src/lib/contract/errors.ts';
import { testApi } from '../../support/api.ts';
import { asOwner } from '../../support/database.ts';

const SITE = 'http://site.test';
const LOGIN = '/api/login-user';

/** Checks our form of an error: a message for people, a code to match on, and no internals. Returns its body. */
async function expectError(answer: Response | Promise<Response>, status: number, code: string, what = '') {
  const response = await answer;
  expect(response.status, what).toBe(status);
  expect(response.headers.get('content-type'), what).toContain('application/json');
  const body = await response.json();
  expect(body, what).toMatchObject({ message: expect.any(String), code });
  expect(JSON.stringify(body), what).not.toMatch(
    /select |insert |postgres|pglite|drizzle|\.ts:|node_modules|at \w+ \(/i,
  );
  return body;
}

describe('a body', () => {
  test('that isn’t JSON is malformed, and one that isn’t an object lacks fields, both with an explanation in our form', async () => {
    const api = await testApi();
    for (const body of [
      '{"email": "a@test.ex',
      'email=a%40test.example&password=secret',
      '<login/>',
      '['.repeat(500_000),
      '{"email": NaN}',
    ])
      await expectError(api.raw(LOGIN, { method: 'POST', body }), 400, 'malformed_json', body.slice(0, 40));
    for (const body of ['null', '[]', '"text"', '7', 'true', '']) {
      const { errors } = await expectError(api.raw(LOGIN, { method: 'POST', body }), 422, 'invalid', body);
      const texts: unknown[] = Object.values(errors).flat();
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).not.toMatch(/Expected|received|undefined/);
    }
    expect(api.logged).toEqual([]);
  });

  test('is read as JSON, whatever its content type', async () => {
    const api = await testApi();
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'image/png',
      '',
    ]) {
      const post = (body: string) =>
        api.raw(LOGIN, { method: 'POST', headers: type ? { 'content-type': type } : {}, body });
      await expectError(post('a=b'), 400, 'malformed_json', type);
      await expectError(post('{}'), 422, 'invalid', type);
    }
  });

  test('that is too large is rejected before it is read, whether or not it states its length', async () => {
    const api = await testApi();
    const body = JSON.stringify({ email: 'x'.repeat(600_000) });
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    for (const init of [
      { body },
      { body, headers: { 'content-length': String(body.length) } },
      { body: endless, duplex: 'half' },
    ])
      await expectError(api.raw(LOGIN, { method: 'POST', ...init }), 413, 'too_large');
  });

  test('sets only what its call names, and can’t reach any prototype', async () => {
    const api = await testApi();
    const body =
      '{"__proto__": {"email": "a@test.example", "polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    await expectError(api.raw(LOGIN, { method: 'POST', body }), 422, 'invalid');
    const query = '__proto__[polluted]=1&constructor.prototype.polluted=1&toString=1';
    expect((await api.raw(`/api/user/rewards?${query}`)).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);

    const player = await api.addPlayer();
    const row = async () => (await api.db.drizzle.select().from(users).where(eq(users.id, player.id)))[0];
    const before = await row();
    const saved = await api.send(player.token, 'PUT', '/api/user/settings/profile', {
      ...{ name: 'Mira K', country: null, avatar: null, private: false },
      ...{ id: 7, sample: true, emailConfirmedAt: '2020-01-01T00:00:00Z', invitedBy: player.id, balance: 9 },
    });
    expect(saved.status).toBe(200);
    expect(await row()).toEqual({ ...before, name: 'Mira K' });
  });
});

describe('an address', () => {
  test('of no call is a 404 in our form', async () => {
    const api = await testApi();
    for (const call of [
      'GET /',
      'GET /api',
      'GET /api/user/nothing',
      'GET /api/user/rewards/',
      'GET /api/login-user',
      'DELETE /api/user/rewards/12',
      'PATCH /api/user/birth-date',
      'GET /api/user/rewards/12/buy',
      'GET /%2e%2e/%2e%2e/etc/passwd',
      'GET /openapi.json/x',
    ]) {
      const [method = '', path = ''] = call.split(' ');
      await expectError(api.raw(path, { method }), 404, 'not_found', call);
    }
  });

  test('of a page beyond the last returns an empty page', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer(10);
    const empty = { data: [], next_page_url: null };
    for (const [path, page] of [
      ['rewards', empty],
      ['games', empty],
      ['orders', empty],
      ['dashboard/articles', empty],
      ['dashboard/transactions', empty],
      ['rewards/84', { opinions: empty }],
      ['games/1', { opinions: empty }],
    ] as const) {
      const response = await api.send(token, 'GET', `/api/user/${path}?page=1000000&per_page=100`);
      expect(response.status, path).toBe(200);
      expect(await response.json(), path).toMatchObject(page);
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

  test('carries the security headers, and only the site’s own pages may read it', async () => {
    const api = await testApi();
    for (const path of paths) {
      const { headers } = await api.raw(path);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.stringContaining('max-age'),
        'cache-control': 'no-store',
      });
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(headers.get('content-security-policy'), path).toContain(rule);
      expect(headers.get('x-powered-by'), path).toBeNull();

      for (const origin of [
        SITE,
        'http://evil.test',
        'http://site.test.evil.test',
        'https://site.test',
        'null',
      ]) {
        const { headers } = await api.raw(path, { headers: { origin } });
        const allowed = origin === SITE ? SITE : null;
        expect(headers.get('access-control-allow-origin'), `${origin} ${path}`).toBe(allowed);
        expect(headers.get('access-control-allow-credentials'), path).toBeNull();
        expect(headers.get('access-control-expose-headers'), path).toBe('Retry-After');
      }
    }
  });

  test('to a preflight lists what may be sent', async () => {
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

  test('to HEAD is that to GET without its body, and is JSON whatever was accepted', async () => {
    const api = await testApi();
    for (const [path, status] of Object.entries({
      '/api/user/rewards': 200,
      '/api/user/balance': 401,
      '/api/user/rewards/0': 404,
    })) {
      const response = await api.raw(path, { method: 'HEAD' });
      expect(response.status, path).toBe(status);
      expect(await response.text(), path).toBe('');
    }
    for (const accept of ['text/html', 'application/xml', '', '*/*;q=0']) {
      const { headers } = await api.raw('/api/user/nothing', { headers: { accept } });
      expect(headers.get('content-type'), accept).toContain('application/json');
    }
  });
});

test('a server error doesn’t reveal its cause, and is logged', { tags: 'concurrent' }, async () => {
  const api = await testApi();
  const { token } = await api.addPlayer();
  await asOwner(api.db, (db) => db.execute('ALTER TABLE balances RENAME TO balances_gone'));
  const body = await expectError(api.send(token, 'GET', '/api/user/balance'), 500, 'internal');
  expect(body).toEqual({ message: errorMessages.internal, code: 'internal' });
  expect(api.logged).toEqual([expect.stringContaining('GET /api/user/balance')]);
  await asOwner(api.db, (db) => db.execute('ALTER TABLE balances_gone RENAME TO balances'));
});
