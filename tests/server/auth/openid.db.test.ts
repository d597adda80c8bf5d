import { createHash, generateKeyPairSync } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { generateKeyPair, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { identities, secondFactors, signInAttempts, tokens, users } from '../../../server/db/schema.ts';
import { sealIdentity } from '../../../server/features/auth/identities.ts';
import {
  appleSecret,
  createOpenIdProvider,
  type OpenIdKeys,
  type OpenIdProvider,
  openIdProviders,
} from '../../../server/features/auth/openid.ts';
import { hashPassword, saltOf } from '../../../server/features/auth/passwords.ts';
import type { Provider } from '../../../server/features/auth/providers.ts';
import { createVault } from '../../../server/platform/encryption.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import {
  beginFactorRecovery,
  requestFactorRecovery,
} from '../../../src/lib/contract/auth/factor-recovery.ts';
import { listPasskeys, removeLogin } from '../../../src/lib/contract/auth/passkeys.ts';
import {
  authProviders,
  getAuthProviders,
  loginApple,
  loginDiscord,
  loginGoogle,
  requestPasswordReset,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { FACTOR_RECOVERY_WAIT_DAYS } from '../../../src/lib/contract/limits.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, wrongCodeOf } from '../../support/app-codes.ts';
import { join, joinConfirmed, joinWithApp, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';
import { endOf } from '../../support/ends.ts';
import { wrong } from '../../support/field-errors.ts';
import { type OidcHost, oidcClient, startOidcHost } from '../../support/oidc-host.ts';
import { DAY, later, MINUTE } from '../../support/time.ts';
import { randomKey, testVault } from '../../support/vault.ts';
import { VISIT, visitor } from '../../support/visitor.ts';

type Name = keyof typeof openIdProviders;

const callbackOf = (name: Name) => `http://api.test/login/${name}/callback`;
const startOf = (name: Name) => `/login/${name}?visit=${VISIT}`;
const START = startOf('google');
const MIRA = { sub: '110169484474386276334', email: 'mira@gmail.com', email_verified: true };
const refused = { ...wrong('token', 'couldn’t confirm'), code: 'invalid' };
const redirectUris = [callbackOf('google'), callbackOf('apple'), callbackOf('discord')];

/** The key that a team gets from Apple. */
const apple = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const appleKeys = {
  clientId: oidcClient.id,
  teamId: 'TEAM',
  keyId: 'KEY',
  privateKey: apple.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
};

/** The fixed secret, or one as Apple requires it. */
async function knowsSecret(secret: string): Promise<boolean> {
  if (secret === oidcClient.secret) return true;
  const audience = 'https://appleid.apple.com';
  return jwtVerify(secret, apple.publicKey, { issuer: 'TEAM', subject: oidcClient.id, audience }).then(
    ({ protectedHeader }) => protectedHeader.kid === 'KEY',
    () => false,
  );
}

/** A provider that no one returns from. */
const leavesOnly: Provider = {
  begin: async () => new URL('http://there.test/'),
  finish: async () => null,
};

/** Our provider, and a foreign one. */
let host: OidcHost;
let other: OidcHost;
let api: TestApi;

beforeAll(async () => {
  host = await startOidcHost({ redirectUris, knowsSecret });
  other = await startOidcHost({ redirectUris });
});
afterAll(() => Promise.all([host.close(), other.close()]));

/** A row of `openIdProviders` for this host. */
function at(name: Name, issuer: string): OpenIdProvider {
  const row: OpenIdProvider = { ...openIdProviders[name], issuer };
  if (!row.endpoints) return row;
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
  return { ...row, endpoints, profile: `${issuer}/users/@me` };
}

/** An API that signs in with a real provider, which reads the system clock, so the tests do too. */
async function apiWith(
  name: Name,
  db: Database,
  { issuer = host.issuer, ...change }: Partial<OpenIdKeys> = {},
  row = at(name, issuer),
): Promise<TestApi> {
  const provider = createOpenIdProvider(row, {
    issuer,
    // No answer may be too late on a busy machine.
    ask: (url, init) => fetch(url, { ...init, signal: null }),
    label: authProviders[name],
    clientId: oidcClient.id,
    clientSecret: name === 'apple' ? appleSecret(appleKeys) : oidcClient.secret,
    redirectUrl: callbackOf(name),
    log: (text) => void made.logged.push(text),
    ...change,
  });
  const made = await testApi({ db, providers: { [name]: provider } });
  made.now = new Date();
  return made;
}

beforeEach(async () => {
  host.user = MIRA;
  host.broken.clear();
  host.forge = null;
  api = await apiWith('google', await testDatabase());
});

const loginCalls = { google: loginGoogle, apple: loginApple, discord: loginDiscord };

/** Goes through the provider and back like a browser, and returns what the site gets. */
const visit = async (start = START) => Object.fromEntries(await visitor(api).go(start));

/** Returns the token that the site gets. */
async function tokenBy(start = START): Promise<string> {
  const outcome = await visit(start);
  expect(outcome).toEqual({ by: expect.any(String), token: expect.any(String), visit: VISIT });
  return outcome.token ?? '';
}

const signIn = async (user: OidcHost['user'] = MIRA, name: Name = 'google') => {
  host.user = user;
  return (await request(loginCalls[name], { body: { token: await tokenBy(startOf(name)) } })).success.user;
};
const leave = async (browser = visitor(api)) => new URL(await browser.step(`http://api.test${START}`));

describe.each(['google', 'apple', 'discord'] as const)('signing in with %s', (name) => {
  const start = startOf(name);

  beforeEach(async () => {
    api = await apiWith(name, api.db);
  });

  test('makes an account the first time, finds it later, and remembers the inviter', async () => {
    const friend = await api.addPlayer();
    const { token, user } = (
      await request(loginCalls[name], { body: { token: await tokenBy(`${start}&ref=${friend.id}`) } })
    ).success;
    expect(user).toMatchObject({
      email: MIRA.email,
      // The others don't host it.
      email_confirmed: name === 'google',
      birth_date: null,
      balance: { available: 0 },
    });
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, user.id));
    expect(row?.invitedBy).toBe(friend.id);
    api.actAs({ id: user.id, email: '', token });
    await expect(request(getBalance, {})).resolves.toMatchObject({ balance: { available: 0 } });
    api.actAs(null);
    const { success: again } = await request(loginCalls[name], { body: { token: await tokenBy(start) } });
    expect(again.user.id).toBe(user.id);
    expect(again.token).not.toBe(token);
    // People are identified by the provider's id: their address there may change, or get another owner.
    expect(await signIn({ ...MIRA, email: 'mira.new@gmail.com' }, name)).toMatchObject({
      id: user.id,
      email: MIRA.email,
    });
    const another = { ...MIRA, sub: 'somebody else', email: 'other@mail.test' };
    expect((await signIn(another, name)).id).not.toBe(user.id);
    expect(api.logged).toEqual([]);
  });

  test('asks the provider for a code, with a new state, nonce and challenge each time', async () => {
    const urls = await Promise.all([1, 2].map(() => visitor(api).step(`http://api.test${start}`)));
    const [one, two] = urls.map((url) => new URL(url));
    const { scope, formPost, profile }: OpenIdProvider = openIdProviders[name];
    expect(one?.origin).toBe(host.issuer);
    expect(Object.fromEntries(one?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      client_id: oidcClient.id,
      redirect_uri: callbackOf(name),
      scope,
      code_challenge_method: 'S256',
    });
    expect(one?.searchParams.get('response_mode')).toBe(formPost ? 'form_post' : null);
    // Plain OAuth 2.0 has no ID token that could carry a nonce.
    for (const field of ['state', 'code_challenge', ...(profile ? [] : ['nonce'])]) {
      expect(one?.searchParams.get(field)).toMatch(/^[\w-]{43}$/);
      expect(one?.searchParams.get(field)).not.toBe(two?.searchParams.get(field));
    }
  });

  test('confirms no address that the provider hasn’t confirmed, or that isn’t an address', async () => {
    for (const change of [{ email_verified: false }, { email: 'nothing' }]) {
      const user = await signIn({ ...MIRA, sub: JSON.stringify(change), ...change }, name);
      expect(user.email ?? null).toBeNull();
    }
    const { sub } = MIRA;
    expect((await signIn({ sub }, name)).email ?? null).toBeNull();
  });

  test('says so when the visitor declines', async () => {
    host.user = null;
    expect(await visit(start)).toEqual({ by: name, failed: 'cancelled' });
  });

  const { profile }: OpenIdProvider = openIdProviders[name];
  test.each(profile ? ['/token', '/users/@me'] : ['/.well-known/openid-configuration', '/jwks', '/token'])(
    'signs no one in while the provider fails at %s, and works again afterwards',
    async (path) => {
      host.broken.set(path, 500);
      expect(await visit(start)).toEqual({ by: name, failed: 'unavailable' });
      expect(api.logged.length).toBeGreaterThan(0);
      expect(api.logged.join()).not.toContain(oidcClient.secret);
      host.broken.clear();
      await expect(
        request(loginCalls[name], { body: { token: await tokenBy(start) } }),
      ).resolves.toBeTruthy();
    },
  );
});

