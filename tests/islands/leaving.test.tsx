/** What becomes of calls under way, and of what was shown, when the router puts another page in place of the one that asked. */
import { act, render, screen } from '@testing-library/react';
import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NoticeCentre } from '../../src/islands/balance/NoticeCentre.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Notice } from '../../src/lib/contract/notices.ts';
import { $balance, refreshBalance } from '../../src/lib/stores/balance.ts';
import { $goal, loadGoal } from '../../src/lib/stores/dashboard.ts';
import { type FormState, submitForm } from '../../src/lib/stores/form.ts';
import { asList, known, shown } from '../../src/lib/stores/load.ts';
import { $purchase, $rewardInfo, buy, loadReward, makeGoal } from '../../src/lib/stores/reward.ts';
import { $rewards, loadRewards } from '../../src/lib/stores/rewards.ts';
import { $user } from '../../src/lib/stores/session.ts';
import { $unread, refreshUnread } from '../../src/lib/stores/unread.ts';
import {
  aCard,
  anInfo,
  anOrder,
  aUser,
  brokenLine,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

let host: Host;
/** Calls that the page itself ended. */
let ended: string[];
let stop: () => void;

beforeEach(() => {
  host = rewardHost();
  ended = [];
  connectApi({
    fetch: async (input, init) => {
      let answered = false;
      const end = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          if (!answered) ended.push(new URL(String(input)).pathname);
          reject(init.signal?.reason);
        });
      });
      end.catch(() => {});
      const answer = await Promise.race([host.fetch(input, init), end]);
      answered = true;
      return answer;
    },
  });
  // Somebody has to look, or the session isn't read.
  stop = $user.listen(() => {});
  history.replaceState(null, '', '/user/rewards');
});
afterEach(() => {
  goTo('/');
  stop();
});

const never = () => new Promise<never>(() => {});
/** Once a call is on its way. */
const isSent = (call: string) => vi.waitFor(() => expect(host.calls(call)).not.toHaveLength(0));

/** As the router does. */
function goTo(address: string): void {
  document.dispatchEvent(new Event('astro:before-swap'));
  history.pushState(null, '', address);
  document.dispatchEvent(new Event('astro:after-swap'));
}

const aNotice: Notice = {
  id: 41,
  kind: 'order',
  title: 'Your order was delivered',
  body: '',
  href: null,
  read: true,
  created_at: '2026-01-05T10:00:00.000Z',
};

const LIST = 'GET /api/user/rewards';
const view = { search: '', sort: 'popular', page: 1 } as const;
const namesShown = () => shown($rewards.get())?.data.map(({ name }) => name);

