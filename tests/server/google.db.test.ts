import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identities, secondFactors, signInAttempts, tokens, users } from '../../server/db/schema.ts';
import { createGoogle, type GoogleOptions } from '../../server/domain/google.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { beginLostFactor, reportLostFactor } from '../../src/lib/api/lost-factor.ts';
import { getSignInWays, login, loginGoogle, register } from '../../src/lib/api/sign-in.ts';
import { LOST_FACTOR_WAIT_DAYS } from '../../src/lib/contract/limits.ts';
import { type TestApi, testApi } from '../support/api.ts';
import { codeOf, wrongCodeOf } from '../support/app-codes.ts';
import { joinWithApp } from '../support/app-players.ts';
import { testDatabase } from '../support/database.ts';
import { type OidcHost, oidcClient, startOidcHost } from '../support/oidc-host.ts';
import { VISIT, visitor } from '../support/visitor.ts';

const CALLBACK = 'http://api.test/login/google/callback';
const START = `/login/google?visit=${VISIT}`;
const PASSWORD = 'correct horse 7';
const captcha = 'off';
const MINUTE = 60_000;

interface Set {
  readonly api: TestApi;
  readonly host: OidcHost;
}

/** An API that signs in with a real provider. That reads the machine's own clock, so the tests do too. */
async function withGoogle(change: Partial<GoogleOptions> = {}): Promise<Set> {
  const db = await testDatabase();
  const host = await startOidcHost(CALLBACK);
  onTestFinished(() => host.close());
  const google = createGoogle({
    ask: fetch,
    db,
    issuer: host.issuer,
    clientId: oidcClient.id,
    clientSecret: oidcClient.secret,
    jwksUrl: undefined,
    redirectUrl: CALLBACK,
    log: (text) => void api.logged.push(text),
    ...change,
  });
  const api = await testApi({ db, providers: { google } });
  api.now = new Date();
  return { api, host };
}

/** Through the provider, as a browser goes; answers the token that the site gets. */
async function tokenBy({ api }: Set, start = START): Promise<string> {
  const told = await visitor(api).go(start);
  expect(Object.fromEntries(told)).toEqual({ by: 'google', token: expect.any(String), visit: VISIT });
  return told.get('token') ?? '';
}

/** Claims as this provider's for an attempt that was begun just now; sign them as they are and they are taken. */
async function claims({ api, host }: Set, change: JWTPayload = {}): Promise<JWTPayload> {
  const there = new URL(await visitor(api).step(`http://api.test${START}`));
  const now = Math.floor(api.now.getTime() / 1000);
  return {
    iss: host.issuer,
    aud: oidcClient.id,
    sub: '4711',
    iat: now,
    exp: now + 300,
    nonce: there.searchParams.get('nonce') ?? '',
    ...change,
  };
}

const refused = {
  status: 422,
  code: 'invalid',
  fields: { token: expect.stringContaining('could not be confirmed') },
};

