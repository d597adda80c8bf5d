import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { identities, passkeyAttempts, passkeys, secondFactors, users } from '../../../server/db/schema.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import * as entry from '../../../src/lib/contract/auth/passkey-sign-in.ts';
import * as calls from '../../../src/lib/contract/auth/passkeys.ts';
import {
  getAuthProviders,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { APP_UNDO_HOURS, FRESH_LOG_IN_MINUTES, MAX_PASSKEYS } from '../../../src/lib/contract/limits.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf } from '../../support/app-codes.ts';
import { join, joinConfirmed, joinWithApp, mailed, PASSWORD } from '../../support/app-players.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import {
  type Change,
  type SoftPasskey,
  softwareAuthenticator,
} from '../../support/software-authenticator.ts';
import { pass } from '../../support/time.ts';

const MINUTE = 60_000;
const device = softwareAuthenticator('http://site.test');

async function signUp(change: Change = {}, reflink: string | null = null) {
  const started = await request(entry.startPasskeySignUp, { body: { captcha: 'off' } });
  const { key, passkey } = device.create(started, change);
  const { attempt } = started;
  const { success } = await request(entry.registerPasskey, { body: { attempt, passkey, reflink } });
  return { key, player: { id: success.user.id, email: '', token: success.token } };
}

async function logIn(key: SoftPasskey, change: Change = {}) {
  const started = await request(entry.startPasskeyLogin, {});
  const body = { attempt: started.attempt, passkey: device.use(key, started, change) };
  return (await request(entry.loginPasskey, { body })).success;
}

/** To the account of the acting session. */
async function add(proof: { password?: string; code?: string }, change: Change = {}) {
  const started = await request(calls.startPasskey, { body: proof });
  const { key, passkey } = device.create(started, change);
  const list = await request(calls.addPasskey, { body: { attempt: started.attempt, passkey } });
  return { key, list };
}

const refused = { status: 422, fields: { passkey: expect.stringContaining('We couldn’t confirm') } };

