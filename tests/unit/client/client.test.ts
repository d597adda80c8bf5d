import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, abortPending, connectApi, isEndUnknown, request } from '../../../src/lib/client/client.ts';
import { specOnly } from '../../../src/lib/client/spec-only.ts';
import { getBalance, getCountries, getUser, logoutUser } from '../../../src/lib/contract/account/account.ts';
import { getCaptcha, loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { checkReward, getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';

type Fetch = typeof globalThis.fetch;

let unauthorized: (string | null)[] = [];
let sent: Request[] = [];

beforeEach(() => {
  unauthorized = [];
  sent = [];
  connectApi({
    baseUrl: 'http://api.test',
    token: () => null,
    onUnauthorized: (token) => void unauthorized.push(token),
    timeout: 20_000,
    only: undefined,
  });
});

/** A host with the same answer to everything. */
function host(answer: () => Response | Promise<Response>): void {
  const fetch: Fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return answer();
  };
  connectApi({ fetch });
}

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><title>${status}</title>`, {
    status,
    headers: { 'content-type': 'text/html', ...headers },
  });

/** The error that a call rejected with, which must be an ApiError. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

const balance = { available: 1, pending: 2, reserved: 3, debt: 0 };

describe('an answer', () => {
  test('with unknown fields is still read', async () => {
    host(() => json({ balance: { ...balance, bonus: 5 }, server: 'another' }));
    expect((await request(getBalance, {})).balance).toEqual(balance);
  });

  test.each([
    ['HTML', () => page(200)],
    ['truncated JSON', () => new Response('{"balance": {"available": 1, "pend')],
    ['nothing', () => new Response(null, { status: 204 })],
    ['an empty text', () => new Response('')],
    ['null', () => json(null)],
    ['a list', () => json([balance])],
    ['JSON with a field missing', () => json({ balance: { available: 1, pending: 2, reserved: 3 } })],
    ['JSON with a field of another type', () => json({ balance: { ...balance, available: 'one' } })],
    ['NaN', () => new Response('{"balance": {"available": NaN}}')],
  ])('that is %s is an error with a message', async (_, answer) => {
    host(answer);
    const error = await errorOf(request(getBalance, {}));
    expect(error).toMatchObject({ code: 'unexpected_answer', fields: {} });
    expect(error.message).toMatch(/^Something went wrong with the response/);
  });

  test("can't reach the prototype of anything", async () => {
    host(
      () =>
        new Response(
          '{"__proto__": {"polluted": 1}, "balance": {"available": 1, "pending": 0, "reserved": 0, "debt": 0, "__proto__": {"polluted": 1}}}',
        ),
    );
    await request(getBalance, {});
    host(
      () =>
        new Response('{"message": "no", "errors": {"__proto__": ["polluted"], "email": ["wrong"]}}', {
          status: 422,
        }),
    );
    expect(Object.keys((await errorOf(request(getBalance, {}))).fields)).toContain('email');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('an error answer', () => {
  test('gives its code, its message and each field’s first message', async () => {
    host(() =>
      json(
        { message: 'Look again.', errors: { email: ['first', 'second'], name: [] }, code: 'invalid' },
        { status: 422 },
      ),
    );
    expect(await errorOf(request(getBalance, {}))).toMatchObject({
      code: 'invalid',
      status: 422,
      message: 'Look again.',
      fields: { email: 'first', name: 'Look again.' },
    });
  });

  test('in Laravel’s form, without a code, is identified by its status, and says what is wrong', async () => {
    host(() =>
      json({ message: 'The given data was invalid.', errors: { email: ['taken'] } }, { status: 422 }),
    );
    expect(await errorOf(request(getBalance, {}))).toMatchObject({
      code: 'invalid',
      message: 'taken',
      fields: { email: 'taken' },
    });
    host(() => json({ message: 'Server Error' }, { status: 500 }));
    expect(await errorOf(request(getBalance, {}))).toMatchObject({
      code: 'http_500',
      message: 'Server Error',
    });
  });

  test.each([
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [422, 'invalid'],
    [429, 'too_many_requests'],
    [418, 'http_418'],
  ])('%i without a message gets a sentence for its status', async (status, code) => {
    for (const answer of [
      () => page(status),
      () => new Response(null, { status }),
      () => json({ status: 'error' }, { status }),
      () => new Response('{"mess', { status }),
    ]) {
      host(answer);
      const error = await errorOf(request(listRewards, {}));
      expect(error).toMatchObject({ code, status });
      expect(error.message).toMatch(/\.$/);
      expect(isEndUnknown(error)).toBe(status >= 500);
    }
  });

  test.each([
    [{ opinion: ['The opinion is too short.'] }],
    [{ error: { opinion: ['The opinion is too short.'] } }],
    [{ message: 'The given data was invalid.', errors: { opinion: ['The opinion is too short.', 'More.'] } }],
  ])('of an opinion has the first message of its field: %o', async (body) => {
    host(() => json(body, { status: 422 }));
    expect(await errorOf(request(listRewards, {}))).toMatchObject({
      code: 'invalid',
      message: 'The opinion is too short.',
      fields: { opinion: 'The opinion is too short.' },
    });
  });

  test('is logged to the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    host(() => json({ error: 'Sold out.' }, { status: 409 }));
    await errorOf(request(listRewards, {}));
    expect(warn.mock.calls).toEqual([['GET /api/user/rewards: 409 http_409, Sold out.']]);
    warn.mockRestore();
  });

  test.each([404, 501])(
    '%i not in our form, on one of our own calls, says that it isn’t offered',
    async (status) => {
      for (const answer of [
        () => page(status),
        () => new Response(null, { status }),
        () => json({ error: 'x' }, { status }),
      ]) {
        host(answer);
        expect(await errorOf(request(getCaptcha, {}))).toMatchObject({ code: 'not_offered', status });
        expect(await errorOf(request(getBalance, {}))).toMatchObject({ code: 'not_offered', status });
      }
    },
  );

  test('404 in our form means a missing item, on any call', async () => {
    host(() => json({ message: 'There is nothing at this address.', code: 'not_found' }, { status: 404 }));
    expect(await errorOf(request(getCaptcha, {}))).toMatchObject({ code: 'not_found', status: 404 });
  });

  test('404 with a message but no code means a missing item on the specification’s calls, and a missing call on ours', async () => {
    host(() => json({ message: 'No query results for model [Reward] 9.' }, { status: 404 }));
    expect(await errorOf(request(listRewards, {}))).toMatchObject({ code: 'not_found', status: 404 });
    expect(await errorOf(request(getBalance, {}))).toMatchObject({ code: 'not_offered', status: 404 });
  });

  test('429 says how long to wait, both in our form and a proxy’s', async () => {
    const headers = { 'retry-after': '42' };
    host(() => json({ message: 'Slowly.', code: 'too_many_requests' }, { status: 429, headers }));
    expect(await errorOf(request(listRewards, {}))).toMatchObject({
      code: 'too_many_requests',
      retryAfter: 42,
      message: 'Slowly.',
    });
    host(() => page(429, headers));
    expect(await errorOf(request(listRewards, {}))).toMatchObject({ status: 429, retryAfter: 42 });
    for (const odd of ['soon', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT', '']) {
      host(() => page(503, { 'retry-after': odd }));
      expect((await errorOf(request(listRewards, {}))).retryAfter, odd).toBeUndefined();
    }
  });
});

describe('401', () => {
  test.each([
    [
      'in our form',
      () => json({ message: 'Your session has ended.', code: 'unauthenticated' }, { status: 401 }),
    ],
    ['of another form', () => json({ error: 'Unauthenticated.' }, { status: 401 })],
    ['as a page', () => page(401)],
    ['with no body', () => new Response(null, { status: 401 })],
  ])('%s says whose token it was', async (_, answer) => {
    connectApi({ token: () => '7|secret' });
    host(answer);
    expect((await errorOf(request(listRewards, {}))).status).toBe(401);
    expect(unauthorized).toEqual(['7|secret']);
  });

  test('twenty times concurrently is reported twenty times', async () => {
    connectApi({ token: () => '7|secret' });
    host(() => page(401));
    await Promise.allSettled(Array.from({ length: 20 }, () => request(listRewards, {})));
    expect(unauthorized).toEqual(Array.from({ length: 20 }, () => '7|secret'));
  });

  test('names the token that was sent, not one that arrived in the meantime', async () => {
    let token = 'old';
    connectApi({ token: () => token });
    host(() => {
      token = 'new';
      return page(401);
    });
    await errorOf(request(listRewards, {}));
    expect(unauthorized).toEqual(['old']);
  });

  test('of a guest is reported as one without a token', async () => {
    host(() => page(401));
    await errorOf(request(listRewards, {}));
    expect(unauthorized).toEqual([null]);
  });

  test('says whether the call was only a read', async () => {
    const reads: boolean[] = [];
    connectApi({ onUnauthorized: (_, isRead) => void reads.push(isRead) });
    host(() => page(401));
    await errorOf(request(listRewards, {}));
    await errorOf(request(checkReward, { params: { id: 12 } }));
    await errorOf(request(buyReward, { params: { id: 12 }, body: {} }));
    expect(reads).toEqual([true, false, false]);
  });
});

describe('a recent 404', () => {
  const ask = (id: number) => errorOf(request(getReward, { params: { id }, query: { page: 1 } }));
  const asked = () => sent.map(({ url }) => new URL(url).pathname.split('/').at(-1));
  afterEach(() => void vi.useRealTimers());

  test('isn’t requested again by the same person for a minute', async () => {
    vi.useFakeTimers();
    host(() => page(404));
    const first = await ask(4040);
    expect(await ask(4040)).toBe(first);
    await ask(4041);
    expect(asked()).toEqual(['4040', '4041']);
    vi.advanceTimersByTime(60_000);
    await ask(4040);
    expect(asked()).toEqual(['4040', '4041', '4040']);
  });

  test('is requested again after a change, which may have created it, and by another person', async () => {
    let token: string | null = null;
    host(() => page(404));
    connectApi({ token: () => token });
    await ask(4040);
    token = '7|secret';
    await ask(4040);
    await errorOf(request(buyReward, { params: { id: 1 }, body: {} }));
    await ask(4040);
    expect(asked()).toEqual(['4040', '4040', 'buy', '4040']);
  });

  test('isn’t remembered for any other failure', async () => {
    for (const status of [403, 500]) {
      host(() => page(status));
      await ask(4040);
      await ask(4040);
    }
    expect(sent).toHaveLength(4);
  });
});

describe('a call that gets no answer', () => {
  /** Waits forever, and aborts like fetch. */
  const silent: Fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  test('times out', async () => {
    connectApi({ fetch: silent, timeout: 30 });
    expect(await errorOf(request(listRewards, {}))).toMatchObject({ code: 'timeout', status: 0 });
  });

  test('is cancelled by navigation, and later calls aren’t', async () => {
    connectApi({ fetch: silent });
    const calls = [errorOf(request(listRewards, {})), errorOf(request(getCountries, {}))];
    abortPending();
    for (const call of calls) expect(await call).toMatchObject({ code: 'aborted', status: 0 });
    host(() => json({ countries: [] }));
    expect((await request(getCountries, {})).countries).toEqual([]);
  });

  test('isn’t cancelled if it changes something', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    connectApi({
      fetch: async (_, init) => {
        signals.push(init?.signal);
        return json({ completed: false, missing_points: 1, myreward: 12 });
      },
    });
    const acts = [request(checkReward, { params: { id: 12 } }), request(logoutUser, {}).catch(() => {})];
    abortPending();
    await Promise.all(acts);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  });

  test.each([
    [new TypeError('Failed to fetch')],
    [new TypeError('Load failed')],
    [new Error('ECONNREFUSED')],
  ])('because of %s is reported as being offline', async (cause) => {
    host(() => Promise.reject(cause));
    expect(await errorOf(request(listRewards, {}))).toMatchObject({
      code: 'offline',
      status: 0,
      message: expect.stringContaining('connection'),
    });
  });
});

describe('on a real connection', () => {
  async function serve(listener: RequestListener): Promise<void> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    connectApi({
      baseUrl: `http://127.0.0.1:${address.port}`,
      fetch: (...given) => globalThis.fetch(...given),
    });
  }

  test('an answer that stops halfway times out', async () => {
    await serve(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('{"balance":'),
    );
    connectApi({ timeout: 100 });
    expect(await errorOf(request(getBalance, {}))).toMatchObject({ code: 'timeout' });
  });

  test('an answer that is cut off is an error with a message', async () => {
    await serve((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"balance":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await errorOf(request(getBalance, {}))).toMatchObject({
      code: expect.stringMatching(/^(unexpected_answer|offline)$/),
    });
  });

  test('a refused connection is reported as offline', async () => {
    await serve((request) => void request.socket.destroy());
    expect(await errorOf(request(getBalance, {}))).toMatchObject({ code: 'offline' });
  });

  test('a call is sent once, whatever the answer: only the caller knows whether to retry', async () => {
    let asked = 0;
    await serve((_, response) => {
      asked += 1;
      response.writeHead(503).end();
    });
    await errorOf(request(listRewards, {}));
    await errorOf(request(buyReward, { params: { id: 1 }, body: {}, idempotencyKey: 'key-of-one-purchase' }));
    expect(asked).toBe(2);
  });
});

