/** What happens to pending calls and shown content when the router replaces the page that requested them. */
import { act, render, screen } from '@testing-library/react';
import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { $rewards, loadRewards } from '../../src/islands/catalogue/rewards/rewards-store.ts';
import { $goal, loadGoal } from '../../src/islands/progress/dashboard/home-store.ts';
import { buy } from '../../src/islands/redemption/reward/purchase-store.ts';
import { $purchase, $rewardInfo, loadReward } from '../../src/islands/redemption/reward/reward-info-store.ts';
import { $balance, refreshBalance } from '../../src/islands/shared/stores/balance.ts';
import { type FormState, submitForm } from '../../src/islands/shared/stores/form.ts';
import { makeGoal } from '../../src/islands/shared/stores/goal.ts';
import { asList, known, shown } from '../../src/islands/shared/stores/load.ts';
import { $unread, refreshUnread } from '../../src/islands/shared/stores/unread.ts';
import { NotificationCentre } from '../../src/islands/shell/NotificationCentre.tsx';
import { connectApi } from '../../src/lib/client/client.ts';
import { getBalance } from '../../src/lib/contract/account/account.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { checkReward, getReward, listRewards } from '../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications, notificationSchema } from '../../src/lib/contract/notifications/notifications.ts';
import { getUnread } from '../../src/lib/contract/notifications/unread.ts';
import { buyAmount } from '../../src/lib/contract/redemption/buy.ts';
import { $user } from '../../src/lib/session/session.ts';
import { aCard, anInfo, anOrder, balance, signIn } from '../support/fixtures.ts';
import { brokenLine, hostOfEachTest, pageOf, refusal } from '../support/host.ts';
import { sampleOf } from '../support/sample.ts';

const host = hostOfEachTest();
/** Calls that the page itself cancelled. */
let ended: string[];
let stop: () => void;

beforeEach(() => {
  ended = [];
  connectApi({
    fetch: async (input, init) => {
      const { promise: end, reject } = Promise.withResolvers<never>();
      end.catch(() => {});
      let isAnswered = false;
      init?.signal?.addEventListener('abort', () => {
        if (!isAnswered) ended.push(new URL(String(input)).pathname);
        reject(init.signal?.reason);
      });
      const answer = await Promise.race([host.fetch(input, init), end]);
      isAnswered = true;
      return answer;
    },
  });
  // Without a subscriber the session isn't read.
  stop = $user.listen(() => {});
  history.replaceState(null, '', '/user/rewards');
});
afterEach(() => {
  goTo('/');
  stop();
});

/** Waits until a call was sent. */
const isSent = (call: Call) => expect.poll(() => host.asked(call)).not.toEqual([]);

/** Swaps the page like the router. */
function goTo(address: string): void {
  document.dispatchEvent(new Event('astro:before-swap'));
  history.pushState(null, '', address);
  document.dispatchEvent(new Event('astro:after-swap'));
}

describe('a list', () => {
  const view = { search: '', sort: 'popular', page: 1 } as const;
  const namesShown = () => shown($rewards.get())?.data.map(({ name }) => name);
  const answer = (name: string) => host.on(listRewards, () => pageOf([aCard({ name })]));

  test('stops loading when its page is left, and is fetched again on return', async () => {
    host.hold(listRewards);
    const asking = loadRewards(view);
    await isSent(listRewards);
    goTo('/user');
    await asking;
    expect(ended).toEqual(['/api/user/rewards']);
    expect($rewards.get()).toEqual({ state: 'idle' });
    answer('There again');
    await loadRewards(view);
    expect(namesShown()).toEqual(['There again']);
  });

  test('that the next page requests isn’t cancelled', async () => {
    document.dispatchEvent(new Event('astro:before-swap'));
    answer('Of the next page');
    const asking = loadRewards(view);
    document.dispatchEvent(new Event('astro:after-swap'));
    await asking;
    expect(ended).toEqual([]);
    expect(namesShown()).toEqual(['Of the next page']);
  });

  test('stays while another of its pages loads, and is shown again on return', async () => {
    answer('First page');
    await loadRewards(view);
    host.hold(listRewards);
    history.pushState(null, '', '/user/rewards?page=2');
    const second = loadRewards({ ...view, page: 2 });
    expect(namesShown()).toEqual(['First page']);
    goTo('/user');
    await second;
    goTo('/user/rewards');
    void loadRewards(view);
    expect($rewards.get().state).toBe('loading');
    expect(namesShown()).toEqual(['First page']);
  });

  test('never answers a different query', async () => {
    answer('First page');
    await loadRewards(view);
    goTo('/user');
    goTo('/user/rewards?game-name=steam');
    host.hold(listRewards);
    const steam = { ...view, search: 'steam' };
    void loadRewards(steam);
    expect(known($rewards.get(), steam)).toBeUndefined();
    expect(asList($rewards.get(), steam).isAnswer).toBe(false);
  });
});

