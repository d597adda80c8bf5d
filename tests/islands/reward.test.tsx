import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RewardHeadingIsland } from '../../src/islands/reward/RewardHeadingIsland.tsx';
import { RewardIsland } from '../../src/islands/reward/RewardIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { User } from '../../src/lib/contract/account.ts';
import { shown } from '../../src/lib/stores/load.ts';
import { $rewardInfo } from '../../src/lib/stores/reward.ts';
import {
  aCard,
  anInfo,
  anOrder,
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
  toAccount,
} from '../support/reward-host.ts';

const BUY = 'POST /api/user/rewards/12/buyAmount';
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
let host: Host;

beforeEach(() => {
  host = rewardHost();
  host.on('GET /api/user/rewards/12', () => anInfo());
  host.on(BUY, () => ({
    ...anInfo(),
    order: anOrder(),
    balance: { available: 5500, pending: 0, reserved: 0, debt: 0 },
  }));
  connectApi({ fetch: host.fetch });
  replace.mockClear();
});

async function open(
  address: string,
  user: User | null = aUser(),
  answer: () => object | Promise<object> = () => ({ user }),
) {
  storeUser(user);
  if (user) host.on('GET /api/user/specific-user/5', answer);
  history.replaceState(null, '', address);
  const area = address.startsWith('/user') ? 'user' : 'guest';
  render(
    <>
      <RewardHeadingIsland area={area} />
      <RewardIsland area={area} />
    </>,
  );
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const needs = () =>
  [...screen.getByRole('list', { name: 'What it needs' }).children].map(({ textContent }) => textContent);

async function confirm() {
  fireEvent.click(await findButton('Redeem'));
  return findButton('Redeem for 500 pts');
}

describe('the address', () => {
  test('pre-rendered it is a skeleton without a name or inline styles', () => {
    const html = renderToString(<RewardIsland area="user" />);
    expect(html).toContain('redeem-size');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('a wrong name is replaced by the right one, and the tab is named after the reward', async () => {
    await open('/user/reward/12/Something-else?page=1');
    await screen.findByRole('heading', { name: 'Steam key', level: 1 });
    expect(location.pathname + location.search).toBe('/user/reward/12/Steam-key?page=1');
    expect(document.title).toMatch(/^Steam key · /);
  });

  test('while Back leads to another page, it stays as it is and leads nowhere itself', async () => {
    await open('/user/reward/12/Steam-key');
    await findButton('Redeem');
    history.replaceState(null, '', '/user/rewards?page=2');
    fireEvent.popState(window);
    expect(button('Redeem')).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
    expect(location.search).toBe('?page=2');
  });

  test('pressed before the answer is there, Back keeps the address of the page that it leads to', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on('GET /api/user/rewards/84', () => promise);
    await open('/user/reward/84/Robux');
    history.replaceState(null, '', '/user/rewards?page=2');
    fireEvent.popState(window);
    document.title = 'Rewards';
    resolve(anInfo({ id: 84, name: 'Robux' }));
    await findButton('Redeem');
    expect(location.pathname + location.search).toBe('/user/rewards?page=2');
    expect(document.title).toBe('Rewards');
  });

  test('without a number it leads to the list', async () => {
    await open('/guest/reward', null);
    expect(replace).toHaveBeenCalledWith('/guest/rewards');
    expect(host.sent).toEqual([]);
  });

  test.each(['/user/reward/4040/x', '/user/reward/none'])('%s: there is no such reward', async (address) => {
    await open(address);
    await screen.findByText('There is no such reward');
    expect(screen.getByRole('link', { name: 'See all rewards' }).getAttribute('href')).toBe('/user/rewards');
  });

  test('a failure has its reason and another try', async () => {
    host.on('GET /api/user/rewards/12', () => refusal(503, 'database_unavailable', 'The database is away.'));
    await open('/user/reward/12/Steam-key');
    await screen.findByText('The database is away.');
    host.on('GET /api/user/rewards/12', () => anInfo());
    fireEvent.click(button('Retry'));
    await screen.findByText('A key for one game.');
  });
});

describe('who comes back to it', () => {
  const REWARD = 'GET /api/user/rewards/12';
  async function comeBack(answer: () => object) {
    await open('/user/reward/12/Steam-key');
    await screen.findByText('A key for one game.');
    cleanup();
    host.on(REWARD, answer);
    await open('/user/reward/12/Steam-key');
  }

  test('is told where it can’t be fetched again, and has another try', async () => {
    await comeBack(() => refusal(500, 'internal', 'Our side is down.'));
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('Our side is down. What you see is the reward as it was.');
    expect(button('Redeem')).toBeTruthy();
    host.on(REWARD, () => anInfo({ description: 'A key that is new.' }));
    fireEvent.click(button('Retry'));
    await screen.findByText('A key that is new.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('and redeems it all the same, sees the order, which brought it up to date', async () => {
    await comeBack(() => refusal(500, 'internal', 'Our side is down.'));
    await screen.findByRole('alert');
    fireEvent.click(await confirm());
    await screen.findByText('SAMPLE-7KQ2-M4XD');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is told that it is gone', async () => {
    await comeBack(() => refusal(404, 'not_found', 'No such reward.'));
    await screen.findByText('There is no such reward');
  });
});

describe('for guests', () => {
  test('everything can be read, and the ways in lead back to the reward', async () => {
    host.on('GET /api/user/rewards/12', () =>
      anInfo(
        {},
        {
          status: 'sign_in',
          similarRewards: [aCard({ id: 7, name: 'Zcash' })],
          opinions: {
            ...pageOf([]),
            data: [
              {
                id: 1,
                user: { id: 2, name: 'sample-player', sample: true },
                opinion: 'It worked.',
                likes: 0,
                verified: true,
                created_at: '2026-01-05T10:00:00Z',
              },
            ],
            total: 1,
          },
        },
      ),
    );
    await open('/guest/reward/12/Steam-key', null);
    const logIn = await screen.findByRole('link', { name: 'Log in to redeem' });
    expect(logIn.getAttribute('href')).toBe('/login?from=%2Fuser%2Freward%2F12%2FSteam-key');
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
    expect(screen.getByRole('radio', { name: /One key.*3 left.*500 pts.*\$0\.50/ })).toBeTruthy();
    expect(screen.getByText('Open Steam.')).toBeTruthy();
    expect((await screen.findByText('sample')).className).toBe('label');
    expect(screen.getByText('verified: redeemed it')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Zcash/ }).getAttribute('href')).toBe('/guest/reward/7/Zcash');
  });
});

describe('told before', () => {
  test('what remains after', async () => {
    await open('/user/reward/12/Steam-key');
    const left = await screen.findByText('Left after');
    expect(left.nextElementSibling?.textContent).toBe('5,500 pts · $5.50');
    expect(needs()).toEqual(['3 left', 'Within your points']);
  });

  test('not enough points: how many are missing, and no way to spend', async () => {
    await open('/user/reward/12/Steam-key');
    fireEvent.click(await screen.findByRole('radio', { name: /Ten keys/ }));
    expect(needs()).toEqual(['Made to order', '3,000 points missing']);
    expect(isOff(button('Redeem'))).toBe(true);
    fireEvent.click(button('Redeem'));
    expect(screen.queryByRole('button', { name: /Redeem for/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Earn the rest' }).getAttribute('href')).toBe('/user/games');
  });

  test('a single point that is missing', async () => {
    await open(
      '/user/reward/12/Steam-key',
      aUser({ balance: { available: 499, pending: 0, reserved: 0, debt: 0 } }),
    );
    await screen.findByText('1 point missing');
  });

  test('out of stock; what is there is chosen first', async () => {
    host.on('GET /api/user/rewards/12', () =>
      anInfo({
        amounts: [
          { id: 1, label: 'Small', points: 500, cents: 50, stock: 0 },
          { id: 2, label: 'Large', points: 900, cents: 90, stock: 20 },
        ],
      }),
    );
    await open('/user/reward/12/Steam-key');
    expect(await screen.findByRole('radio', { name: /Large.*10 or more in stock/ })).toHaveProperty(
      'checked',
      true,
    );
    fireEvent.click(screen.getByRole('radio', { name: /Small/ }));
    expect(needs()[0]).toBe('Out of stock');
    expect(isOff(button('Redeem'))).toBe(true);
  });

  test('paused, on the page for guests too', async () => {
    host.on('GET /api/user/rewards/12', () => anInfo({ paused: true }));
    await open('/user/reward/12/Steam-key');
    expect(isOff(await findButton('Redeem'))).toBe(true);
    expect(needs()[0]).toBe('Paused for now. Your points stay yours.');
    cleanup();
    await open('/guest/reward/12/Steam-key', null);
    expect(await screen.findByText('Paused for now')).toBeTruthy();
  });

  test('too young', async () => {
    host.on('GET /api/user/rewards/12', () => anInfo({ min_age: 18 }));
    await open(
      '/user/reward/12/Steam-key',
      aUser({ birth_date: `${new Date().getUTCFullYear() - 15}-01-01` }),
    );
    await findButton('Redeem');
    expect(needs()).toContain('For people of 18 and older');
    expect(isOff(button('Redeem'))).toBe(true);
  });

  test('a birth date that is missing is asked for there, and then redeeming is open', async () => {
    host.on('GET /api/user/rewards/12', () => anInfo({ min_age: 18 }));
    host.on('PUT /api/user/birth-date', () => ({ user: aUser() }));
    await open('/user/reward/12/Steam-key', aUser({ birth_date: null }));
    fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Month'), { target: { value: '4' } });
    fireEvent.change(screen.getByLabelText('Year'), { target: { value: '1990' } });
    expect(isOff(button('Redeem'))).toBe(true);
    fireEvent.click(button('Save birth date'));
    await waitFor(() => expect(isOff(button('Redeem'))).toBe(false));
    expect(host.calls('PUT')[0]?.body).toEqual({ birth_date: '1990-04-02' });
  });

  test('what is saved but not stored here is waited for, and never said to be missing', async () => {
    const saved = aUser({ birth_date: '1990-04-02', delivery_details: { steam_name: 'mira' } });
    host.on('GET /api/user/rewards/12', () => anInfo({ min_age: 18, delivery: toAccount }));
    let tell = (_: object) => {};
    const told = new Promise<object>((done) => {
      tell = done;
    });
    await open('/user/reward/12/Steam-key', saved, () => told);
    // The reward itself is there: its name stands in the heading.
    await screen.findByRole('heading', { level: 1, name: 'Steam key' });
    expect(screen.queryByText(/missing/)).toBeNull();
    tell({ user: saved });
    await findButton('Redeem');
    expect(needs()).toContain('Steam name saved');
    expect(isOff(button('Redeem'))).toBe(false);
  });

  test('where it goes is asked for there; a wrong answer is told beside the field', async () => {
    host.on('GET /api/user/rewards/12', () => anInfo({ delivery: toAccount }));
    host.on('PUT /api/user/delivery-details', () => fieldRefusal('value', "That doesn't look right."));
    await open('/user/reward/12/Steam-key');
    const field = await screen.findByLabelText('Steam name');
    expect(needs()).toContain('Steam name missing');
    fireEvent.change(field, { target: { value: 'm' } });
    fireEvent.click(button('Save'));
    await screen.findByText("That doesn't look right.");
    await waitFor(() => expect(document.activeElement).toBe(field));

    const saved = aUser({ delivery_details: { steam_name: 'mira' } });
    host.on('PUT /api/user/delivery-details', () => ({ user: saved }));
    fireEvent.change(field, { target: { value: 'mira' } });
    fireEvent.click(button('Save'));
    await waitFor(() => expect(needs()).toContain('Steam name saved'));
    expect(isOff(button('Redeem'))).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(button(/Change/)));
    fireEvent.click(button(/Change/));
    expect(screen.getByLabelText('Steam name')).toHaveProperty('value', 'mira');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Steam name')));
    fireEvent.click(button('Leave it'));
    await waitFor(() => expect(document.activeElement).toBe(button(/Change/)));
  });
});

describe('redeeming', () => {
  test('is asked once more with cost and rest, and two presses make one order', async () => {
    await open('/user/reward/12/Steam-key');
    const spend = await confirm();
    expect(screen.getByRole('dialog').textContent).toContain('Left after5,500 pts');
    fireEvent.click(spend);
    fireEvent.click(spend);
    await screen.findByRole('heading', { name: 'Here is your code' });
    expect(screen.getByText('SAMPLE-7KQ2-M4XD')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Here is your code'));
    expect(host.calls(BUY).map(({ body }) => body)).toEqual([{ amount_id: 1201, points: 500 }]);
    expect(JSON.parse(localStorage.getItem('user') ?? '').balance.available).toBe(5500);
  });

  test('puts the answer in place of what was known of the reward', async () => {
    const left = anInfo({}, { status: 'not_enough_points' });
    host.on(BUY, () => ({
      ...left,
      reward: { ...left.reward, amounts: left.reward.amounts.map((amount) => ({ ...amount, stock: 1 })) },
      order: anOrder(),
    }));
    await open('/user/reward/12/Steam-key');
    expect(await screen.findByRole('radio', { name: /One key.*3 left/ })).toBeTruthy();
    const asked = host.calls('GET /api/user/rewards/12').length;
    fireEvent.click(await confirm());
    fireEvent.click(await findButton('Redeem another'));
    const amount = screen.getByRole('radio', { name: /One key.*1 left/ });
    await waitFor(() => expect(document.activeElement).toBe(amount));
    expect(screen.queryByText(/3 left/)).toBeNull();
    expect(shown($rewardInfo.get())?.status).toBe('not_enough_points');
    expect(host.calls('GET /api/user/rewards/12')).toHaveLength(asked);
  });

  test('an order that waits says for what', async () => {
    const details = { steam_name: 'mira' };
    host.on('GET /api/user/rewards/12', () => anInfo({ delivery: toAccount }));
    host.on(BUY, () => ({
      ...anInfo({ delivery: toAccount }),
      order: anOrder({ state: 'pending', code: null, details: 'mira', delivered_at: null }),
    }));
    await open('/user/reward/12/Steam-key', aUser({ delivery_details: details }));
    const spend = await confirm();
    expect(screen.getByRole('dialog').textContent).toContain('An operator sends it to mira.');
    fireEvent.click(spend);
    await screen.findByRole('heading', { name: 'Ordered' });
    expect(screen.getByText('pending')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe(
      '/user/order-history',
    );
  });

  test('a reward that comes in no amounts is redeemed whole, by its own call', async () => {
    const whole = 'POST /api/user/rewards/12/buy';
    host.on('GET /api/user/rewards/12', () => anInfo({ amounts: [] }));
    host.on(whole, () => ({ ...anInfo({ amounts: [] }), order: anOrder() }));
    await open('/user/reward/12/Steam-key');
    expect(await screen.findByRole('radio', { name: /Steam key/ })).toBeTruthy();
    fireEvent.click(await confirm());
    await screen.findByText('SAMPLE-7KQ2-M4XD');
    expect(host.calls(whole).map(({ body }) => body)).toEqual([{}]);
    expect(host.calls(BUY)).toEqual([]);
  });

  test('one that comes in no amounts and is out of stock says so', async () => {
    host.on('GET /api/user/rewards/12', () => anInfo({ amounts: [], in_stock: false }));
    await open('/user/reward/12/Steam-key');
    expect(isOff(await findButton('Redeem'))).toBe(true);
    expect(needs()).toContain('Out of stock');
  });

  test('a refusal is told in words, without another try', async () => {
    host.on(BUY, () => refusal(409, 'out_of_stock', 'This is out of stock right now. Nothing was taken.'));
    await open('/user/reward/12/Steam-key');
    fireEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was taken.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('without an answer it says that trying again is safe, and the second try is the same order', async () => {
    host.on(BUY, brokenLine);
    await open('/user/reward/12/Steam-key');
    fireEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('can’t be charged twice');
    host.on(BUY, () => ({ ...anInfo(), order: anOrder(), repeated: true }));
    fireEvent.click(button('Try again'));
    await screen.findByText('SAMPLE-7KQ2-M4XD');
    expect(screen.getByText('Your earlier try went through: this is its order, paid for once.')).toBeTruthy();
    const keys = host.calls(BUY).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('a goal', () => {
  test('is set with one press and shown as set', async () => {
    host.on('GET /api/user/reward-completion-check-the-reward/12', () => ({
      completed: true,
      missing_points: 0,
      myreward: 12,
    }));
    await open('/user/reward/12/Steam-key');
    fireEvent.click(await findButton('Make this my goal'));
    expect(await screen.findByText('This is your goal.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make this my goal' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^This is your goal/));
  });
});