describe('signing up and in', () => {
  test('makes an account without an address, which only the same passkey opens again', async () => {
    const api = await testApi();
    const friend = await api.addPlayer();
    api.actAs(null);
    expect((await request(getAuthProviders, {})).providers).toEqual(['passkey']);
    const { key, player } = await signUp({ counter: 1 }, String(friend.id));
    const [user] = await api.db.drizzle.select().from(users).where(eq(users.id, player.id));
    expect(user).toMatchObject({ email: null, passwordHash: null, invitedBy: friend.id });
    for (let times = 0; times < 2; times++) {
      const { token, user: own } = await logIn(key);
      expect(own.id).toBe(player.id);
      api.actAs({ ...player, token });
      await expect(request(getBalance, {})).resolves.toBeTruthy();
      api.actAs(null);
    }
    const [kept] = await api.db.drizzle.select().from(passkeys);
    expect(kept).toMatchObject({ userId: player.id, counter: 3, lastUsedAt: api.now });
  });

  test('keeps the counter of a passkey that doesn’t count at zero', async () => {
    const api = await testApi();
    const { key, player } = await signUp();
    for (let times = 0; times < 2; times++) expect((await logIn(key)).user.id).toBe(player.id);
    expect(await api.db.drizzle.$count(passkeys, eq(passkeys.counter, 0))).toBe(1);
  });

  const wrong: readonly (readonly [what: string, change: (other: SoftPasskey) => Change])[] = [
    ['a page of another site', () => ({ origin: 'https://site.test.example' })],
    ['the operators’ own host', () => ({ origin: 'http://operator.test' })],
    ['another challenge', () => ({ challenge: Buffer.alloc(32, 7).toString('base64url') })],
    ['another site’s name', () => ({ rpId: 'other.test' })],
    ['what was signed for something else', () => ({ type: 'payment.get' })],
    ['nobody’s fingerprint or PIN', () => ({ verified: false })],
  ];
  const wrongUses: typeof wrong = [
    ...wrong,
    ['another account’s key', (other) => ({ by: other })],
    ['another account’s handle', (other) => ({ handle: other.handle })],
    ['a counter that doesn’t advance', () => ({ counter: 5 })],
    ['a lower counter', () => ({ counter: 4 })],
    ['a counter that started over', () => ({ counter: 0 })],
  ];

  test.each(wrongUses)('%s logs no one in', async (_, change) => {
    const api = await testApi();
    const { key } = await signUp({ counter: 5 });
    const { key: other } = await signUp();
    await expect(logIn(key, change(other))).rejects.toMatchObject(refused);
    // The passkey itself is fine.
    key.counter = 5;
    await expect(logIn(key)).resolves.toBeTruthy();
    expect(api.logged).toEqual([]);
  });

  test.each([...wrong, ['a maker’s certificate', () => ({ format: 'packed' })]] as typeof wrong)(
    '%s makes no account',
    async (_, change) => {
      const api = await testApi();
      const other = (await signUp()).key;
      await expect(signUp(change(other))).rejects.toMatchObject(refused);
      expect(await api.db.drizzle.$count(passkeys)).toBe(1);
    },
  );

  test('an unknown key is rejected like a wrong one', async () => {
    await testApi();
    const { key } = device.create(await request(entry.startPasskeySignUp, { body: { captcha: 'off' } }));
    await expect(logIn(key)).rejects.toMatchObject(refused);
  });

  test('an answer counts once, within five minutes, for its purpose and in the browser that requested it', async () => {
    const api = await testApi();
    const { key } = await signUp();
    const send = (attempt: string, passkey: calls.PasskeyUse) =>
      endOf(request(entry.loginPasskey, { body: { attempt, passkey } }));
    const first = await request(entry.startPasskeyLogin, {});
    const answer = device.use(key, first);
    // An eavesdropper on the answer has another attempt, or none.
    const theirs = await request(entry.startPasskeyLogin, {});
    expect(await send(theirs.attempt, answer)).toBe('invalid: passkey');
    expect(await send('x'.repeat(43), answer)).toBe('invalid: passkey');
    expect(await send(first.attempt, answer)).toBe('done');
    expect(await send(first.attempt, answer)).toBe('invalid: passkey');
    // A rejected attempt is over as well.
    const second = await request(entry.startPasskeyLogin, {});
    expect(await send(second.attempt, device.use(key, second, { verified: false }))).toBe('invalid: passkey');
    expect(await send(second.attempt, device.use(key, second))).toBe('invalid: passkey');
    const late = await request(entry.startPasskeyLogin, {});
    pass(api, 5 * MINUTE);
    expect(await send(late.attempt, device.use(key, late))).toBe('invalid: passkey');
    // A sign-up's challenge doesn't work for a sign-in.
    const { attempt, options } = await request(entry.startPasskeySignUp, { body: { captcha: 'off' } });
    const { challenge } = options;
    const started = { attempt, options: { ...first.options, challenge } };
    expect(await send(attempt, device.use(key, started))).toBe('invalid: passkey');
    // The stored values don't let anyone answer instead of the browser.
    const open = await request(entry.startPasskeyLogin, {});
    const rows = await api.db.drizzle.select().from(passkeyAttempts);
    const hash = createHash('sha256').update(open.attempt).digest().toString('hex');
    expect(rows.map((row) => Buffer.from(row.hash).toString('hex'))).toContain(hash);
    expect(JSON.stringify(rows)).not.toContain(open.attempt);
  });

  test('one of two concurrent uses of an answer gets in', async () => {
    await testApi();
    const { key } = await signUp();
    const started = await request(entry.startPasskeyLogin, {});
    const body = { attempt: started.attempt, passkey: device.use(key, started) };
    const ends = await endsOf([request(entry.loginPasskey, { body }), request(entry.loginPasskey, { body })]);
    expect(ends.toSorted()).toEqual(['done', 'invalid: passkey']);
  });

  test('one of two simultaneous answers with the same count, as from a copied key, gets in', async () => {
    await testApi();
    const { key } = await signUp({ counter: 5 });
    const uses = [await request(entry.startPasskeyLogin, {}), await request(entry.startPasskeyLogin, {})];
    const bodies = uses.map((started) => ({
      attempt: started.attempt,
      passkey: device.use(key, started, { counter: 6 }),
    }));
    const ends = await endsOf(bodies.map((body) => request(entry.loginPasskey, { body })));
    expect(ends.toSorted()).toEqual(['done', 'invalid: passkey']);
  });

  test('signing up takes a captcha, and is limited per network', async () => {
    const api = await testApi({
      captcha: {
        challenge: async () => ({}),
        refuse: async (given) => (given === 'ok' ? null : 'No robots.'),
      },
      rateLimit: true,
      trustedProxies: 1,
      signUps: { hour: 1, day: 1 },
    });
    const start = (captcha: string) => request(entry.startPasskeySignUp, { body: { captcha } });
    expect(await endOf(start('no'))).toBe('invalid: captcha');
    const join = async () => {
      const started = await start('ok');
      const body = JSON.stringify({ attempt: started.attempt, passkey: device.create(started).passkey });
      const headers = { 'X-Forwarded-For': '192.0.2.7' };
      return (await api.raw('/api/passkeys/sign-up', { method: 'POST', headers, body })).status;
    };
    expect([await join(), await join()]).toEqual([200, 429]);
    expect(await api.db.drizzle.$count(passkeys)).toBe(1);
    for (let tries = 0; tries < 30; tries++) await endOf(request(entry.startPasskeyLogin, {}));
    expect(await endOf(request(entry.startPasskeyLogin, {}))).toBe('too_many_requests');
  });

  test('nothing is offered and no passkey call starts if passkeys are off', async () => {
    const api = await testApi({ passkeys: null });
    const player = await api.addPlayer();
    expect((await request(getAuthProviders, {})).providers).toEqual([]);
    for (const call of [
      request(entry.startPasskeyLogin, {}),
      request(entry.startPasskeySignUp, { body: { captcha: 'off' } }),
    ])
      expect(await endOf(call)).toBe('provider_unavailable');
    api.actAs(player);
    expect(await endOf(request(calls.startPasskey, { body: {} }))).toBe('provider_unavailable');
    expect(await request(calls.listPasskeys, {})).toEqual({
      ...{ passkeys: [], logins: [], offered: false, asks_code: false },
    });
  });
});

