/** More calls than a process can hold: some are rejected with an explanation, and probes and operators are let in. */
import { expect, test } from 'vitest';
import { passwordCalls } from '../../../server/http/admission.ts';
import { loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { request, testApi } from '../../support/api.ts';

const overloaded = { status: 503, code: 'overloaded', retryAfter: 2 };
const one = { running: 1, waiting: 1, patience: 60_000 };
const codesOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => (call.status === 'fulfilled' ? 'done' : call.reason));

test('a call over the queue’s limit is a 503 with Retry-After, while operators, probes and later calls are let in', async () => {
  const api = await testApi({ gates: { calls: one } });
  api.operateAs(await api.addOperator());
  const reads = codesOf(Array.from({ length: 4 }, () => request(listRewards, {})));
  const [ready, overview] = await Promise.all([api.raw('/readyz'), request(getOverview, {})]);
  expect([ready.status, overview]).toEqual([200, expect.any(Object)]);
  expect(await reads).toEqual([
    'done',
    'done',
    expect.objectContaining(overloaded),
    expect.objectContaining(overloaded),
  ]);
  await request(listRewards, {});
});

test('sign-ins have their own queue, which doesn’t delay reads', async () => {
  const api = await testApi({ gates: { passwords: one } });
  const wrong = { email: 'nobody@test.example', password: 'not the password', captcha: 'none' };
  const tries = codesOf(Array.from({ length: 3 }, () => request(loginUser, { body: wrong })));
  await request(listRewards, {});
  expect(await tries).toEqual([
    expect.objectContaining({ status: 422 }),
    expect.objectContaining({ status: 422 }),
    expect.objectContaining(overloaded),
  ]);
  expect(api.logged).toEqual([]);
});

test('calls whose body never ends hold no place', async () => {
  const api = await testApi({ gates: { calls: one, passwords: one } });
  const end = new AbortController();
  const never = ['/api/login-user', '/api/user/messages', '/postback/demo'].flatMap((path) =>
    [1, 2].map(async () => {
      const body = new ReadableStream({
        start: (controller) =>
          end.signal.addEventListener('abort', () => {
            controller.enqueue(new TextEncoder().encode('{}'));
            controller.close();
          }),
      });
      // It states its length, because otherwise the body limit would read all of it first.
      const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '2' } };
      return (await api.raw(path, init)).status;
    }),
  );
  const wrong = { email: 'nobody@test.example', password: 'not the password', captcha: 'none' };
  await request(listRewards, {});
  await expect(request(loginUser, { body: wrong })).rejects.toMatchObject({ status: 422 });
  end.abort();
  expect(await Promise.all(never)).not.toContain(200);
});

test('a page of the site can read the rejection, because it has the CORS headers', async () => {
  const api = await testApi({ gates: { calls: { running: 0, waiting: 0, patience: 0 } } });
  const answer = await api.raw('/api/user/rewards', { headers: { Origin: 'http://site.test' } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('http://site.test');
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
});

test('every call that hashes a password or recovery codes is among them, and no other', () => {
  const paths = passwordCalls
    .filter(({ path }) => !path.startsWith('/api/operator/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(paths.toSorted()).toEqual([
    'POST /api/confirm-email',
    'POST /api/factor-recovery',
    'POST /api/login-user',
    'POST /api/login/apple/callback',
    'POST /api/login/discord/callback',
    'POST /api/login/google/callback',
    'POST /api/login/steam/callback',
    'POST /api/password/reset',
    'POST /api/registration-user',
    'POST /api/user/deletion',
    'POST /api/user/devices/:id/end',
    'POST /api/user/devices/end',
    'POST /api/user/logins/:provider/remove',
    'POST /api/user/passkeys/:id/remove',
    'POST /api/user/passkeys/start',
    'POST /api/user/second-factor/confirm',
    'POST /api/user/second-factor/off',
    'POST /api/user/second-factor/recovery-codes',
    'POST /api/user/second-factor/setup',
    'PUT /api/user/settings/email',
    'PUT /api/user/settings/password',
  ]);
});
