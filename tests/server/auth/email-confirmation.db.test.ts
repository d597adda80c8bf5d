import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emailConfirmations, rewards, users } from '../../../server/db/schema.ts';
import { getUser } from '../../../src/lib/contract/account/account.ts';
import {
  changeEmail,
  confirmEmail,
  lookAtConfirmation,
  requestConfirmation,
} from '../../../src/lib/contract/auth/confirmation.ts';
import { loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { checkReward, getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { buyKey, KEY, ROBUX } from '../../support/api-orders.ts';
import { join, joinWithApp, logIn, mailed, PASSWORD } from '../../support/app-players.ts';
import { wrong } from '../../support/field-errors.ts';
import { hashesOf } from '../../support/hashes.ts';
import { HOUR, pass } from '../../support/time.ts';

const MIRA = 'mira@test.example';
const waitAnHour = { status: 429, retryAfter: 3600 };

/** A player with an unconfirmed address and this many points. */
async function newcomer(api: TestApi, points = 1000): Promise<Player> {
  const player = await api.addPlayer(points);
  await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
  api.actAs(player);
  return player;
}

const tokenIn = (text = '') => /\/confirm-email\/([\w-]+)\?/.exec(text)?.[1] ?? '';

async function mailedToken(api: TestApi, reward?: number): Promise<string> {
  await request(requestConfirmation, { body: { reward } });
  return tokenIn((await mailed(api)).at(-1)?.text);
}

const isConfirmed = async ({ id }: Player) =>
  (await request(getUser, { params: { id } })).user.email_confirmed;

describe('joining', () => {
  test('mails a link to the given address', async () => {
    const api = await testApi();
    const player = await join(api, ' Mira+Games@Test.Example ');
    expect(await isConfirmed(player)).toBe(false);
    const [mail, ...others] = await mailed(api);
    expect(mail).toMatchObject({
      to: 'mira+games@test.example',
      subject: 'Confirm your email address for Playtally',
      text: expect.stringMatching(
        /\nhttp:\/\/site\.test\/confirm-email\/[\w-]{43}\?email=mira%2Bgames%40test\.example\n\n/,
      ),
    });
    expect(mail?.text).toContain('48 hours');
    expect(others).toEqual([]);
  });

  test('with a confirmed address notifies its owner, and reveals nothing to the other person', async () => {
    const api = await testApi();
    const owner = await api.addPlayer();
    const other = await join(api, owner.email);
    expect((await request(requestConfirmation, { body: {} })).sent).toBe(true);
    expect((await mailed(api)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('You already have a Playtally account'),
    );
    expect(await isConfirmed(other)).toBe(false);
  });
});

describe('the link', () => {
  test('confirms the address, and opens redeeming: nothing can be redeemed before', async () => {
    const api = await testApi();
    await newcomer(api, 10);
    expect(
      (await request(getReward, { params: { id: KEY.reward } })).status,
      'what is missing otherwise',
    ).toBe('not_enough_points');
    const player = await newcomer(api);
    expect((await request(getReward, { params: { id: KEY.reward } })).status).toBe('email_unconfirmed');
    await expect(buyKey()).rejects.toMatchObject({
      status: 409,
      code: 'email_unconfirmed',
      message: expect.stringContaining('a confirmed email address'),
    });
    expect((await request(getUser, { params: { id: player.id } })).user.balance?.available).toBe(1000);
    expect((await request(confirmEmail, { body: { token: await mailedToken(api) } })).email).toBe(
      player.email,
    );
    expect(await isConfirmed(player)).toBe(true);
    expect((await buyKey()).code).not.toBe('');
    expect((await request(requestConfirmation, { body: {} })).sent).toBe(false);
    expect(await mailed(api)).toEqual([]);
  });

  test('answers the same when it is used again, even ten times concurrently', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const token = await mailedToken(api);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => request(confirmEmail, { body: { token } })),
    );
    expect(new Set(all.map(({ email }) => email))).toEqual(new Set([player.email]));
  });

  test('still works if it is an older one, until its time is over', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const first = await mailedToken(api);
    pass(api, 47 * HOUR);
    const second = await mailedToken(api);
    expect((await request(confirmEmail, { body: { token: first } })).email).toBe(player.email);
    await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
    pass(api, HOUR);
    await expect(request(confirmEmail, { body: { token: first } })).rejects.toMatchObject(
      wrong('token', '48 hours'),
    );
    expect((await request(confirmEmail, { body: { token: second } })).email).toBe(player.email);
  });

  test('is rejected with the same message, whatever is wrong with it, and needs its token in the body', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const token = await mailedToken(api);
    const [row] = await api.db.drizzle.select().from(emailConfirmations);
    const hash = Buffer.from(row?.hash ?? []).toString('base64url');
    for (const other of ['', 'A'.repeat(43), 'A'.repeat(2000), "' OR 1=1 --", hash])
      await expect(request(confirmEmail, { body: { token: other } }), other).rejects.toMatchObject(
        wrong('token', 'This link has expired. Links work for 48 hours. Log in to request a new one.'),
      );
    // A plain visit, a form on another site and a GET change nothing.
    const form = await api.raw('/api/confirm-email', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      body: `token=${token}`,
    });
    expect(form.status).toBe(400);
    expect(form.headers.get('access-control-allow-origin')).toBeNull();
    expect((await api.raw(`/api/confirm-email?token=${token}`)).status).toBe(404);
    expect(await isConfirmed(player)).toBe(false);
    expect(api.logged).toEqual([]);
  });

  test('of an account confirms only that account, no matter who is signed in', async () => {
    const api = await testApi();
    const mira = await newcomer(api);
    const token = await mailedToken(api);
    const jan = await newcomer(api);
    await expect(request(confirmEmail, { body: { token } })).rejects.toMatchObject(wrong('token'));
    api.actAs(mira);
    expect((await request(confirmEmail, { body: { token } })).email).toBe(mira.email);
    api.actAs(jan);
    expect(await isConfirmed(jan)).toBe(false);
  });

  test('of two accounts with one address gives it to the first that is confirmed', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const links: [token: string, password: string][] = [];
    for (const password of [`${PASSWORD} one`, `${PASSWORD} two`]) {
      await join(api, 'shared@test.example', { password });
      links.push([tokenIn((await mailed(api)).at(-1)?.text), password]);
    }
    api.actAs(null);
    const ends = await Promise.allSettled(
      links.map(([token, password]) => request(confirmEmail, { body: { token, password } })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = ends.filter((end) => end.status === 'rejected');
    expect(refused?.reason).toMatchObject(wrong('token', 'confirmed this address for another account'));
    expect(await api.db.drizzle.$count(users, eq(users.emailConfirmedAt, api.now))).toBe(1);
  });
});

