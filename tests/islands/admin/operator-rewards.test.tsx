import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listOperatorRewards,
  type OperatorReward,
  pauseAllRewards,
  resumeAllRewards,
  resumeReward,
} from '../../../src/lib/contract/catalogue/operator-rewards.ts';
import { adminHost, openAdmin } from '../../support/admin-area.tsx';
import { pageOf } from '../../support/host.ts';
import { findButton, findLinkTo, pressFound } from '../../support/screen.ts';

const paused_at = '2026-11-20T10:00:00.000Z';
const robux: OperatorReward = {
  id: 84,
  name: 'Robux',
  points: 5000,
  paused_at,
  delivery: 'person',
  codes: null,
};
const steam: OperatorReward = {
  id: 12,
  name: 'Steam key',
  points: 500,
  paused_at,
  delivery: 'code',
  codes: 0,
};
let rewards: OperatorReward[] = [];
const host = adminHost(
  (fresh) => {
    rewards = [robux, steam];
    fresh.on(listOperatorRewards, () => pageOf(rewards));
    fresh.on(resumeReward, () => {
      rewards = [{ ...robux, paused_at: null }, steam];
      return { reward: { ...robux, paused_at: null } };
    });
    fresh.on(pauseAllRewards, () => {
      rewards = rewards.map((one) => ({ ...one, paused_at }));
      return { paused: [12, 84] };
    });
    fresh.on(resumeAllRewards, () => {
      rewards = rewards.map((one) => ({ ...one, paused_at: null }));
      return { resumed: [12, 84] };
    });
  },
  () => ({ rewards_paused: rewards.filter((one) => one.paused_at !== null).length }),
);

test('the first screen says how many are paused and leads to them', async () => {
  openAdmin('/operator');
  expect(await findLinkTo('2 paused rewards')).toBe('/operator/rewards?state=paused');
});

test('one reward is turned on in its row, and one button turns on all the others and disappears with the last; another pauses all', async () => {
  openAdmin('/operator/rewards');
  const table = within(await screen.findByRole('table', { name: 'rewards' }));
  expect(table.getByRole('link', { name: 'none in stock' })).toBeTruthy();
  await pressFound('Turn on (Robux)');
  await screen.findByText(/sends each order by hand/);
  await pressFound('Turn it on');
  await findButton('Pause (Robux)');
  await pressFound('Turn all on (1 paused)');
  await pressFound('Turn them on');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Turn all on/ })).toBeNull());
  await pressFound('Pause all (every reward)');
  await pressFound('Pause them');
  await screen.findByText('2 rewards were paused.');
  await findButton('Turn all on (2 paused)');
  expect(host.acts().map(({ path }) => path)).toEqual([
    '/api/operator/rewards/84/resume',
    '/api/operator/rewards/resume',
    '/api/operator/rewards/pause',
  ]);
});
