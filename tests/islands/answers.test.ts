import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError, connectApi } from '../../src/lib/api/client.ts';
import { $balance, refreshBalance } from '../../src/lib/stores/balance.ts';
import { createLoader, isEndUnknown, shown } from '../../src/lib/stores/load.ts';
import { once } from '../../src/lib/stores/once.ts';
import { buy, loadReward } from '../../src/lib/stores/reward.ts';
import { $session } from '../../src/lib/stores/session.ts';
import { $unread, refreshUnread } from '../../src/lib/stores/unread.ts';
import { anInfo, aUser, rewardHost, storeUser } from '../support/reward-host.ts';

let host = rewardHost();
let forget = () => {};

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  forget = $session.listen(() => {});
  storeUser(aUser());
});
afterEach(() => {
  storeUser(null);
  forget();
});

/** Holds the answers of a call back, in the order in which it was asked. */
function holdBack(call: string): ((answer: object) => void)[] {
  const give: ((answer: object) => void)[] = [];
  host.on(call, () => new Promise((resolve) => give.push(resolve)));
  return give;
}

const balance = (available: number) => ({ available, pending: 0, reserved: 0, debt: 0 });
const list = createLoader<unknown>();

test.each([
  {
    what: 'the balance',
    call: 'GET /api/user/balance',
    ask: refreshBalance,
    answer: (count: number) => ({ balance: balance(count) }),
    now: () => $balance.get()?.available,
  },
  {
    what: 'what is unread',
    call: 'GET /api/user/unread',
    ask: refreshUnread,
    answer: (count: number) => ({ unread: { notices: count, threads: 0 } }),
    now: () => $unread.get()?.notices,
  },
  {
    what: 'a list',
    call: 'GET /list',
    ask: () => list.run(async () => (await host.fetch('http://localhost/list')).json(), true),
    answer: (count: number) => count,
    now: () => shown(list.$load.get()),
  },
])('an older answer never takes the place of a newer one: $what', async ({ call, ask, answer, now }) => {
  const give = holdBack(call);
  const [older, newer] = [ask(), ask()];
  await expect.poll(() => give.length).toBe(2);
  give[1]?.(Response.json(answer(2)));
  await newer;
  give[0]?.(Response.json(answer(1)));
  await older;
  expect(now()).toBe(2);
});

test('two purchases at once are one', async () => {
  host.on('GET /api/user/rewards/12', () => anInfo());
  const give = holdBack('POST /api/user/rewards/');
  await loadReward(12);
  const both = [buy(12, 1, 500), buy(12, 1, 500)];
  await expect.poll(() => give.length).toBeGreaterThan(0);
  for (const one of give) one(Response.json({ message: 'Gone.', code: 'out_of_stock' }, { status: 409 }));
  await Promise.all(both);
  expect(host.calls('POST /api/user/rewards/')).toHaveLength(1);
});

test.each([
  ['offline', 0, true],
  ['timeout', 0, true],
  ['unavailable', 502, true],
  ['unexpected_answer', 200, true],
  ['database_unavailable', 503, true],
  ['internal', 500, true],
  ['not_offered', 501, false],
  ['out_of_stock', 409, false],
  ['too_many_requests', 429, false],
  ['invalid', 422, false],
])('after %s (%d) it is unknown whether it was done: %s', async (code, status, isUnknown) => {
  const error = new ApiError(code, 'No.', { status });
  expect(isEndUnknown(error)).toBe(isUnknown);
  const keys: string[] = [];
  const attempt = (end: () => Promise<string>) =>
    once(['buy', code], (key) => {
      keys.push(key);
      return end();
    }).catch(() => {});
  await attempt(() => Promise.reject(error));
  await attempt(() => Promise.resolve('done'));
  await attempt(() => Promise.resolve('done'));
  expect(keys[0] === keys[1]).toBe(isUnknown);
  expect(keys[1]).not.toBe(keys[2]);
});
