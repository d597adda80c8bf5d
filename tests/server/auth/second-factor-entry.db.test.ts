import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passwordResets, tokens, users } from '../../../server/db/schema.ts';
import { createAltcha } from '../../../server/features/auth/captcha.ts';
import { createVault } from '../../../server/platform/encryption.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { confirmApp, getSecondFactor, setUpApp } from '../../../src/lib/contract/auth/second-factor.ts';
import {
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import { deleteAccount, getSettings } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf, wrongCodeOf } from '../../support/app-codes.ts';
import { joinConfirmed, joinWithApp, mailed, PASSWORD, type WithApp } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { hashesOf } from '../../support/hashes.ts';
import { solvedCaptcha } from '../../support/solve-captcha.ts';
import { HOUR, pass } from '../../support/time.ts';

const captcha = 'off';
const NEW = 'battery staple 8';

const logIn = async ({ email }: { readonly email: string }, change: object = {}) =>
  (await request(loginUser, { body: { email, password: PASSWORD, captcha, ...change } })).success;
const asked = { status: 422, code: 'invalid', fields: { code: expect.stringContaining('six digits') } };
const wrong = { status: 422, fields: { code: expect.stringContaining('That code doesn’t work') } };
const sessions = (api: TestApi) => api.db.drizzle.$count(tokens);

/** Returns a rejected call's message, for comparing. */
const found = (call: Promise<unknown>) =>
  call.then(
    () => 'it was not refused',
    ({ status, message, fields }) => ({ status, message, fields }),
  );

