import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passwordResets, tokens, users } from '../../server/db/schema.ts';
import { createUser } from '../../server/domain/accounts.ts';
import { createSmtp } from '../../server/mail/smtp.ts';
import { ApiError } from '../../src/lib/api/client.ts';
import {
  login,
  loginGoogle,
  loginSteam,
  register,
  requestPasswordReset,
  resetPassword,
} from '../../src/lib/api/sign-in.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { silentServer, startMailServer } from '../support/mail-server.ts';

const OLD = 'correct horse 7';
const NEW = 'battery staple 8';
const captcha = 'off';
const email = 'mira@test.example';
const MINUTE = 60_000;

/** Joins through the API, which mails a link to confirm the address; the calls that follow are a guest's. */
async function join(api: TestApi, address = email): Promise<Player> {
  const { token, user } = await register({ email: address, password: OLD, captcha });
  await api.background.idle();
  api.mails.length = 0;
  api.logged.length = 0;
  api.actAs(null);
  return { id: user.id, email: address, token };
}

/** Asks for a mail and answers the token of its link. Another call's mail may still have been on its way, and come last. */
async function askToken(api: TestApi, address = email): Promise<string> {
  await requestPasswordReset({ email: address, captcha });
  await api.background.idle();
  return api.mails.map(({ text }) => tokenIn(text)).findLast((token) => token !== '') ?? '';
}

const tokenIn = (text: string) => /\/api\/password\/find\/([\w-]+)\?/.exec(text)?.[1] ?? '';

const choose = (token: string, change: Partial<Parameters<typeof resetPassword>[0]> = {}) =>
  resetPassword({ token, email, password: NEW, password_confirmation: NEW, ...change });

const logIn = (password: string) => login({ email, password, captcha });

/** What a call is refused with, to compare. */
async function refusal(
  call: Promise<unknown>,
): Promise<Pick<ApiError, 'status' | 'code' | 'message' | 'fields'>> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message, fields } = error;
  return { status, code, message, fields };
}

async function holds(api: TestApi, session: Player | string): Promise<boolean> {
  const token = typeof session === 'string' ? session : session.token;
  const { status } = await api.send(token, 'GET', '/api/user/balance');
  return status === 200;
}

