/**
 * A forgotten password: the mailed link and its effect. tests/unit/server/mail/mail.test.ts tests sending through a mail server.
 */

import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passwordResets, tokens, users } from '../../../server/db/schema.ts';
import { createUser } from '../../../server/features/auth/accounts.ts';
import {
  authProviderNames,
  authProviders,
  loginApple,
  loginDiscord,
  loginGoogle,
  loginSteam,
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import type { Body } from '../../../src/lib/contract/call.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';
import { MINUTE, pass } from '../../support/time.ts';

const OLD = 'correct horse 7';
const NEW = 'battery staple 8';
const captcha = 'off';
const email = 'mira@test.example';
const stranger = 'nobody@test.example';
const onlyPeople = {
  challenge: async () => ({}),
  refuse: async (value: string) => (value === captcha ? null : 'Not a person.'),
};

/** Signs up through the API, which mails a link to confirm the address. Later calls are a guest's. */
async function join(api: TestApi, address = email): Promise<Player> {
  const { token, user } = (await request(registerUser, { body: { email: address, password: OLD, captcha } }))
    .success;
  await api.background.idle();
  api.mails.length = 0;
  api.logged.length = 0;
  api.actAs(null);
  return { id: user.id, email: address, token };
}

async function joined(change: Parameters<typeof testApi>[0] = {}) {
  const api = await testApi(change);
  return { api, player: await join(api) };
}

const ask = (address = email) => request(requestPasswordReset, { body: { email: address, captcha } });
const tokenIn = (text = '') => /\/api\/password\/find\/([\w-]+)\?/.exec(text)?.[1] ?? '';

/** Requests a mail and returns its link's token. Another call's mail may still be pending and arrive last. */
async function askToken(api: TestApi, address = email): Promise<string> {
  await ask(address);
  await api.background.idle();
  return api.mails.map(({ text }) => tokenIn(text)).findLast((token) => token !== '') ?? '';
}

const choose = async (token: string, change: Partial<Body<typeof resetPassword>> = {}) =>
  (
    await request(resetPassword, {
      body: { token, email, password: NEW, password_confirmation: NEW, ...change },
    })
  ).success;
const both = (password: string) => ({ password, password_confirmation: password });
const logIn = async (password: string) =>
  (await request(loginUser, { body: { email, password, captcha } })).success;

/** Returns which of these sessions are still valid. */
const holding = (api: TestApi, ...sessions: string[]) =>
  Promise.all(
    sessions.map(async (token) => (await api.send(token, 'GET', '/api/user/balance')).status === 200),
  );

describe('asking for a link', () => {
  test('mails a link to the address, stores only its hash, and changes nothing else', async () => {
    const api = await testApi();
    const before = await join(api, 'mira+games@test.example');
    const token = await askToken(api, ' Mira+Games@Test.Example ');
    expect(token).toHaveLength(43);
    expect(api.mails).toMatchObject([
      {
        to: 'mira+games@test.example',
        until: new Date('2026-11-18T13:00:00Z'),
        subject: 'Choose a new password for Playtally',
        text: expect.stringContaining(
          `\nhttp://site.test/api/password/find/${token}?email=mira%2Bgames%40test.example\n\n`,
        ),
      },
    ]);
    for (const words of ['18 November 2026 at 12:00 UTC', '60 minutes', 'safely ignore this email'])
      expect(api.mails[0]?.text).toContain(words);

    const [row, ...more] = await api.db.drizzle.select().from(passwordResets);
    const hash = Buffer.from(row?.hash ?? []);
    expect(more).toEqual([]);
    expect(hash.toString('latin1')).not.toContain(token);
    expect(hash.toString('hex')).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(await holding(api, before.token)).toEqual([true]);
    expect(await endOf(request(loginUser, { body: { email: before.email, password: OLD, captcha } }))).toBe(
      'done',
    );
  });

  test('answers the same for an address without an account, which gets no mail', async () => {
    const { api } = await joined();
    const answer = async (address: string) => {
      const body = JSON.stringify({ email: address, captcha });
      const response = await api.raw('/api/password/email', { method: 'POST', body });
      const head = [...response.headers].filter(([name]) => name !== 'x-request-id');
      return { status: response.status, head, body: await response.json() };
    };
    const known = await answer(email);
    expect(known).toMatchObject({ status: 200, body: { accepted: true } });
    expect(await answer(stranger)).toEqual(known);
    await api.background.idle();
    expect(api.mails.map(({ to }) => to)).toEqual([email]);
  });

  test('doesn’t wait for the mail, and reports an unsent one only in the log', async () => {
    const sent = Promise.withResolvers<void>();
    const { api } = await joined({
      sendMail: (mail) => (mail.subject.includes('password') ? sent.promise : Promise.resolve()),
    });
    await ask();
    sent.reject(new Error('the mail server is away'));
    await api.background.idle();
    expect(api.logged).toEqual(['a mail to choose a new password: the mail server is away']);
  });

  test('takes a captcha and a valid address', async () => {
    const { api } = await joined({ captcha: onlyPeople });
    const robot = request(requestPasswordReset, { body: { email, captcha: 'robot' } });
    await expect(robot).rejects.toMatchObject({ status: 422, fields: { captcha: 'Not a person.' } });
    for (const wrong of ['mira', `${email}\r\nBcc: jan@test.example`, `${email}, jan@test.example`])
      await expect(ask(wrong)).rejects.toMatchObject({
        status: 422,
        fields: { email: expect.stringContaining('name@example.com') },
      });
    await api.background.idle();
    expect(api.mails).toMatchObject([]);
  });

  test('is limited by account, also for one that doesn’t exist, and only after the captcha', async () => {
    const { api } = await joined({ rateLimit: true, captcha: onlyPeople });
    for (let robots = 0; robots < 6; robots++)
      expect(await endOf(request(requestPasswordReset, { body: { email, captcha: 'robot' } }))).toBe(
        'invalid: captcha',
      );
    for (const to of [email, stranger]) {
      for (let asked = 0; asked < 5; asked++) await ask(to);
      await expect(ask(to)).rejects.toMatchObject({
        status: 429,
        code: 'too_many_requests',
        message: 'That was too many tries. Please wait 60 minutes.',
        fields: {},
      });
    }
    await api.background.idle();
    expect(api.mails).toHaveLength(5);
    // The last link still works: using up a player's mails doesn't lock them out.
    expect(await endOf(choose(tokenIn(api.mails.at(-1)?.text)))).toBe('done');
    pass(api, 61 * MINUTE);
    await askToken(api);
    expect(api.mails).toHaveLength(6);
  });

  test('is limited by network', async () => {
    const api = await testApi({ rateLimit: true });
    const wrong = () => endOf(choose('A'.repeat(43)));
    for (let at = 0; at < 30; at++) await ask(`p${at}@test.example`);
    for (let at = 0; at < 30; at++) await wrong();
    expect([await endOf(ask()), await wrong()]).toEqual(Array(2).fill('too_many_requests'));
    pass(api, 11 * MINUTE);
    expect([await endOf(ask()), await wrong()]).toEqual(['done', 'invalid: token']);
  });
});

describe('a new password', () => {
  test('signs in, replaces the old one and ends every session of this account only', async () => {
    const { api, player: first } = await joined();
    const other = await join(api, 'jan@test.example');
    const second = await logIn(OLD);
    const { token, user } = await choose(await askToken(api), { email: ' MIRA@test.example' });
    expect(user).toMatchObject({ id: first.id, email, balance: { available: 0 } });
    expect(await holding(api, token, first.token, second.token, other.token)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([await endOf(logIn(NEW)), await endOf(logIn(OLD))]).toEqual(['done', 'invalid: email']);
  });

  test('may be an account’s first', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await choose(await askToken(api, player.email), { email: player.email });
    const { user } = (await request(loginUser, { body: { email: player.email, password: NEW, captcha } }))
      .success;
    expect(user.id).toBe(player.id);
  });

  test('is rejected with the same message, whatever is wrong with the link', async () => {
    const { api } = await joined();
    await join(api, 'jan@test.example');
    const words = async (token: string, change = {}) => {
      const { status, code, message, fields } = await choose(token, change).catch((error) => error);
      return { status, code, message, fields };
    };
    const wrong = await words('A'.repeat(43));
    expect(wrong).toMatchObject({ status: 422, code: 'invalid', fields: { token: wrong.message } });
    expect(wrong.message).toContain('request a new one');
    expect(Object.keys(wrong.fields)).toEqual(['token']);

    expect(await words(await askToken(api, 'jan@test.example')), "another's").toEqual(wrong);
    const mine = await askToken(api);
    for (const of of ['jan@test.example', stranger])
      expect(await words(mine, { email: of }), `of ${of}`).toEqual(wrong);
    const newer = await askToken(api);
    expect(await words(mine), 'replaced').toEqual(wrong);
    await choose(newer);
    expect(await words(newer), 'used').toEqual(wrong);
    const late = await askToken(api);
    pass(api, 60 * MINUTE);
    expect(await words(late), 'too old').toEqual(wrong);

    await askToken(api);
    const [row] = await api.db.drizzle.select({ hash: passwordResets.hash }).from(passwordResets);
    const hash = Buffer.from(row?.hash ?? []).toString('base64url');
    for (const forged of ['', 'A', 'A'.repeat(2000), "' OR 1=1 --", hash])
      expect(await words(forged), forged).toEqual(wrong);
    expect(api.logged).toEqual([]);
  });

  test('confirms the address whose mail was read, but not for a second account', async () => {
    const { api, player } = await joined();
    const confirmed = async () =>
      (await api.db.drizzle.select().from(users).where(eq(users.email, email)).orderBy(users.id)).map(
        ({ emailConfirmedAt }) => emailConfirmedAt !== null,
      );
    await request(registerUser, { body: { email, password: 'another horse 9', captcha } });
    expect(await confirmed()).toEqual([false, false]);
    const { user } = await choose(await askToken(api));
    expect(user).toMatchObject({ id: player.id, email_confirmed: true });
    expect(await confirmed()).toEqual([true, false]);
    // From now on every link is for the owner, whichever account was made first.
    await choose(await askToken(api), both('one more horse 9'));
    expect(await confirmed()).toEqual([true, false]);
  });

  test('isn’t mailed for a provider’s account that only claims the address', async () => {
    const api = await testApi();
    // Its creator waits for the address's owner to use it.
    await createUser(api.db.drizzle, { email, passwordHash: null, now: api.now });
    expect(await askToken(api)).toBe('');
    expect(api.mails.map(({ text }) => text)).toEqual([
      expect.stringMatching(/[Cc]onfirm the address first[\s\S]*\/confirm-email\//),
    ]);
    expect(await api.db.drizzle.$count(passwordResets)).toBe(0);
    // A later account that signed up with the address takes precedence.
    const mine = await join(api);
    expect((await choose(await askToken(api))).user.id).toBe(mine.id);
  });

  test('follows the rules of signing up, and a rejected one leaves the link valid until its hour is over', async () => {
    const { api, player } = await joined();
    const token = await askToken(api);
    const refused = [
      [both('too short'), { password: expect.stringContaining('at least 10') }],
      [both('x'.repeat(201)), { password: expect.stringContaining('at most 200') }],
      // The most common guess.
      [both('1234567890'), { password: expect.any(String) }],
      [both('mira-test-12'), { password: expect.any(String) }],
      [
        { password_confirmation: `${NEW} ` },
        { password_confirmation: expect.stringContaining('don’t match') },
      ],
    ] as const;
    for (const [change, fields] of refused)
      await expect(choose(token, change)).rejects.toMatchObject({ status: 422, fields });
    const bare = await api.raw('/api/password/reset', { method: 'POST', body: '{}' });
    expect(bare.status).toBe(422);
    const fields = ['token', 'email', 'password', 'password_confirmation'];
    const { errors } = await bare.json();
    expect(errors).toEqual(Object.fromEntries(fields.map((field) => [field, [`${field} is missing.`]])));
    // An old session that is still sent is rejected, and doesn't use up the link either.
    api.actAs({ ...player, token: `1|${'A'.repeat(43)}` });
    expect(await endOf(choose(token))).toBe('unauthenticated');
    api.actAs(null);
    pass(api, 60 * MINUTE - 1000);
    const longest = 'correct horse '.repeat(15).slice(0, 200);
    expect([await endOf(choose(token, both(longest))), await endOf(logIn(longest))]).toEqual([
      'done',
      'done',
    ]);
  });

  test('is set once if one link is used ten times concurrently', { tags: 'concurrent' }, async () => {
    const { api, player } = await joined();
    const token = await askToken(api);
    const ends = await endsOf(Array.from({ length: 10 }, (_, at) => choose(token, both(`${NEW} ${at}`))));
    expect(ends.toSorted()).toEqual(['done', ...Array(9).fill('invalid: token')]);
    expect(await endOf(logIn(`${NEW} ${ends.indexOf('done')}`))).toBe('done');
    // The first session, the winner's, and the new one.
    expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, player.id))).toBe(3);
  });

  test('has one link even if ten are requested concurrently', { tags: 'concurrent' }, async () => {
    const { api } = await joined();
    await Promise.all(Array.from({ length: 10 }, () => ask()));
    await api.background.idle();
    const links = new Set(api.mails.map(({ text }) => tokenIn(text)));
    expect(links.size).toBe(10);
    const ends = await endsOf([...links].map((token) => choose(token)));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  });

  test.each(['before', 'after'])(
    'leaves the old password no session, also from a login that gets its turn %s it',
    {
      tags: 'postgres',
    },
    async (order) => {
      const { api } = await joined();
      const token = await askToken(api);
      // Both wait for the account. By then the login has compared the old password.
      const calls = { login: () => endOf(logIn(OLD)), reset: () => endOf(choose(token)) };
      const [first, second] = order === 'before' ? [calls.login, calls.reset] : [calls.reset, calls.login];
      const { ends } = await api.db.drizzle.transaction(async (tx) => {
        await tx.select().from(users).for('no key update');
        const one = first();
        await untilWaiting(api.db, 1);
        const other = second();
        await untilWaiting(api.db, 2);
        return { ends: Promise.all([one, other]) };
      });
      expect(await ends).toEqual(order === 'before' ? ['done', 'done'] : ['done', 'invalid: email']);
      // Only the session of the reset.
      expect(await api.db.drizzle.$count(tokens, isNull(tokens.revokedAt))).toBe(1);
    },
  );
});

const loginCalls = { google: loginGoogle, apple: loginApple, discord: loginDiscord, steam: loginSteam };

describe('auth providers', () => {
  test.each(authProviderNames)('%s is rejected with an explanation if it isn’t set up', async (name) => {
    const api = await testApi();
    await expect(request(loginCalls[name], { body: { token: 'a token' } })).rejects.toMatchObject({
      status: 503,
      code: 'provider_unavailable',
      message: `Logging in with ${authProviders[name]} isn’t available here. Use your email address and password.`,
    });
    expect(api.logged).toEqual([]);
  });

  test('an invalid token is rejected at its field', async () => {
    const api = await testApi();
    for (const [provider, body] of [
      ['google', {}],
      ['apple', {}],
      ['discord', {}],
      ['steam', {}],
      ['steam', ''],
      ['steam', { token: 17 }],
      ['steam', 'A'.repeat(9000)],
    ] as const) {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const response = await api.raw(`/api/login/${provider}/callback`, init);
      expect(response.status, `${provider}: ${init.body.slice(0, 20)}`).toBe(422);
      expect(Object.keys((await response.json()).errors)).toEqual(['token']);
    }
  });
});
