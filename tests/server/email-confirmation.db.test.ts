import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emailConfirmations, users } from '../../server/db/schema.ts';
import { getUser } from '../../src/lib/api/account.ts';
import { changeEmail, confirmEmail, requestConfirmation } from '../../src/lib/api/confirmation.ts';
import { buyAmount, getReward } from '../../src/lib/api/rewards.ts';
import { login, register } from '../../src/lib/api/sign-in.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { joinWithApp } from '../support/app-players.ts';
import { hashesOf } from '../support/hashes.ts';

const KEY = { reward: 12, amount: 1201 };
const HOUR = 3_600_000;
const password = 'correct horse 7';

/** A player whose address isn't confirmed, with so many points. */
async function newcomer(api: TestApi, points = 1000): Promise<Player> {
  const player = await api.addPlayer(points);
  await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
  api.actAs(player);
  return player;
}

const tokenIn = (text: string | undefined) => /\/confirm-email\/([\w-]+)\?/.exec(text ?? '')?.[1] ?? '';

async function mailedToken(api: TestApi): Promise<string> {
  await requestConfirmation();
  await api.background.idle();
  return tokenIn(api.mails.at(-1)?.text);
}

const buy = () => buyAmount(KEY.reward, KEY.amount, crypto.randomUUID());

describe('joining', () => {
  test('mails a link to the address that was given', async () => {
    const api = await testApi();
    const { user } = await register({ email: ' Mira+Games@Test.Example ', password, captcha: 'off' });
    await api.background.idle();
    expect(user.email_confirmed).toBe(false);
    expect(api.mails).toEqual([
      {
        to: 'mira+games@test.example',
        subject: 'Confirm your e-mail address for Playtally',
        text: expect.stringMatching(
          /\n\nhttp:\/\/site\.test\/confirm-email\/[\w-]{43}\?email=mira%2Bgames%40test\.example\n\n/,
        ),
      },
    ]);
    expect(api.mails[0]?.text).toContain('48 hours');
  });

  test('with an address that somebody has confirmed tells its owner, and the other learns nothing', async () => {
    const api = await testApi();
    const owner = await api.addPlayer();
    const { token, user } = await register({ email: owner.email, password, captcha: 'off' });
    api.actAs({ id: user.id, email: owner.email, token });
    expect(await requestConfirmation()).toBe(true);
    await api.background.idle();
    expect(api.mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('You have a Playtally account already'),
    );
    expect((await getUser(user.id)).email_confirmed).toBe(false);
  });
});

describe('without a confirmed address', () => {
  test('nothing can be redeemed, and nothing is taken', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    expect((await getReward(KEY.reward)).status).toBe('email_unconfirmed');
    await expect(buy()).rejects.toMatchObject({
      status: 409,
      code: 'email_unconfirmed',
      message: expect.stringContaining('confirmed'),
    });
    expect((await getUser(player.id)).balance?.available).toBe(1000);
  });

  test('what is missing otherwise is told first', async () => {
    const api = await testApi();
    await newcomer(api, 10);
    expect((await getReward(KEY.reward)).status).toBe('not_enough_points');
  });
});