describe('signing in with Google', () => {
  test('leads to the provider and back, makes an account at the first time and finds it after', async () => {
    const set = await withGoogle();
    const { token, user } = await loginGoogle(await tokenBy(set));
    expect(user).toMatchObject({
      email: 'mira@gmail.com',
      email_confirmed: true,
      birth_date: null,
      balance: { available: 0 },
    });
    set.api.actAs({ id: user.id, email: '', token });
    await expect(getBalance()).resolves.toMatchObject({ available: 0 });
    set.api.actAs(null);
    const again = await loginGoogle(await tokenBy(set));
    expect(again.user.id).toBe(user.id);
    expect(again.token).not.toBe(token);
    expect(set.api.logged).toEqual([]);
  });

  test('asks the provider for a code, with a state, a nonce and a challenge of its own each time', async () => {
    const { api, host } = await withGoogle();
    const [one, two] = [
      new URL(await visitor(api).step(`http://api.test${START}`)),
      new URL(await visitor(api).step(`http://api.test${START}`)),
    ];
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

  test('knows people by the provider’s id for them: an address there may change or change hands', async () => {
    const set = await withGoogle();
    const first = await loginGoogle(await tokenBy(set));
    set.host.user = { sub: set.host.user?.sub ?? '', email: 'mira.new@gmail.com', email_verified: true };
    expect((await loginGoogle(await tokenBy(set))).user).toMatchObject({
      id: first.user.id,
      email: 'mira@gmail.com',
    });
    set.host.user = { sub: 'somebody else', email: 'other@mail.test', email_verified: true };
    expect((await loginGoogle(await tokenBy(set))).user.id).not.toBe(first.user.id);
  });

  test('remembers who invited, the first time', async () => {
    const set = await withGoogle();
    const friend = await set.api.addPlayer();
    const { user } = await loginGoogle(await tokenBy(set, `${START}&ref=${friend.id}`));
    const [row] = await set.api.db.drizzle.select().from(users).where(eq(users.id, user.id));
    expect(row?.invitedBy).toBe(friend.id);
  });

  test('by two tabs at once makes one account', { tags: 'both' }, async () => {
    const set = await withGoogle();
    const tokens = await Promise.all([tokenBy(set), tokenBy(set), tokenBy(set)]);
    const all = await Promise.all(tokens.map((token) => loginGoogle(token)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(await set.api.db.drizzle.$count(identities)).toBe(1);
  });

  test('two attempts of one browser don’t get into each other’s way', async () => {
    const { api } = await withGoogle();
    const browser = visitor(api);
    const [one, two] = [
      await browser.step(`http://api.test${START}`),
      await browser.step(`http://api.test${START}`),
    ];
    expect(browser.cookies.get('api.test')?.size).toBe(2);
    for (const url of [two, one]) {
      let at = url;
      while (new URL(at).host !== 'site.test') at = await browser.step(at);
      expect(at).toContain('token=');
    }
    expect(browser.cookies.get('api.test')?.size).toBe(0);
  });
});

describe('an account that is there', () => {
  /** An account with a password, whose address is confirmed or not. */
  async function joined({ api }: Set, email: string, confirmed: boolean): Promise<number> {
    const { user } = await register({ email, password: PASSWORD, captcha });
    if (confirmed)
      await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, user.id));
    return user.id;
  }

  test('and has the same Google address confirmed is entered, keeps its password, and loses its other sessions', async () => {
    const set = await withGoogle();
    const id = await joined(set, 'mira@gmail.com', true);
    expect((await loginGoogle(await tokenBy(set))).user.id).toBe(id);
    const open = and(eq(tokens.userId, id), isNull(tokens.revokedAt));
    expect(await set.api.db.drizzle.$count(tokens, open)).toBe(1);
    expect((await login({ email: 'mira@gmail.com', password: PASSWORD, captcha })).user.id).toBe(id);
  });

  test('and only says it has the address is not: who made it could wait there for its owner', async () => {
    const set = await withGoogle();
    const id = await joined(set, 'mira@gmail.com', false);
    const { user } = await loginGoogle(await tokenBy(set));
    expect(user).toMatchObject({ email: 'mira@gmail.com', email_confirmed: true });
    expect(user.id).not.toBe(id);
  });

  test('and has an address that Google doesn’t host is not entered on Google’s word', async () => {
    const set = await withGoogle();
    const id = await joined(set, 'mira@elsewhere.test', true);
    set.host.user = { sub: '1', email: 'mira@elsewhere.test', email_verified: true };
    const { user } = await loginGoogle(await tokenBy(set));
    expect(user.id).not.toBe(id);
    expect(user.email_confirmed).toBe(false);
    // A workspace's own addresses are hosted there.
    set.host.user = { sub: '2', email: 'mira@elsewhere.test', email_verified: true, hd: 'elsewhere.test' };
    expect((await loginGoogle(await tokenBy(set))).user.id).toBe(id);
  });

  test('is not entered by an address that isn’t verified', async () => {
    const set = await withGoogle();
    const id = await joined(set, 'mira@gmail.com', true);
    set.host.user = { sub: '1', email: 'mira@gmail.com', email_verified: false };
    const { user } = await loginGoogle(await tokenBy(set));
    expect(user.id).not.toBe(id);
    expect(user.email ?? null).toBeNull();
  });
});

describe('a token is refused in the same words and opens nothing,', () => {
  test('with a claim that isn’t as it must be, or is missing', async () => {
    const set = await withGoogle();
    const wrong: Record<string, JWTPayload> = {
      'made for another client': { aud: 'another.apps.example' },
      'made for several and asked for by another': { aud: [oidcClient.id, 'another'], azp: 'another' },
      'made for several, by nobody knows whom': { aud: [oidcClient.id, 'another'] },
      'of another issuer': { iss: 'https://accounts.google.com' },
      'of an issuer that only begins alike': { iss: set.host.issuer.slice(0, -1) },
      'without a subject': { sub: '' },
      'for no attempt of ours': { nonce: 'A'.repeat(43) },
      'with a nonce that is none': { nonce: "' OR 1=1 --" },
      ...Object.fromEntries(
        ['sub', 'exp', 'iat', 'nonce', 'aud', 'iss'].map((name) => [
          `without ${name}`,
          { [name]: undefined },
        ]),
      ),
    };
    for (const [what, change] of Object.entries(wrong)) {
      const token = await set.host.sign(await claims(set, change));
      await expect(loginGoogle(token), what).rejects.toMatchObject(refused);
    }
    expect(await set.api.db.drizzle.$count(identities)).toBe(0);
    expect(set.api.logged).toEqual([]);
    // What was changed is all that was wrong with them.
    await expect(loginGoogle(await set.host.sign(await claims(set)))).resolves.toBeTruthy();
  });

  test('expired, made too long ago, or not yet; a clock a little off is minded by nobody', async () => {
    const set = await withGoogle();
    const now = Math.floor(set.api.now.getTime() / 1000);
    const signed = async (change: JWTPayload) => set.host.sign(await claims(set, change));
    for (const change of [
      { exp: now - 120 },
      { iat: now - 900 },
      { iat: now + 120, exp: now + 600 },
      { nbf: now + 120 },
    ])
      await expect(loginGoogle(await signed(change)), JSON.stringify(change)).rejects.toMatchObject(refused);
    for (const change of [{ exp: now - 30 }, { iat: now + 30 }])
      await expect(loginGoogle(await signed(change)), JSON.stringify(change)).resolves.toBeTruthy();
  });

  test('shown again, also ten times at once', { tags: 'both' }, async () => {
    const set = await withGoogle();
    const token = await tokenBy(set);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => loginGoogle(token)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
    await expect(loginGoogle(token)).rejects.toMatchObject(refused);
  });

  test('that comes when its attempt is over', async () => {
    const set = await withGoogle();
    const token = await tokenBy(set);
    set.api.now = new Date(set.api.now.getTime() + 9 * MINUTE);
    await set.api.db.drizzle.update(signInAttempts).set({ expiresAt: set.api.now });
    await expect(loginGoogle(token)).rejects.toMatchObject(refused);
  });

  test('tampered with, unsigned, or signed by another’s key', async () => {
    const set = await withGoogle();
    const mine = await claims(set);
    const [head = '', , signature = ''] = (await set.host.sign(mine)).split('.');
    const body = (change: JWTPayload) =>
      Buffer.from(JSON.stringify({ ...mine, ...change })).toString('base64url');
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = (kid: string) =>
      new SignJWT(mine).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    // Signed by what everybody knows: the public key, or our own client's secret.
    const shared = (secret: string) =>
      new SignJWT(mine)
        .setProtectedHeader({ alg: 'HS256', kid: 'its-key' })
        .sign(createHash('sha256').update(secret).digest());
    const tokens = [
      `${head}.${body({ sub: 'somebody' })}.${signature}`,
      `${head}.${body({})}.`,
      `${head}.${body({})}.${'A'.repeat(342)}`,
      new UnsecuredJWT(mine).encode(),
      await foreign('its-key'),
      await foreign('another-key'),
      await shared(oidcClient.secret),
      'not a token',
      'a.b.c',
      'ya29.an-access-token',
    ];
    for (const token of tokens)
      await expect(loginGoogle(token), token.slice(0, 40)).rejects.toMatchObject(refused);
    expect(await set.api.db.drizzle.$count(users, eq(users.email, 'mira@gmail.com'))).toBe(0);
    expect(set.api.logged).toEqual([]);
    await expect(loginGoogle(await set.host.sign(mine))).resolves.toBeTruthy();
  });

  test('of another provider altogether, that names itself as ours', async () => {
    const set = await withGoogle();
    const other = await startOidcHost(CALLBACK);
    onTestFinished(() => other.close());
    await expect(loginGoogle(await other.sign(await claims(set)))).rejects.toMatchObject(refused);
    // And one whose description calls itself by another name than the one it was asked under.
    const posing = await withGoogle({ issuer: other.issuer.replace('127.0.0.1', 'localhost') });
    expect(Object.fromEntries(await visitor(posing.api).go(START))).toEqual({
      by: 'google',
      failed: 'unavailable',
    });
    expect(posing.api.logged.join()).toContain('it calls itself');
  });
});

describe('coming back', () => {
  /** As far as the provider's answer, before it is brought back. */
  async function answered({ api, host }: Set, browser = visitor(api)): Promise<string> {
    let url = await browser.step(`http://api.test${START}`);
    while (new URL(url).origin === host.issuer) url = await browser.step(url);
    return url;
  }
  const told = (url: string) => Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));

  test('with another browser’s answer leads nowhere: nobody is let into somebody else’s account', async () => {
    const set = await withGoogle();
    const url = await answered(set);
    expect(told(await visitor(set.api).step(url))).toEqual({ by: 'google', failed: 'lost' });
  });

  test('with another state, none or two leads nowhere', async () => {
    const set = await withGoogle();
    const changes: ((url: URL) => void)[] = [
      (url) => url.searchParams.set('state', 'A'.repeat(43)),
      (url) => url.searchParams.delete('state'),
      (url) => url.searchParams.append('state', 'A'.repeat(43)),
      (url) => url.searchParams.set('state', '../../x'),
    ];
    for (const change of changes) {
      const browser = visitor(set.api);
      const url = new URL(await answered(set, browser));
      change(url);
      expect(told(await browser.step(url.href)), url.search).toEqual({ by: 'google', failed: 'lost' });
    }
  });

  test('a second time with the same answer leads nowhere', async () => {
    const set = await withGoogle();
    const browser = visitor(set.api);
    const url = await answered(set, browser);
    expect(told(await browser.step(url))).toMatchObject({ token: expect.any(String) });
    expect(told(await browser.step(url))).toEqual({ by: 'google', failed: 'lost' });
  });

  test('with a code that isn’t one, or none, is refused', async () => {
    const set = await withGoogle();
    for (const code of ['stolen', '']) {
      const browser = visitor(set.api);
      const url = new URL(await answered(set, browser));
      url.searchParams.set('code', code);
      expect(told(await browser.step(url.href)), code).toEqual({ by: 'google', failed: 'refused' });
    }
  });

  test('with a code that another browser’s verifier doesn’t fit is refused', async () => {
    const set = await withGoogle();
    const [mine, others] = [visitor(set.api), visitor(set.api)];
    const [url, stolen] = [new URL(await answered(set, mine)), new URL(await answered(set, others))];
    url.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(told(await mine.step(url.href))).toEqual({ by: 'google', failed: 'refused' });
  });

  test('after a “cancel” says so', async () => {
    const set = await withGoogle();
    set.host.user = null;
    expect(Object.fromEntries(await visitor(set.api).go(START))).toEqual({
      by: 'google',
      failed: 'cancelled',
    });
  });

  test('keeps the state where no script reads it, and for the way back alone', async () => {
    const { api } = await withGoogle();
    const answer = await api.raw(START);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^sign_in_[0-9a-f]{16}=[\w.-]{131}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const https = await testApi({
      db: api.db,
      publicApiUrl: 'https://api.play.example',
      providers: {
        google: createGoogle({
          ask: fetch,
          db: api.db,
          issuer: new URL(answer.headers.get('location') ?? '').origin,
          clientId: 'x',
          clientSecret: 'y',
          jwksUrl: undefined,
          redirectUrl: CALLBACK,
          log: () => {},
        }),
      },
    });
    expect((await https.raw(START)).headers.get('set-cookie')).toMatch(
      /^__Host-sign_in_.*; Secure; SameSite=Lax$/,
    );
  });

  test('leads to the site alone, whatever was asked for', async () => {
    const { api } = await withGoogle();
    for (const visit of ['', 'short', 'https://evil.example/', `${VISIT}&failed=x`])
      expect(
        (await api.raw(`/login/google?visit=${encodeURIComponent(visit)}`)).headers.get('location'),
      ).toBe('http://site.test/login#failed=lost&by=google');
  });
});

