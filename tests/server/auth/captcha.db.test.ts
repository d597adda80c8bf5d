import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { rateLimits, spentCaptchas } from '../../../server/db/schema.ts';
import { createAltcha } from '../../../server/features/auth/captcha.ts';
import { getCaptcha, loginUser, registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { testDatabase } from '../../support/database.ts';
import { wrong } from '../../support/field-errors.ts';
import { MINUTE, pass } from '../../support/time.ts';

const challengeSchema = v.looseObject({
  parameters: v.looseObject({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    expiresAt: v.number(),
  }),
  signature: v.string(),
});
type Challenge = v.InferOutput<typeof challengeSchema>;
type Solution = { counter: number; derivedKey: string };

const password = 'correct horse 7';
let made = 0;
const join = async (captcha: string) =>
  (await request(registerUser, { body: { email: `person-${++made}@test.example`, password, captcha } }))
    .success;

/** An API with the real captcha. Its library reads the system clock, so the tests do too. */
async function withCaptcha(change: Parameters<typeof testApi>[0] = {}): Promise<TestApi> {
  const db = await testDatabase();
  const secret = Buffer.alloc(32, 7);
  const captcha = createAltcha({ db: db.drizzle, secret, clock: () => api.now });
  const api = await testApi({ db, captcha, ...change });
  api.now = new Date();
  return api;
}

async function fetchChallenge(): Promise<Challenge> {
  return v.parse(challengeSchema, await request(getCaptcha, {}));
}

/** Does what the browser's widget does, with the library's solver. */
async function solve(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved');
  return solution;
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

async function solved(): Promise<{ challenge: Challenge; solution: Solution; value: string }> {
  const challenge = await fetchChallenge();
  const solution = await solve(challenge);
  return { challenge, solution, value: encode({ challenge, solution }) };
}

const refused = { ...wrong('captcha'), code: 'invalid' };
const usedAlready = { ...refused, message: expect.stringContaining('already used') };

describe('a solved challenge', () => {
  test('lets one form through once, even if that form fails', async () => {
    const api = await withCaptcha();
    expect((await api.raw('/api/captcha')).headers.get('cache-control')).toBe('no-store');
    const { value, challenge, solution } = await solved();
    await expect(join(value)).resolves.toMatchObject({ token: expect.any(String) });
    await expect(join(value)).rejects.toMatchObject(usedAlready);
    // The same solution in another encoding counts as the same.
    const other = { ...challenge, signature: challenge.signature.toUpperCase() };
    for (const again of [
      encode({ solution, challenge }),
      encode({ challenge: other, solution }),
      `${value}\n`,
      encode({ challenge, solution, took: 5 }),
    ])
      await expect(join(again)).rejects.toMatchObject(refused);
    const form = { email: 'nobody@test.example', password, captcha: (await solved()).value };
    await expect(request(loginUser, { body: form })).rejects.toMatchObject({
      fields: { email: expect.any(String) },
    });
    await expect(request(loginUser, { body: form })).rejects.toMatchObject(refused);
  });

  test('lets one form through if many send it concurrently', { tags: 'concurrent' }, async () => {
    await withCaptcha();
    const { value } = await solved();
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => join(value)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
  });

  test('stays used for as long as a clock that is behind would accept it', async () => {
    const api = await withCaptcha();
    const { value, challenge } = await solved();
    await join(value);
    // Another process, whose clock is ahead, is called just after the end and deletes expired rows.
    api.now = new Date(challenge.parameters.expiresAt * 1000 + 1000);
    await expect(join(value)).rejects.toMatchObject(refused);
    const later = await solved();
    await join(later.value);
    expect((await api.db.drizzle.select().from(spentCaptchas)).map(({ signature }) => signature)).toContain(
      challenge.signature,
    );
    api.now = new Date(api.now.getTime() - 2000);
    await expect(join(value)).rejects.toMatchObject(usedAlready);
  });
});

describe('rejected at its field, and never a server error:', () => {
  test('a forged, tampered or nonsensical solution', async () => {
    const api = await withCaptcha();
    const { challenge, solution } = await solved();
    const { parameters } = challenge;
    const withParameters = (change: object) => ({
      challenge: { ...challenge, parameters: { ...parameters, ...change } },
      solution,
    });
    const forged: Record<string, unknown> = {
      signature: { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
      'no signature': { challenge: { ...challenge, signature: '' }, solution },
      'a cheaper cost': withParameters({ cost: 1 }),
      'a cost below zero': withParameters({ cost: -1 }),
      'a dear cost': withParameters({ cost: 1e9 }),
      'a long key': withParameters({ keyLength: 1e9 }),
      'a later end': withParameters({ expiresAt: parameters.expiresAt + 3600 }),
      'an end beyond every date': withParameters({ expiresAt: 1e300 }),
      'an easier prefix': withParameters({ keyPrefix: '' }),
      'another algorithm': withParameters({ algorithm: 'SHA-256' }),
      'a salt that is no hex': withParameters({ salt: 'zz' }),
      'no parameters': { challenge: { signature: challenge.signature }, solution },
      'another counter': { challenge, solution: { ...solution, counter: -1 } },
      'another key': { challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } },
      'a key that is no hex': { challenge, solution: { ...solution, derivedKey: 'x' } },
      'an array': [challenge, solution],
      null: null,
      'a prototype': JSON.parse('{"__proto__":{"challenge":{},"solution":{}}}'),
    };
    for (const [what, payload] of Object.entries(forged))
      await expect(join(encode(payload)), what).rejects.toMatchObject(refused);
    for (const garbage of ['x', 'bm90IGpzb24=', '{"challenge":1}', '\u0000', '💥', 'A'.repeat(8192)])
      await expect(join(garbage), garbage.slice(0, 20)).rejects.toMatchObject(refused);
    for (const empty of ['', 'A'.repeat(8193)]) await expect(join(empty)).rejects.toMatchObject(refused);
    expect(api.logged).toEqual([]);
    // None of that used up the real one.
    await expect(join(encode({ challenge, solution }))).resolves.toMatchObject({
      token: expect.any(String),
    });
  });

  test('an expired solution, or one for another server’s secret', async () => {
    const api = await withCaptcha();
    const { value } = await solved();
    const other = createAltcha({ db: api.db.drizzle, secret: Buffer.alloc(32, 8), clock: () => api.now });
    expect(await other.refuse(value)).toContain('failed');
    pass(api, 10 * MINUTE + 1000);
    const expired = { ...refused, message: expect.stringContaining('expired') };
    await expect(join(value)).rejects.toMatchObject(expired);
  });
});

describe('too many tries', () => {
  const form = { email: 'mira@test.example', password, captcha: 'off' };
  const tooMany = { status: 429, code: 'too_many_requests' };

  /** Failing sign-ins, each at this address or at a different one; all pass the captcha. */
  async function fail(count: number, email?: string): Promise<void> {
    for (let at = 0; at < count; at++)
      await expect(
        request(loginUser, { body: { ...form, email: email ?? `${at}@test.example` } }),
      ).rejects.toMatchObject({
        status: 422,
      });
  }

  test('at one account have to wait until ten minutes are over, and say how long', async () => {
    const api = await testApi({ rateLimit: true });
    await fail(10, form.email);
    pass(api, MINUTE);
    const wait = { ...tooMany, retryAfter: 540, message: expect.stringContaining('9 minutes') };
    await expect(request(loginUser, { body: form })).rejects.toMatchObject(wait);
    await fail(1, 'other@test.example');
    pass(api, 9 * MINUTE);
    await fail(10, form.email);
    await expect(request(loginUser, { body: form })).rejects.toMatchObject({ ...tooMany, retryAfter: 600 });
  });

  test('from one network are limited too, whichever the account, and are deleted once they are over', async () => {
    const api = await testApi({ rateLimit: true });
    await fail(30);
    await expect(request(loginUser, { body: form })).rejects.toMatchObject({ ...tooMany, retryAfter: 600 });
    pass(api, 10 * MINUTE + 1000);
    await fail(1, form.email);
    expect(await api.db.drizzle.$count(rateLimits)).toBe(3);
  });

  /** Attempts from one place with a header that the caller wrote. Returns the statuses. */
  async function tries(api: TestApi, count: number, from: string, header: (at: number) => string) {
    const seen = new Set<number>();
    for (let at = 0; at < count; at++) {
      const { status } = await api.raw(
        '/api/login-user',
        {
          method: 'POST',
          headers: { 'x-forwarded-for': header(at) },
          body: JSON.stringify({ ...form, email: `${from}-${at}-${Math.random()}@test.example` }),
        },
        { incoming: { socket: { remoteAddress: from } } },
      );
      seen.add(status);
    }
    return [...seen];
  }

  test.each([
    ['by who calls, whatever the caller writes into a header', 0, '198.51.100.4', '', '192.0.2.99'],
    [
      'behind a proxy of ours by the address it names, not by what comes before',
      1,
      '10.0.0.9',
      ', 203.0.113.7',
      '203.0.113.7',
    ],
  ])('are counted %s', async (_, trustedProxies, from, named, last) => {
    const api = await testApi({ rateLimit: true, trustedProxies });
    expect(await tries(api, 30, from, (at) => `192.0.2.${at}${named}`)).toEqual([422]);
    expect(await tries(api, 1, from, () => last)).toEqual([429]);
    const another = trustedProxies === 0 ? '198.51.100.5' : from;
    expect(await tries(api, 1, another, () => `${last}, 203.0.113.8`)).toEqual([422]);
  });

  test('without a captcha don’t lock out an account’s owner', async () => {
    await withCaptcha({ rateLimit: true });
    for (let at = 0; at < 12; at++)
      await expect(request(loginUser, { body: { ...form, captcha: 'x' } })).rejects.toMatchObject(refused);
    const { value } = await solved();
    await expect(request(registerUser, { body: { ...form, captcha: value } })).resolves.toMatchObject({
      success: { token: expect.any(String) },
    });
  });

  test('are all counted if they arrive concurrently', { tags: 'concurrent' }, async () => {
    await testApi({ rateLimit: true });
    const all = await Promise.allSettled(
      Array.from({ length: 25 }, () => request(loginUser, { body: form })),
    );
    expect(all.filter((one) => one.status === 'rejected' && one.reason.status === 422)).toHaveLength(10);
  });
});
