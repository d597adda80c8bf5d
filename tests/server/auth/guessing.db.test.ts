/** A table of everything that can be guessed: a stranger's wrong attempts lock out no one, but are limited. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rateLimits } from '../../../server/db/schema.ts';
import { createAltcha } from '../../../server/features/auth/captcha.ts';
import { beginAttempt, sealIdentity } from '../../../server/features/auth/identities.ts';
import type { Provider } from '../../../server/features/auth/providers.ts';
import * as passkeyCalls from '../../../src/lib/contract/auth/passkeys.ts';
import * as factorCalls from '../../../src/lib/contract/auth/second-factor.ts';
import { loginUser, registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf } from '../../support/app-codes.ts';
import { joinConfirmed, joinWithApp, PASSWORD } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';
import { testVault } from '../../support/vault.ts';

const captcha = 'off';
const email = 'mira@test.example';
const [ATTACKER, OWNER] = ['198.51.100.7', '192.0.2.7'];
const network = (at: number) => `203.0.113.${at}`;

const post = (api: TestApi, path: string, body: object, from: string): Promise<Response> =>
  api.raw(
    path,
    { method: 'POST', body: JSON.stringify(body) },
    { incoming: { socket: { remoteAddress: from } } },
  );

/** What is guessed: a wrong attempt, the owner's correct one, and the number of attempts per network. */
interface Secret {
  readonly path: string;
  readonly most: number;
  readonly wrong: object;
  right(api: TestApi): Promise<object>;
}
const withCode = { email, password: PASSWORD, captcha };
const lastLink = (api: TestApi) => /find\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';

async function player() {
  await request(registerUser, { body: { email, password: PASSWORD, captcha } });
}

const secrets: Readonly<Record<string, (api: TestApi) => Promise<Secret>>> = {
  'a password': async () => {
    await player();
    const right = async () => withCode;
    return { path: '/api/login-user', most: 10, wrong: { ...withCode, password: 'not the one' }, right };
  },
  'a password, by the way back from a lost second factor': async () => {
    await player();
    const right = async () => withCode;
    return { path: '/api/factor-recovery', most: 10, wrong: { ...withCode, password: 'not the one' }, right };
  },
  'a code of an app': async (api) => {
    const { secret } = await joinWithApp(api, email);
    const right = async () => ({ ...withCode, code: codeOf(secret, api.now) });
    return { path: '/api/login-user', most: 10, wrong: { ...withCode, code: '000000' }, right };
  },
  'a recovery code': async (api) => {
    const { recoveryCodes } = await joinWithApp(api, email);
    const right = async () => ({ ...withCode, code: recoveryCodes[0] });
    return { path: '/api/login-user', most: 10, wrong: { ...withCode, code: 'AAAAABBBBB' }, right };
  },
  'a mailed link': async (api) => {
    await player();
    const form = { email, password: 'another one of mine', password_confirmation: 'another one of mine' };
    const right = async () => {
      await post(api, '/api/password/email', { email, captcha }, OWNER);
      await api.background.idle();
      return { ...form, token: lastLink(api) };
    };
    return { path: '/api/password/reset', most: 30, wrong: { ...form, token: 'x'.repeat(43) }, right };
  },
  'an operator’s password': async (api) => {
    const { email, password, secret } = await api.addOperator();
    const form = { email, password, captcha };
    const wrong = { ...form, password: 'not the one', code: '000000' };
    const right = async () => ({ ...form, code: codeOf(secret, api.now) });
    return { path: '/api/operator/login', most: 10, wrong, right };
  },
  'an operator’s code': async (api) => {
    const { email, password, secret } = await api.addOperator();
    const form = { email, password, captcha };
    const right = async () => ({ ...form, code: codeOf(secret, api.now) });
    return { path: '/api/operator/login', most: 10, wrong: { ...form, code: '000000' }, right };
  },
};

describe.each(Object.entries(secrets))('guessing %s', (_, make) => {
  test('is limited for an attacker, and lets the owner in', async () => {
    const api = await testApi({ rateLimit: true });
    const { path, most, wrong, right } = await make(api);
    api.actAs(null);
    const statuses: number[] = [];
    for (let at = 0; at < most + 3; at++) statuses.push((await post(api, path, wrong, ATTACKER)).status);
    expect(statuses).toEqual([...Array(most).fill(422), 429, 429, 429]);
    expect((await post(api, path, await right(api), OWNER)).status).toBe(200);
  });
});

describe('an attacker with a /48, who changes the IPv6 network each time', () => {
  const away = (at: number) => `2001:db8:7:${at.toString(16)}::1`;
  const OTHER = '2001:db8:8::1';

  test.each(['a password', 'a code of an app'])(
    'has forty guesses at %s, and the owner stays let in',
    async (what) => {
      const api = await testApi({ rateLimit: true });
      const make = secrets[what] ?? expect.fail(what);
      const { path, wrong, right } = await make(api);
      const statuses: number[] = [];
      for (let at = 0; at < 42; at++) statuses.push((await post(api, path, wrong, away(at))).status);
      expect(statuses).toEqual([...Array(40).fill(422), 429, 429]);
      expect((await post(api, path, await right(api), OTHER)).status).toBe(200);
    },
  );

  test('starts 120 rounds as a guest in ten minutes', async () => {
    const api = await testApi({ rateLimit: true });
    const start = async (from: string) => (await post(api, '/api/games/1/sessions', {}, from)).status;
    for (let at = 0; at < 120; at++) expect(await start(away(at))).toBe(200);
    expect([await start(away(120)), await start(OTHER)]).toEqual([429, 200]);
  });
});