describe('what is sent', () => {
  const last = () => sent.at(-1);

  test('has the token if there is one, and otherwise no such header', async () => {
    host(() => json({ countries: [] }));
    await request(getCountries, {});
    expect(last()?.headers.has('authorization')).toBe(false);
    connectApi({ token: () => '7|secret' });
    await request(getCountries, {});
    expect(last()?.headers.get('authorization')).toBe('Bearer 7|secret');
    expect(last()?.headers.get('accept')).toBe('application/json');
  });

  test('has the key of a purchase, unless the host doesn’t accept that header', async () => {
    host(() => page(500));
    await errorOf(
      request(buyReward, { params: { id: 84 }, body: {}, idempotencyKey: 'key-of-one-purchase' }),
    );
    expect(last()?.headers.get('idempotency-key')).toBe('key-of-one-purchase');
    expect(last()?.url).toBe('http://api.test/api/user/rewards/84/buy');
    connectApi({ only: specOnly });
    await errorOf(
      request(buyReward, { params: { id: 84 }, body: {}, idempotencyKey: 'key-of-one-purchase' }),
    );
    expect(last()?.headers.has('idempotency-key')).toBe(false);
  });

  test('is JSON in content type and body', async () => {
    host(() => page(500));
    await errorOf(
      request(loginUser, {
        body: { email: 'mira@test.example', password: 'päss "word" \u2028', captcha: 'x' },
      }),
    );
    expect(last()?.headers.get('content-type')).toBe('application/json');
    expect(await last()?.json()).toEqual({
      email: 'mira@test.example',
      password: 'päss "word" \u2028',
      captcha: 'x',
    });
  });

  test('leaves out missing query values, and encodes the others', async () => {
    host(() => page(500));
    await errorOf(
      request(listRewards, { query: { page: 2, 'game-name': 'R&D 100%?#', 'sort-by': undefined } }),
    );
    expect(Object.fromEntries(new URL(last()?.url ?? '').searchParams)).toEqual({
      page: '2',
      'game-name': 'R&D 100%?#',
    });
    await errorOf(request(getUser, { params: { id: Number.NaN } }));
    expect(new URL(last()?.url ?? '').pathname).toBe('/api/user/specific-user/NaN');
  });
});
