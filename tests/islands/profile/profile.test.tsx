import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProfileIsland } from '../../../src/islands/profile/ProfileIsland.tsx';
import { getUser } from '../../../src/lib/contract/account.ts';
import { getProfile } from '../../../src/lib/contract/profiles.ts';
import { patchUser } from '../../../src/lib/session/session.ts';
import { aUser, balance, signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, notFound, notOffered } from '../../support/host.ts';
import { linkTo, press, visit } from '../../support/screen.ts';

const somebody = { id: 9, name: 'somebody', sample: true, created_at: '2026-03-04T00:00:00.000Z' };
const host = hostOfEachTest(() => {
  signIn();
  host.on(getUser, ({ params }) => {
    if (params.id === '9') return { user: somebody };
    return { user: aUser({ myreward: 84, created_at: '2026-01-02T00:00:00.000Z' }) };
  });
});

function open(address: string) {
  cleanup();
  visit(address);
  render(<ProfileIsland />);
}

test.each(['/user/profile', '/user/profile/5'])(
  '%s: one’s own has the goal, and the points that the top bar has, also once they change',
  async (address) => {
    open(address);
    await screen.findByRole('heading', { name: 'player' });
    expect(screen.getByText('6,000 pts')).toBeTruthy();
    expect(screen.getByText('2 January 2026')).toBeTruthy();
    expect(linkTo('Your goal')).toBe('/user/reward/84');
    act(() => patchUser({ balance: balance({ available: 5500, reserved: 500 }) }));
    expect(screen.getByText('5,500 pts')).toBeTruthy();
    expect(screen.queryByText('6,000 pts')).toBeNull();
  },
);

test('another’s has its reason and another try, says who and since when, and nothing of points', async () => {
  host.on(getUser, databaseAway);
  open('/user/profile/9');
  await screen.findByText('We couldn’t load this player');
  host.on(getUser, () => ({ user: somebody }));
  press('Retry');
  await screen.findByRole('heading', { name: 'somebody' });
  expect(screen.getByText('sample')).toBeTruthy();
  expect(screen.getByText('4 March 2026')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/pts|Available|Settings/);
});

test('level and badges that can’t be had have their reason and another try', async () => {
  host.on(getProfile, databaseAway);
  open('/user/profile/9');
  await screen.findByText('We couldn’t load level and badges');
  host.on(getProfile, notOffered);
  press('Retry');
  await waitFor(() => expect(screen.queryByText(/Level and badges/)).toBeNull());
});

test.each(['/user/profile/404', '/user/profile/none'])('%s: there is no such player', async (address) => {
  host.on(getUser, notFound);
  open(address);
  await screen.findByText('We couldn’t find that player');
});