describe('the way back from the mail', () => {
  const look = (token: string) => request(lookAtConfirmation, { body: { token } });
  const confirm = (token: string) => request(confirmEmail, { body: { token } });

  test('leads to the reward whose page requested it, and is shown only once the address is confirmed', async () => {
    const api = await testApi();
    await newcomer(api);
    await request(checkReward, { params: { id: ROBUX.reward } });
    const token = await mailedToken(api, KEY.reward);
    expect(await look(token)).toMatchObject({ state: 'open', reward: null });
    const reward = { id: KEY.reward, name: 'Random Steam key' };
    expect((await confirm(token)).reward).toEqual(reward);
    expect((await confirm(token)).reward, 'pressed again').toEqual(reward);
    api.actAs(null);
    expect(await look(token)).toMatchObject({ state: 'confirmed', reward });
  });

  test('leads to the goal if no reward’s page requested it, or only one that we don’t have', async () => {
    const api = await testApi();
    await newcomer(api);
    const tokens = [await mailedToken(api), await mailedToken(api, 9999), await mailedToken(api, 2 ** 40)];
    // Chosen after the mail was sent, as after signing up on the way to a reward.
    await request(checkReward, { params: { id: ROBUX.reward } });
    for (const token of tokens)
      expect((await confirm(token)).reward).toEqual({ id: ROBUX.reward, name: 'Robux' });
  });

  test('leads nowhere without a goal, or if the reward is gone', async () => {
    const api = await testApi();
    await newcomer(api);
    expect((await confirm(await mailedToken(api))).reward).toBeNull();
    await newcomer(api);
    const token = await mailedToken(api, KEY.reward);
    await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, KEY.reward));
    expect((await confirm(token)).reward).toBeNull();
  });
});