describe('asking for a link', () => {
  test('mails one of the site to the address, with what to do with it', async () => {
    const api = await testApi();
    await join(api, 'mira+games@test.example');
    const token = await askToken(api, ' Mira+Games@Test.Example ');
    expect(token).toHaveLength(43);
    expect(api.mails).toEqual([
      {
        to: 'mira+games@test.example',
        until: new Date('2026-11-18T13:00:00Z'),
        subject: 'Choose a new password for Playtally',
        text: expect.stringContaining(
          `\n\nhttp://site.test/api/password/find/${token}?email=mira%2Bgames%40test.example\n\n`,
        ),
      },
    ]);
    for (const words of ['18 November 2026 at 12:00 UTC', '60 minutes', 'ignore this mail'])
      expect(api.mails[0]?.text).toContain(words);
  });

  test('answers the same for an address without an account, which gets no mail', async () => {
    const api = await testApi();
    await join(api);
    const answer = async (address: string) => {
      const response = await api.raw('/api/password/email', {
        method: 'POST',
        body: JSON.stringify({ email: address, captcha }),
      });
      return {
        status: response.status,
        head: [...response.headers].filter(([name]) => name !== 'x-request-id'),
        body: await response.json(),
      };
    };
    const known = await answer(email);
    expect(known).toMatchObject({ status: 200, body: { accepted: true } });
    expect(await answer('nobody@test.example')).toEqual(known);
    await api.background.idle();
    expect(api.mails.map(({ to }) => to)).toEqual([email]);
  });

  test('does not wait for the mail to be sent', async () => {
    const sent = Promise.withResolvers<void>();
    const api = await testApi({
      sendMail: (mail) => (mail.subject.includes('password') ? sent.promise : Promise.resolve()),
    });
    await join(api);
    await requestPasswordReset({ email, captcha });
    sent.resolve();
    await api.background.idle();
    expect(api.logged).toEqual([]);
  });

  test('says nothing of a mail that could not be sent, but in the log', async () => {
    const api = await testApi({ sendMail: () => Promise.reject(new Error('the mail server is away')) });
    await join(api);
    await requestPasswordReset({ email, captcha });
    await api.background.idle();
    expect(api.logged).toEqual(['a mail to choose a new password: the mail server is away']);
  });

  test('through a real mail server leads to a new password', async () => {
    const server = await startMailServer();
    const api = await testApi({
      sendMail: createSmtp({ url: server.url, from: 'Play <no-reply@play.test>' }),
    });
    await join(api);
    await askToken(api);
    expect(server.mails.map(({ to }) => to)).toEqual([[email], [email]]);
    await choose(tokenIn(server.mails[1]?.text ?? ''));
    await expect(logIn(NEW)).resolves.toMatchObject({ user: { email } });
  });

  test('through a mail server that says nothing is answered all the same', async () => {
    const url = await silentServer();
    const api = await testApi({ sendMail: createSmtp({ url, from: 'a@play.test', timeout: 200 }) });
    await join(api);
    for (const to of [email, 'nobody@test.example']) await requestPasswordReset({ email: to, captcha });
    expect(api.logged).toEqual([]);
    await api.background.idle();
    expect(api.logged).toHaveLength(1);
  });

  test('takes a person, and an address that can be one', async () => {
    const api = await testApi({
      captcha: {
        challenge: async () => ({}),
        refuse: async (value) => (value === captcha ? null : 'Not a person.'),
      },
    });
    await join(api);
    expect(await refusal(requestPasswordReset({ email, captcha: 'robot' }))).toMatchObject({
      status: 422,
      fields: { captcha: 'Not a person.' },
    });
    for (const wrong of ['mira', `${email}\r\nBcc: jan@test.example`, `${email}, jan@test.example`])
      expect(await refusal(requestPasswordReset({ email: wrong, captcha }))).toMatchObject({
        status: 422,
        fields: { email: expect.stringContaining('name@example.com') },
      });
    await api.background.idle();
    expect(api.mails).toEqual([]);
  });

  test('is limited by account, the same for one that there is not, and only after the captcha', async () => {
    const api = await testApi({
      rateLimit: true,
      captcha: {
        challenge: async () => ({}),
        refuse: async (value) => (value === captcha ? null : 'Not a person.'),
      },
    });
    await join(api);
    for (let robots = 0; robots < 6; robots++)
      await refusal(requestPasswordReset({ email, captcha: 'robot' }));
    for (const to of [email, 'nobody@test.example']) {
      for (let asked = 0; asked < 5; asked++) await requestPasswordReset({ email: to, captcha });
      expect(await refusal(requestPasswordReset({ email: to, captcha }))).toEqual({
        status: 429,
        code: 'too_many_requests',
        message: 'That was too many tries. Please wait 60 minutes.',
        fields: {},
      });
    }
    await api.background.idle();
    expect(api.mails).toHaveLength(5);
    // The last one still opens the door: who spends somebody's mails locks nobody out.
    await expect(choose(tokenIn(api.mails.at(-1)?.text ?? ''))).resolves.toMatchObject({ user: { email } });
    api.now = new Date(api.now.getTime() + 61 * MINUTE);
    await askToken(api);
    expect(api.mails).toHaveLength(6);
  });

  test('is limited by where it comes from', async () => {
    const api = await testApi({ rateLimit: true });
    for (let at = 0; at < 30; at++) await requestPasswordReset({ email: `p${at}@test.example`, captcha });
    expect(await refusal(requestPasswordReset({ email, captcha }))).toMatchObject({ status: 429 });
    for (let at = 0; at < 30; at++) await refusal(choose('A'.repeat(43)));
    expect(await refusal(choose('A'.repeat(43)))).toMatchObject({ status: 429 });
    api.now = new Date(api.now.getTime() + 11 * MINUTE);
    await requestPasswordReset({ email, captcha });
    expect(await refusal(choose('A'.repeat(43)))).toMatchObject({ status: 422 });
  });

  test('keeps the hash of the token alone', async () => {
    const api = await testApi();
    await join(api);
    const token = await askToken(api);
    const rows = await api.db.drizzle.select().from(passwordResets);
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.hash ?? []).toString('latin1')).not.toContain(token);
    expect(Buffer.from(rows[0]?.hash ?? []).toString('hex')).not.toContain(
      Buffer.from(token, 'base64url').toString('hex'),
    );
  });

  test('and leaving it at that changes nothing', async () => {
    const api = await testApi();
    const before = await join(api);
    await askToken(api);
    expect(await holds(api, before)).toBe(true);
    await expect(logIn(OLD)).resolves.toBeTruthy();
  });
});