describe('when the provider is away', () => {
  test.each(['/.well-known/openid-configuration', '/jwks', '/token'])(
    'at %s nobody gets in, and it says so; back again everything goes',
    async (path) => {
      const set = await withGoogle();
      set.host.broken.set(path, 500);
      const told = await visitor(set.api).go(START);
      if (path === '/jwks')
        await expect(loginGoogle(told.get('token') ?? '')).rejects.toMatchObject({
          status: 503,
          code: 'provider_unavailable',
          message: expect.stringContaining('use your e-mail address'),
        });
      else expect(Object.fromEntries(told)).toEqual({ by: 'google', failed: 'unavailable' });
      expect(set.api.logged.length).toBeGreaterThan(0);
      expect(set.api.logged.join()).not.toContain(oidcClient.secret);
      set.host.broken.clear();
      await expect(loginGoogle(await tokenBy(set))).resolves.toBeTruthy();
    },
  );

  test('altogether, it is the same', async () => {
    const set = await withGoogle();
    await set.host.close();
    expect(Object.fromEntries(await visitor(set.api).go(START))).toEqual({
      by: 'google',
      failed: 'unavailable',
    });
  });

  test('a wrong secret of ours is told in the log alone', async () => {
    const set = await withGoogle({ clientSecret: 'not it' });
    expect(Object.fromEntries(await visitor(set.api).go(START))).toEqual({
      by: 'google',
      failed: 'unavailable',
    });
    expect(set.api.logged.join()).toContain('invalid_client');
  });
});