describe('logging in to an account that asks for a code', () => {
  test('asks for it once the password is right, and lets the player in with it', async () => {
    const api = await testApi();
    const eve = await joinWithApp(api, 'eve@test.example');
    const mira = await joinWithApp(api);
    api.actAs(null);
    const before = await sessions(api);
    const body = JSON.stringify({ email: mira.email, password: PASSWORD, captcha });
    const answer = await api.raw('/api/login-user', { method: 'POST', body });
    const text = 'Enter the six digits your app shows, or a recovery code.';
    // In the specification's form.
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { message: text, errors: { code: [text] }, code: 'invalid' },
    ]);
    const notMine = [codeOf(eve.secret, api.now), eve.recoveryCodes[0]];
    for (const code of [wrongCodeOf(mira.secret, api.now), ...notMine])
      await expect(logIn(mira, { code })).rejects.toMatchObject(wrong);
    expect(await sessions(api)).toBe(before);
    const code = codeOf(mira.secret, api.now);
    const { token, user } = await logIn(mira, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(user.id).toBe(mira.id);
    api.actAs({ ...mira, token });
    await expect(request(getBalance, {})).resolves.toBeTruthy();
  });

  test('looks like any other without the password, in message and timing', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const plain = await joinConfirmed(api, 'plain@test.example');
    api.actAs(null);
    for (const code of [{}, { code: '123456' }, { code: mira.recoveryCodes[0] }]) {
      const guess = { password: 'another horse 9', ...code };
      const words = await found(logIn(plain, guess));
      expect(words).toMatchObject({ status: 422, fields: { email: expect.any(String) } });
      expect(await found(logIn(mira, guess))).toEqual(words);
      expect(await found(logIn({ email: 'nobody@test.example' }, guess))).toEqual(words);
      expect(await hashesOf(() => found(logIn(mira, guess)))).toBe(1);
    }
    // The right password takes no longer, either.
    expect(await hashesOf(() => found(logIn(mira)))).toBe(1);
  });

  test('takes each code once, even of three at the same moment, and no earlier code after it', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const code = codeOf(mira.secret, api.now);
    const ends = await endsOf([1, 2, 3].map(() => logIn(mira, { code })));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    await expect(logIn(mira, { code })).rejects.toMatchObject(wrong);
    await expect(logIn(mira, { code: codeOf(mira.secret, api.now, -1) })).rejects.toMatchObject(wrong);
    await logIn(mira, { code: codeOf(mira.secret, api.now, 1) });
  });

  test('takes each recovery code once, however it was written down, and mails the owner how many are left', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const [first = '', second = ''] = mira.recoveryCodes;
    const ends = await endsOf([1, 2, 3].map(() => logIn(mira, { code: first })));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    await expect(logIn(mira, { code: first })).rejects.toMatchObject(wrong);
    await api.background.idle();
    const about = api.mails.filter(({ text }) => text.includes('You have 9 recovery codes left.'));
    expect(about.map(({ to }) => to)).toEqual([mira.email]);
    const misread = second.toLowerCase().replace('-', ' ').replaceAll('o', '0').replaceAll('i', '1');
    await logIn(mira, { code: misread });
    expect((await request(getSecondFactor, {})).second_factor).toMatchObject({ recovery_codes_left: 8 });
  });

  test('allows ten attempts an hour in all, and a correct code resets them', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await joinWithApp(api);
    const guess = () => logIn(mira, { code: wrongCodeOf(mira.secret, api.now) });
    for (let at = 0; at < 9; at++) await expect(guess()).rejects.toMatchObject(wrong);
    await logIn(mira, { code: codeOf(mira.secret, api.now) });
    // After the ten minutes for sign-ins at an address, so only the codes still count.
    for (let at = 0; at < 10; at++) {
      if (at % 5 === 0) pass(api, 0.2 * HOUR);
      await expect(guess()).rejects.toMatchObject(wrong);
    }
    pass(api, 0.2 * HOUR);
    await expect(logIn(mira, { code: codeOf(mira.secret, api.now) })).rejects.toMatchObject({
      status: 429,
      retryAfter: expect.any(Number),
      message: expect.stringMatching(/Please wait \d+ minutes/),
    });
    pass(api, HOUR);
    await logIn(mira, { code: codeOf(mira.secret, api.now) });
  });

  test('mails the owner at the third wrong code within a day', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const subjects = async () => (await mailed(api)).map(({ to, subject }) => [to, subject]);
    await subjects();
    const guess = () => logIn(mira, { code: wrongCodeOf(mira.secret, api.now) });
    for (let at = 0; at < 2; at++) await expect(guess()).rejects.toMatchObject(wrong);
    await expect(logIn(mira, {})).rejects.toBeTruthy();
    expect(await subjects()).toEqual([]);
    for (let at = 0; at < 4; at++) await expect(guess()).rejects.toMatchObject(wrong);
    const warning = [[mira.email, 'Wrong two-factor codes for your Playtally account']];
    expect(await subjects()).toEqual(warning);
    pass(api, 25 * HOUR);
    for (let at = 0; at < 3; at++) await expect(guess()).rejects.toMatchObject(wrong);
    expect(await subjects()).toEqual(warning);
  });

  test('counts no attempts without the password: they would lock its owner out', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await joinWithApp(api);
    for (let at = 0; at < 12; at++) {
      if (at % 8 === 0) pass(api, 0.2 * HOUR);
      await found(logIn(mira, { password: 'another horse 9', code: wrongCodeOf(mira.secret, api.now) }));
    }
    pass(api, 0.2 * HOUR);
    await logIn(mira, { code: codeOf(mira.secret, api.now) });
  });

  test('needs a new captcha for the second step, because the first counts once', async () => {
    const db = await testDatabase();
    const clock = () => api.now;
    const api: TestApi = await testApi({ db });
    // The captcha's library reads the system clock.
    api.now = new Date();
    const mira = await joinWithApp(api);
    const checked = await testApi({
      db,
      clock,
      captcha: createAltcha({ db: db.drizzle, secret: Buffer.alloc(32, 7), clock }),
    });
    checked.actAs(null);
    const solved = async () => solvedCaptcha(await (await checked.raw('/api/captcha')).json());
    const first = await solved();
    await expect(logIn(mira, { captcha: first })).rejects.toMatchObject(asked);
    const code = codeOf(mira.secret, api.now);
    await expect(logIn(mira, { captcha: first, code })).rejects.toMatchObject({
      fields: { captcha: expect.stringContaining('already used') },
    });
    await logIn(mira, { captcha: await solved(), code });
  });

  test('takes a recovery code even if the key is missing that encrypted the secret', async () => {
    const db = await testDatabase();
    const api = await testApi({ db });
    const mira = await joinWithApp(api);
    const other = await testApi({ db, clock: () => api.now, vault: createVault([Buffer.alloc(32, 9)]) });
    other.actAs(null);
    await expect(logIn(mira, { code: codeOf(mira.secret, api.now) })).rejects.toMatchObject({
      fields: { code: expect.stringContaining('Use a recovery code') },
    });
    await logIn(mira, { code: mira.recoveryCodes[0] });
  });

  test('doesn’t cancel its deletion before the code is right', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    await request(deleteAccount, { body: { proof: PASSWORD, writings: 'keep' } });
    api.actAs(null);
    await expect(logIn(mira)).rejects.toMatchObject(asked);
    const [due] = await api.db.drizzle.select().from(users).where(eq(users.id, mira.id));
    expect(due?.deletionDueAt).toBeInstanceOf(Date);
    await logIn(mira, { code: codeOf(mira.secret, api.now) });
    const [back] = await api.db.drizzle.select().from(users).where(eq(users.id, mira.id));
    expect(back?.deletionDueAt).toBeNull();
  });
});

