/** An action with an unknown result has the same key when it is repeated, and an ended one gets a new key. */
import { expect, test } from 'vitest';
import { connectApi, request } from '../../../src/lib/client/client.ts';
import { specOnly } from '../../../src/lib/client/spec-only.ts';
import { approveAdjustment } from '../../../src/lib/contract/operators/operator-users.ts';
import { addGameOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const opinion = { id: 1, opinion: 'Fine', user: { id: 1, name: 'mira' }, created_at: '2026-11-18T12:00:00Z' };
const done = () => json(200, { opinion });

/** The keys of attempts to send this opinion, each answered with the next of `answers`. */
async function keysOf(
  answers: readonly (() => Response)[],
  change: { says?: string[]; only?: typeof specOnly } = {},
) {
  const keys: (string | null)[] = [];
  connectApi({
    token: () => '1|token',
    only: change.only,
    // The session's, if another file has loaded it, go to other pages.
    onUnauthorized: () => {},
    onFactorNeeded: () => {},
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = answers[keys.length - 1];
      if (!answer) throw new Error('asked too often');
      return answer();
    },
  });
  for (const at of answers.keys())
    await request(addGameOpinion, {
      params: { id: 1 },
      body: { user_id: 1, opinion: change.says?.[at] ?? 'Fine' },
    }).catch(() => {});
  return keys;
}
const lost = () => {
  throw new TypeError('Failed to fetch');
};

test.each<[string, () => Response]>([
  ['an answer that was lost', lost],
  ['a failure of the host', () => json(500, {})],
  ['an answer that can’t be read', () => new Response('<!doctype html><title>A proxy</title>')],
])('after %s the key stays the same until the result is known', async (_, failed) => {
  const [first, second, third, fourth] = await keysOf([failed, failed, done, done]);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test.each([
  [401, 'unauthenticated'],
  [403, 'second_factor_needed'],
  [408, 'timeout'],
  [429, 'too_many_requests'],
])(
  'a retry that wasn’t looked at (%i, %s) says nothing about the first try, so the key stays',
  async (status, code) => {
    const early = () => json(status, { message: 'Not now.', code });
    const [first, ...others] = await keysOf([lost, early, done]);
    expect(others).toEqual([first, first]);
  },
);

test('a new session doesn’t make it another action', async () => {
  const keys: (string | null)[] = [];
  for (const token of ['1|token', '2|token']) {
    connectApi({
      operatorToken: () => token,
      only: undefined,
      fetch: async (_, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        return lost();
      },
    });
    await request(approveAdjustment, { params: { id: 2 } }).catch(() => {});
  }
  expect(keys[1]).toBe(keys[0]);
});

test('after an error, or with another body, the action gets a new key', async () => {
  const refused = () => json(422, { message: 'Too short', errors: { opinion: ['Too short'] } });
  expect(new Set(await keysOf([refused, refused])).size).toBe(2);
  expect(new Set(await keysOf([lost, lost, done], { says: ['Fine', 'Not fine', 'Fine'] })).size).toBe(2);
});

test('an operator’s action has a key as well', async () => {
  const keys: (string | null)[] = [];
  connectApi({
    operatorToken: () => '1|token',
    only: undefined,
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return lost();
    },
  });
  for (let tries = 0; tries < 2; tries++)
    await request(approveAdjustment, { params: { id: 1 } }).catch(() => {});
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
});

test('a host that takes no key gets none', async () => {
  expect(await keysOf([lost, done], { only: specOnly })).toEqual([null, null]);
});

test('a purchase keeps one key from sending until its result is known, whatever its price', async () => {
  const keys: (string | null)[] = [];
  const give: ((answer: Response) => void)[] = [];
  connectApi({
    token: () => '1|token',
    only: undefined,
    fetch: (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return new Promise((resolve) => give.push(resolve));
    },
  });
  const buy = async (points: number) => {
    const tries = give.length;
    const ended = request(buyAmount, {
      params: { id: 84 },
      body: { amount_id: 8401, points },
      sameAs: ['buy', 84, 8401],
    }).catch(() => {});
    await expect.poll(() => give).toHaveLength(tries + 1);
    return async (status: number) => {
      give[tries]?.(json(status, { message: 'No.', code: 'no' }));
      await ended;
    };
  };
  const [first, second] = [await buy(500), await buy(600)];
  await first(500);
  await second(500);
  await (await buy(700))(409);
  await (await buy(700))(409);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});