describe('the link', () => {
  test('confirms the address, and opens redeeming', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const token = await mailedToken(api);
    expect(await confirmEmail(token)).toBe(player.email);
    expect((await getUser(player.id)).email_confirmed).toBe(true);
    expect((await buy()).order?.state).toBe('delivered');
    expect(await requestConfirmation()).toBe(false);
    await api.background.idle();
    expect(api.mails).toHaveLength(1);
  });

  test('answers the same when it is pressed again, also ten times at once', { tags: 'both' }, async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const token = await mailedToken(api);
    const all = await Promise.all(Array.from({ length: 10 }, () => confirmEmail(token)));
    expect(new Set(all)).toEqual(new Set([player.email]));
  });

  test('an older one holds as well, until its time is over', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const first = await mailedToken(api);
    api.now = new Date(api.now.getTime() + 47 * HOUR);
    const second = await mailedToken(api);
    expect(await confirmEmail(first)).toBe(player.email);
    await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
    api.now = new Date(api.now.getTime() + HOUR);
    await expect(confirmEmail(first)).rejects.toMatchObject({
      status: 422,
      fields: { token: expect.stringContaining('48 hours') },
    });
    expect(await confirmEmail(second)).toBe(player.email);
  });

  test('is refused in the same words, whatever is wrong with it', async () => {
    const api = await testApi();
    await newcomer(api);
    await mailedToken(api);
    const [row] = await api.db.drizzle.select().from(emailConfirmations);
    const hash = Buffer.from(row?.hash ?? []).toString('base64url');
    for (const wrong of ['', 'A'.repeat(43), 'A'.repeat(2000), "' OR 1=1 --", hash])
      await expect(confirmEmail(wrong), wrong).rejects.toMatchObject({
        status: 422,
        fields: { token: 'A link holds for 48 hours. Please log in and have a new one sent.' },
      });
    expect(api.logged).toEqual([]);
  });

  test('of an account confirms that account alone, whoever is signed in', async () => {
    const api = await testApi();
    const mira = await newcomer(api);
    const token = await mailedToken(api);
    const jan = await newcomer(api);
    await expect(confirmEmail(token)).rejects.toMatchObject({ fields: { token: expect.any(String) } });
    api.actAs(mira);
    expect(await confirmEmail(token)).toBe(mira.email);
    api.actAs(jan);
    expect((await getUser(jan.id)).email_confirmed).toBe(false);
  });

  test('of two accounts that gave one address, the first to be confirmed has it', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    const email = 'shared@test.example';
    const links: { token: string; password: string }[] = [];
    for (const own of [`${password} one`, `${password} two`]) {
      await register({ email, password: own, captcha: 'off' });
      await api.background.idle();
      links.push({ token: tokenIn(api.mails.at(-1)?.text), password: own });
    }
    const ends = await Promise.allSettled(links.map((link) => confirmEmail(link.token, link.password)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = ends.filter((end) => end.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      status: 422,
      fields: { token: expect.stringContaining('another account of yours') },
    });
    expect(await api.db.drizzle.$count(users, eq(users.emailConfirmedAt, api.now))).toBe(1);
  });

  test('needs the token in the body: a bare visit, a form of another site and a GET change nothing', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const token = await mailedToken(api);
    const form = await api.raw('/api/confirm-email', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      body: `token=${token}`,
    });
    expect(form.status).toBe(400);
    expect(form.headers.get('access-control-allow-origin')).toBeNull();
    expect((await api.raw(`/api/confirm-email?token=${token}`)).status).toBe(404);
    expect((await getUser(player.id)).email_confirmed).toBe(false);
  });
});

describe('asking for another mail', () => {
  test('is limited by account', async () => {
    const api = await testApi({ rateLimit: true });
    await newcomer(api);
    for (let at = 0; at < 5; at++) await requestConfirmation();
    await expect(requestConfirmation()).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    await api.background.idle();
    expect(api.mails).toHaveLength(5);
    expect(await confirmEmail(tokenIn(api.mails.at(-1)?.text))).toBe(api.mails[0]?.to);
  });

  test('is limited by mailbox as well, however many accounts give it, and so are joining and taking its address', async () => {
    const api = await testApi({ rateLimit: true });
    const email = 'mira@test.example';
    const { token, user } = await register({ email, password, captcha: 'off' });
    const other = await register({ email: 'x@test.example', password, captcha: 'off' });
    api.actAs({ id: user.id, email, token });
    for (let at = 0; at < 4; at++) await requestConfirmation();
    const refused = { status: 429, retryAfter: 3600 };
    await expect(requestConfirmation()).rejects.toMatchObject(refused);
    const again = () => register({ email, password: `${password} more`, captcha: 'off' });
    await expect(again()).rejects.toMatchObject(refused);
    api.actAs({ id: other.user.id, email: 'x@test.example', token: other.token });
    await expect(changeEmail({ email, password })).rejects.toMatchObject(refused);
    await api.background.idle();
    expect(api.mails.filter(({ to }) => to === email)).toHaveLength(5);
    api.now = new Date(api.now.getTime() + HOUR);
    api.actAs(null);
    await expect(again()).resolves.toBeTruthy();
  });
});

