import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { identities, secondFactors, signInAttempts, tokens, users } from '../../../server/db/schema.ts';
import { createGoogle, type GoogleOptions } from '../../../server/features/auth/google.ts';
import type { Provider } from '../../../server/features/auth/providers.ts';
import { getBalance } from '../../../src/lib/api/account.ts';
import { beginLostFactor, reportLostFactor } from '../../../src/lib/api/lost-factor.ts';
import { getSignInWays, loginGoogle } from '../../../src/lib/api/sign-in.ts';
import { LOST_FACTOR_WAIT_DAYS } from '../../../src/lib/contract/limits.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { codeOf, wrongCodeOf } from '../../support/app-codes.ts';
import { join, joinConfirmed, joinWithApp, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';
import { type OidcHost, oidcClient, startOidcHost } from '../../support/oidc-host.ts';
import { wrong } from '../../support/refusals.ts';
import { DAY, later, MINUTE } from '../../support/time.ts';
import { VISIT, visitor } from '../../support/visitor.ts';

const CALLBACK = 'http://api.test/login/google/callback';
const START = `/login/google?visit=${VISIT}`;
const MIRA = { sub: '110169484474386276334', email: 'mira@gmail.com', email_verified: true };
const refused = { ...wrong('token', 'could not be confirmed'), code: 'invalid' };

/** A provider that nobody comes back from. */
const setOutOnly: Provider = {
  label: 'Google',
  begin: async () => new URL('http://there.test/'),
  finish: async () => null,
  signIn: () => Promise.reject(new Error('not asked')),
};

/** The provider, and another that is none of ours. */
let host: OidcHost;
let other: OidcHost;
let api: TestApi;

beforeAll(async () => {
  [host, other] = [await startOidcHost(CALLBACK), await startOidcHost(CALLBACK)];
});
afterAll(() => Promise.all([host.close(), other.close()]));

/** An API that signs in with a real provider. That reads the machine's own clock, so the tests do too. */
async function withGoogle(db: Database, change: Partial<GoogleOptions> = {}): Promise<TestApi> {
  const google = createGoogle({
    // Of a busy machine no answer is to come too late.
    ask: (url, init) => fetch(url, { ...init, signal: null }),
    db,
    issuer: host.issuer,
    clientId: oidcClient.id,
    clientSecret: oidcClient.secret,
    jwksUrl: undefined,
    redirectUrl: CALLBACK,
    log: (text) => void made.logged.push(text),
    ...change,
  });
  const made = await testApi({ db, providers: { google } });
  made.now = new Date();
  return made;
}

beforeEach(async () => {
  host.user = MIRA;
  host.broken.clear();
  api = await withGoogle(await testDatabase());
});

/** Through the provider and back, as a browser goes; answers what the site is told. */
const visit = async (start = START) => Object.fromEntries(await visitor(api).go(start));

/** Answers the token that the site gets. */
async function tokenBy(start = START): Promise<string> {
  const told = await visit(start);
  expect(told).toEqual({ by: 'google', token: expect.any(String), visit: VISIT });
  return told.token ?? '';
}

const enter = async (user: OidcHost['user'] = MIRA) => {
  host.user = user;
  return (await loginGoogle(await tokenBy())).user;
};
const setOut = async (browser = visitor(api)) => new URL(await browser.step(`http://api.test${START}`));

/** Claims as this provider's for an attempt that was begun just now; sign them as they are and they are taken. */
async function claims(change: JWTPayload = {}): Promise<JWTPayload> {
  const now = Math.floor(api.now.getTime() / 1000);
  return {
    iss: host.issuer,
    aud: oidcClient.id,
    sub: '4711',
    iat: now,
    exp: now + 300,
    nonce: (await setOut()).searchParams.get('nonce') ?? '',
    ...change,
  };
}

describe('signing in with Google', () => {
  test('makes an account at the first time, finds it after, and remembers who invited', async () => {
    const friend = await api.addPlayer();
    const { token, user } = await loginGoogle(await tokenBy(`${START}&ref=${friend.id}`));
    expect(user).toMatchObject({
      email: MIRA.email,
      email_confirmed: true,
      birth_date: null,
      balance: { available: 0 },
    });
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, user.id));
    expect(row?.invitedBy).toBe(friend.id);
    api.actAs({ id: user.id, email: '', token });
    await expect(getBalance()).resolves.toMatchObject({ available: 0 });
    api.actAs(null);
    const again = await loginGoogle(await tokenBy());
    expect(again.user.id).toBe(user.id);
    expect(again.token).not.toBe(token);
    // People are known by the provider's id for them: an address there may change, or change hands.
    expect(await enter({ ...MIRA, email: 'mira.new@gmail.com' })).toMatchObject({
      id: user.id,
      email: MIRA.email,
    });
    expect((await enter({ ...MIRA, sub: 'somebody else', email: 'other@mail.test' })).id).not.toBe(user.id);
    expect(api.logged).toEqual([]);
  });

  test('asks the provider for a code, with a state, a nonce and a challenge of its own each time', async () => {
    const [one, two] = [await setOut(), await setOut()];
    expect(one.origin).toBe(host.issuer);
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidcClient.id,
      redirect_uri: CALLBACK,
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
    }
  });

  test('by three tabs at once makes one account', { tags: 'both' }, async () => {
    const tokens = await Promise.all([tokenBy(), tokenBy(), tokenBy()]);
    const all = await Promise.all(tokens.map((token) => loginGoogle(token)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(await api.db.drizzle.$count(identities)).toBe(1);
  });

  test('two attempts of one browser don’t get into each other’s way', async () => {
    const browser = visitor(api);
    const [one, two] = [await setOut(browser), await setOut(browser)];
    expect(browser.cookies.get('api.test')?.size).toBe(2);
    for (const { href } of [two, one]) {
      let at = href;
      while (new URL(at).host !== 'site.test') at = await browser.step(at);
      expect(at).toContain('token=');
    }
    expect(browser.cookies.get('api.test')?.size).toBe(0);
  });
});