test('its keys may stand at an address of the operator’s choice', async () => {
  const other = await startOidcHost(CALLBACK);
  onTestFinished(() => other.close());
  const set = await withGoogle({ jwksUrl: `${other.issuer}/jwks` });
  await expect(loginGoogle(await other.sign(await claims(set)))).resolves.toBeTruthy();
  await expect(loginGoogle(await set.host.sign(await claims(set)))).rejects.toMatchObject(refused);
});

test('too many set-outs from one place are led back, and told', async () => {
  const { api } = await withGoogle();
  const limited = await testApi({
    db: api.db,
    rateLimit: true,
    providers: {
      google: {
        label: 'Google',
        begin: async () => new URL('http://there.test/'),
        finish: async () => null,
        signIn: async () => {
          throw new Error('not asked');
        },
      },
    },
  });
  for (let at = 0; at < 30; at++)
    expect((await limited.raw(START)).headers.get('location')).toBe('http://there.test/');
  expect((await limited.raw(START)).headers.get('location')).toBe(
    'http://site.test/login#failed=busy&by=google',
  );
});

test('what is set up is told, and what is not leads back', async () => {
  const { api } = await withGoogle();
  expect(await getSignInWays()).toEqual({ google: true, steam: false });
  expect((await api.raw(`/login/steam?visit=${VISIT}`)).headers.get('location')).toBe(
    'http://site.test/login#failed=unavailable&by=steam',
  );
  await testApi();
  expect(await getSignInWays()).toEqual({ google: false, steam: false });
});