describe('in several tabs', () => {
  test('signing in makes one account from three tabs at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const tokens = await Promise.all([tokenBy(), tokenBy(), tokenBy()]);
    const all = await Promise.all(tokens.map((token) => request(loginGoogle, { body: { token } })));
    expect(new Set(all.map(({ success }) => success.user.id)).size).toBe(1);
    expect(await api.db.drizzle.$count(identities)).toBe(1);
  });

  test('keeps two attempts of one browser apart', async () => {
    const browser = visitor(api);
    const [one, two] = [await leave(browser), await leave(browser)];
    expect(browser.cookies.get('api.test')?.size).toBe(2);
    for (const { href } of [two, one]) {
      let url = href;
      while (new URL(url).host !== 'site.test') url = await browser.step(url);
      expect(url).toContain('token=');
    }
    expect(browser.cookies.get('api.test')?.size).toBe(0);
  });
});

describe('an existing account', () => {
  const ELSEWHERE = 'mira@elsewhere.test';

  test('with the same Google address confirmed is signed in, keeps its password, and loses its other sessions', async () => {
    const { id } = await joinConfirmed(api, MIRA.email);
    api.actAs(null);
    const unverified = await signIn({ ...MIRA, sub: '1', email_verified: false });
    expect(unverified.id).not.toBe(id);
    expect(unverified.email ?? null).toBeNull();
    expect((await signIn()).id).toBe(id);
    expect(await api.db.drizzle.$count(tokens, and(eq(tokens.userId, id), isNull(tokens.revokedAt)))).toBe(1);
    expect((await logIn(MIRA.email)).id).toBe(id);
    const linked = (await mailed(api)).filter(({ to }) => to === MIRA.email).map(({ subject }) => subject);
    expect(linked).toEqual(['Google can now log in to your Playtally account']);
    await signIn();
    expect(await mailed(api)).toEqual([]);
  });

  test('lists its logins and removes one with the password: it makes another account then, and the owner is mailed', async () => {
    api = await apiWith('discord', api.db);
    host.user = { sub: '9', email: ELSEWHERE, email_verified: true };
    const body = { token: await tokenBy(startOf('discord')) };
    const { token, user } = (await request(loginDiscord, { body })).success;
    const { id } = user;
    api.actAs({ id, token, email: ELSEWHERE });
    const list = async () => (await request(listPasskeys, {})).logins.map(({ name }) => name);
    expect(await list()).toEqual(['Discord']);
    const remove = (provider: string, body = {}) =>
      endOf(request(removeLogin, { params: { provider }, body }));
    expect(await remove('discord')).toBe('nothing_to_do');
    const set = {
      passwordHash: await hashPassword(PASSWORD, await saltOf(api.db, ELSEWHERE)),
      emailConfirmedAt: api.now,
    };
    await api.db.drizzle.update(users).set(set).where(eq(users.id, id));
    await mailed(api);
    expect(await remove('discord')).toBe('invalid: password');
    for (const other of ['steam', 'facebook'])
      expect(await remove(other, { password: PASSWORD })).toBe('not_found');
    expect(await remove('discord', { password: PASSWORD })).toBe('done');
    expect(await list()).toEqual([]);
    expect((await mailed(api)).map(({ to, subject }) => [to, subject])).toEqual([
      [ELSEWHERE, 'Discord was removed from your Playtally account'],
    ]);
    const other = await signIn({ sub: '9', email: ELSEWHERE, email_verified: true }, 'discord');
    expect(other.id).not.toBe(id);
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, other.id));
    expect(row?.reviewFor).toBe('returned');
  });

  test('that only claims the address isn’t signed in: its creator could wait there for the owner', async () => {
    const { id } = await join(api, MIRA.email);
    api.actAs(null);
    const user = await signIn();
    expect(user).toMatchObject({ email: MIRA.email, email_confirmed: true });
    expect(user.id).not.toBe(id);
  });

  test('with an address that the provider doesn’t host isn’t signed in on its word', async () => {
    const { id } = await joinConfirmed(api, ELSEWHERE);
    api.actAs(null);
    for (const name of ['google', 'apple', 'discord'] as const) {
      api = await apiWith(name, api.db);
      const user = await signIn({ sub: '1', email: ELSEWHERE, email_verified: true }, name);
      expect(user.id, name).not.toBe(id);
      expect(user.email_confirmed, name).toBe(false);
    }
    // A workspace's own addresses are hosted at Google.
    api = await apiWith('google', api.db);
    const hosted = { sub: '2', email: ELSEWHERE, email_verified: true, hd: 'elsewhere.test' };
    expect((await signIn(hosted)).id).toBe(id);
  });

  test.each(['google', 'apple', 'discord'] as const)(
    'of someone who once had the address at %s doesn’t keep it from its owner',
    async (name) => {
      api = await apiWith(name, api.db);
      const before = await signIn({ sub: '1', email: ELSEWHERE, email_verified: true }, name);
      expect(before).toMatchObject({ email: ELSEWHERE, email_confirmed: false });
      await request(requestPasswordReset, { body: { email: ELSEWHERE, captcha: 'off' } });
      const mails = await mailed(api);
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [ELSEWHERE, expect.stringContaining('Confirm your email address')],
        [ELSEWHERE, expect.stringContaining('Confirm your email address')],
      ]);
      const owner = await joinConfirmed(api, ELSEWHERE);
      expect(owner.id).not.toBe(before.id);
    },
  );

  test.each([
    ['apple', 'mira@icloud.com', true],
    ['apple', 'x7@privaterelay.appleid.com', true],
    ['apple', 'mira@icloud.com.test', false],
    ['google', 'mira@notgmail.com', false],
    ['discord', MIRA.email, false],
  ] as const)('belongs to the person whom %s identifies by %s: %s', async (name, email, isTheirs) => {
    const { id } = await joinConfirmed(api, email);
    api = await apiWith(name, api.db);
    api.actAs(null);
    expect((await signIn({ ...MIRA, email }, name)).id === id).toBe(isTheirs);
  });

  test('isn’t signed in by a provider in place of Google, which doesn’t host Google’s addresses', async () => {
    const { id } = await joinConfirmed(api, MIRA.email);
    api = await apiWith('google', api.db, {}, openIdProviders.google);
    api.actAs(null);
    for (const hd of [undefined, 'gmail.com']) {
      const user = await signIn({ ...MIRA, sub: `at work, ${hd}`, ...(hd && { hd }) });
      expect(user).toMatchObject({ email: MIRA.email, email_confirmed: false });
      expect(user.id).not.toBe(id);
    }
  });
});

