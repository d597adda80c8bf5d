import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { RewardIsland } from '../../../src/islands/redemption/reward/RewardIsland.tsx';
import { $rewardInfo } from '../../../src/islands/redemption/reward/reward-info-store.ts';
import { shown } from '../../../src/islands/shared/stores/load.ts';
import { reloadRedemption } from '../../../src/islands/shared/stores/redemption.ts';
import {
  getUser,
  saveBirthDate,
  saveDeliveryDetail,
  type User,
} from '../../../src/lib/contract/account/account.ts';
import { checkReward, getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyAmount, buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { $user } from '../../../src/lib/session/session.ts';
import {
  aCard,
  anInfo,
  anOrder,
  aUser,
  balance,
  noRows,
  opinion,
  signIn,
  toAccount,
} from '../../support/fixtures.ts';
import { brokenLine, databaseAway, fieldError, hostOfEachTest, refusal } from '../../support/host.ts';
import {
  button,
  field,
  findButton,
  findLinkTo,
  focusOn,
  focusOnHeading,
  isOff,
  linkTo,
  press,
  pressFound,
  textsOf,
  type,
  visit,
} from '../../support/screen.ts';

const celebrate = vi.hoisted(() => vi.fn(() => () => {}));
vi.mock('../../../src/islands/shared/feel/effects.ts', () => ({ celebrate }));
const HERE = '/user/reward/12/Steam-key';
const CODE = 'SAMPLE-7KQ2-M4XD';
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
const host = hostOfEachTest(() => {
  celebrate.mockClear();
  answer();
  host.on(checkRedemption, () => ({ ready: true, blocks: [], path: null }));
  host.on(buyAmount, () => ({ ...anInfo(), order: anOrder(), balance: balance({ available: 5500 }) }));
});
const answer = (...given: Parameters<typeof anInfo>) => host.on(getReward, () => anInfo(...given));

function open(address = HERE, user: User | null = aUser(), way?: ReactNode) {
  signIn(user);
  if (user) host.on(getUser, () => ({ user }));
  visit(address);
  const area = address.startsWith('/user') ? 'user' : 'guest';
  render(<RewardIsland area={area} way={way} />);
}
const needs = () =>
  textsOf(screen.getByRole('list', { name: 'Requirements' }).querySelectorAll(':scope > li > .state'));
const amount = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

/** The server's check finds this missing. It isn't repeated when the player fills it in. */
function lacks(name: string): void {
  const block = { name, effect: 'blocks' as const, title: 'Missing', advice: 'Save it here.', way: null };
  host.on(checkRedemption, () => ({ ready: false, blocks: [block], path: null }));
}

async function confirm() {
  await pressFound('Redeem');
  return findButton('Redeem for 500 pts');
}

test('while Back leads to another page, it stays unchanged and redirects nowhere', async () => {
  open();
  await findButton('Redeem');
  visit('/user/rewards?page=2');
  fireEvent.popState(window);
  expect(button('Redeem')).toBeTruthy();
  expect(replace).not.toHaveBeenCalled();
  expect(location.search).toBe('?page=2');
});

test('a player who comes back while it can’t be fetched can still redeem it, and the order updates it', async () => {
  open();
  await screen.findByText('A key for one game.');
  cleanup();
  host.on(getReward, databaseAway);
  open();
  await screen.findByRole('alert');
  fireEvent.click(await confirm());
  await screen.findByText(CODE);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['user', '/user/reward/12/Steam-key'],
  ['guest', '/guest/reward/12/Steam-key'],
] as const)(
  'what the build says about earning stays after the answer, and makes room for an order: %s',
  async (area, path) => {
    open(path, area === 'user' ? aUser() : null, <p>About 4 rounds.</p>);
    expect(await screen.findByText('About 4 rounds.')).toBeTruthy();
    if (area === 'guest') return;
    fireEvent.click(await confirm());
    await screen.findByText(CODE);
    expect(screen.queryByText('About 4 rounds.')).toBeNull();
  },
);

test('guests read everything, and logging in leads back to the reward', async () => {
  answer(
    {},
    {
      status: 'sign_in',
      similarRewards: [aCard({ id: 7, name: 'Zcash' })],
      opinions: { ...noRows, data: [opinion(1, { verified: true })], total: 1 },
    },
  );
  open('/guest/reward/12/Steam-key', null);
  expect(await findLinkTo('Log in to redeem')).toBe('/login?from=%2Fuser%2Freward%2F12%2FSteam-key');
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
  expect(await amount(/One key.*3 left.*500 pts.*\$0\.50/)).toBeTruthy();
  expect(screen.getByText('Open Steam.')).toBeTruthy();
  expect((await screen.findByText('sample')).className).toBe('label');
  expect(screen.getByText('verified: redeemed it')).toBeTruthy();
  expect(await findLinkTo(/Zcash/)).toBe('/guest/reward/7/Zcash');
});

describe('before opening or buying', () => {
  test('shows what remains afterwards, and what is missing for a larger amount, which can’t be bought', async () => {
    open();
    const left = await screen.findByText('Balance after');
    expect(left.nextElementSibling?.textContent).toBe('5,500 pts · $5.50');
    expect(screen.queryByRole('list', { name: 'Requirements' })).toBeNull();
    await screen.findByText(
      'Nothing is spent until you confirm. Your code then shows up here and under My rewards.',
    );
    fireEvent.click(await amount(/Ten keys/));
    expect(screen.queryByText(/Nothing is spent/)).toBeNull();
    expect(needs()).toEqual(['3,000 points to go']);
    expect(screen.getByText('To go').nextElementSibling?.textContent).toBe('3,000 pts · $3.00');
    // The only action is the way to the missing points.
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
    expect(linkTo('Earn 3,000 more')).toBe('/user/games');
  });

  test('shows what is out of stock, and selects an available amount first', async () => {
    answer({
      amounts: [
        { id: 1, label: 'Small', points: 500, cents: 50, stock: 0 },
        { id: 2, label: 'Large', points: 900, cents: 90, stock: 20 },
      ],
    });
    open();
    expect((await amount(/Large.*10 or more in stock/)).checked).toBe(true);
    fireEvent.click(await amount(/Small/));
    expect(needs()[0]).toBe('Out of stock');
    expect(isOff(button('Redeem'))).toBe(true);
  });

  const tooYoung = `${new Date().getUTCFullYear() - 15}-01-01`;
  test.each([
    [
      'a pause',
      { paused: true },
      { balance: balance({ available: 499 }) },
      'Paused for now. You keep your points.',
    ],
    ['an age', { min_age: 18 }, { birth_date: tooYoung }, 'For players 18+'],
    ['stock of what comes in no amounts', { amounts: [], in_stock: false }, {}, 'Out of stock'],
  ])('says that %s blocks it', async (_, reward, user, words) => {
    answer(reward);
    open(HERE, aUser(user));
    expect(isOff(await findButton('Redeem'))).toBe(true);
    expect(needs()).toContain(words);
  });

  test('says that a single point is missing', async () => {
    open(HERE, aUser({ balance: balance({ available: 499 }) }));
    expect(await findLinkTo('Earn 1 more')).toBe('/user/games');
    expect(needs()).toContain('1 point to go');
  });

  test('shows a pause to guests as well', async () => {
    answer({ paused: true });
    open('/guest/reward/12/Steam-key', null);
    await screen.findByText('Paused for now');
  });

  test('asks for a missing birth date there, and then allows redeeming', async () => {
    answer({ min_age: 18 });
    lacks('birth_date_needed');
    host.on(saveBirthDate, () => ({ user: aUser() }));
    open(HERE, aUser({ birth_date: null }));
    await screen.findByLabelText('Day');
    type('Day', '2');
    type('Month', '4');
    type('Year', '1990');
    expect(isOff(button('Redeem'))).toBe(true);
    press('Save date of birth');
    await waitFor(() => expect(isOff(button('Redeem'))).toBe(false));
    expect(host.bodies(saveBirthDate)).toEqual([{ birth_date: '1990-04-02' }]);
  });

  test('waits for saved values that this browser doesn’t store, and never calls them missing', async () => {
    const user = aUser({ birth_date: '1990-04-02', delivery_details: { steam_name: 'mira' } });
    answer({ min_age: 18, delivery: toAccount });
    open(HERE, user);
    const give = host.hold(getUser);
    // The reward itself is there.
    await waitFor(() => expect(document.title).toBe('Steam key · Playtally'));
    expect(screen.queryByText(/missing/)).toBeNull();
    give({ user });
    await findButton('Redeem');
    expect(needs()).toContain('Steam name saved');
    expect(screen.getByText('Change it')).toBeTruthy();
    expect(isOff(button('Redeem'))).toBe(false);
  });

  test('asks for the delivery detail there, and reports a wrong one next to the field', async () => {
    answer({ delivery: toAccount });
    lacks('details_needed');
    host.on(saveDeliveryDetail, () => fieldError('value', "That doesn't look right."));
    open();
    const name = await screen.findByLabelText('Steam name');
    expect(needs()).toContain('Steam name missing');
    expect(screen.getByText('Add it')).toBeTruthy();
    type('Steam name', 'm');
    press('Save');
    await screen.findByText("That doesn't look right.");
    await focusOn(() => name);

    host.on(saveDeliveryDetail, () => ({ user: aUser({ delivery_details: { steam_name: 'mira' } }) }));
    type('Steam name', 'mira');
    press('Save');
    await waitFor(() => expect(needs()).toContain('Steam name saved'));
    expect(isOff(button('Redeem'))).toBe(false);
    await focusOn(() => button(/Change/));
    press(/Change/);
    expect(field('Steam name').value).toBe('mira');
    await focusOn(() => field('Steam name'));
    press('Cancel');
    await focusOn(() => button(/Change/));
  });
});

describe('what the server names', () => {
  const block = { advice: 'Do this.', way: null };
  const blocked = { ...block, name: 'email_unconfirmed', effect: 'blocks' as const, title: 'Not confirmed' };
  const held = { ...block, name: 'review', effect: 'holds' as const, title: 'We review your orders first' };

  test('closes the button if it blocks the order, and explains it, until it is solved', async () => {
    host.on(checkRedemption, () => ({ ready: false, blocks: [blocked], path: null }));
    open();
    await screen.findByText('Not confirmed');
    const redeem = await findButton('Redeem');
    await waitFor(() => expect(isOff(redeem)).toBe(true));
    const because = document.getElementById(redeem.getAttribute('aria-describedby') ?? '');
    expect(because?.textContent).toContain('Not confirmed');
    expect(screen.queryByText('You can afford this')).toBeNull();
    host.on(checkRedemption, () => ({ ready: true, blocks: [], path: null }));
    await reloadRedemption();
    await waitFor(() => expect(isOff(redeem)).toBe(false));
  });

  test('closes the button from the start for an account that can’t redeem anything', async () => {
    host.on(checkRedemption, () => new Promise<never>(() => {}));
    open(HERE, aUser({ email_confirmed: false }));
    expect(isOff(await findButton('Redeem'))).toBe(true);
    expect(screen.getByRole('heading', { name: 'Before you can redeem' })).toBeTruthy();
    expect(screen.queryByText('You can afford this')).toBeNull();
  });

  test('is promised neither on the page nor in the question if it would hold the order', async () => {
    host.on(checkRedemption, () => ({ ready: true, blocks: [held], path: null }));
    open();
    await screen.findByText('We review your orders first');
    await screen.findByText(/You can then follow your order under My rewards/);
    await confirm();
    expect(screen.getByRole('dialog').textContent).toContain('We review your orders first. You’ll then find');
    expect(document.body.textContent).not.toMatch(/right away|code then shows up here/);
  });
});

describe('redeeming', () => {
  test('asks for confirmation with cost and remaining points, and makes one order on two presses', async () => {
    open();
    const spend = await confirm();
    expect(screen.getByRole('dialog', { description: /Balance after ?5,500 pts/ })).toBeTruthy();
    fireEvent.click(spend);
    fireEvent.click(spend);
    await focusOnHeading('Here’s your code');
    expect(screen.getByText(CODE)).toBeTruthy();
    // Copying is the only primary action, the instructions are open, and no opinion is requested yet.
    expect(
      [...document.querySelectorAll('.bought .button:not(.quiet)')].map((one) => one.textContent),
    ).toEqual(['Copy code']);
    expect(screen.getByText('Open Steam.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Reviews' })).toBeNull();
    expect(host.bodies(buyAmount)).toEqual([{ amount_id: 1201, points: 500 }]);
    expect(JSON.parse(localStorage.getItem('user') ?? '').balance.available).toBe(5500);
  });

  test('offers to share what was redeemed, without its code', async () => {
    open();
    fireEvent.click(await confirm());
    await pressFound('Share');
    const words = await screen.findByText(
      /^I redeemed: One key \(Steam key, for 500 points\)\. .* on Playtally\s/,
    );
    expect(words.closest('dialog')?.textContent).not.toContain(CODE);
  });

  test.each([
    ['delivered', 1],
    ['pending', 1],
    ['held', 0],
  ] as const)('is celebrated, unless it waits for a review: %s', async (state, celebrations) => {
    const code = state === 'delivered' ? CODE : null;
    host.on(buyAmount, () => ({ ...anInfo(), order: anOrder({ state, code }) }));
    open();
    fireEvent.click(await confirm());
    await screen.findByRole('heading', { name: code === null ? 'Ordered' : 'Here’s your code' });
    await vi.dynamicImportSettled();
    expect(celebrate).toHaveBeenCalledTimes(celebrations);
  });

  test.each([true, false])('says on the ticket whether it is the first reward: %s', async (first) => {
    host.on(buyAmount, () => ({ ...anInfo(), order: anOrder(), ...(first && { first }) }));
    open();
    fireEvent.click(await confirm());
    await screen.findByText(CODE);
    expect(screen.queryAllByText('Your first reward')).toHaveLength(first ? 1 : 0);
  });

  test.each([true, false])('ends the goal that it was, and leads to the next one: %s', async (goal) => {
    host.on(buyAmount, () => ({ ...anInfo(), order: anOrder(), ...(goal && { goal }) }));
    open(HERE, aUser({ myreward: goal ? 12 : 84 }));
    fireEvent.click(await confirm());
    await screen.findByText(CODE);
    expect($user.get()?.myreward).toBe(goal ? null : 84);
    expect(screen.queryAllByText('Goal reached.')).toHaveLength(goal ? 1 : 0);
    if (goal) expect(linkTo('Choose your next goal')).toBe('/user/rewards');
  });

  test('replaces the known reward with the answer', async () => {
    const left = anInfo({}, { status: 'not_enough_points' });
    const amounts = left.reward.amounts.map((each) => ({ ...each, stock: 1 }));
    host.on(buyAmount, () => ({ ...left, reward: { ...left.reward, amounts }, order: anOrder() }));
    open();
    await amount(/One key.*3 left/);
    const asked = host.asked(getReward).length;
    fireEvent.click(await confirm());
    await pressFound('Redeem another');
    const rest = await amount(/One key.*1 left/);
    await focusOn(() => rest);
    expect(screen.queryByText(/3 left/)).toBeNull();
    expect(shown($rewardInfo.get())?.status).toBe('not_enough_points');
    expect(host.asked(getReward)).toHaveLength(asked);
  });

  test('says what an order is waiting for', async () => {
    answer({ delivery: toAccount });
    host.on(buyAmount, () => ({
      ...anInfo({ delivery: toAccount }),
      order: anOrder({ state: 'pending', code: null, details: 'mira', delivered_at: null }),
    }));
    open(HERE, aUser({ delivery_details: { steam_name: 'mira' } }));
    const spend = await confirm();
    expect(screen.getByRole('dialog', { description: /We’ll send it to mira/ })).toBeTruthy();
    fireEvent.click(spend);
    await screen.findByRole('heading', { name: 'Ordered' });
    expect(screen.getByText('Being prepared')).toBeTruthy();
    expect(linkTo('My rewards')).toBe('/user/order-history');
    // They begin with what comes before an order.
    expect(screen.queryByText('Open Steam.')).toBeNull();
  });

  test('offers another one only if the points are enough, and otherwise shows the way to them', async () => {
    host.on(buyAmount, () => ({ ...anInfo(), order: anOrder(), balance: balance({ available: 200 }) }));
    host.on(checkRedemption, () => ({
      ready: false,
      blocks: [],
      path: {
        missing: 300,
        daily: 0,
        steps: [
          {
            game_id: 3,
            game: 'Merge',
            arcade: 'merge',
            quests: [{ id: 1, name: 'Make a 64 tile', points: 300 }],
            points: 300,
            rounds: 2,
            minutes: 6,
          },
        ],
      },
    }));
    open();
    fireEvent.click(await confirm());
    await screen.findByText(CODE);
    expect(await screen.findByText('About 2 rounds (6 minutes): this quest.')).toBeTruthy();
    expect(linkTo('Merge')).toBe('/user/game/3');
    expect(screen.queryByRole('button', { name: 'Redeem another' })).toBeNull();
    expect(host.asked(checkRedemption).at(-1)?.query.toString()).toBe('reward_id=12&amount_id=1201');
  });

  test('redeems a reward without amounts with its own call', async () => {
    answer({ amounts: [] });
    host.on(buyReward, () => ({ ...anInfo({ amounts: [] }), order: anOrder() }));
    open();
    await amount(/Steam key/);
    fireEvent.click(await confirm());
    await screen.findByText(CODE);
    expect(host.acts().map(({ call, body }) => [call, body])).toEqual([[buyReward, {}]]);
  });

  test('explains a rejection, without a retry', async () => {
    host.on(buyAmount, () =>
      refusal(409, 'out_of_stock', 'This is out of stock right now. Nothing was taken.'),
    );
    open();
    fireEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was taken.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('says without an answer that trying again is safe, and makes the same order on the second try', async () => {
    host.on(buyAmount, brokenLine);
    open();
    fireEvent.click(await confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('you won’t be charged twice');
    host.on(buyAmount, () => ({ ...anInfo(), order: anOrder(), repeated: true }));
    press('Try again');
    await screen.findByText(CODE);
    expect(screen.getByText('Your order already went through. You only paid once.')).toBeTruthy();
    const [first, ...others] = host.asked(buyAmount).map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first]);
  });
});

test('a goal is set with one press and shown as set', async () => {
  host.on(checkReward, () => ({ completed: true, missing_points: 0, myreward: 12 }));
  open(HERE, aUser({ balance: balance({ available: 100 }) }));
  await pressFound('Make this my goal');
  await screen.findByText('This is your goal.');
  expect(screen.queryByRole('button', { name: 'Make this my goal' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^This is your goal/));
});