describe('a new password', () => {
  test('signs in, replaces the old one and ends every session of this account alone', async () => {
    const api = await testApi();
    const other = await join(api, 'jan@test.example');
    const first = await join(api);
    const second = await logIn(OLD);
    const { token, user } = await choose(await askToken(api), { email: ' MIRA@test.example' });
    expect(user).toMatchObject({ id: first.id, email, balance: { available: 0 } });
    expect(await holds(api, token)).toBe(true);
    expect([await holds(api, first), await holds(api, second.token)]).toEqual([false, false]);
    expect(await holds(api, other)).toBe(true);
    await expect(logIn(NEW)).resolves.toBeTruthy();
    expect(await refusal(logIn(OLD))).toMatchObject({ status: 422, fields: { email: expect.any(String) } });
  });

  test('may be an account’s first', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await choose(await askToken(api, player.email), { email: player.email });
    await expect(login({ email: player.email, password: NEW, captcha })).resolves.toMatchObject({
      user: { id: player.id },
    });
  });

  test('is refused in the same words, whatever is wrong with the link', async () => {
    const api = await testApi();
    await join(api);
    await join(api, 'jan@test.example');
    const wrong = await refusal(choose('A'.repeat(43)));
    expect(wrong).toMatchObject({ status: 422, code: 'invalid', fields: { token: wrong.message } });
    expect(wrong.message).toContain('ask for a new one');
    expect(Object.keys(wrong.fields)).toEqual(['token']);

    expect(await refusal(choose(await askToken(api, 'jan@test.example'))), "another's").toEqual(wrong);
    const mine = await askToken(api);
    for (const other of ['jan@test.example', 'nobody@test.example'])
      expect(await refusal(choose(mine, { email: other })), `of ${other}`).toEqual(wrong);
    const newer = await askToken(api);
    expect(await refusal(choose(mine)), 'replaced').toEqual(wrong);
    await choose(newer);
    expect(await refusal(choose(newer)), 'used').toEqual(wrong);
    const late = await askToken(api);
    api.now = new Date(api.now.getTime() + 60 * MINUTE);
    expect(await refusal(choose(late)), 'too old').toEqual(wrong);

    await askToken(api);
    const [row] = await api.db.drizzle.select({ hash: passwordResets.hash }).from(passwordResets);
    const hash = Buffer.from(row?.hash ?? []).toString('base64url');
    for (const forged of ['', 'A', 'A'.repeat(2000), "' OR 1=1 --", hash])
      expect(await refusal(choose(forged)), forged).toEqual(wrong);
    expect(api.logged).toEqual([]);
  });

  test('confirms the address, whose mail was read; but not a second account’s', async () => {
    const api = await testApi();
    const confirmed = async () =>
      (await api.db.drizzle.select().from(users).where(eq(users.email, email)).orderBy(users.id)).map(
        ({ emailConfirmedAt }) => emailConfirmedAt !== null,
      );
    const first = await join(api);
    await register({ email, password: 'another horse 9', captcha });
    expect(await confirmed()).toEqual([false, false]);
    const { user } = await choose(await askToken(api));
    expect(user).toMatchObject({ id: first.id, email_confirmed: true });
    expect(await confirmed()).toEqual([true, false]);
    // From now on every link is the owner's, whichever account was made first.
    await choose(await askToken(api), {
      password: 'one more horse 9',
      password_confirmation: 'one more horse 9',
    });
    expect(await confirmed()).toEqual([true, false]);
  });

  test('isn’t mailed for an account that a provider enters and that only says it has the address', async () => {
    const api = await testApi();
    // Who made it waits for the address's owner to take it for their own.
    const made = await createUser(api.db.drizzle, { email, passwordHash: null, now: api.now });
    await requestPasswordReset({ email, captcha });
    await api.background.idle();
    expect(api.mails).toHaveLength(1);
    expect(tokenIn(api.mails[0]?.text ?? '')).toBe('');
    expect(api.mails[0]?.text).toMatch(/confirm it first[\s\S]*\/confirm-email\//);
    expect(await api.db.drizzle.$count(passwordResets)).toBe(0);
    // Somebody who joined by the address comes before it, though later.
    const mine = await join(api);
    const { user } = await choose(await askToken(api));
    expect(user.id).toBe(mine.id);
    expect(user.id).not.toBe(made);
  });

  test('that is tried first by everybody is refused, and the link stays as it was', async () => {
    const api = await testApi();
    await join(api);
    const token = await askToken(api);
    for (const weak of ['1234567890', 'mira-test-12'])
      expect(await refusal(choose(token, { password: weak, password_confirmation: weak }))).toMatchObject({
        status: 422,
        fields: { password: expect.any(String) },
      });
    await expect(choose(token)).resolves.toMatchObject({ user: { email } });
  });

  test('can be chosen until the hour is over', async () => {
    const api = await testApi();
    await join(api);
    const token = await askToken(api);
    api.now = new Date(api.now.getTime() + 60 * MINUTE - 1000);
    await expect(choose(token)).resolves.toMatchObject({ user: { email } });
  });

  test('follows the rules of joining, and a refused one leaves the link as it was', async () => {
    const api = await testApi();
    await join(api);
    const token = await askToken(api);
    const both = (password: string) => ({ password, password_confirmation: password });
    expect(await refusal(choose(token, both('too short')))).toMatchObject({
      status: 422,
      fields: { password: expect.stringContaining('at least 10') },
    });
    expect(await refusal(choose(token, both('x'.repeat(201))))).toMatchObject({
      fields: { password: expect.stringContaining('at most 200') },
    });
    expect(await refusal(choose(token, { password_confirmation: `${NEW} ` }))).toMatchObject({
      status: 422,
      fields: { password_confirmation: expect.stringContaining('same password') },
    });
    const bare = await api.raw('/api/password/reset', { method: 'POST', body: '{}' });
    expect(bare.status).toBe(422);
    expect(await bare.json()).toMatchObject({
      errors: {
        token: ['token is missing.'],
        email: ['email is missing.'],
        password: ['password is missing.'],
        password_confirmation: ['password_confirmation is missing.'],
      },
    });
    const longest = 'correct horse '.repeat(15).slice(0, 200);
    await expect(choose(token, both(longest))).resolves.toMatchObject({ user: { email } });
    await expect(logIn(longest)).resolves.toMatchObject({ user: { email } });
  });

  test('by one link, ten times at once, is set once', { tags: 'both' }, async () => {
    const api = await testApi();
    const { id } = await join(api);
    const token = await askToken(api);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        choose(token, { password: `${NEW} ${at}`, password_confirmation: `${NEW} ${at}` }),
      ),
    );
    const winner = all.findIndex(({ status }) => status === 'fulfilled');
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of all)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ status: 422, fields: { token: /./ } });
    await expect(logIn(`${NEW} ${winner}`)).resolves.toBeTruthy();
    // The first session, the winner's, and the one just made.
    expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, id))).toBe(3);
  });

  test('has one link, though ten were asked for at once', { tags: 'both' }, async () => {
    const api = await testApi();
    await join(api);
    await Promise.all(Array.from({ length: 10 }, () => requestPasswordReset({ email, captcha })));
    await api.background.idle();
    const links = api.mails.map(({ text }) => tokenIn(text));
    expect(new Set(links).size).toBe(10);
    const all = await Promise.allSettled(links.map((token) => choose(token)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('leaves no session to the old one, not even to a login that was under way', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    await join(api);
    const token = await askToken(api);
    const [reset, ...logins] = await Promise.all([
      choose(token),
      ...Array.from({ length: 12 }, () =>
        logIn(OLD).then(
          ({ token }) => token,
          () => null,
        ),
      ),
    ]);
    expect(await holds(api, reset.token)).toBe(true);
    for (const session of logins) expect(session !== null && (await holds(api, session))).toBe(false);
  });

  test('is not lost to an old session that is still sent along', async () => {
    const api = await testApi();
    const player = await join(api);
    const token = await askToken(api);
    api.actAs({ ...player, token: `1|${'A'.repeat(43)}` });
    expect(await refusal(choose(token))).toMatchObject({ status: 401 });
    api.actAs(null);
    await expect(choose(token)).resolves.toMatchObject({ user: { email } });
  });
});

describe('Google and Steam', () => {
  test.each([
    ['Google', loginGoogle],
    ['Steam', loginSteam],
  ])('%s is refused in words where it is not set up', async (name, enter) => {
    const api = await testApi();
    expect(await refusal(enter('a token'))).toEqual({
      status: 503,
      code: 'provider_unavailable',
      message: `Signing in with ${name} isn't set up on this server. Use your e-mail address and password.`,
      fields: {},
    });
    expect(api.logged).toEqual([]);
  });

  test.each([
    ['google', '{}'],
    ['steam', '{}'],
    ['steam', '""'],
    ['steam', '{"token":17}'],
    ['steam', JSON.stringify('A'.repeat(9000))],
  ])('%s: %s is no token', async (provider, body) => {
    const api = await testApi();
    const response = await api.raw(`/api/login/${provider}/callback`, { method: 'POST', body });
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(Object.keys(errors)).toEqual(['token']);
  });
});