describe('an ID token is rejected', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const changes: Record<string, () => JWTPayload> = {
    'made for another client': () => ({ aud: 'another.apps.example' }),
    'made for several and asked for by another': () => ({ aud: [oidcClient.id, 'another'], azp: 'another' }),
    'made for several, by nobody knows whom': () => ({ aud: [oidcClient.id, 'another'] }),
    'of another issuer': () => ({ iss: 'https://accounts.google.com' }),
    'of an issuer that only begins alike': () => ({ iss: host.issuer.slice(0, -1) }),
    'without a subject': () => ({ sub: '' }),
    'for another attempt': () => ({ nonce: 'A'.repeat(43) }),
    expired: () => ({ exp: now() - 120 }),
    'not yet': () => ({ nbf: now() + 120 }),
    ...Object.fromEntries(
      ['sub', 'exp', 'iat', 'nonce', 'aud', 'iss'].map((name) => [
        `without ${name}`,
        () => ({ [name]: undefined }),
      ]),
    ),
  };

  test('with a wrong or missing claim', async () => {
    for (const [what, change] of Object.entries(changes)) {
      host.forge = (claims) => host.sign({ ...claims, ...change() });
      expect(await visit(), what).toEqual({ by: 'google', failed: 'unavailable' });
      expect(api.logged.splice(0), what).toHaveLength(1);
    }
    expect(await api.db.drizzle.$count(identities)).toBe(0);
    // Only the changed claim was wrong, and clocks may differ a little.
    for (const change of [{}, { exp: now() - 30 }]) {
      host.forge = (claims) => host.sign({ ...claims, ...change });
      await expect(request(loginGoogle, { body: { token: await tokenBy() } })).resolves.toBeTruthy();
    }
  });

  test('if it is tampered with, unsigned, or signed with another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = (claims: JWTPayload, kid: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    // With the secret that client and provider share.
    const shared = createHash('sha256').update(oidcClient.secret).digest();
    const parts = async (claims: JWTPayload) => (await host.sign(claims)).split('.');
    const encode = (claims: JWTPayload) => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forgeries: NonNullable<OidcHost['forge']>[] = [
      async (claims) => {
        const [head, , signature] = await parts(claims);
        return `${head}.${encode({ ...claims, sub: 'somebody' })}.${signature}`;
      },
      async (claims) => (await parts(claims)).toSpliced(2, 1, '').join('.'),
      async (claims) => (await parts(claims)).toSpliced(2, 1, 'A'.repeat(342)).join('.'),
      (claims) => new UnsecuredJWT(claims).encode(),
      (claims) => foreign(claims, 'its-key'),
      (claims) => foreign(claims, 'another-key'),
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'its-key' }).sign(shared),
      // From a different provider that claims to be ours.
      (claims) => other.sign(claims),
      () => 'not a token',
      () => 'a.b.c',
    ];
    for (const [index, forge] of forgeries.entries()) {
      host.forge = forge;
      expect(await visit(), String(index)).toEqual({ by: 'google', failed: 'unavailable' });
    }
    expect(await api.db.drizzle.$count(identities)).toBe(0);
    host.forge = (claims) => host.sign(claims);
    await expect(request(loginGoogle, { body: { token: await tokenBy() } })).resolves.toBeTruthy();
  });

  test('unless its key comes from the address that the operator set', async () => {
    api = await apiWith('google', api.db, { jwksUrl: `${other.issuer}/jwks` });
    host.forge = (claims) => other.sign(claims);
    await expect(request(loginGoogle, { body: { token: await tokenBy() } })).resolves.toBeTruthy();
    host.forge = (claims) => host.sign(claims);
    expect(await visit()).toEqual({ by: 'google', failed: 'unavailable' });
  });
});

