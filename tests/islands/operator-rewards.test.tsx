import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OperatorIsland } from '../../src/islands/operator/OperatorIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { OperatorReward } from '../../src/lib/contract/operator-rewards.ts';
import { $operating, leaveDesk } from '../../src/lib/stores/operator-session.ts';
import { createHost, pageOf } from '../support/island-host.ts';
import { desk, operator, operatorSession } from '../support/operator-host.ts';

const REWARDS = '/api/operator/rewards';

let rewards: OperatorReward[] = [];
let posted: string[] = [];
const turnOn = (ids: number[]) => {
  rewards = rewards.map((one) => (ids.includes(one.id) ? { ...one, paused_at: null } : one));
};

beforeEach(() => {
  posted = [];
  const paused_at = '2026-11-20T10:00:00.000Z';
  rewards = [
    { id: 84, name: 'Robux', points: 5000, paused_at, delivery: 'person', codes: null },
    { id: 12, name: 'Steam key', points: 500, paused_at, delivery: 'code', codes: 0 },
  ];
  const host = createHost({
    '/api/operator/logout': () => ({ signed_out: true }),
    '/api/operator/desk': () => ({
      operator: operator(),
      session_expires_at: '2026-11-20T22:30:00.000Z',
      desk: { ...desk, rewards_paused: rewards.filter((one) => one.paused_at !== null).length },
    }),
    [REWARDS]: ({ query }) => pageOf(rewards, query),
    [`${REWARDS}/84/resume`]: () => {
      turnOn([84]);
      return { reward: rewards[0] };
    },
    [`${REWARDS}/resume`]: () => {
      turnOn([84, 12]);
      return { resumed: [12, 84] };
    },
  });
  connectApi({
    fetch: (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST') posted.push(new URL(request.url).pathname);
      return host.fetch(request.url, { headers: Object.fromEntries(request.headers) });
    },
  });
  sessionStorage.setItem('operator', JSON.stringify(operatorSession()));
});

afterEach(async () => {
  await leaveDesk();
  $operating.set({ state: 'unknown' });
  sessionStorage.clear();
});

function open(address: string): void {
  history.replaceState(null, '', address);
  render(<OperatorIsland />);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('the first screen says how many are paused and leads to them', async () => {
  open('/operator');
  const link = await screen.findByRole('link', { name: '2 paused rewards' });
  expect(link.getAttribute('href')).toBe('/operator/rewards?state=paused');
});

it('one is turned on by its row, and the rest by one button that goes with the last of them', async () => {
  open('/operator/rewards');
  const table = await screen.findByRole('table', { name: 'rewards' });
  expect(within(table).getByRole('link', { name: 'none in stock' })).toBeTruthy();
  await press('Turn on (Robux)');
  expect(await screen.findByText(/sends each order by hand/)).toBeTruthy();
  await press('Turn it on');
  await screen.findByRole('button', { name: 'Pause (Robux)' });
  await press('Turn all on (1 paused)');
  await press('Turn them on');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Turn all on/ })).toBeNull());
  expect(posted).toEqual([`${REWARDS}/84/resume`, `${REWARDS}/resume`]);
});