describe('the passkeys of an account', () => {
  test('are added with the password, named, used and removed, and each change is mailed', async () => {
    const api = await testApi();
    const mira = await joinConfirmed(api);
    for (const body of [{}, { password: 'wrong horse 7' }])
      expect(await endOf(request(calls.startPasskey, { body }))).toBe('invalid: password');
    const { key, list } = await add({ password: PASSWORD });
    expect(list.passkeys).toEqual([
      {
        id: expect.any(Number),
        name: expect.any(String),
        created_at: api.now.toISOString(),
        last_used_at: null,
      },
    ]);
    const [{ id } = { id: 0 }] = list.passkeys;
    expect((await mailed(api)).map(({ to, subject }) => [to, subject])).toEqual([
      [mira.email, 'A passkey was added to your Playtally account'],
    ]);
    const named = await request(calls.renamePasskey, { params: { id }, body: { name: '  My phone ' } });
    expect(named.passkeys[0]?.name).toBe('My phone');
    expect((await logIn(key)).user.id).toBe(mira.id);
    // Each device has one passkey per account: it is sent the existing ones, and the user handle of the account.
    const next = await request(calls.startPasskey, { body: { password: PASSWORD } });
    expect(next.options.excludeCredentials).toEqual([{ id: key.id, type: 'public-key' }]);
    expect(next.options.user).toMatchObject({ id: key.handle, name: mira.email });
    const remove = (body: object) => request(calls.removePasskey, { params: { id }, body });
    expect(await endOf(remove({}))).toBe('invalid: password');
    expect((await remove({ password: PASSWORD })).passkeys).toEqual([]);
    expect((await mailed(api)).map(({ subject }) => subject)).toEqual([
      'A passkey was removed from your Playtally account',
    ]);
    await expect(logIn(key)).rejects.toMatchObject(refused);
  });

  test('replace both factors if the account asks for a code, and take a code to change', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    api.actAs(await fresh(api, mira));
    expect(await endOf(request(calls.startPasskey, { body: { password: PASSWORD } }))).toBe('invalid: code');
    const code = codeOf(mira.secret, api.now);
    const { key, list } = await add({ password: PASSWORD, code });
    expect(list.asks_code).toBe(true);
    const params = { id: list.passkeys[0]?.id ?? 0 };
    const used = request(calls.removePasskey, { params, body: { password: PASSWORD, code } });
    expect(await endOf(used)).toBe('invalid: code');
    await mailed(api);
    api.actAs(null);
    expect((await logIn(key)).user.id).toBe(mira.id);
    expect(await api.db.drizzle.$count(secondFactors, eq(secondFactors.userId, mira.id))).toBe(1);
  });

  test('of an account without a password are changed right after logging in, and the last way to sign in stays', async () => {
    const api = await testApi();
    const { key, player } = await signUp();
    pass(api, (FRESH_LOG_IN_MINUTES + 1) * MINUTE);
    api.actAs(player);
    expect(await endOf(request(calls.startPasskey, { body: {} }))).toBe('invalid: password');
    const { token } = await logIn(key);
    api.actAs({ ...player, token });
    const [only] = (await request(calls.listPasskeys, {})).passkeys;
    const remove = () => endOf(request(calls.removePasskey, { params: { id: only?.id ?? 0 }, body: {} }));
    expect(await remove()).toBe('nothing_to_do');
    // A provider that this host doesn't offer lets nobody in.
    const old = { provider: 'steam', subject: '7', createdAt: api.now, lastUsedAt: api.now } as const;
    await api.db.drizzle.insert(identities).values({ ...old, userId: player.id });
    expect(await remove()).toBe('nothing_to_do');
    await add({});
    expect(await remove()).toBe('done');
    expect(await mailed(api)).toEqual([]);
  });

  test('can’t be added with an unconfirmed address, with another account’s attempt, or beyond the limit', async () => {
    const api = await testApi();
    await join(api, 'new@test.example');
    expect(await endOf(request(calls.startPasskey, { body: { password: PASSWORD } }))).toBe(
      'email_unconfirmed',
    );
    await mailed(api);
    const eve = await joinConfirmed(api, 'eve@test.example');
    const mira = await joinConfirmed(api);
    const started = await request(calls.startPasskey, { body: { password: PASSWORD } });
    const { passkey } = device.create(started);
    const send = () => endOf(request(calls.addPasskey, { body: { attempt: started.attempt, passkey } }));
    api.actAs(eve);
    expect(await send()).toBe('forbidden');
    api.actAs(mira);
    expect(await send()).toBe('invalid: passkey');
    await api.db.drizzle.insert(passkeys).values(
      Array.from({ length: MAX_PASSKEYS }, (_, at) => ({
        userId: mira.id,
        credentialId: `credential-${at}`,
        publicKey: new Uint8Array(1),
        counter: 0,
        handle: 'handle',
        name: 'Chrome on Windows',
        createdAt: api.now,
      })),
    );
    expect(await endOf(request(calls.startPasskey, { body: { password: PASSWORD } }))).toBe('limit_reached');
    api.actAs(eve);
    const [theirs] = await api.db.drizzle.select().from(passkeys);
    const params = { id: theirs?.id ?? 0 };
    expect(await endOf(request(calls.renamePasskey, { params, body: { name: 'mine' } }))).toBe('not_found');
    expect(await endOf(request(calls.removePasskey, { params, body: { password: PASSWORD } }))).toBe(
      'not_found',
    );
  });

  test('that were added recently are removed by a new password by mail, and the owner is notified', async () => {
    const api = await testApi();
    const mira = await joinConfirmed(api);
    await add({ password: PASSWORD });
    pass(api, (APP_UNDO_HOURS + 1) * 60 * MINUTE);
    const { key: fresher } = await add({ password: PASSWORD });
    await mailed(api);
    api.actAs(null);
    await request(requestPasswordReset, { body: { email: mira.email, captcha: 'off' } });
    const [link] = await mailed(api);
    const [, token = ''] = /password\/find\/([\w-]+)/.exec(link?.text ?? '') ?? [];
    const password = 'battery staple 8';
    const body = { token, email: mira.email, password, password_confirmation: password };
    const { success } = await request(resetPassword, { body });
    api.actAs({ ...mira, token: success.token });
    expect((await request(calls.listPasskeys, {})).passkeys).toHaveLength(1);
    expect((await mailed(api)).map(({ subject }) => subject)).toEqual([
      'We removed new passkeys from your Playtally account',
    ]);
    await expect(logIn(fresher)).rejects.toMatchObject(refused);
  });
});

/** A new session of a player who signed up a while ago. */
async function fresh(api: TestApi, player: Player): Promise<Player> {
  const { createToken } = await import('../../../server/platform/tokens.ts');
  return { ...player, token: await createToken(api.db.drizzle, player.id, 'a test', api.now) };
}