describe('a list', () => {
  test('whose page is left is asked for no more, and anew by whoever comes back', async () => {
    host.on(LIST, never);
    const asking = loadRewards(view);
    await isSent(LIST);
    goTo('/user');
    await asking;
    expect(ended).toEqual(['/api/user/rewards']);
    expect($rewards.get()).toEqual({ state: 'idle' });
    host.on(LIST, () => pageOf([aCard({ name: 'There again' })]));
    await loadRewards(view);
    expect(namesShown()).toEqual(['There again']);
  });

  test('that the next page asks for is none of the calls that end', async () => {
    document.dispatchEvent(new Event('astro:before-swap'));
    host.on(LIST, () => pageOf([aCard({ name: 'Of the next page' })]));
    const asking = loadRewards(view);
    document.dispatchEvent(new Event('astro:after-swap'));
    await asking;
    expect(ended).toEqual([]);
    expect(namesShown()).toEqual(['Of the next page']);
  });

  test('stays while another page of it is on its way, and stands there again when one comes back', async () => {
    host.on(LIST, () => pageOf([aCard({ name: 'First page' })]));
    await loadRewards(view);
    host.on(LIST, never);
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

  test('is no answer to another question than its own', async () => {
    host.on(LIST, () => pageOf([aCard({ name: 'First page' })]));
    await loadRewards(view);
    goTo('/user');
    goTo('/user/rewards?game-name=steam');
    host.on(LIST, never);
    const steam = { ...view, search: 'steam' };
    void loadRewards(steam);
    expect(known($rewards.get(), steam)).toBeUndefined();
    expect(asList($rewards.get(), steam).isAnswer).toBe(false);
  });
});

describe('what stands around every page', () => {
  const balance = { available: 700, pending: 0, reserved: 0, debt: 0 };

  test('is asked for again when the page ends it that it was asked with', async () => {
    storeUser(aUser());
    host.on('GET /api/user/balance', never);
    host.on('GET /api/user/unread', never);
    const asking = [refreshBalance(), refreshUnread()];
    await isSent('GET /api/user/balance');
    await isSent('GET /api/user/unread');
    host.on('GET /api/user/balance', () => ({ balance }));
    host.on('GET /api/user/unread', () => ({ unread: { notices: 3, threads: 0 } }));
    goTo('/user');
    await Promise.all(asking);
    expect(ended).toEqual(['/api/user/balance', '/api/user/unread']);
    expect($balance.get()).toEqual(balance);
    expect($unread.get()).toEqual({ notices: 3, threads: 0 });
  });

  test('as the notice centre is, where it is still open, also at a second look', async () => {
    const NOTICES = 'GET /api/user/notices';
    storeUser(aUser());
    host.on(NOTICES, never);
    const first = render(<NoticeCentre onLeave={() => {}} />);
    await isSent(NOTICES);
    host.on(NOTICES, () => pageOf([]));
    act(() => goTo('/user'));
    expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
    first.unmount();

    host.on(NOTICES, never);
    const sent = host.calls(NOTICES).length;
    render(<NoticeCentre onLeave={() => {}} />);
    await vi.waitFor(() => expect(host.calls(NOTICES)).toHaveLength(sent + 1));
    host.on(NOTICES, () => pageOf([aNotice]));
    act(() => goTo('/user/rewards'));
    expect(await screen.findByText(aNotice.title)).toBeTruthy();
  });
});

describe('what changes something', () => {
  const BUY = 'POST /api/user/rewards/12/buyAmount';
  const balance = { available: 1, pending: 0, reserved: 0, debt: 0 };

  test('goes on: a goal that a GET sets is the goal', async () => {
    storeUser(aUser());
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on('GET /api/user/reward-completion-check-the-reward/12', () => promise);
    const asking = makeGoal(12);
    await isSent('GET /api/user/reward-completion');
    goTo('/user');
    resolve({ completed: false, missing_points: 5, myreward: 12 });
    await asking;
    expect(ended).toEqual([]);
    expect($user.get()?.myreward).toBe(12);
  });

  /** Buys, and goes to another reward before the answer. */
  async function buyAndLeave() {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(BUY, () => promise);
    await loadReward(12);
    const buying = buy(12, 1201, 500);
    await isSent(BUY);
    goTo('/user/reward/84');
    await loadReward(84);
    return { buying, resolve };
  }

  test('a purchase goes on, is paid for, and stays off the page of another reward', async () => {
    storeUser(aUser());
    host.on('GET /api/user/rewards/12', () => anInfo());
    host.on('GET /api/user/rewards/84', () => anInfo({ id: 84, name: 'Another' }));
    const { buying, resolve } = await buyAndLeave();
    resolve({ ...anInfo(), order: anOrder(), balance });
    await buying;
    expect(ended).toEqual([]);
    expect($user.get()?.balance).toEqual(balance);
    expect($purchase.get()).toEqual({ state: 'none' });
    expect(shown($rewardInfo.get())?.reward.name).toBe('Another');
  });

  test('a purchase is told to whoever comes back to the same reward meanwhile, and a press on it is the same one', async () => {
    storeUser(aUser());
    for (const id of [12, 84]) host.on(`GET /api/user/rewards/${id}`, () => anInfo({ id }));
    const { buying, resolve } = await buyAndLeave();
    goTo('/user/reward/12');
    await loadReward(12);
    const again = buy(12, 1201, 500);
    expect(new Set(host.calls(BUY).map(({ key }) => key)).size).toBe(1);
    await loadReward(12);
    resolve({ ...anInfo(), order: anOrder(), balance });
    await buying;
    expect($purchase.get()).toEqual({ state: 'bought', order: anOrder(), repeated: false });
    await again;
  });

  test('a purchase that an earlier try made says so', async () => {
    storeUser(aUser());
    host.on('GET /api/user/rewards/12', () => anInfo());
    host.on(BUY, brokenLine);
    await loadReward(12);
    await buy(12, 1201, 500);
    await loadReward(12);
    host.on(BUY, () => ({ ...anInfo(), order: anOrder(), balance, repeated: true }));
    await buy(12, 1201, 500);
    expect($purchase.get()).toEqual({ state: 'bought', order: anOrder(), repeated: true });
  });

  test('a purchase whose end isn’t known is tried again as the same, also after another amount and another page', async () => {
    storeUser(aUser());
    for (const id of [12, 84]) host.on(`GET /api/user/rewards/${id}`, () => anInfo({ id }));
    const ends: (() => object)[] = [brokenLine, () => refusal(409, 'out_of_stock', 'Gone.')];
    const last = () => ({ ...anInfo(), order: anOrder(), balance });
    host.on('POST /api/user/rewards/12', () => (ends.shift() ?? last)());
    await loadReward(12);
    await buy(12, 1201, 500);
    await buy(12, 1202, 900);
    goTo('/user/reward/84');
    await loadReward(84);
    goTo('/user/reward/12');
    await loadReward(12);
    await buy(12, 1201, 500);
    expect($purchase.get().state).toBe('bought');
    await buy(12, 1201, 500);
    const [first, other, again, another] = host.calls('POST /api/user/rewards/12').map(({ key }) => key);
    expect(again).toBe(first);
    expect(new Set([first, other, another]).size).toBe(3);
  });

  test('a form goes on, and how it ended is told only where it stands', async () => {
    const $form = atom<FormState>({ state: 'open' });
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const sending = submitForm($form, {}, () => first.promise);
    // What another page does whose form it is.
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

test('another goal doesn’t stand there as the former one', async () => {
  history.replaceState(null, '', '/user');
  host.on('GET /api/user/rewards/12', () => anInfo());
  await loadGoal(12);
  host.on('GET /api/user/rewards/12', never);
  void loadGoal(12);
  expect(shown($goal.get())?.reward.id).toBe(12);
  host.on('GET /api/user/rewards/84', never);
  void loadGoal(84);
  expect($goal.get()).toEqual({ state: 'loading' });
});