test('an account with a second factor is asked for its code: entering by Google doesn’t get past it', {
  tags: 'both',
}, async () => {
  const set = await withGoogle();
  const { api } = set;
  const mira = await joinWithApp(api, 'mira@gmail.com');
  api.now = new Date();
  api.actAs(null);
  const token = await tokenBy(set);
  const asked = { status: 422, fields: { code: expect.any(String) } };
  await expect(loginGoogle(token)).rejects.toMatchObject(asked);
  await expect(loginGoogle(token, wrongCodeOf(mira.secret, api.now))).rejects.toMatchObject(asked);
  // Nor is the account tied to whoever came by Google before the code was right.
  expect(await api.db.drizzle.$count(identities)).toBe(0);
  const code = codeOf(mira.secret, api.now, 1);
  const ends = await Promise.allSettled([loginGoogle(token, code), loginGoogle(token, code)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await api.db.drizzle.$count(identities, eq(identities.userId, mira.id))).toBe(1);
  await expect(loginGoogle(token, mira.recoveryCodes[0])).rejects.toMatchObject({
    fields: { token: expect.any(String) },
  });
  await expect(loginGoogle(await tokenBy(set))).rejects.toMatchObject(asked);
  const { user } = await loginGoogle(await tokenBy(set), mira.recoveryCodes[0]);
  expect(user.id).toBe(mira.id);
});

test('a second factor that was reported lost comes off by Google as well once the wait is over', async () => {
  const set = await withGoogle();
  const { api } = set;
  const mira = await joinWithApp(api, 'mira@gmail.com');
  api.actAs(null);
  api.now = new Date(Date.now() - LOST_FACTOR_WAIT_DAYS * 86_400_000);
  await reportLostFactor({ email: mira.email, password: PASSWORD, captcha: 'off' });
  await api.background.idle();
  await beginLostFactor(/lost-codes\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '');
  api.now = new Date();
  const { user } = await loginGoogle(await tokenBy(set));
  expect(user.id).toBe(mira.id);
  expect(await api.db.drizzle.$count(secondFactors)).toBe(0);
});
