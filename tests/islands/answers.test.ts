import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { $rewards, loadRewards } from '../../src/islands/catalogue/rewards/rewards-store.ts';
import { buy } from '../../src/islands/redemption/reward/purchase-store.ts';
import { loadReward } from '../../src/islands/redemption/reward/reward-info-store.ts';
import { $balance, refreshBalance } from '../../src/islands/shared/stores/balance.ts';
import { isEndUnknown, shown } from '../../src/islands/shared/stores/load.ts';
import { $unread, refreshUnread } from '../../src/islands/shared/stores/unread.ts';
import { ApiError } from '../../src/lib/client/client.ts';
import { getBalance } from '../../src/lib/contract/account/account.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { getReward, listRewards } from '../../src/lib/contract/catalogue/rewards.ts';
import { getUnread } from '../../src/lib/contract/notifications/unread.ts';
import { buyAmount } from '../../src/lib/contract/redemption/buy.ts';
import { $session } from '../../src/lib/session/session.ts';
import { anInfo, balance, signIn } from '../support/fixtures.ts';
import { hostOfEachTest, pageOf, type Reply, refusal } from '../support/host.ts';

const host = hostOfEachTest();
beforeEach(() => {
  onTestFinished($session.listen(() => {}));
  signIn();
});

/** Holds back a call's answers, in the order of the requests. */
function holdBack<C extends Call>(call: C): ((answer: Reply<C>) => void)[] {
  const give: ((answer: Reply<C>) => void)[] = [];
  host.on(call, () => new Promise((resolve) => give.push(resolve)));
  return give;
}

test.each<{
  what: string;
  call: Call;
  ask: () => Promise<unknown>;
  answer: (count: number) => object;
  now: () => unknown;
}>([
  {
    what: 'the balance',
    call: getBalance,
    ask: refreshBalance,
    answer: (count: number) => ({ balance: balance({ available: count }) }),
    now: () => $balance.get()?.available,
  },
  {
    what: 'what is unread',
    call: getUnread,
    ask: refreshUnread,
    answer: (count: number) => ({ unread: { notifications: count, threads: 0 } }),
    now: () => $unread.get()?.notifications,
  },
  {
    what: 'a list',
    call: listRewards,
    ask: () => loadRewards({ search: '', sort: 'popular', page: 1 }),
    answer: (total: number) => pageOf([], { total }),
    now: () => shown($rewards.get())?.total,
  },
])('an older answer never replaces a newer one: $what', async ({ call, ask, answer, now }) => {
  const give = holdBack(call);
  const [older, newer] = [ask(), ask()];
  await expect.poll(() => give.length).toBe(2);
  give[1]?.(answer(2));
  await newer;
  give[0]?.(answer(1));
  await older;
  expect(now()).toBe(2);
});

test('two concurrent purchases make one order', async () => {
  host.on(getReward, () => anInfo());
  const give = holdBack(buyAmount);
  await loadReward(12);
  const both = [buy(12, 1, 500), buy(12, 1, 500)];
  await expect.poll(() => give.length).toBeGreaterThan(0);
  for (const one of give) one(refusal(409, 'out_of_stock', 'Gone.'));
  await Promise.all(both);
  expect(host.asked(buyAmount)).toHaveLength(1);
});

test.each([
  ['offline', 0, true],
  ['timeout', 0, true],
  ['unavailable', 502, true],
  ['unexpected_answer', 200, true],
  ['database_unavailable', 503, true],
  ['internal', 500, true],
  ['not_offered', 501, false],
  ['http_418', 418, false],
  ['out_of_stock', 409, false],
  ['too_many_requests', 429, false],
  ['invalid', 422, false],
])('after %s (%d) it is unknown whether the action was done: %s', (code, status, isUnknown) => {
  expect(isEndUnknown(new ApiError(code, 'No.', { status }))).toBe(isUnknown);
});
