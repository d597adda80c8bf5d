import { describe, expect, test } from 'vitest';
import { createSteam } from '../../../server/features/auth/steam.ts';
import type { AppDeps } from '../../../server/http/app-deps.ts';
import { createLog, type LogFields } from '../../../server/observability/log.ts';
import { getBalance, logoutUser } from '../../../src/lib/contract/account/account.ts';
import { changeEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import {
  beginFactorRecovery,
  requestFactorRecovery,
  stopFactorRecovery,
} from '../../../src/lib/contract/auth/factor-recovery.ts';
import {
  loginSteam,
  loginUser,
  registerUser,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { FACTOR_RECOVERY_WAIT_DAYS } from '../../../src/lib/contract/limits.ts';
import { endOperator, getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { changePassword, deleteAccount } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { PASSWORD as APP_PASSWORD, joinWithApp } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';

const EMAIL = 'mira@test.example';
const PASSWORD = 'seven quiet lanterns';
const WRONG = 'eight loud lanterns';
const captcha = 'none';
const RESET = { token: 'x'.repeat(43), email: EMAIL, password: WRONG, password_confirmation: WRONG };

/** An app whose security events are read from the log as JSON. */
async function withLog(change: Partial<AppDeps> = {}): Promise<{
  api: TestApi;
  /** The log lines since the last call, without the fields that every line has. */
  events(): LogFields[];
  lines: string[];
}> {
  const lines: string[] = [];
  let read = 0;
  const clock = { now: () => new Date(0) };
  const logSecurity = createLog({
    format: 'json',
    write: (line) => void lines.push(line),
    now: () => clock.now(),
  });
  const api = await testApi({ logSecurity, ...change });
  clock.now = () => api.now;
  const events = () => {
    const fresh = lines.slice(read);
    read = lines.length;
    return fresh.map((line) => {
      const { level, time, id, message, from, ...rest } = JSON.parse(line);
      expect({ level, time, id, message, from }).toEqual({
        level: rest.outcome === 'done' ? 'info' : 'warn',
        time: api.now.toISOString(),
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        message: expect.stringContaining(`security: ${rest.event}`),
        from: expect.any(String),
      });
      return rest;
    });
  };
  return { api, events, lines };
}

describe('the log of security events', () => {
  test('records each sign-in and each rejected one, with the account’s number', async () => {
    const { api, events } = await withLog();
    const { token, user } = (
      await request(registerUser, { body: { email: EMAIL, password: PASSWORD, captcha } })
    ).success;
    const joined = { event: 'signed_in', outcome: 'done', user: user.id, route: '/api/registration-user' };
    expect(events()).toEqual([joined]);
    await request(loginUser, { body: { email: EMAIL, password: PASSWORD, captcha } });
    await expect(request(loginUser, { body: { email: EMAIL, password: WRONG, captcha } })).rejects.toThrow();
    await expect(
      request(loginUser, { body: { email: 'nobody@test.example', password: WRONG, captcha } }),
    ).rejects.toThrow();
    await expect(request(resetPassword, { body: RESET })).rejects.toThrow();
    api.actAs({ id: user.id, email: EMAIL, token });
    await request(logoutUser, {});
    const route = '/api/login-user';
    expect(events()).toEqual([
      { event: 'signed_in', outcome: 'done', user: user.id, route },
      { event: 'sign_in_refused', outcome: 'refused', user: user.id, route },
      { event: 'sign_in_refused', outcome: 'refused', route },
      { event: 'sign_in_refused', outcome: 'refused', route: '/api/password/reset' },
      { event: 'signed_out', outcome: 'done', user: user.id, route: '/api/user/logout' },
    ]);
  });

  test('records why a provider’s answer was rejected, at the call and on the return', async () => {
    const db = await testDatabase();
    const steam = createSteam({
      db,
      endpoint: 'https://steam.test/openid/login',
      label: 'Steam',
      redirectUrl: 'http://api.test/login/steam/callback',
      log: () => {},
      ask: fetch,
    });
    const { api, events } = await withLog({ db, providers: { steam } });
    await expect(request(loginSteam, { body: 'openid.mode=id_res' })).rejects.toThrow();
    const out = await api.raw(`/login/steam?visit=${'v'.repeat(43)}`);
    const returnTo = new URL(out.headers.get('Location') ?? '').searchParams.get('openid.return_to') ?? '';
    const cookie = out.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    await api.raw(`${returnTo}&openid.mode=x&openid.mode=y`, { headers: { cookie } });
    const refused = { event: 'sign_in_refused', outcome: 'refused' };
    expect(events()).toEqual([
      { ...refused, route: '/api/login/steam/callback' },
      { ...refused, route: '/login/steam/callback' },
    ]);
  });

  test('records rejected calls, and whose they were', async () => {
    const { api, events } = await withLog();
    const player = await api.addPlayer();
    const one = await api.addOperator();
    await expect(request(getBalance, {})).rejects.toThrow();
    api.actAs({ ...player, token: `${player.id}|${'x'.repeat(43)}` });
    await expect(request(getBalance, {})).rejects.toThrow();
    api.operateAs({ token: player.token });
    await expect(request(getOverview, {})).rejects.toThrow();
    await api.raw('/broadcasting/auth', {
      method: 'POST',
      headers: { authorization: `Bearer ${player.token}` },
      body: new URLSearchParams({ socket_id: '1.1', channel_name: 'private-App.User.999999' }),
    });
    api.operateAs(one);
    await expect(
      request(endOperator, { params: { id: one.id }, body: { reason: 'I want to go.' } }),
    ).rejects.toThrow();
    await api.raw('/postback/demo?kind=credit&signature=00');
    const refused = { outcome: 'refused' };
    expect(events()).toEqual([
      { ...refused, event: 'access_refused', route: '/api/user/balance' },
      { ...refused, event: 'session_refused', route: '/api/user/balance' },
      { ...refused, event: 'session_refused', route: '/api/operator/overview' },
      { ...refused, event: 'access_refused', user: player.id, route: '/broadcasting/auth' },
      { ...refused, event: 'access_refused', operator: one.id, route: '/api/operator/operators/:id/end' },
      { ...refused, event: 'signature_refused', route: '/postback/:partner' },
    ]);
  });

  test('records each step of the recovery from a lost second factor', async () => {
    const { api, events } = await withLog();
    const joinedAt = api.now;
    const mira = await joinWithApp(api);
    api.actAs(null);
    const { now } = api;
    api.now = joinedAt;
    events();
    api.now = now;
    const begin = async () => {
      await request(requestFactorRecovery, { body: { email: mira.email, password: APP_PASSWORD, captcha } });
      await api.background.idle();
      await request(beginFactorRecovery, {
        body: { token: /lost-codes\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '' },
      });
      await api.background.idle();
      return /keep-codes\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
    };
    const stop = await begin();
    await request(stopFactorRecovery, { body: { token: stop } });
    await expect(request(stopFactorRecovery, { body: { token: stop } })).rejects.toThrow();
    await begin();
    const before = events();
    api.now = new Date(api.now.getTime() + FACTOR_RECOVERY_WAIT_DAYS * 86_400_000);
    await request(loginUser, { body: { email: mira.email, password: APP_PASSWORD, captcha } });
    const done = (event: string, route: string) => ({ event, outcome: 'done', user: mira.id, route });
    const begun = [
      done('factor_loss_reported', '/api/factor-recovery'),
      done('factor_loss_begun', '/api/factor-recovery/begin'),
    ];
    expect(before).toEqual([
      ...begun,
      done('factor_loss_stopped', '/api/factor-recovery/stop'),
      { event: 'proof_refused', outcome: 'refused', route: '/api/factor-recovery/stop' },
      ...begun,
    ]);
    expect(events()).toEqual([done('signed_in', '/api/login-user'), done('factor_lost', '/api/login-user')]);
  });

  test('records reached limits, wrong proofs and rejected captchas', async () => {
    const refusing = {
      challenge: async () => ({}),
      refuse: async (value: string) => (value === captcha ? null : value),
    };
    const { api, events } = await withLog({ rateLimit: true, captcha: refusing });
    const { token, user } = (
      await request(registerUser, { body: { email: EMAIL, password: PASSWORD, captcha } })
    ).success;
    await expect(
      request(loginUser, { body: { email: EMAIL, password: PASSWORD, captcha: 'No.' } }),
    ).rejects.toThrow();
    api.actAs({ id: user.id, email: EMAIL, token });
    const proof = { old_password: WRONG, password: 'nine soft lanterns' };
    await expect(
      request(changePassword, { body: { ...proof, password_confirmation: proof.password } }),
    ).rejects.toThrow();
    await expect(
      request(changeEmail, { body: { email: 'me@test.example', password: WRONG } }),
    ).rejects.toThrow();
    await expect(request(deleteAccount, { body: { proof: WRONG, writings: 'keep' } })).rejects.toThrow();
    api.actAs(null);
    for (let tries = 0; tries < 31; tries++) await request(resetPassword, { body: RESET }).catch(() => {});
    const [joined, check, ...rest] = events();
    expect([joined, check]).toEqual([
      expect.objectContaining({ event: 'signed_in' }),
      { event: 'captcha_refused', outcome: 'refused', route: '/api/login-user' },
    ]);
    const refusedProof = { event: 'proof_refused', outcome: 'refused', user: user.id };
    expect(rest.slice(0, 3)).toEqual([
      { ...refusedProof, route: '/api/user/settings/password' },
      { ...refusedProof, route: '/api/user/settings/email' },
      { ...refusedProof, route: '/api/user/deletion' },
    ]);
    expect(rest.at(-1)).toEqual({
      event: 'limit_reached',
      outcome: 'refused',
      route: '/api/password/reset',
    });
  });

  test('gives the source only as a large network, and nothing that was sent', async () => {
    const { api, lines } = await withLog();
    const body = JSON.stringify({ email: EMAIL, password: WRONG, captcha });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer 7|secret' };
    for (const address of ['198.51.100.7', '2001:db8:5:6:7::8'])
      await api.raw(
        '/api/login-user',
        { method: 'POST', body, headers },
        { incoming: { socket: { remoteAddress: address } } },
      );
    expect(lines.map((line) => JSON.parse(line).from)).toEqual(['198.51.100.0/24', '2001:db8:5::/48']);
    await expect(request(resetPassword, { body: RESET })).rejects.toThrow();
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/mira|lanterns|secret|100\.7|:6:7|xxx/);
  });
});