describe('asking for another mail', () => {
  test('is limited by mailbox as well, however many accounts use it, and so are signing up and changing to its address', async () => {
    const api = await testApi({ rateLimit: true });
    const other = await join(api, 'x@test.example');
    await join(api, MIRA);
    for (let at = 0; at < 4; at++) await request(requestConfirmation, { body: {} });
    await expect(request(requestConfirmation, { body: {} })).rejects.toMatchObject(waitAnHour);
    const again = () => join(api, MIRA, { password: `${PASSWORD} more` });
    await expect(again()).rejects.toMatchObject(waitAnHour);
    api.actAs(other);
    await expect(request(changeEmail, { body: { email: MIRA, password: PASSWORD } })).rejects.toMatchObject(
      waitAnHour,
    );
    expect((await mailed(api)).filter(({ to }) => to === MIRA)).toHaveLength(5);
    pass(api, HOUR);
    await expect(again()).resolves.toBeTruthy();
  });

  test('can’t be used up by a stranger for an address: neither without a mail nor from another network', async () => {
    const api = await testApi({ rateLimit: true, trustedProxies: 1 });
    await join(api, 'x@test.example');
    for (let at = 0; at < 5; at++)
      await expect(request(changeEmail, { body: { email: MIRA, password: 'wrong' } })).rejects.toMatchObject(
        wrong('password'),
      );
    const signUp = async (network: string, password: string) => {
      const body = JSON.stringify({ email: MIRA, password, captcha: 'off' });
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network };
      return (await api.raw('/api/registration-user', { method: 'POST', body, headers })).status;
    };
    for (let at = 0; at < 3; at++) expect(await signUp('203.0.113.7', MIRA)).toBe(422);
    for (let at = 0; at < 5; at++) expect(await signUp('203.0.113.7', `${PASSWORD} ${at}`)).toBe(200);
    expect(await signUp('203.0.113.7', PASSWORD)).toBe(429);
    expect(await signUp('198.51.100.7', PASSWORD)).toBe(200);
  });
});

describe('another address', () => {
  test('can be entered as long as none is confirmed, and the old one’s link stops working', async () => {
    const api = await testApi();
    const player = await newcomer(api);
    const old = await mailedToken(api);
    for (const email of ['mira', 'a@b.example\r\nBcc: x@y.example', `${'x'.repeat(250)}@test.example`])
      await expect(request(changeEmail, { body: { email } })).rejects.toMatchObject(wrong('email'));
    expect(await mailed(api)).toEqual([]);
    const { user } = await request(changeEmail, { body: { email: ' Mira@Test.Example' } });
    expect(user).toMatchObject({ email: MIRA, email_confirmed: false });
    const [mail] = await mailed(api);
    expect(mail?.to).toBe(MIRA);
    await expect(request(confirmEmail, { body: { token: old } })).rejects.toMatchObject(wrong('token'));
    expect((await request(confirmEmail, { body: { token: tokenIn(mail?.text) } })).email).toBe(MIRA);
    await expect(request(changeEmail, { body: { email: 'other@test.example' } })).rejects.toMatchObject(
      wrong('email', 'passkey'),
    );
    expect((await request(getUser, { params: { id: player.id } })).user.email).toBe(MIRA);
  });

  test('takes the password: a session isn’t enough to change the owner’s login', async () => {
    const api = await testApi();
    const { id } = await join(api, 'mria@test.example');
    for (const given of [{}, { password: '' }, { password: 'another horse 9' }])
      await expect(request(changeEmail, { body: { email: MIRA, ...given } })).rejects.toMatchObject(
        wrong('password'),
      );
    expect((await request(getUser, { params: { id } })).user.email).toBe('mria@test.example');
    await request(changeEmail, { body: { email: MIRA, password: PASSWORD } });
    expect((await logIn(MIRA)).id).toBe(id);
    await expect(logIn('mria@test.example')).rejects.toMatchObject({ status: 422 });
  });

  test('can’t be entered while a second factor is on: a thief with only the password would get past it', async () => {
    const api = await testApi();
    const { id } = await joinWithApp(api);
    // Its mailbox went to an older account.
    const lost = { emailConfirmedAt: null, mailboxLostAt: api.now };
    await api.db.drizzle.update(users).set(lost).where(eq(users.id, id));
    await expect(
      request(changeEmail, { body: { email: 'other@test.example', password: PASSWORD } }),
    ).rejects.toMatchObject(wrong('email', 'Turn off two-factor'));
    expect((await request(getUser, { params: { id } })).user.email).toBe(MIRA);
  });

  test('isn’t revealed by the timing of a login there, which doesn’t grow with the number of accounts', async () => {
    const api = await testApi();
    const tried = () =>
      hashesOf(() =>
        request(loginUser, { body: { email: MIRA, password: 'another horse 9', captcha: 'off' } }).catch(
          () => {},
        ),
      );
    expect(await tried()).toBe(1);
    for (const first of ['one@test.example', 'two@test.example', 'three@test.example']) {
      const password = `${PASSWORD} ${first}`;
      await join(api, first, { password });
      await request(changeEmail, { body: { email: MIRA, password } });
      api.actAs(null);
      expect(await tried(), first).toBe(1);
    }
  });
});
