import { describe, expect, test } from 'vitest';
import { identities } from '../../../server/db/schema.ts';
import { calls } from '../../../server/http/docs.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getBalance, getUser, logoutUser } from '../../../src/lib/contract/account/account.ts';
import { changeEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import {
  confirmApp,
  getSecondFactor,
  setUpApp,
  turnOffApp,
} from '../../../src/lib/contract/auth/second-factor.ts';
import { loginUser, registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { getSettings } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf } from '../../support/app-codes.ts';
import { joinConfirmed, PASSWORD } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { pass } from '../../support/time.ts';

const required = () => testApi({ secondFactor: 'required' });
const refused = { status: 403, code: 'second_factor_needed' };
/** The calls with a session that are allowed before there is a second factor. */
const OPEN = [
  'GET /api/user/devices',
  'GET /api/user/export',
  'GET /api/user/second-factor',
  'GET /api/user/settings',
  'GET /api/user/specific-user/:id',
  'POST /api/user/confirmation',
  'POST /api/user/deletion',
  'POST /api/user/logout',
  'POST /api/user/second-factor/confirm',
  'POST /api/user/second-factor/setup',
  'PUT /api/user/birth-date',
  'PUT /api/user/device',
  'PUT /api/user/settings/email',
];

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** Returns the answer to a nearly empty call. */
async function ask(api: TestApi, { method, path }: Call, token: string, id: number) {
  const answer = await api.raw(path.replace(/:(\w+)/g, String(id)), {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { body: '{"amount_id":1201}' }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

async function setUp(api: TestApi): Promise<Buffer> {
  const secret = secretOf((await request(setUpApp, { body: { password: PASSWORD } })).secret);
  await request(confirmApp, { body: { code: codeOf(secret, api.now) } });
  return secret;
}

describe('if every player must have a second factor, an account without one', () => {
  test('is rejected with an explanation on every call of a session, except those that set one up', async () => {
    const api = await required();
    const mira = await joinConfirmed(api);
    const open: string[] = [];
    for (const call of Object.values(calls)) {
      // With a separate session, because one of these logs out.
      const token = await createToken(api.db.drizzle, mira.id, 'a test', api.now);
      const answer = await ask(api, call, token, mira.id);
      if (call.who === 'user' && answer.code !== refused.code) open.push(nameOf(call));
      if (call.who === 'user' && answer.code === refused.code) expect(answer).toEqual(refused);
      if (call.who !== 'user') expect(answer.code, nameOf(call)).not.toBe(refused.code);
    }
    expect(open.sort()).toEqual(OPEN);
    await expect(request(getBalance, {})).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('Set it up in your settings'),
    });
    await expect(request(buyAmount, { params: { id: 12 }, body: { amount_id: 1201 } })).rejects.toMatchObject(
      refused,
    );
  });

  test('is rejected by HEAD wherever it is by GET', async () => {
    const api = await required();
    const mira = await joinConfirmed(api);
    const reads = Object.values(calls).filter(({ method, who }) => method === 'GET' && who === 'user');
    const rejected = async (method: string) => {
      const answers = reads.map(async ({ path }) => {
        const { status } = await api.send(mira.token, method, path.replace(/:(\w+)/g, String(mira.id)));
        return status === refused.status ? [path] : [];
      });
      return (await Promise.all(answers)).flat();
    };
    expect(await rejected('HEAD')).toEqual(await rejected('GET'));
  });

  test('sees what guests see, and only its own profile', async () => {
    const api = await required();
    const other = await api.addPlayer();
    const mira = await joinConfirmed(api);
    expect((await request(getReward, { params: { id: 12 } })).status).toBe('sign_in');
    expect((await request(getUser, { params: { id: mira.id } })).user.email).toBe(mira.email);
    await expect(request(getUser, { params: { id: other.id } })).rejects.toMatchObject(refused);
    // Two calls that name an item in different ways.
    for (const path of [
      `/api/user/specific-user/${other.id}/${mira.id}`,
      `/api/user/specific-user/0${mira.id}`,
    ])
      expect((await api.send(mira.token, 'GET', path)).status).not.toBe(200);
  });

  test('can’t join a channel', async () => {
    const api = await required();
    const mira = await joinConfirmed(api);
    const join = async () => {
      const body = new URLSearchParams({
        socket_id: '1.1',
        channel_name: userChannel(mira.id),
      });
      const headers = { authorization: `Bearer ${mira.token}` };
      const answer = await api.raw('/broadcasting/auth', { method: 'POST', headers, body });
      return (await answer.json()).code ?? answer.status;
    };
    expect(await join()).toBe(refused.code);
    await setUp(api);
    expect(await join()).toBe(200);
  });

  test('can use everything once it has one, can’t turn it off, and logs in with it', async () => {
    const api = await required();
    const mira = await joinConfirmed(api);
    expect((await request(getSecondFactor, {})).second_factor).toMatchObject({
      required: true,
      on_since: null,
    });
    const secret = await setUp(api);
    await expect(request(getBalance, {})).resolves.toBeTruthy();
    expect((await request(getReward, { params: { id: 12 } })).status).not.toBe('sign_in');
    pass(api, 60_000);
    const code = codeOf(secret, api.now);
    await expect(request(turnOffApp, { body: { password: PASSWORD, code } })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('you can’t turn it off'),
    });
    // Rejected before it was read, so the code is still valid.
    await request(loginUser, { body: { email: mira.email, password: PASSWORD, captcha: 'off', code } });
  });

  test('can correct and confirm its address and log out without it', async () => {
    const api = await required();
    const { token, user } = (
      await request(registerUser, {
        body: {
          email: 'mria@test.example',
          password: PASSWORD,
          captcha: 'off',
        },
      })
    ).success;
    api.actAs({ id: user.id, email: 'mria@test.example', token });
    expect(await endOf(request(setUpApp, { body: { password: PASSWORD } }))).toBe('email_unconfirmed');
    await request(changeEmail, { body: { email: 'mira@test.example', password: PASSWORD } });
    await request(logoutUser, {});
    expect(await endOf(request(getSettings, {}))).toBe('unauthenticated');
  });
});

test('an account that only signs in with a provider passes: its second factor is the provider’s', async () => {
  const api = await required();
  const player = await api.addPlayer();
  await api.db.drizzle.insert(identities).values({
    provider: 'google',
    subject: '7',
    userId: player.id,
    createdAt: api.now,
    lastUsedAt: api.now,
  });
  api.actAs(player);
  await expect(request(getBalance, {})).resolves.toBeTruthy();
});

test('an ended session is reported as such, and not with what the account lacks', async () => {
  const api = await required();
  const mira = await joinConfirmed(api);
  await request(logoutUser, {});
  api.actAs(mira);
  expect(await endOf(request(getBalance, {}))).toBe('unauthenticated');
});

test('without the setting an account without one can use everything', async () => {
  const api = await testApi();
  await joinConfirmed(api);
  await expect(request(getBalance, {})).resolves.toBeTruthy();
  expect((await request(getSecondFactor, {})).second_factor).toMatchObject({ required: false });
});