describe('a token is rejected with the same message', () => {
  test('if it is sent again, even ten times concurrently, or when its attempt is over', {
    tags: 'concurrent',
  }, async () => {
    const token = await tokenBy();
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => request(loginGoogle, { body: { token } })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
    await expect(request(loginGoogle, { body: { token } })).rejects.toMatchObject(refused);
    const late = await tokenBy();
    api.now = later(api, 9 * MINUTE);
    await api.db.drizzle.update(signInAttempts).set({ expiresAt: api.now });
    await expect(request(loginGoogle, { body: { token: late } })).rejects.toMatchObject(refused);
  });

  test('if it wasn’t made by this server, or was made for another provider', async () => {
    const token = await tokenBy();
    const state = 's'.repeat(43);
    const identity = { subject: '4711', email: null, hostsEmail: false };
    const forged = [
      `${token.slice(0, -2)}AA`,
      token.slice(0, -10),
      sealIdentity(createVault([randomKey(99)]), 'google', state, identity),
      // From no attempt that began here.
      sealIdentity(testVault, 'google', state, identity),
      testVault.seal('code:1', JSON.stringify({ state, ...identity })),
      await host.sign({ iss: host.issuer, aud: oidcClient.id, sub: '4711' }),
      'not a token',
      'ya29.an-access-token',
    ];
    for (const one of forged)
      await expect(request(loginGoogle, { body: { token: one } }), one.slice(0, 40)).rejects.toMatchObject(
        refused,
      );
    api = await apiWith('discord', api.db);
    await expect(request(loginDiscord, { body: { token } })).rejects.toMatchObject(refused);
    expect(await api.db.drizzle.$count(identities)).toBe(0);
    expect(api.logged).toEqual([]);
    api = await apiWith('google', api.db);
    await expect(request(loginGoogle, { body: { token } })).resolves.toBeTruthy();
  });
});