describe('the frame around every page', () => {
  beforeEach(() => signIn());

  test('is requested again when leaving the page cancels it', async () => {
    host.hold(getBalance);
    host.hold(getUnread);
    const asking = [refreshBalance(), refreshUnread()];
    await isSent(getBalance);
    await isSent(getUnread);
    host.on(getBalance, () => ({ balance: balance({ available: 700 }) }));
    host.on(getUnread, () => ({ unread: { notifications: 3, threads: 0 } }));
    goTo('/user');
    await Promise.all(asking);
    expect(ended).toEqual(['/api/user/balance', '/api/user/unread']);
    expect($balance.get()).toEqual(balance({ available: 700 }));
    expect($unread.get()).toEqual({ notifications: 3, threads: 0 });
  });

  test('and so is the notification centre while it is open, more than once', async () => {
    const notification = sampleOf(notificationSchema, { title: 'Your order was delivered', read: true });
    host.hold(listNotifications);
    const first = render(<NotificationCentre onLeave={() => {}} />);
    await isSent(listNotifications);
    host.on(listNotifications, () => pageOf([]));
    act(() => goTo('/user'));
    await screen.findByText(/^Nothing yet\./);
    first.unmount();

    host.hold(listNotifications);
    const sent = host.asked(listNotifications).length;
    render(<NotificationCentre onLeave={() => {}} />);
    await expect.poll(() => host.asked(listNotifications)).toHaveLength(sent + 1);
    host.on(listNotifications, () => pageOf([notification]));
    act(() => goTo('/user/rewards'));
    await screen.findByText(notification.title);
  });
});

describe('a change', () => {
  const bought = () => ({ ...anInfo(), order: anOrder(), balance: balance({ available: 1 }) });
  const keys = () => host.asked(buyAmount).map(({ key }) => key);
  beforeEach(() => {
    signIn();
    host.on(getReward, ({ params }) => anInfo({ id: Number(params.id), name: `Reward ${params.id}` }));
  });

  test('continues even if it is a GET: the goal is set', async () => {
    const give = host.hold(checkReward);
    const asking = makeGoal(12);
    await isSent(checkReward);
    goTo('/user');
    give({ completed: false, missing_points: 5, myreward: 12 });
    await asking;
    expect(ended).toEqual([]);
    expect($user.get()?.myreward).toBe(12);
  });

  /** Buys, and goes to another reward before the answer. */
  async function buyAndLeave() {
    const give = host.hold(buyAmount);
    await loadReward(12);
    const buying = buy(12, 1201, 500);
    await isSent(buyAmount);
    goTo('/user/reward/84');
    await loadReward(84);
    return { buying, give };
  }

  test('continues if it is a purchase, is paid for, and isn’t shown on another reward’s page', async () => {
    const { buying, give } = await buyAndLeave();
    give(bought());
    await buying;
    expect(ended).toEqual([]);
    expect($user.get()?.balance).toEqual(balance({ available: 1 }));
    expect($purchase.get()).toEqual({ state: 'none' });
    expect(shown($rewardInfo.get())?.reward.name).toBe('Reward 84');
  });

  test('that is a purchase in progress is shown on returning to its reward, and another press is the same purchase', async () => {
    const { buying, give } = await buyAndLeave();
    goTo('/user/reward/12');
    await loadReward(12);
    const again = buy(12, 1201, 500);
    expect(new Set(keys()).size).toBe(1);
    await loadReward(12);
    give(bought());
    await buying;
    expect($purchase.get()).toEqual({
      state: 'bought',
      order: anOrder(),
      repeated: false,
      first: false,
      goal: false,
    });
    await again;
  });

  test('that is a purchase with an unknown result is retried as the same one and says so, even after another amount and another page', async () => {
    const ends: (() => ReturnType<typeof bought> | Response)[] = [
      brokenLine,
      () => refusal(409, 'out_of_stock', 'Gone.'),
      () => Object.assign(bought(), { repeated: true }),
    ];
    host.on(buyAmount, () => (ends.shift() ?? bought)());
    await loadReward(12);
    await buy(12, 1201, 500);
    await buy(12, 1202, 900);
    goTo('/user/reward/84');
    await loadReward(84);
    goTo('/user/reward/12');
    await loadReward(12);
    await buy(12, 1201, 500);
    expect($purchase.get()).toEqual({
      state: 'bought',
      order: anOrder(),
      repeated: true,
      first: false,
      goal: false,
    });
    await buy(12, 1201, 500);
    const [first, other, again, another] = keys();
    expect(again).toBe(first);
    expect(new Set([first, other, another]).size).toBe(3);
  });

  test('continues if it is a form, and its result is shown only next to it', async () => {
    const $form = atom<FormState>({ state: 'open' });
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const sending = submitForm($form, {}, () => first.promise);
    // What the next page with a form does.
    $form.set({ state: 'open' });
    const other = submitForm($form, {}, () => second.promise);
    first.reject(new Error('of the first'));
    await sending;
    expect($form.get()).toEqual({ state: 'sending' });
    second.resolve();
    await other;
    expect($form.get()).toEqual({ state: 'done' });
  });
});

test('a new goal isn’t shown as the previous one', async () => {
  history.replaceState(null, '', '/user');
  host.on(getReward, () => anInfo());
  await loadGoal(12);
  host.hold(getReward);
  void loadGoal(12);
  expect(shown($goal.get())?.reward.id).toBe(12);
  void loadGoal(84);
  expect($goal.get()).toEqual({ state: 'loading' });
});