describe('an account that is there', () => {
  const ELSEWHERE = 'mira@elsewhere.test';

  test('and has the same Google address confirmed is entered, keeps its password, and loses its other sessions', async () => {
    const { id } = await joinConfirmed(api, MIRA.email);
    api.actAs(null);
    const unverified = await enter({ ...MIRA, sub: '1', email_verified: false });
    expect(unverified.id).not.toBe(id);
    expect(unverified.email ?? null).toBeNull();
    expect((await enter()).id).toBe(id);
    expect(await api.db.drizzle.$count(tokens, and(eq(tokens.userId, id), isNull(tokens.revokedAt)))).toBe(1);
    expect((await logIn(MIRA.email)).id).toBe(id);
  });

  test('and only says it has the address is not: who made it could wait there for its owner', async () => {
    const { id } = await join(api, MIRA.email);
    api.actAs(null);
    const user = await enter();
    expect(user).toMatchObject({ email: MIRA.email, email_confirmed: true });
    expect(user.id).not.toBe(id);
  });

  test('and has an address that Google doesn’t host is not entered on Google’s word', async () => {
    const { id } = await joinConfirmed(api, ELSEWHERE);
    api.actAs(null);
    const user = await enter({ sub: '1', email: ELSEWHERE, email_verified: true });
    expect(user.id).not.toBe(id);
    expect(user.email_confirmed).toBe(false);
    // A workspace's own addresses are hosted there.
    expect((await enter({ sub: '2', email: ELSEWHERE, email_verified: true, hd: 'elsewhere.test' })).id).toBe(
      id,
    );
  });
});