describe('coming back', () => {
  const LOST = { by: 'google', failed: 'lost' };
  const REFUSED = { by: 'google', failed: 'refused' };

  /** Goes as far as the provider's answer, before the return. */
  async function answered(browser = visitor(api)): Promise<URL> {
    let url = await leave(browser);
    while (url.origin === host.issuer) url = new URL(await browser.step(url.href));
    return url;
  }
  const outcomeOf = async (browser: ReturnType<typeof visitor>, { href }: URL) =>
    Object.fromEntries(new URLSearchParams(new URL(await browser.step(href)).hash.slice(1)));

  test('with anything but this browser’s own unchanged answer leads nowhere', async () => {
    // No one gets into another person's account with an answer that they were given.
    expect(await outcomeOf(visitor(api), await answered())).toEqual(LOST);
    const stolen = (await answered()).searchParams.get('code') ?? '';
    const changes: [change: (query: URLSearchParams) => void, outcome: object][] = [
      [(query) => query.set('state', 'A'.repeat(43)), LOST],
      [(query) => query.delete('state'), LOST],
      [(query) => query.append('state', 'A'.repeat(43)), LOST],
      [(query) => query.set('state', '../../x'), LOST],
      [(query) => query.set('code', 'guessed'), REFUSED],
      [(query) => query.set('code', ''), REFUSED],
      // Its verifier belongs to another browser.
      [(query) => query.set('code', stolen), REFUSED],
    ];
    for (const [change, expected] of changes) {
      const browser = visitor(api);
      const url = await answered(browser);
      change(url.searchParams);
      expect(await outcomeOf(browser, url), url.search).toEqual(expected);
    }
    const browser = visitor(api);
    const url = await answered(browser);
    expect(await outcomeOf(browser, url)).toMatchObject({ token: expect.any(String) });
    expect(await outcomeOf(browser, url), 'a second time').toEqual(LOST);
    host.user = null;
    expect(await visit()).toEqual({ by: 'google', failed: 'cancelled' });
  });

  test('keeps the state where no script can read it, and only for the return', async () => {
    const { headers } = await api.raw(START);
    expect(headers.get('set-cookie')).toMatch(
      /^sign_in_[0-9a-f]{16}=[\w.-]{131}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const https = await testApi({
      db: api.db,
      publicApiUrl: 'https://api.play.example',
      providers: { google: leavesOnly },
    });
    expect((await https.raw(START)).headers.get('set-cookie')).toMatch(
      /^__Host-sign_in_.*; Secure; SameSite=Lax$/,
    );
  });

  test('leads only to the site, whatever return address was requested', async () => {
    for (const asked of ['', 'short', 'https://evil.example/', `${VISIT}&failed=x`]) {
      const { headers } = await api.raw(`/login/google?visit=${encodeURIComponent(asked)}`);
      expect(headers.get('location'), asked).toBe('http://site.test/login#failed=lost&by=google');
    }
  });
});

describe('no one is signed in, and the page says so,', () => {
  const UNAVAILABLE = { by: 'google', failed: 'unavailable' };

  test('when the provider is down, has another name, or doesn’t know our secret: the log says which, and passwords still work', async () => {
    const { id } = await join(api, MIRA.email);
    const closed = await startOidcHost({ redirectUris });
    await closed.close();
    const cases: [change: Parameters<typeof apiWith>[2], logged: string][] = [
      [{ issuer: closed.issuer }, ''],
      [{ issuer: other.issuer.replace('127.0.0.1', 'localhost') }, 'issuer'],
      [{ clientSecret: 'not it' }, 'invalid_client'],
    ];
    for (const [change, logged] of cases) {
      api = await apiWith('google', api.db, change);
      expect(await visit(), logged).toEqual(UNAVAILABLE);
      expect(api.logged.join()).toContain(logged);
      expect((await logIn(MIRA.email)).id, logged).toBe(id);
    }
  });

  test('when there are too many attempts from one network, or the provider isn’t set up', async () => {
    expect((await request(getAuthProviders, {})).providers).toEqual(['passkey', 'google']);
    expect((await api.raw(`/login/steam?visit=${VISIT}`)).headers.get('location')).toBe(
      'http://site.test/login#failed=unavailable&by=steam',
    );
    await testApi({ db: api.db });
    expect((await request(getAuthProviders, {})).providers).toEqual(['passkey']);

    const limited = await testApi({ db: api.db, rateLimit: true, providers: { google: leavesOnly } });
    const leadsTo = async () => (await limited.raw(START)).headers.get('location');
    for (let at = 0; at < 30; at++) expect(await leadsTo()).toBe('http://there.test/');
    expect(await leadsTo()).toBe('http://site.test/login#failed=busy&by=google');
  });
});

test('an account with a second factor is asked for its code after a provider as well', {
  tags: 'concurrent',
}, async () => {
  const mira = await joinWithApp(api, MIRA.email);
  api.now = new Date();
  api.actAs(null);
  const token = await tokenBy();
  const asked = wrong('code');
  await expect(request(loginGoogle, { body: { token } })).rejects.toMatchObject(asked);
  await expect(
    request(loginGoogle, { body: { token, code: wrongCodeOf(mira.secret, api.now) } }),
  ).rejects.toMatchObject(asked);
  // Nor is the account linked to the Google account before the code is right.
  expect(await api.db.drizzle.$count(identities)).toBe(0);
  const code = codeOf(mira.secret, api.now, 1);
  const ends = await Promise.allSettled([
    request(loginGoogle, { body: { token, code } }),
    request(loginGoogle, { body: { token, code } }),
  ]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await api.db.drizzle.$count(identities, eq(identities.userId, mira.id))).toBe(1);
  await expect(request(loginGoogle, { body: { token, code: mira.recoveryCodes[0] } })).rejects.toMatchObject(
    wrong('token'),
  );
  await expect(request(loginGoogle, { body: { token: await tokenBy() } })).rejects.toMatchObject(asked);
  expect(
    (await request(loginGoogle, { body: { token: await tokenBy(), code: mira.recoveryCodes[0] } })).success
      .user.id,
  ).toBe(mira.id);
});

test('a second factor that was reported lost is also removed at a sign-in with Google once the wait is over', async () => {
  const mira = await joinWithApp(api, MIRA.email);
  api.actAs(null);
  api.now = new Date(Date.now() - FACTOR_RECOVERY_WAIT_DAYS * DAY);
  await request(requestFactorRecovery, { body: { email: mira.email, password: PASSWORD, captcha: 'off' } });
  const [mail] = await mailed(api);
  await request(beginFactorRecovery, {
    body: { token: /lost-codes\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' },
  });
  api.now = new Date();
  expect((await signIn()).id).toBe(mira.id);
  expect(await api.db.drizzle.$count(secondFactors)).toBe(0);
});
