// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SocialIsland } from '../../src/islands/social/SocialIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { SocialTask } from '../../src/lib/contract/social.ts';
import { aUser, rewardHost, storeUser } from '../support/reward-host.ts';

/** What the socket would bring about. */
const heard = vi.hoisted(() => ({ fetch: () => {} }));
vi.mock('../../src/lib/stores/live.ts', async (original) => ({
  ...(await original<object>()),
  refetchOn: (_: unknown, fetch: () => void) => {
    heard.fetch = fetch;
    return () => {};
  },
}));

afterEach(() => {
  cleanup();
  storeUser(null);
});

const handedIn = {
  proof: 'https://x.com/somebody/status/1',
  submitted_at: '2026-01-05T10:00:00.000Z',
  decided_at: null,
  reason: null,
};
const waiting: SocialTask = {
  id: 3,
  network: 'X',
  name: 'Post about a round you played',
  steps: ['Post it.'],
  proof: { label: 'Link to your post', hint: 'https://x.com/…' },
  points: 80,
  state: 'waiting',
  handed_in: handedIn,
  tries_left: 2,
};

test('what was decided about a proof stands there without a reload', async () => {
  const host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
  host.on('GET /api/user/social-tasks', () => ({ tasks: [waiting] }));
  render(<SocialIsland />);
  await screen.findByText(/A person looks at it/);
  host.on('GET /api/user/social-tasks', () => ({
    tasks: [
      { ...waiting, state: 'confirmed', handed_in: { ...handedIn, decided_at: '2026-01-06T10:00:00.000Z' } },
    ],
  }));
  heard.fetch();
  await screen.findByText(/80 points are yours/);
});