describe('a token is refused in the same words and opens nothing,', () => {
  test('with a claim that isn’t as it must be, or is missing', async () => {
    const now = Math.floor(api.now.getTime() / 1000);
    const changes: Record<string, JWTPayload> = {
      'made for another client': { aud: 'another.apps.example' },
      'made for several and asked for by another': { aud: [oidcClient.id, 'another'], azp: 'another' },
      'made for several, by nobody knows whom': { aud: [oidcClient.id, 'another'] },
      'of another issuer': { iss: 'https://accounts.google.com' },
      'of an issuer that only begins alike': { iss: host.issuer.slice(0, -1) },
      'without a subject': { sub: '' },
      'for no attempt of ours': { nonce: 'A'.repeat(43) },
      'with a nonce that is none': { nonce: "' OR 1=1 --" },
      expired: { exp: now - 120 },
      'made too long ago': { iat: now - 900 },
      'made later': { iat: now + 120, exp: now + 600 },
      'not yet': { nbf: now + 120 },
      ...Object.fromEntries(
        ['sub', 'exp', 'iat', 'nonce', 'aud', 'iss'].map((name) => [
          `without ${name}`,
          { [name]: undefined },
        ]),
      ),
    };
    for (const [what, change] of Object.entries(changes))
      await expect(loginGoogle(await host.sign(await claims(change))), what).rejects.toMatchObject(refused);
    expect(await api.db.drizzle.$count(identities)).toBe(0);
    expect(api.logged).toEqual([]);
    // What was changed is all that was wrong with them, and a clock a little off is minded by nobody.
    for (const change of [{}, { exp: now - 30 }, { iat: now + 30 }])
      await expect(loginGoogle(await host.sign(await claims(change)))).resolves.toBeTruthy();
  });

  test('shown again, also ten times at once, or when its attempt is over', { tags: 'both' }, async () => {
    const token = await tokenBy();
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => loginGoogle(token)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
    await expect(loginGoogle(token)).rejects.toMatchObject(refused);
    const late = await tokenBy();
    api.now = later(api, 9 * MINUTE);
    await api.db.drizzle.update(signInAttempts).set({ expiresAt: api.now });
    await expect(loginGoogle(late)).rejects.toMatchObject(refused);
  });

  test('tampered with, unsigned, or signed by another’s key', async () => {
    const mine = await claims();
    const [head = '', , signature = ''] = (await host.sign(mine)).split('.');
    const body = (change: JWTPayload) =>
      Buffer.from(JSON.stringify({ ...mine, ...change })).toString('base64url');
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = (kid: string) =>
      new SignJWT(mine).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    // By what the client and the provider both know.
    const shared = createHash('sha256').update(oidcClient.secret).digest();
    const forged = [
      `${head}.${body({ sub: 'somebody' })}.${signature}`,
      `${head}.${body({})}.`,
      `${head}.${body({})}.${'A'.repeat(342)}`,
      new UnsecuredJWT(mine).encode(),
      await foreign('its-key'),
      await foreign('another-key'),
      await new SignJWT(mine).setProtectedHeader({ alg: 'HS256', kid: 'its-key' }).sign(shared),
      // Of another provider altogether, that names itself as ours.
      await other.sign(mine),
      'not a token',
      'a.b.c',
      'ya29.an-access-token',
    ];
    for (const token of forged)
      await expect(loginGoogle(token), token.slice(0, 40)).rejects.toMatchObject(refused);
    expect(await api.db.drizzle.$count(users, eq(users.email, MIRA.email))).toBe(0);
    expect(api.logged).toEqual([]);
    await expect(loginGoogle(await host.sign(mine))).resolves.toBeTruthy();
  });

  test('but one of keys at an address of the operator’s choice is taken', async () => {
    api = await withGoogle(api.db, { jwksUrl: `${other.issuer}/jwks` });
    await expect(loginGoogle(await other.sign(await claims()))).resolves.toBeTruthy();
    await expect(loginGoogle(await host.sign(await claims()))).rejects.toMatchObject(refused);
  });
});