test('a setup code can be guessed thirty times in ten minutes from one network', async () => {
  const api = await testApi({ rateLimit: true });
  const body = { setup_code: 'AAAA-BBBB', code: '000000' };
  const tries = async (from: string) => (await post(api, '/api/operator/setup/confirm', body, from)).status;
  for (let at = 0; at < 30; at++) expect(await tries(ATTACKER)).toBe(422);
  expect([await tries(ATTACKER), await tries(OWNER)]).toEqual([429, 422]);
});

describe('a password that many networks guess at', () => {
  const wrong = { email, password: 'not the one', captcha };
  /** This many wrong attempts in ten minutes, each from a different network. All but the first and the last are only counted. */
  const guessed = async (api: TestApi, times: number) => {
    await post(api, '/api/login-user', wrong, network(0));
    const counted = await api.db.drizzle
      .update(rateLimits)
      .set({ count: times - 1 })
      .where(eq(rateLimits.key, `sign-in:${email}`))
      .returning();
    expect(counted).toHaveLength(1);
    expect((await post(api, '/api/login-user', wrong, network(1))).status).toBe(422);
  };

  test('is limited for all of them together, and a device that signed in before still gets in', async () => {
    const api = await testApi({ rateLimit: true });
    const { known_device } = (await request(registerUser, { body: { email, password: PASSWORD, captcha } }))
      .success;
    await guessed(api, 200);
    const form = { email, password: PASSWORD, captcha };
    expect((await post(api, '/api/login-user', form, OWNER)).status).toBe(429);
    expect((await post(api, '/api/login-user', { ...form, known_device }, OWNER)).status).toBe(200);
    // Its own attempts are limited as well, and it isn't a known device for another account.
    const tries = { ...wrong, known_device };
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++)
      statuses.push((await post(api, '/api/login-user', tries, network(100 + at))).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const { success: other } = await request(registerUser, {
      body: { email: 'jan@test.example', password: PASSWORD, captcha },
    });
    const foreign = { ...form, known_device: other.known_device };
    expect((await post(api, '/api/login-user', foreign, OWNER)).status).toBe(429);
  });

  test.each([true, false])(
    'is limited with the note of a stranger who signed up with the same address too, confirmed: %s',
    async (isConfirmed) => {
      const api = await testApi({ rateLimit: true });
      const strangers = { email, password: 'a password of theirs', captcha };
      const { known_device } = (await request(registerUser, { body: strangers })).success;
      await (isConfirmed ? joinConfirmed(api, email) : player());
      await guessed(api, 200);
      expect((await post(api, '/api/login-user', { ...wrong, known_device }, ATTACKER)).status).toBe(429);
    },
  );

  test('takes more work from strangers, and no more from a known device', async () => {
    const api = await testApi({
      rateLimit: true,
      captcha: {
        challenge: async () => ({}),
        refuse: async () => null,
        isHard: (value) => value === 'hard',
      },
    });
    const { known_device } = (await request(registerUser, { body: { email, password: PASSWORD, captcha } }))
      .success;
    await guessed(api, 10);
    const form = { email, password: PASSWORD };
    const refused = await post(api, '/api/login-user', { ...form, captcha }, OWNER);
    expect([refused.status, (await refused.json()).code]).toEqual([422, 'more_work']);
    const statuses = [{ captcha: 'hard' }, { captcha, known_device }].map(async (more) => {
      return (await post(api, '/api/login-user', { ...form, ...more }, OWNER)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('no longer makes a device known once it was changed, or after half a year', async () => {
    const api = await testApi({ rateLimit: true });
    const { success: first } = await request(registerUser, { body: { email, password: PASSWORD, captcha } });
    const form = { email, password: PASSWORD, captcha, known_device: first.known_device };
    const inHalfAYear = new Date(api.now.getTime() + 181 * 86_400_000);
    await post(api, '/api/password/email', { email, captcha }, OWNER);
    await api.background.idle();
    const changed = { email, password: 'another one of mine', password_confirmation: 'another one of mine' };
    const reset = await post(api, '/api/password/reset', { ...changed, token: lastLink(api) }, OWNER);
    const { known_device } = (await reset.json()).success;
    await guessed(api, 200);
    const own = { ...form, password: changed.password };
    expect((await post(api, '/api/login-user', own, OWNER)).status).toBe(429);
    expect((await post(api, '/api/login-user', { ...own, known_device }, OWNER)).status).toBe(200);
    api.now = inHalfAYear;
    await guessed(api, 200);
    expect((await post(api, '/api/login-user', { ...own, known_device }, OWNER)).status).toBe(429);
  });

  test('correct attempts don’t use up the limit', async () => {
    await testApi({ rateLimit: true });
    await request(registerUser, { body: { email, password: PASSWORD, captcha } });
    for (let at = 0; at < 12; at++)
      await request(loginUser, { body: { email, password: PASSWORD, captcha } });
  });
});

describe('codes that a thief with the password spends', () => {
  const STATE = 'x'.repeat(43);
  /** The provider's identity of the account's owner. */
  const OWNER_THERE = { subject: '4711', email, hostsEmail: true };
  const provider: Provider = {
    begin: async () => new URL('https://provider.test'),
    finish: async () => OWNER_THERE,
  };

  async function robbed() {
    const db = await testDatabase();
    const api = await testApi({ db, rateLimit: true, providers: { google: provider, steam: provider } });
    const { secret } = await joinWithApp(api, email);
    const entered = await post(api, '/api/login-user', { ...withCode, code: codeOf(secret, api.now) }, OWNER);
    const { known_device } = (await entered.json()).success;
    api.now = new Date(api.now.getTime() + 3_600_000);
    for (let at = 0; at < 50; at++)
      await post(api, '/api/login-user', { ...withCode, code: '000000' }, network(at));
    return { api, known_device, code: () => codeOf(secret, api.now) };
  }

  test.each(['log-in', 'reset', 'google', 'steam'] as const)(
    'don’t lock out the owner’s own browser: %s',
    async (way) => {
      const { api, known_device, code } = await robbed();
      api.actAs(null);
      const enter = async (more: object): Promise<Response> => {
        if (way === 'log-in')
          return post(api, '/api/login-user', { ...withCode, code: code(), ...more }, OWNER);
        if (way !== 'reset') {
          const token = sealIdentity(testVault, way, STATE, OWNER_THERE);
          return post(api, `/api/login/${way}/callback`, { token, code: code(), ...more }, OWNER);
        }
        const password = 'another one of mine';
        const form = { email, token: lastLink(api), password, password_confirmation: password };
        return post(api, '/api/password/reset', { ...form, code: code(), ...more }, OWNER);
      };
      if (way === 'reset') {
        await post(api, '/api/password/email', { email, captcha }, OWNER);
        await api.background.idle();
      } else if (way !== 'log-in')
        await beginAttempt(api.db.drizzle, { provider: way, state: STATE, reflink: null, now: api.now });
      expect((await enter({})).status).toBe(429);
      const own = await enter({ known_device });
      expect(own.status).toBe(200);
      // And each of them makes the browser a known device.
      expect((await own.json()).success.known_device).toMatch(/^\d+\.\d+\.[\w-]{12}\.[\w-]{43}$/);
    },
  );
});

test('a thief’s session without the password spends no codes of the owner’s', async () => {
  const api = await testApi({ rateLimit: true });
  const { secret, token } = await joinWithApp(api, email);
  const entered = await post(api, '/api/login-user', { ...withCode, code: codeOf(secret, api.now) }, OWNER);
  const { known_device } = (await entered.json()).success;
  api.now = new Date(api.now.getTime() + 3_600_000);
  const code = '000000';
  const withSecret = Object.values({ ...factorCalls, ...passkeyCalls }).filter(
    (one): one is Extract<typeof one, Call> => 'method' in one && one.method !== 'GET',
  );
  for (let at = 0; at < 11; at++)
    for (const { method, path } of withSecret)
      await api.send(token, method, path.replace(':id', '1'), { code, password: 'not the one' });
  const own = { ...withCode, code: codeOf(secret, api.now), known_device };
  expect((await post(api, '/api/login-user', own, OWNER)).status).toBe(200);
});

test('a thief’s note of an account with the same address spends no codes of the owner’s own browser', async () => {
  const api = await testApi({ rateLimit: true });
  const { secret } = await joinWithApp(api, email);
  const entered = await post(api, '/api/login-user', { ...withCode, code: codeOf(secret, api.now) }, OWNER);
  const { known_device } = (await entered.json()).success;
  api.now = new Date(api.now.getTime() + 3_600_000);
  const strangers = { email, password: 'a password of theirs', captcha };
  const { known_device: theirs } = (await request(registerUser, { body: strangers })).success;
  for (let at = 0; at < 11; at++)
    await post(api, '/api/login-user', { ...withCode, code: '000000', known_device: theirs }, network(at));
  const own = { ...withCode, code: codeOf(secret, api.now), known_device };
  expect((await post(api, '/api/login-user', own, OWNER)).status).toBe(200);
});

test('the harder captcha takes ten times the work, and its signature covers that', async () => {
  const api = await testApi();
  const altcha = createAltcha({ db: api.db.drizzle, secret: Buffer.alloc(32, 7), clock: () => api.now });
  for (const effort of ['normal', 'hard'] as const)
    expect(await altcha.challenge(effort)).toMatchObject({ parameters: { data: { effort } } });
});
