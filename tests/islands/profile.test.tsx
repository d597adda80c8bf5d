import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProfileIsland } from '../../src/islands/profile/ProfileIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { patchUser } from '../../src/lib/stores/session.ts';
import { aUser, type Host, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

let host: Host;
beforeEach(() => {
  host = rewardHost();
  host.on('GET /api/user/specific-user/5', () => ({
    user: aUser({ myreward: 84, created_at: '2026-01-02T00:00:00.000Z' }),
  }));
  host.on('GET /api/user/specific-user/9', () => ({
    user: { id: 9, name: 'somebody', sample: true, created_at: '2026-03-04T00:00:00.000Z' },
  }));
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});

function open(address: string) {
  history.replaceState(null, '', address);
  render(<ProfileIsland />);
}

describe('a profile', () => {
  test.each(['/user/profile', '/user/profile/5'])(
    '%s: one’s own has the points and the goal',
    async (address) => {
      open(address);
      await screen.findByRole('heading', { name: 'player' });
      expect(screen.getByText('6,000 pts')).toBeTruthy();
      expect(screen.getByText('2 January 2026')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Your goal' }).getAttribute('href')).toBe('/user/reward/84');
    },
  );

  test('one’s own has the points that the top bar has, also once they change', async () => {
    open('/user/profile');
    await screen.findByText('6,000 pts');
    act(() => patchUser({ balance: { available: 5500, pending: 0, reserved: 500, debt: 0 } }));
    expect(screen.getByText('5,500 pts')).toBeTruthy();
    expect(screen.queryByText('6,000 pts')).toBeNull();
  });

  test('another’s says who and since when, and nothing of points', async () => {
    open('/user/profile/9');
    await screen.findByRole('heading', { name: 'somebody' });
    expect(screen.getByText('sample')).toBeTruthy();
    expect(screen.getByText('4 March 2026')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/pts|Available|Settings/);
  });

  test.each(['/user/profile/404', '/user/profile/none'])('%s: there is no such player', async (address) => {
    open(address);
    await screen.findByText('There is no such player');
  });

  test('a failure has its reason and another try', async () => {
    host.on('GET /api/user/specific-user/9', () => refusal(500, 'internal', 'Something went wrong.'));
    open('/user/profile/9');
    await screen.findByText('The profile could not be loaded');
    host.on('GET /api/user/specific-user/9', () => ({ user: { id: 9, name: 'somebody' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'somebody' });
  });
});