describe('coming back', () => {
  const LOST = { by: 'google', failed: 'lost' };
  const REFUSED = { by: 'google', failed: 'refused' };

  /** As far as the provider's answer, before it is brought back. */
  async function answered(browser = visitor(api)): Promise<URL> {
    let url = await setOut(browser);
    while (url.origin === host.issuer) url = new URL(await browser.step(url.href));
    return url;
  }
  const told = async (browser: ReturnType<typeof visitor>, { href }: URL) =>
    Object.fromEntries(new URLSearchParams(new URL(await browser.step(href)).hash.slice(1)));

  test('with what isn’t this browser’s own answer, as it was given, leads nowhere', async () => {
    // Nobody is let into somebody else's account by an answer that they were handed.
    expect(await told(visitor(api), await answered())).toEqual(LOST);
    const stolen = (await answered()).searchParams.get('code') ?? '';
    const changes: [change: (query: URLSearchParams) => void, told: object][] = [
      [(query) => query.set('state', 'A'.repeat(43)), LOST],
      [(query) => query.delete('state'), LOST],
      [(query) => query.append('state', 'A'.repeat(43)), LOST],
      [(query) => query.set('state', '../../x'), LOST],
      [(query) => query.set('code', 'guessed'), REFUSED],
      [(query) => query.set('code', ''), REFUSED],
      // Its verifier is another browser's.
      [(query) => query.set('code', stolen), REFUSED],
    ];
    for (const [change, expected] of changes) {
      const browser = visitor(api);
      const url = await answered(browser);
      change(url.searchParams);
      expect(await told(browser, url), url.search).toEqual(expected);
    }
    const browser = visitor(api);
    const url = await answered(browser);
    expect(await told(browser, url)).toMatchObject({ token: expect.any(String) });
    expect(await told(browser, url), 'a second time').toEqual(LOST);
    host.user = null;
    expect(await visit()).toEqual({ by: 'google', failed: 'cancelled' });
  });

  test('keeps the state where no script reads it, and for the way back alone', async () => {
    const { headers } = await api.raw(START);
    expect(headers.get('set-cookie')).toMatch(
      /^sign_in_[0-9a-f]{16}=[\w.-]{131}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const https = await testApi({
      db: api.db,
      publicApiUrl: 'https://api.play.example',
      providers: { google: setOutOnly },
    });
    expect((await https.raw(START)).headers.get('set-cookie')).toMatch(
      /^__Host-sign_in_.*; Secure; SameSite=Lax$/,
    );
  });

  test('leads to the site alone, whatever was asked for', async () => {
    for (const asked of ['', 'short', 'https://evil.example/', `${VISIT}&failed=x`]) {
      const { headers } = await api.raw(`/login/google?visit=${encodeURIComponent(asked)}`);
      expect(headers.get('location'), asked).toBe('http://site.test/login#failed=lost&by=google');
    }
  });
});

describe('nobody gets in, and it says so,', () => {
  const UNAVAILABLE = { by: 'google', failed: 'unavailable' };

  test.each(['/.well-known/openid-configuration', '/jwks', '/token'])(
    'when the provider is away at %s; back again everything goes',
    async (path) => {
      host.broken.set(path, 500);
      const told = await visit();
      if (path === '/jwks')
        await expect(loginGoogle(told.token ?? '')).rejects.toMatchObject({
          status: 503,
          code: 'provider_unavailable',
          message: expect.stringContaining('use your e-mail address'),
        });
      else expect(told).toEqual(UNAVAILABLE);
      expect(api.logged.length).toBeGreaterThan(0);
      expect(api.logged.join()).not.toContain(oidcClient.secret);
      host.broken.clear();
      await expect(loginGoogle(await tokenBy())).resolves.toBeTruthy();
    },
  );

  test('when it is away altogether, calls itself by another name, or doesn’t know our secret: the log says which, and the other ways in go on', async () => {
    const { id } = await join(api, MIRA.email);
    const closed = await startOidcHost(CALLBACK);
    await closed.close();
    const cases: [Partial<GoogleOptions>, logged: string][] = [
      [{ issuer: closed.issuer }, ''],
      [{ issuer: other.issuer.replace('127.0.0.1', 'localhost') }, 'it calls itself'],
      [{ clientSecret: 'not it' }, 'invalid_client'],
    ];
    for (const [change, logged] of cases) {
      api = await withGoogle(api.db, change);
      expect(await visit(), logged).toEqual(UNAVAILABLE);
      expect(api.logged.join()).toContain(logged);
      expect((await logIn(MIRA.email)).id, logged).toBe(id);
    }
  });

  test('when too many set out from one place, or by a way that isn’t set up', async () => {
    expect(await getSignInWays()).toEqual({ google: true, steam: false });
    expect((await api.raw(`/login/steam?visit=${VISIT}`)).headers.get('location')).toBe(
      'http://site.test/login#failed=unavailable&by=steam',
    );
    await testApi({ db: api.db });
    expect(await getSignInWays()).toEqual({ google: false, steam: false });

    const limited = await testApi({ db: api.db, rateLimit: true, providers: { google: setOutOnly } });
    const leadsTo = async () => (await limited.raw(START)).headers.get('location');
    for (let at = 0; at < 30; at++) expect(await leadsTo()).toBe('http://there.test/');
    expect(await leadsTo()).toBe('http://site.test/login#failed=busy&by=google');
  });
});

test('an account with a second factor is asked for its code: entering by Google doesn’t get past it', {
  tags: 'both',
}, async () => {
  const mira = await joinWithApp(api, MIRA.email);
  api.now = new Date();
  api.actAs(null);
  const token = await tokenBy();
  const asked = wrong('code');
  await expect(loginGoogle(token)).rejects.toMatchObject(asked);
  await expect(loginGoogle(token, { code: wrongCodeOf(mira.secret, api.now) })).rejects.toMatchObject(asked);
  // Nor is the account tied to whoever came by Google before the code was right.
  expect(await api.db.drizzle.$count(identities)).toBe(0);
  const code = codeOf(mira.secret, api.now, 1);
  const ends = await Promise.allSettled([loginGoogle(token, { code }), loginGoogle(token, { code })]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await api.db.drizzle.$count(identities, eq(identities.userId, mira.id))).toBe(1);
  await expect(loginGoogle(token, { code: mira.recoveryCodes[0] })).rejects.toMatchObject(wrong('token'));
  await expect(loginGoogle(await tokenBy())).rejects.toMatchObject(asked);
  expect((await loginGoogle(await tokenBy(), { code: mira.recoveryCodes[0] })).user.id).toBe(mira.id);
});

test('a second factor that was reported lost comes off by Google as well once the wait is over', async () => {
  const mira = await joinWithApp(api, MIRA.email);
  api.actAs(null);
  api.now = new Date(Date.now() - LOST_FACTOR_WAIT_DAYS * DAY);
  await reportLostFactor({ email: mira.email, password: PASSWORD, captcha: 'off' });
  const [mail] = await mailed(api);
  await beginLostFactor(/lost-codes\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '');
  api.now = new Date();
  expect((await enter()).id).toBe(mira.id);
  expect(await api.db.drizzle.$count(secondFactors)).toBe(0);
});