test('an account without one ignores a code: the call is the specification’s', async () => {
  const api = await testApi({ rateLimit: true });
  const plain = await joinConfirmed(api);
  for (const code of ['123456', 'AAAAA-BBBBB']) await logIn(plain, { code });
  expect(await endOf(logIn(plain, { code: '12' }))).toBe('invalid: code');
});

test('the second factor’s additions to the specification’s calls are documented as ours', async () => {
  const api = await testApi();
  const { paths } = await (await api.raw('/openapi.json')).json();
  for (const path of ['/api/login-user', '/api/password/reset', '/api/login/google/callback']) {
    const { properties, required } = paths[path].post.requestBody.content['application/json'].schema;
    expect(properties.code.description).toMatch(/^Ours/);
    expect(required).not.toContain('code');
  }
});

test('signing up again with address and password doesn’t bypass it', async () => {
  const api = await testApi();
  const mira = await joinWithApp(api);
  api.actAs(null);
  const before = [await sessions(api), await api.db.drizzle.$count(users)];
  await expect(
    request(registerUser, { body: { email: mira.email, password: PASSWORD, captcha } }),
  ).rejects.toMatchObject({
    status: 422,
    fields: { email: expect.stringContaining('log in instead') },
  });
  expect([await sessions(api), await api.db.drizzle.$count(users)]).toEqual(before);
  // Without the password, signing up makes a separate account there, as always.
  const { user } = (await request(registerUser, { body: { email: mira.email, password: NEW, captcha } }))
    .success;
  expect(user.id).not.toBe(mira.id);
});

describe('a new password by a mailed link', () => {
  async function linkFor(api: TestApi, { email }: Pick<WithApp, 'email'>): Promise<string> {
    await request(requestPasswordReset, { body: { email, captcha } });
    await api.background.idle();
    return /\/api\/password\/find\/([\w-]+)\?/.exec(api.mails.splice(0).at(-1)?.text ?? '')?.[1] ?? '';
  }
  const choose = async (email: string, token: string, code?: string) =>
    (
      await request(resetPassword, {
        body: { token, email, password: NEW, password_confirmation: NEW, ...(code && { code }) },
      })
    ).success;

  test('asks for a code as well, and until it is right changes nothing and keeps the link', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const link = await linkFor(api, mira);
    await expect(choose(mira.email, link)).rejects.toMatchObject(asked);
    await expect(choose(mira.email, link, wrongCodeOf(mira.secret, api.now))).rejects.toMatchObject(wrong);
    // The session from before, the password and the link are still valid.
    await expect(request(getSettings, {})).resolves.toBeTruthy();
    await expect(logIn(mira)).rejects.toMatchObject(asked);
    await choose(mira.email, link, codeOf(mira.secret, api.now));
    expect(await endOf(request(getSettings, {}))).toBe('unauthenticated');
    api.actAs(null);
    expect(await endOf(logIn(mira))).toBe('invalid: email');
    await expect(logIn(mira, { password: NEW })).rejects.toMatchObject(asked);

    // A recovery code works as well, once.
    const [code = ''] = mira.recoveryCodes;
    await choose(mira.email, await linkFor(api, mira), code);
    await api.background.idle();
    expect(api.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('recovery code')]);
    await expect(choose(mira.email, await linkFor(api, mira), code)).rejects.toMatchObject(wrong);
  });

  test('with an invalid link reveals nothing about it, and counts no attempt', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await joinWithApp(api);
    for (let at = 0; at < 12; at++)
      expect(await endOf(choose(mira.email, 'A'.repeat(43), wrongCodeOf(mira.secret, api.now)))).toBe(
        'invalid: token',
      );
    await logIn(mira, { code: codeOf(mira.secret, api.now) });
  });

  test('in the first three days turns it off, so that a thief with the password can’t lock out the owner', async () => {
    const api = await testApi();
    const thief = await joinConfirmed(api);
    const secret = secretOf((await request(setUpApp, { body: { password: PASSWORD } })).secret);
    await request(confirmApp, { body: { code: codeOf(secret, api.now) } });
    await api.background.idle();
    expect(api.mails.splice(0)[0]?.text).toContain(
      `Within ${APP_UNDO_HOURS} hours it also turns off two-factor authentication`,
    );
    pass(api, (APP_UNDO_HOURS - 1) * HOUR);
    const { token } = await choose(thief.email, await linkFor(api, thief));
    await api.background.idle();
    expect(api.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('authentication is off'),
    ]);
    api.actAs({ ...thief, token });
    expect((await request(getSecondFactor, {})).second_factor).toMatchObject({
      on_since: null,
      recovery_codes_left: 0,
    });
    api.actAs(null);
    await logIn(thief, { password: NEW });
    expect(await api.db.drizzle.$count(passwordResets)).toBe(1);
  });
});