describe('another address', () => {
  test('can be given as long as none is confirmed, and the old one’s link confirms nothing more', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const old = await mailedToken(api);
    const user = await changeEmail({ email: ' Mira@Test.Example' });
    expect(user).toMatchObject({ email: 'mira@test.example', email_confirmed: false });
    await api.background.idle();
    expect(api.mails.at(-1)?.to).toBe('mira@test.example');
    await expect(confirmEmail(old)).rejects.toMatchObject({ fields: { token: expect.any(String) } });
    expect(await confirmEmail(tokenIn(api.mails.at(-1)?.text))).toBe('mira@test.example');
    await expect(changeEmail({ email: 'other@test.example' })).rejects.toMatchObject({
      status: 422,
      fields: { email: expect.stringContaining('support') },
    });
    expect((await getUser(player.id)).email).toBe('mira@test.example');
  });

  test('is given by the password: a session alone doesn’t change what its owner logs in by', async () => {
    const api = await testApi();
    const { token, user } = await register({ email: 'mria@test.example', password, captcha: 'off' });
    api.actAs({ id: user.id, email: '', token });
    const email = 'mira@test.example';
    for (const wrong of [undefined, '', 'another horse 9'])
      await expect(
        changeEmail({ email, ...(wrong !== undefined && { password: wrong }) }),
        wrong,
      ).rejects.toMatchObject({ status: 422, fields: { password: expect.any(String) } });
    expect((await getUser(user.id)).email).toBe('mria@test.example');
    await changeEmail({ email, password });
    api.actAs(null);
    expect((await login({ email, password, captcha: 'off' })).user.id).toBe(user.id);
    await expect(login({ email: 'mria@test.example', password, captcha: 'off' })).rejects.toMatchObject({
      status: 422,
    });
  });

  test('isn’t given while a second factor is on: a thief who has the password alone would get past it', async () => {
    const api = await testApi();
    const { id } = await joinWithApp(api);
    // Its mailbox went to an older account.
    const lost = { emailConfirmedAt: null, mailboxLostAt: api.now };
    await api.db.drizzle.update(users).set(lost).where(eq(users.id, id));
    await expect(changeEmail({ email: 'other@test.example', password })).rejects.toMatchObject({
      status: 422,
      fields: { email: expect.stringContaining('code of your app') },
    });
    expect((await getUser(id)).email).toBe('mira@test.example');
  });

  test('isn’t told by the time of a login there, nor does that grow with those who give it', async () => {
    const api = await testApi();
    const email = 'mira@test.example';
    const tried = () =>
      hashesOf(() => login({ email, password: 'another horse 9', captcha: 'off' }).catch(() => {}));
    expect(await tried()).toBe(1);
    for (const first of ['one@test.example', 'two@test.example', 'three@test.example']) {
      const { token, user } = await register({
        email: first,
        password: `${password} ${first}`,
        captcha: 'off',
      });
      api.actAs({ id: user.id, email: first, token });
      await changeEmail({ email, password: `${password} ${first}` });
      api.actAs(null);
      expect(await tried(), first).toBe(1);
    }
  });

  test('must be one', async () => {
    const api = await testApi();
    await newcomer(api);
    for (const wrong of ['mira', 'a@b.example\r\nBcc: x@y.example', `${'x'.repeat(250)}@test.example`])
      await expect(changeEmail({ email: wrong })).rejects.toMatchObject({
        status: 422,
        fields: { email: expect.any(String) },
      });
    await api.background.idle();
    expect(api.mails).toEqual([]);
  });
});
